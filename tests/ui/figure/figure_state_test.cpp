#include "ui/figure/figure_state.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/ui/snapshots.h"
#include "ui/figure/figure_view.h"

namespace hessianscope {
namespace {

TEST(FigureView, NamesReadBack) {
  for (const FigureView view : kFigureViews) EXPECT_EQ(figure_view(name(view)), view);
  EXPECT_THROW(figure_view("growth"), Error);
}

TEST(FigureState, LinkedModelsShareColoursAndAxes) {
  const FigureState state = figure_state(computed_small());
  EXPECT_EQ(state.colours[0], state.colours[1]);
  EXPECT_EQ(state.axes[0], state.axes[1]);
  const FigureState apart = figure_state(computed_small(), computed_small(), state.view, {}, false);
  EXPECT_NE(apart.colours[0], apart.colours[1]);
  EXPECT_NE(apart.axes[0], apart.axes[1]);
}

TEST(FigureState, ARangeInTheViewIsUsedAsItIs) {
  ViewSettings view;
  view.range = {-5, 2};
  const FigureState state = figure_state(computed_small(), computed_small(), view);
  EXPECT_EQ(state.colours[1], (ColourRange{-5, 2}));
}

TEST(FigureState, MarksSpectraByTheirAge) {
  const ViewSettings view;
  auto newer = std::make_shared<Snapshot>(*computed_small());
  newer->complete = false;
  EXPECT_EQ(figure_state(computed_small()).spectrum_mark(), SpectrumMark::Exact);
  EXPECT_EQ(figure_state(newer, computed_small(), view).spectrum_mark(), SpectrumMark::Computing);
  newer->complete = true;
  EXPECT_EQ(figure_state(newer, nullptr, view).spectrum_mark(), SpectrumMark::Stopped);
}

TEST(FigureState, ItsScenarioIsThatOfTheDataWithTheViewAsSeen) {
  ViewSettings view;
  view.part = Part::Outer;  // asked for, but not what the snapshot holds
  view.values = ValueScale::Signed;
  view.theme = Theme::Dark;
  const Scenario scenario = figure_state(computed_small(), computed_small(), view).scenario();
  EXPECT_EQ(scenario.view.part, Part::Total);
  EXPECT_EQ(scenario.view.values, ValueScale::Signed);
  EXPECT_EQ(scenario.view.theme, Theme::Dark);
  EXPECT_EQ(scenario.attention, small_scenario().attention);
}

TEST(FigureState, SurvivesNothing) {
  figure_state(nullptr);
  auto failed = std::make_shared<Snapshot>();
  failed->failure = "it failed";
  figure_state(failed);
}

}  // namespace
}  // namespace hessianscope
