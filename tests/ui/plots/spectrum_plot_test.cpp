#include "ui/plots/spectrum_plot.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QWheelEvent>

#include "tests/ui/snapshots.h"
#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

constexpr QSize kCanvasSize(600, 260);

const Spectrum& small_spectrum() {
  return *computed_small()->of(Model::Attention).spectrum(Part::Total);
}

class SpectrumPlotTest : public testing::Test {
 protected:
  SpectrumPlotTest() {
    plot.resize(kCanvasSize);
    QObject::connect(&plot, &SpectrumPlot::range_wanted,
                     [this](auto range) { wanted.push_back(range); });
    show(computed_small());
    plot.grab();  // lays the plot out as showing it does
  }

  void show(const SnapshotPointer& snapshot, const std::vector<Part>& overlays = {}) {
    const Spectrum* spectrum = snapshot->of(Model::Attention).spectrum(Part::Total);
    plot.show_snapshot(snapshot, overlays, spectrum_axes({spectrum}), Theme::Light,
                       SpectrumMark::Exact);
  }

  QImage picture() {
    QCoreApplication::processEvents();  // the plot draws itself when events come round
    return plot.grab().toImage().convertToFormat(QImage::Format_RGB32);
  }

  static int count(const QImage& image, const QColor& colour) {
    int pixels = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) pixels += image.pixel(x, y) == colour.rgb();
    }
    return pixels;
  }

  SpectrumPlot plot{Model::Attention};
  std::vector<std::optional<std::array<double, 2>>> wanted;
};

TEST_F(SpectrumPlotTest, CountsSumToTheNumberOfParameters) {
  ASSERT_EQ(plot.histograms().size(), 1u);
  EXPECT_EQ(plot.histograms()[0].total(), 48);
  QTest::keyClick(&plot, Qt::Key_Plus);
  EXPECT_EQ(plot.histograms()[0].total(), 48) << "zoomed in, the rest is counted as outside";
}

TEST_F(SpectrumPlotTest, ColoursTheNegativeSideApart) {
  const QImage image = picture();
  const PlotTheme& theme = plot_theme(Theme::Light);
  ASSERT_GT(small_spectrum().negative, 0);
  EXPECT_GT(count(image, theme.negative), 100);
  EXPECT_GT(count(image, theme.attention), 100);
}

TEST_F(SpectrumPlotTest, EveryZoomBinsTheEigenvaluesAnew) {
  const Histogram before = plot.histograms()[0];
  QTest::keyClick(&plot, Qt::Key_Plus);
  ASSERT_EQ(wanted.size(), 1u);
  ASSERT_TRUE(wanted[0]);
  EXPECT_LT((*wanted[0])[0], (*wanted[0])[1]);
  EXPECT_LT(plot.histograms()[0].bin_width(), before.bin_width());
}

TEST_F(SpectrumPlotTest, EscapeShowsEverythingAgain) {
  const SpectrumAxes before = plot.axes();
  QTest::keyClick(&plot, Qt::Key_Plus);
  QTest::keyClick(&plot, Qt::Key_Left);
  QTest::keyClick(&plot, Qt::Key_Escape);
  EXPECT_FALSE(wanted.back());
  EXPECT_EQ(plot.axes(), before);
}

TEST_F(SpectrumPlotTest, ZoomingOutPastEverythingAsksForEverything) {
  QTest::keyClick(&plot, Qt::Key_Minus);
  ASSERT_EQ(wanted.size(), 1u);
  EXPECT_FALSE(wanted[0]);
}

TEST_F(SpectrumPlotTest, TheReadOutCountsWhatTheBarsShow) {
  Index seen = 0;
  QString last;
  for (int x = 0; x < kCanvasSize.width(); ++x) {
    const QString text = plot.read_out(QPointF(x, kCanvasSize.height() / 2.0));
    if (text.isEmpty() || text == last) continue;
    last = text;
    seen += text.section(": ", 1).section(' ', 0, 0).toInt();
  }
  EXPECT_EQ(seen, 48 - small_spectrum().zero);
}

TEST_F(SpectrumPlotTest, OverlaysAreOutlinesOfTheOtherParts) {
  Scenario scenario = small_scenario();
  scenario.view.overlay_outer = scenario.view.overlay_functional = true;
  const SnapshotPointer snapshot = computed(scenario);
  show(snapshot, {Part::Outer, Part::Functional});
  ASSERT_EQ(plot.histograms().size(), 3u);
  EXPECT_EQ(plot.histograms()[1].total(), 48);
  EXPECT_EQ(plot.histograms()[2].total(), 48);
  const QImage image = picture();
  EXPECT_GT(count(image, plot_theme(Theme::Light).functional), 100);
}

TEST_F(SpectrumPlotTest, AllZeroSpectraHaveNoBarsAndSayHowMany) {
  show(all_zero());
  ASSERT_EQ(plot.histograms().size(), 1u);
  EXPECT_EQ(plot.histograms()[0].zeros, 48);
  const QImage image = picture();
  EXPECT_LT(count(image, plot_theme(Theme::Light).negative), 20);
  QTest::keyClick(&plot, Qt::Key_Plus);
  plot.grab();
}

TEST_F(SpectrumPlotTest, WithoutASpectrumItSaysSo) {
  auto snapshot = std::make_shared<Snapshot>(*computed_small());
  for (ModelSnapshot& model : snapshot->models) model.spectra.clear();
  plot.show_snapshot(snapshot, {}, {}, Theme::Dark, SpectrumMark::Computing);
  EXPECT_TRUE(plot.histograms().empty());
  EXPECT_TRUE(plot.read_out({300, 100}).isEmpty());
  plot.grab();
  plot.show_snapshot(nullptr, {}, {}, Theme::Dark, SpectrumMark::Stopped);
  plot.grab();
  QTest::keyClick(&plot, Qt::Key_Plus);
  EXPECT_TRUE(wanted.empty());
}

}  // namespace
}  // namespace hessianscope
