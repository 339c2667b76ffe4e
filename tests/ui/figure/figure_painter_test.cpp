#include "ui/figure/figure_painter.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <set>

#include "core/error.h"
#include "tests/ui/snapshots.h"
#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

int colours_in(const QImage& image) {
  std::set<QRgb> colours;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) colours.insert(image.pixel(x, y));
  }
  return static_cast<int>(colours.size());
}

int count(const QImage& image, const QColor& colour) {
  int pixels = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) pixels += image.pixel(x, y) == colour.rgb();
  }
  return pixels;
}

class EveryView : public testing::TestWithParam<FigureView> {};
INSTANTIATE_TEST_SUITE_P(FigurePainter, EveryView, testing::ValuesIn(kFigureViews));

TEST_P(EveryView, IsDrawnInBothThemesAndSeveralSizes) {
  FigurePainter painter;
  const FigureState state = figure_state(computed_small());
  for (const Theme theme : {Theme::Light, Theme::Dark}) {
    const QImage image = painter.image(GetParam(), state, {900, 600}, 1.0, theme);
    EXPECT_EQ(image.size(), QSize(900, 600));
    EXPECT_GT(colours_in(image), 20);
    EXPECT_EQ(image.pixel(0, 0), plot_theme(theme).paper.rgb());
  }
  EXPECT_EQ(painter.image(GetParam(), state, {900, 600}, 1.5, Theme::Light).size(),
            QSize(1350, 900));
  painter.image(GetParam(), state, {64, 64}, 1.0, Theme::Light);
  painter.image(GetParam(), state, {64, 700}, 1.0, Theme::Light);
}

TEST_P(EveryView, SurvivesZerosNaNAndMissingSpectra) {
  FigurePainter painter;
  auto waiting = std::make_shared<Snapshot>(*computed_small());
  for (ModelSnapshot& model : waiting->models) model.spectra.clear();
  for (const SnapshotPointer& snapshot :
       {all_zero(), with_nan_cell(3, 4), SnapshotPointer(waiting)}) {
    painter.image(GetParam(), figure_state(snapshot), {800, 500}, 1.0, Theme::Light);
  }
}

TEST_P(EveryView, IsTheSameInEveryLocaleAndWithAUsedPainter) {
  const FigureState state = figure_state(computed_small());
  FigurePainter used;
  for (const FigureView view : kFigureViews) used.image(view, state, {400, 300}, 2, Theme::Dark);
  const QImage before = FigurePainter().image(GetParam(), state, {900, 600}, 1.0, Theme::Light);
  const QLocale locale;
  QLocale::setDefault(QLocale(QLocale::German));
  const QImage after = used.image(GetParam(), state, {900, 600}, 1.0, Theme::Light);
  QLocale::setDefault(locale);
  EXPECT_EQ(before, after);
}

TEST(FigurePainter, MarksZeroAndNaNCellsInTheirOwnColours) {
  FigurePainter painter;
  const PlotTheme& theme = plot_theme(Theme::Light);
  const QImage zeros = painter.image(FigureView::AttentionHeatmap, figure_state(all_zero()),
                                     {700, 600}, 1.0, Theme::Light);
  EXPECT_GT(count(zeros, theme.zero), 200 * 200);
  const QImage damaged = painter.image(FigureView::MlpHeatmap, figure_state(with_nan_cell(3, 4)),
                                       {700, 600}, 1.0, Theme::Light);
  EXPECT_GT(count(damaged, theme.not_finite), 80) << "the cell and its swatch";
}

TEST(FigurePainter, RefusesSizesOutOfBoundsByName) {
  EXPECT_NO_THROW(check_figure_size({64, 16384}, 0.5));
  EXPECT_THROW(check_figure_size({63, 100}, 1), Error);
  EXPECT_THROW(check_figure_size({100, 16385}, 1), Error);
  EXPECT_THROW(check_figure_size({100, 100}, 0.49), Error);
  EXPECT_THROW(check_figure_size({100, 100}, 8.1), Error);
  EXPECT_THROW(check_figure_size({100, 100}, std::numeric_limits<double>::quiet_NaN()), Error);
  EXPECT_THROW(check_figure_size({16384, 16384}, 1), Error);
  try {
    check_figure_size({100, 20000}, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("100x20000"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("16384"), std::string::npos);
  }
}

TEST(FigurePainter, RefusesAStateWithoutDataWithItsReason) {
  FigurePainter painter;
  EXPECT_THROW(painter.image(FigureView::Overview, {}, {640, 480}, 1.0, Theme::Light), Error);
  auto failed = std::make_shared<Snapshot>();
  failed->failure = "the file is gone";
  try {
    painter.image(FigureView::Overview, figure_state(failed), {640, 480}, 1.0, Theme::Light);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the file is gone");
  }
}

}  // namespace
}  // namespace hessianscope
