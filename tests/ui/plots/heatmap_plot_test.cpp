#include "ui/plots/heatmap_plot.h"

#include <gtest/gtest.h>

#include <QPainter>
#include <QTest>
#include <QWheelEvent>

#include "tests/ui/snapshots.h"
#include "ui/plots/plot_theme.h"

namespace hessianscope {
namespace {

constexpr QSize kPlotSize(600, 500);

ColourScale log_scale() {
  return ColourScale(ValueScale::Log, {-6, 1}, Theme::Light);
}

// The plot of the small attention Hessian with everything it has said so far.
class HeatmapPlotTest : public testing::Test {
 protected:
  HeatmapPlotTest() {
    plot.resize(kPlotSize);
    QObject::connect(&plot, &HeatmapPlot::window_wanted,
                     [this](std::optional<EntryWindow> window) { wanted.push_back(window); });
    QObject::connect(&plot, &HeatmapPlot::hovered, [this](QString text) { said = text; });
    plot.show_snapshot(computed_small(), log_scale(), {});
  }

  // The middle of an entry on the screen.
  QPoint at(Index row, Index column) const {
    const QRect square = HeatmapPicture::matrix(QRect(QPoint(0, 0), kPlotSize));
    const EntryWindow shown = plot.window().value_or(whole_window(48));
    const auto place = [](Index entry, Index begin, Index count, int start, int length) {
      return start + static_cast<int>((static_cast<double>(entry - begin) + 0.5) /
                                      static_cast<double>(count) * length);
    };
    return {place(column, shown.column_begin, shown.columns(), square.left(), square.width()),
            place(row, shown.row_begin, shown.rows(), square.top(), square.height())};
  }

  void move_to(QPoint point, Qt::MouseButtons buttons = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, point, plot.mapToGlobal(point), Qt::NoButton, buttons,
                      Qt::NoModifier);
    QApplication::sendEvent(&plot, &event);
  }

  void turn_wheel(QPoint point, int notches) {
    QWheelEvent event(point, plot.mapToGlobal(point), {}, {0, 120 * notches}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot, &event);
  }

  HeatmapPlot plot{Model::Attention};
  std::vector<std::optional<EntryWindow>> wanted;
  QString said;
};

TEST_F(HeatmapPlotTest, FindsTheEntryUnderThePointer) {
  for (const auto& [row, column] : {std::pair<Index, Index>{0, 0}, {47, 47}, {3, 31}, {40, 2}}) {
    const auto entry = plot.entry_at(at(row, column));
    ASSERT_TRUE(entry);
    EXPECT_EQ((*entry)[0], row);
    EXPECT_EQ((*entry)[1], column);
  }
  const QRect square = HeatmapPicture::matrix(QRect(QPoint(0, 0), kPlotSize));
  EXPECT_TRUE(plot.entry_at(square.topLeft()));
  EXPECT_TRUE(plot.entry_at(square.bottomRight()));
  EXPECT_FALSE(plot.entry_at(square.topLeft() - QPoint(1, 0)));
  EXPECT_FALSE(plot.entry_at(square.bottomRight() + QPoint(0, 2)));
}

TEST_F(HeatmapPlotTest, ReadsOutTheExactEntry) {
  move_to(at(7, 18));  // W_Q[1,3], W_K[0,2]
  const double entry = computed_small()->of(Model::Attention).curvature->entry(Part::Total, 7, 18);
  EXPECT_TRUE(said.startsWith("QK   W_Q[1,3] × W_K[0,2] = ")) << said.toStdString();
  const QString number = said.section("= ", 1).replace("−", "-");
  EXPECT_NEAR(number.toDouble(), entry, 1e-5 * std::abs(entry));
}

TEST_F(HeatmapPlotTest, AClickOpensABlockAndADoubleClickOrEscapeReturns) {
  QTest::mouseClick(&plot, Qt::LeftButton, {}, at(20, 40));
  ASSERT_EQ(wanted.size(), 1u);
  EXPECT_EQ(wanted.back(), (EntryWindow{16, 32, 32, 48}));  // KV
  QTest::mouseClick(&plot, Qt::LeftButton, {}, at(20, 40));
  EXPECT_EQ(wanted.size(), 1u) << "inside a block alone a click has nothing to open";
  QTest::keyClick(&plot, Qt::Key_Escape);
  ASSERT_EQ(wanted.size(), 2u);
  EXPECT_FALSE(wanted.back());
  turn_wheel(at(10, 10), 2);
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, at(11, 11));
  EXPECT_FALSE(wanted.back());
  EXPECT_FALSE(plot.window());
}

TEST_F(HeatmapPlotTest, TheWheelZoomsAboutThePointerDownToOneEntryAndBack) {
  for (int turn = 0; turn < 40; ++turn) turn_wheel(at(30, 5), 1);
  ASSERT_TRUE(plot.window());
  EXPECT_EQ(*plot.window(), (EntryWindow{30, 31, 5, 6}));
  for (int turn = 0; turn < 40; ++turn) turn_wheel(at(30, 5), -1);
  EXPECT_FALSE(plot.window());
  EXPECT_FALSE(wanted.back());
}

TEST_F(HeatmapPlotTest, EveryNotchKeepsTheEntryUnderThePointerInSight) {
  for (int turn = 0; turn < 8; ++turn) {
    turn_wheel(at(11, 43), 1);
    ASSERT_TRUE(plot.window());
    EXPECT_LE(plot.window()->row_begin, 11);
    EXPECT_GT(plot.window()->row_end, 11);
    EXPECT_LE(plot.window()->column_begin, 43);
    EXPECT_GT(plot.window()->column_end, 43);
  }
}

TEST_F(HeatmapPlotTest, ADragPansWithinTheMatrixAndOpensNothing) {
  plot.show_snapshot(computed_small(), log_scale(), EntryWindow{8, 24, 8, 24});
  QTest::mousePress(&plot, Qt::LeftButton, {}, at(16, 16));
  const QPoint target = at(12, 20);
  move_to(target, Qt::LeftButton);
  QTest::mouseRelease(&plot, Qt::LeftButton, {}, target);
  ASSERT_TRUE(plot.window());
  EXPECT_EQ(*plot.window(), (EntryWindow{12, 28, 4, 20}));
  EXPECT_EQ(wanted.size(), 1u);
}

TEST_F(HeatmapPlotTest, KeysZoomAndPan) {
  QTest::keyClick(&plot, Qt::Key_Plus);
  ASSERT_TRUE(plot.window());
  const EntryWindow zoomed = *plot.window();
  EXPECT_LT(zoomed.rows(), 48);
  QTest::keyClick(&plot, Qt::Key_Down);
  EXPECT_GT(plot.window()->row_begin, zoomed.row_begin);
  EXPECT_EQ(plot.window()->rows(), zoomed.rows());
  QTest::keyClick(&plot, Qt::Key_0);
  EXPECT_FALSE(plot.window());
}

TEST_F(HeatmapPlotTest, ASmallerModelClipsAnOldWindow) {
  plot.show_snapshot(computed_small(), log_scale(), EntryWindow{40, 400, 700, 800});
  plot.grab();
  const QRect square = HeatmapPicture::matrix(QRect(QPoint(0, 0), kPlotSize));
  const auto entry = plot.entry_at(square.bottomRight());
  ASSERT_TRUE(entry);
  EXPECT_EQ((*entry)[0], 47);
  EXPECT_EQ((*entry)[1], 47);
}

TEST_F(HeatmapPlotTest, WithoutDataItIsEmptyAndQuiet) {
  HeatmapPlot empty(Model::Mlp);
  empty.resize(kPlotSize);
  empty.grab();
  QTest::keyClick(&empty, Qt::Key_Plus);
  QTest::mouseClick(&empty, Qt::LeftButton, {}, {300, 250});
  QTest::mouseDClick(&empty, Qt::LeftButton, {}, {300, 250});
  EXPECT_TRUE(empty.read_out({300, 250}).isEmpty());
  EXPECT_FALSE(empty.window());
}

TEST(HeatmapPicture, DrawsRowZeroOnTopAndTheCornerCellsWhole) {
  Matrix entries = Matrix::Constant(48, 48, 1e-3);
  entries(0, 0) = 1;
  entries(0, 47) = 1e-1;
  entries(47, 47) = 1e-2;
  auto snapshot = std::make_shared<Snapshot>(*computed_small());
  snapshot->models[0].heatmap = heatmap_of(entries);
  const ColourScale scale(ValueScale::Log, {-4, 0}, Theme::Light);
  HeatmapPicture picture(Model::Attention);
  picture.set(snapshot, scale, {});
  for (const double device : {1.0, 2.0}) {
    QImage image(kPlotSize * device, QImage::Format_RGB32);
    image.fill(Qt::white);
    {
      QPainter painter(&image);
      painter.scale(device, device);
      picture.paint(painter, QRect(QPoint(0, 0), kPlotSize));
    }
    const QRect square = HeatmapPicture::matrix(QRect(QPoint(0, 0), kPlotSize));
    const auto pixel = [&](double x, double y) {
      return image.pixel(static_cast<int>(x * device), static_cast<int>(y * device));
    };
    const double right = square.right() + 1 - 1 / device, bottom = square.bottom() + 1 - 1 / device;
    EXPECT_EQ(pixel(square.left(), square.top()), scale.cell(1, 0));
    EXPECT_EQ(pixel(right, square.top()), scale.cell(1e-1, -1));
    EXPECT_EQ(pixel(right, bottom), scale.cell(1e-2, -2));
    EXPECT_EQ(pixel(square.left(), bottom), scale.cell(1e-3, -3));
    // The whole of a corner cell, up to its far corner.
    const double cell = square.width() / 48.0;
    EXPECT_EQ(pixel(square.left() + cell - 1, square.top() + cell - 1), scale.cell(1, 0));
    EXPECT_EQ(pixel(square.left() + cell + 1, square.top()), scale.cell(1e-3, -3));
  }
}

}  // namespace
}  // namespace hessianscope
