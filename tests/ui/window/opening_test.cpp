#include <gtest/gtest.h>

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QTemporaryDir>
#include <fstream>

#include "core/data/safe_file.h"
#include "core/scenario/scenario_json.h"
#include "tests/ui/window/window_under_test.h"
#include "ui/figure/figure_export.h"
#include "ui/window/presets.h"
#include "ui/window/view_actions.h"

namespace hessianscope {
namespace {

class Opening : public testing::Test {
 protected:
  std::filesystem::path path(const char* name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  void drop(const std::filesystem::path& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.string()))});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&*window_, &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&*window_, &event);
    ASSERT_TRUE(window_.settle());
  }
  QTemporaryDir folder_;
  WindowUnderTest window_;
};

TEST_F(Opening, ASavedScenarioComesBackByDrop) {
  window_.change("data.scale", 0.25);
  window_.change("view.part", std::string("outer"));
  const Scenario saved = window_.scenario();
  window_->files()->save(path("σ_测试 ü.json"));
  EXPECT_TRUE(window_.notice().contains("σ_测试 ü.json")) << window_.notice().toStdString();
  EXPECT_EQ(read_scenario(path("σ_测试 ü.json")), saved);
  window_.change("data.scale", 3.0);
  drop(path("σ_测试 ü.json"));
  EXPECT_EQ(window_.seen_scenario(), saved);
  window_->document()->undo_stack()->undo();
  EXPECT_EQ(window_.scenario().data.scale, 3.0) << "opening is a step that can be undone";
}

TEST_F(Opening, AnExportedFigureRestoresWhatWasSeen) {
  window_.change("view.values", std::string("signed"));
  FigureZoom zoom;
  zoom.windows[0] = EntryWindow{0, 24, 24, 48};
  zoom.windows[1] = EntryWindow{0, 24, 24, 48};
  window_->plots()->set_zoom(zoom, window_.scenario());
  ASSERT_TRUE(window_.settle());
  const Scenario seen = window_.seen().scenario();
  for (const char* name : {"figure.png", "figure.svg", "figure.csv", "figure.npz"}) {
    export_figure(path(name), FigureView::AttentionHeatmap, window_.seen(), {});
    window_.change("data.scale", 3.0);
    window_->plots()->show_everything();
    drop(path(name));
    EXPECT_EQ(window_.seen().scenario(), seen) << name;
    EXPECT_EQ(window_->plots()->zoom().windows[0], zoom.windows[0]) << name;
  }
}

TEST_F(Opening, AFigureOfUnlinkedPlotsRestoresBothZooms) {
  QAction* link = window_->views()->link();
  link->setChecked(false);
  FigureZoom zoom;
  zoom.windows[0] = EntryWindow{0, 24, 24, 48};
  zoom.windows[1] = EntryWindow{4, 12, 4, 12};
  window_->plots()->set_zoom(zoom, window_.scenario());
  ASSERT_TRUE(window_.settle());
  export_figure(path("unlinked.png"), FigureView::Overview, window_.seen(), {});
  window_->plots()->show_everything();
  link->setChecked(true);
  drop(path("unlinked.png"));
  EXPECT_FALSE(link->isChecked());
  EXPECT_FALSE(window_.seen().linked);
  EXPECT_EQ(window_->plots()->zoom().windows[0], zoom.windows[0]);
  EXPECT_EQ(window_->plots()->zoom().windows[1], zoom.windows[1]);
}

TEST_F(Opening, WhatCannotBeReadIsExplainedAndTheGoodPictureStays) {
  const SnapshotPointer before = window_.seen().snapshot;
  std::ofstream(path("broken.json")) << "{\"hessianscope\": 1, \"data\": {\"scale\": -3}}";
  std::ofstream(path("other.png")) << "not a picture";
  std::ofstream(path("empty.svg"));
  for (const char* name : {"broken.json", "other.png", "empty.svg", "missing.json"}) {
    window_->files()->open(path(name));
    EXPECT_TRUE(window_.notice().contains(QString::fromLatin1(name)))
        << window_.notice().toStdString();
    EXPECT_EQ(window_.seen().snapshot, before);
    EXPECT_EQ(window_.scenario(), small_scenario());
  }
  window_->files()->open(path("broken.json"));
  EXPECT_TRUE(window_.notice().contains("-3")) << window_.notice().toStdString();
}

TEST_F(Opening, ADamagedLayerIsExplainedAndTheNextChangeClearsIt) {
  const SnapshotPointer before = window_.seen().snapshot;
  std::ofstream(path("layer.npz")) << "PK but not really";
  drop(path("layer.npz"));
  EXPECT_TRUE(window_.notice().contains("layer.npz")) << window_.notice().toStdString();
  EXPECT_EQ(window_.seen().snapshot, before);
  window_->document()->undo_stack()->undo();
  ASSERT_TRUE(window_.settle());
  EXPECT_EQ(window_.notice(), "");
  EXPECT_EQ(window_.seen_scenario(), small_scenario());
}

TEST_F(Opening, SavingWhereNobodyCanWriteIsExplained) {
  window_->files()->save("/proc/scenario.json");
  EXPECT_TRUE(window_.notice().contains("/proc/scenario.json")) << window_.notice().toStdString();
}

TEST_F(Opening, APresetSaysWhatToLookAtAndKeepsTheTheme) {
  window_.change("view.theme", std::string("dark"));
  const std::vector<Preset> presets = read_presets();
  const QList<QAction*> actions = window_->files()->presets()->actions();
  ASSERT_EQ(actions.size(), static_cast<qsizetype>(presets.size()));
  for (std::size_t i = 0; i < presets.size(); ++i) {
    actions[static_cast<qsizetype>(i)]->trigger();
    ASSERT_TRUE(window_.settle());
    Scenario expected = presets[i].scenario;
    expected.view.theme = Theme::Dark;
    EXPECT_EQ(window_.seen_scenario(), expected);
    EXPECT_EQ(window_.notice(), presets[i].look);
  }
}

TEST_F(Opening, AHessianThatCannotBeHeldIsRefusedWithItsSize) {
  const SnapshotPointer before = window_.seen().snapshot;
  Scenario huge;
  huge.attention.d_model = huge.attention.d_key = 128;
  window_->document()->replace(huge, QStringLiteral("huge"));
  ASSERT_TRUE(window_.settle());
  EXPECT_TRUE(window_.notice().contains("49152")) << window_.notice().toStdString();
  EXPECT_EQ(window_.seen().snapshot, before);
}

}  // namespace
}  // namespace hessianscope
