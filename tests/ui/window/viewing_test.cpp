#include <gtest/gtest.h>

#include <QAccessible>
#include <QClipboard>

#include "tests/ui/window/window_under_test.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/plots/spectrum_plot.h"
#include "ui/window/numbers_panel.h"
#include "ui/window/numbers_view.h"
#include "ui/window/state_view.h"
#include "ui/window/view_actions.h"

namespace hessianscope {
namespace {

class Viewing : public testing::Test {
 protected:
  WindowUnderTest window_;
  ViewActions& views_ = *window_->views();
};

TEST_F(Viewing, PartsAndValuesAreFieldsOfTheScenario) {
  const Part parts[] = {Part::Total, Part::Outer, Part::Functional};
  for (std::size_t i : {1, 2, 0}) {
    views_.parts()[i]->trigger();
    ASSERT_TRUE(window_.settle());
    EXPECT_EQ(window_.seen_scenario().view.part, parts[i]);
    EXPECT_EQ(window_.seen().snapshot->of(Model::Mlp).spectra.front().part, parts[i]);
  }
  views_.values()[1]->trigger();
  EXPECT_EQ(window_.seen().view.values, ValueScale::Signed) << "needs no computation";
  window_->document()->undo_stack()->undo();
  EXPECT_TRUE(views_.values()[0]->isChecked());
}

TEST_F(Viewing, OverlaysAddTheirSpectra) {
  views_.overlays()[0]->trigger();
  views_.overlays()[1]->trigger();
  ASSERT_TRUE(window_.settle());
  EXPECT_EQ(window_.seen().spectra->of(Model::Attention).spectra.size(), 3u);
  EXPECT_EQ(window_.seen().overlays().size(), 2u);
}

TEST_F(Viewing, TheLockHoldsTheColoursThatAreSeen) {
  const ColourRange before = window_.seen().colours[0];
  views_.lock()->trigger();
  ASSERT_TRUE(window_.scenario().view.range);
  window_.change("data.scale", 0.01);
  EXPECT_EQ(window_.seen().colours[0], before);
  views_.lock()->trigger();
  ASSERT_TRUE(window_.settle());
  EXPECT_NE(window_.seen().colours[0], before);
}

TEST_F(Viewing, LinkedPlotsZoomTogetherAndUnlinkedOnesDoNot) {
  const EntryWindow block{0, 24, 24, 48};
  emit window_->plots()->heatmap(Model::Attention)->window_wanted(block);
  ASSERT_TRUE(window_.settle());
  EXPECT_EQ(window_->plots()->zoom().windows[1], block);
  EXPECT_EQ(window_.seen().snapshot->of(Model::Attention).heatmap.window, block);
  EXPECT_EQ(window_.seen().snapshot->of(Model::Mlp).heatmap.window, block);
  const std::array<double, 2> range{-0.1, 0.1};
  emit window_->plots()->spectrum(Model::Mlp)->range_wanted(range);
  EXPECT_EQ(window_->plots()->zoom().eigenvalues[0], range);

  views_.reset_zoom()->trigger();
  views_.link()->trigger();
  emit window_->plots()->heatmap(Model::Attention)->window_wanted(block);
  EXPECT_FALSE(window_->plots()->zoom().windows[1]);
}

TEST_F(Viewing, LinkedModelsShareTheirColours) {
  EXPECT_EQ(window_.seen().colours[0], window_.seen().colours[1]);
  EXPECT_EQ(window_.seen().axes[0], window_.seen().axes[1]);
  views_.link()->trigger();
  EXPECT_NE(window_.seen().colours[0], window_.seen().colours[1]);
}

TEST_F(Viewing, AMatrixOfAnotherSizeIsSeenWhole) {
  emit window_->plots()->heatmap(Model::Attention)->window_wanted(EntryWindow{0, 24, 24, 48});
  ASSERT_TRUE(window_.settle());
  window_.change("attention.d_model", std::int64_t{7});
  ASSERT_TRUE(window_.settle());
  EXPECT_FALSE(window_->plots()->zoom().windows[0]);
  const ModelSnapshot& model = window_.seen().snapshot->of(Model::Attention);
  EXPECT_EQ(model.heatmap.window, whole_window(model.curvature->parameters()));
}

TEST_F(Viewing, TheThemeIsThatOfWindowAndPlots) {
  views_.dark()->trigger();
  EXPECT_EQ(window_.seen().view.theme, Theme::Dark);
  EXPECT_LT(QGuiApplication::palette().window().color().lightness(), 128);
  const QImage dark = window_->grab().toImage();
  views_.dark()->trigger();
  EXPECT_GT(QGuiApplication::palette().window().color().lightness(), 128);
  const auto brightness = [](const QImage& image) {
    return image.scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
        .pixelColor(0, 0)
        .lightness();
  };
  EXPECT_LT(brightness(dark), brightness(window_->grab().toImage()));
}

TEST_F(Viewing, NumbersCopyAsCellsCsvAndLatex) {
  NumbersView* norms = window_->numbers()->norms(Model::Attention);
  norms->setCurrentIndex(norms->model()->index(0, 1));
  QTest::keySequence(norms, QKeySequence::Copy);
  const double expected = window_.seen().snapshot->of(Model::Attention).norms.of(Part::Total)(0, 0);
  EXPECT_EQ(QGuiApplication::clipboard()->text().toDouble(), expected);
  norms->copy_csv();
  EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith("quantity,Frobenius,RMS\n"));
  norms->copy_latex();
  EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith("\\begin{tabular}"));
}

TEST_F(Viewing, TheStateTellsExactFromStopped) {
  EXPECT_TRUE(window_->state()->text().startsWith("exact"))
      << window_->state()->text().toStdString();
  window_.change("attention.d_model", std::int64_t{40});
  window_->document()->change(field("attention.d_key"), std::int64_t{40});
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window_.seen().snapshot->of(Model::Attention).curvature->parameters() == 4800; },
      60000));
  EXPECT_FALSE(window_.seen().snapshot->complete);
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window_->state()->stop_button()->isVisible() || !window_->session()->busy(); },
      60000));
  EXPECT_TRUE(window_->session()->busy()) << "a spectrum of this size takes longer than a second";
  EXPECT_TRUE(window_->state()->text().contains("4800")) << window_->state()->text().toStdString();
  window_->state()->stop_button()->click();
  ASSERT_TRUE(window_.settle());
  EXPECT_TRUE(window_->state()->text().contains("stopped"))
      << window_->state()->text().toStdString();
}

TEST_F(Viewing, TheStateStaysInSightHoweverNarrowTheWindow) {
  for (const int width : {1920, 1280, 1000, window_->minimumSizeHint().width()}) {
    window_->resize(width, 700);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window_->width() == width; }))
        << width << " but " << window_->width();
    QApplication::processEvents();
    EXPECT_TRUE(window_->state()->isVisible()) << width;
    EXPECT_FALSE(window_->state()->visibleRegion().isEmpty()) << width;
  }
}

// Every control a person could press is reached by Tab and has a name.
TEST_F(Viewing, EverythingIsReachableByKeyboardAndHasAName) {
  int reachable = 0;
  for (QWidget* widget : window_->findChildren<QWidget*>()) {
    if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
    ++reachable;
    const QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
    const QString name = accessible ? accessible->text(QAccessible::Name) : QString();
    const bool has_named_parent =
        widget->parentWidget() && !widget->parentWidget()->accessibleName().isEmpty();
    EXPECT_TRUE(!name.isEmpty() || has_named_parent)
        << widget->metaObject()->className() << " in "
        << widget->parentWidget()->metaObject()->className();
  }
  EXPECT_GT(reachable, 40);
}

}  // namespace
}  // namespace hessianscope
