// What a figure must not depend on, tried in processes of their own: the environment is read when
// an application starts.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <fstream>

#include "core/data/safe_file.h"
#include "core/error.h"
#include "tests/ui/snapshots.h"
#include "ui/figure/figure_export.h"

namespace hessianscope {
namespace {

constexpr const char* kFolderVariable = "HESSIANSCOPE_TEST_FOLDER";
constexpr std::array kFormats = {"png", "svg", "pdf", "csv"};

std::filesystem::path figure_in(const std::string& folder, const std::string& format) {
  return std::filesystem::path(folder) / ("figure." + format);
}

// Runs one of the tests below, which are disabled on their own, with variables set.
int run(const char* test, const QTemporaryDir& folder,
        const std::vector<std::pair<QString, QString>>& variables) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(kFolderVariable, folder.path());
  for (const auto& [name, value] : variables) environment.insert(name, value);
  process.setProcessEnvironment(environment);
  process.setProcessChannelMode(QProcess::ForwardedChannels);
  process.start(QCoreApplication::applicationFilePath(),
                {"--gtest_also_run_disabled_tests", QString("--gtest_filter=Child.%1").arg(test)});
  return process.waitForFinished(100000) ? process.exitCode() : -1;
}

TEST(Child, DISABLED_Exports) {
  for (const char* format : kFormats) {
    export_figure(figure_in(qgetenv(kFolderVariable).toStdString(), format), FigureView::Overview,
                  figure_state(computed_small()), {{1000, 600}, 1.5, Theme::Light});
  }
}

TEST(Child, DISABLED_FindsNoFont) {
  for (const char* format : {"png", "svg", "pdf"}) {
    const auto path = figure_in(qgetenv(kFolderVariable).toStdString(), format);
    try {
      export_figure(path, FigureView::BlockNorms, figure_state(computed_small()), {});
      ADD_FAILURE() << "boxes were written to " << path;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("no font"), std::string::npos) << error.what();
    }
    EXPECT_FALSE(std::filesystem::exists(path));
  }
}

TEST(Environment, NeitherScreenNorLocaleChangesTheBytes) {
  const QTemporaryDir plain;
  ASSERT_EQ(run("DISABLED_Exports", plain, {}), 0);
  const std::vector<std::vector<std::pair<QString, QString>>> others = {
      {{"QT_SCALE_FACTOR", "2"}},
      {{"QT_FONT_DPI", "160"}},
      {{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}},
      {{"TZ", "Pacific/Auckland"}}};
  for (const auto& variables : others) {
    const QTemporaryDir folder;
    ASSERT_EQ(run("DISABLED_Exports", folder, variables), 0);
    for (const char* format : kFormats) {
      EXPECT_EQ(read_file(figure_in(folder.path().toStdString(), format), kSizeLimit),
                read_file(figure_in(plain.path().toStdString(), format), kSizeLimit))
          << format << " under " << variables[0].first.toStdString();
    }
  }
}

TEST(Environment, WithoutFontsTheReasonIsSaidInsteadOfDrawingBoxes) {
  const QTemporaryDir folder;
  const std::string fonts = folder.filePath("fonts.conf").toStdString();
  std::ofstream(fonts) << "<?xml version=\"1.0\"?><fontconfig><dir>/nowhere</dir></fontconfig>";
  EXPECT_EQ(
      run("DISABLED_FindsNoFont", folder, {{"FONTCONFIG_FILE", QString::fromStdString(fonts)}}), 0);
}

}  // namespace
}  // namespace hessianscope
