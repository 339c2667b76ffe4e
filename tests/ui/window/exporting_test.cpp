#include <gtest/gtest.h>

#include <QClipboard>
#include <QMenu>
#include <QTemporaryDir>
#include <fstream>

#include "core/data/safe_file.h"
#include "tests/ui/window/window_under_test.h"
#include "ui/window/export_dialog.h"

namespace hessianscope {
namespace {

class Exporting : public testing::Test {
 protected:
  QString path(const char* name) const { return folder_.path() + u'/' + QString::fromUtf8(name); }
  ExportDialog* open(FigureView view = FigureView::Overview) {
    window_->files()->export_figure_of(view);
    return window_->findChild<ExportDialog*>();
  }
  QTemporaryDir folder_;
  WindowUnderTest window_;
};

TEST_F(Exporting, EveryFigureInEveryFormat) {
  for (const FigureView view : kFigureViews) {
    for (const char* format : {"png", "svg", "pdf", "csv", "npz"}) {
      ExportDialog* dialog = open(view);
      ASSERT_TRUE(dialog);
      dialog->format_list()->setCurrentIndex(
          dialog->format_list()->findData(QString::fromLatin1(format)));
      const QString target = path("sigma_σ_测试 ü ") +
                             QString::fromStdString(std::string(name(view))) + u'.' +
                             QString::fromLatin1(format);
      dialog->path_field()->setText(target);
      dialog->export_file();
      EXPECT_EQ(dialog->message(), "") << target.toStdString();
      EXPECT_GT(QFileInfo(target).size(), 100) << target.toStdString();
      EXPECT_TRUE(window_.notice().contains(target)) << window_.notice().toStdString();
      QTest::qWait(1);  // the dialog goes away
    }
  }
}

TEST_F(Exporting, AFailureSaysWhyAndLeavesTheDialogOpen) {
  ExportDialog* dialog = open();
  for (const QString& target : {QStringLiteral("/proc/figure.png"), path("missing/figure.png"),
                                path("figure.bmp"), folder_.path()}) {
    dialog->path_field()->setText(target);
    dialog->export_file();
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_FALSE(dialog->message().isEmpty()) << target.toStdString();
  }
  EXPECT_TRUE(dialog->message().contains(folder_.path())) << dialog->message().toStdString();
}

TEST_F(Exporting, AnExistingFileIsReplacedOnlyWhenAskedTwice) {
  const QString target = path("old.csv");
  std::ofstream(target.toStdString()) << "old";
  ExportDialog* dialog = open();
  dialog->format_list()->setCurrentIndex(dialog->format_list()->findData("csv"));
  dialog->path_field()->setText(target);
  dialog->export_file();
  EXPECT_TRUE(dialog->message().contains("exists"));
  EXPECT_EQ(read_file(target.toStdString(), 1000), "old");
  dialog->export_file();
  EXPECT_GT(QFileInfo(target).size(), 100);
}

TEST_F(Exporting, TheFormatDecidesTheExtension) {
  ExportDialog* dialog = open(FigureView::MlpSpectrum);
  EXPECT_TRUE(dialog->path_field()->text().endsWith("/mlp-spectrum.png"));
  dialog->format_list()->setCurrentIndex(dialog->format_list()->findData("pdf"));
  EXPECT_TRUE(dialog->path_field()->text().endsWith("/mlp-spectrum.pdf"));
}

TEST_F(Exporting, EveryPlotHasAMenuAndCopiesAsAnImage) {
  for (const FigureView view : kFigureViews) {
    QMenu menu;
    window_->files()->fill_plot_menu(&menu, view);
    EXPECT_GE(menu.actions().size(), 3);
    QGuiApplication::clipboard()->clear();
    window_->files()->copy_image_of(view);
    EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(1280, 720));
  }
}

TEST(ExportingEarly, WithoutAPictureThereIsNothingToExport) {
  MainWindow window(small_scenario());
  window.files()->export_figure_of(FigureView::Overview);
  EXPECT_FALSE(window.findChild<ExportDialog*>());
  window.show();
  EXPECT_FALSE(window.notices()->sentence().isEmpty());
}

}  // namespace
}  // namespace hessianscope
