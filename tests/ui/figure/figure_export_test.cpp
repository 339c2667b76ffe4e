#include "ui/figure/figure_export.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QImageReader>
#include <QLocale>
#include <QPainter>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <fstream>

#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "core/version.h"
#include "tests/ui/snapshots.h"
#include "ui/figure/figure_provenance.h"

namespace hessianscope {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, whose name needs Unicode.
class FigureExport : public testing::Test {
 protected:
  FigureExport()
      : folder(fs::temp_directory_path() /
               ("sigma_σ_测试 ü " + std::to_string(QCoreApplication::applicationPid()))) {
    fs::create_directories(folder);
  }
  ~FigureExport() override { fs::remove_all(folder); }

  fs::path folder;
  FigureState state = figure_state(computed_small());
};

QByteArray bytes_of(ExportFormat format, FigureView view, const ExportOptions& options = {}) {
  return figure_bytes(format, view, figure_state(computed_small()), options);
}

// The texts of the elements by name; empty when the document is not well-formed.
std::map<std::string, std::string> elements(const QByteArray& xml) {
  QXmlStreamReader reader(xml);
  std::map<std::string, std::string> texts;
  std::string open;
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement()) open = reader.name().toString().toStdString();
    if (reader.isCharacters()) texts[open] += reader.text().toString().toStdString();
  }
  return reader.hasError() ? std::map<std::string, std::string>{} : texts;
}

// How many lines of a PDF's table of objects do not lead to their object; -1 without a table.
int misplaced_objects(const QByteArray& pdf) {
  const qsizetype start = pdf.lastIndexOf("startxref\n") + 10;
  const qsizetype table = pdf.mid(start, pdf.indexOf('\n', start) - start).toLongLong();
  if (pdf.mid(table, 5) != "xref\n") return -1;
  const QList<QByteArray> lines = pdf.mid(table, start - table).split('\n');
  int misplaced = 0;
  for (int object = 1; object < lines[1].split(' ').at(1).toInt(); ++object) {
    const qsizetype offset = lines[object + 2].left(10).toLongLong();
    misplaced += !pdf.mid(offset).startsWith(QByteArray::number(object) + " 0 obj");
  }
  return misplaced;
}

TEST_F(FigureExport, PngCarriesItsProvenanceAndTheScaledSize) {
  for (const FigureView view : kFigureViews) {
    QByteArray bytes = bytes_of(ExportFormat::Png, view, {{800, 500}, 2.0, Theme::Light});
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer, "png");
    EXPECT_EQ(reader.text(kVersionKey), kVersion);
    EXPECT_EQ(reader.text(kScenarioKey).toStdString(), scenario_to_json_line(state.scenario()));
    EXPECT_EQ(reader.text(kLossKey).toStdString(), loss_formula(*state.snapshot->problem));
    EXPECT_TRUE(reader.text(kFigureKey).contains(QString::fromLatin1(name(view).data())));
    const QImage image = reader.read();
    EXPECT_EQ(image.size(), QSize(1600, 1000));
    EXPECT_EQ(image.dotsPerMeterX(), 7559);
    EXPECT_EQ(image.pixel(0, 0), qRgb(255, 255, 255));
  }
}

TEST_F(FigureExport, PngShowsWhatThePainterDraws) {
  QByteArray bytes = bytes_of(ExportFormat::Png, FigureView::Overview);
  const QImage read = QImage::fromData(bytes, "png").convertToFormat(QImage::Format_RGB32);
  EXPECT_EQ(read,
            FigurePainter().image(FigureView::Overview, state, {1280, 720}, 1.0, Theme::Light));
}

TEST_F(FigureExport, SvgIsWellFormedWithViewBoxMetadataAndSharpCells) {
  for (const FigureView view : kFigureViews) {
    const QByteArray svg = bytes_of(ExportFormat::Svg, view, {{800, 500}, 1.0, Theme::Light});
    const auto texts = elements(svg);
    ASSERT_FALSE(texts.empty()) << name(view);
    EXPECT_EQ(texts.at("scenario"), scenario_to_json_line(state.scenario()));
    EXPECT_EQ(texts.at("version"), kVersion);
    EXPECT_EQ(texts.at("loss"), loss_formula(*state.snapshot->problem));
    EXPECT_TRUE(svg.contains("viewBox=\"0 0 800 500\""));
    EXPECT_EQ(svg.contains("<image"), view == FigureView::Overview ||
                                          view == FigureView::AttentionHeatmap ||
                                          view == FigureView::MlpHeatmap);
    EXPECT_EQ(svg.count("<image"), svg.count("image-rendering:pixelated"));
    // Nothing follows the desktop's own font.
    EXPECT_EQ(svg.count("font-family=\""), svg.count("font-family=\"DejaVu Sans"));
  }
}

TEST_F(FigureExport, SvgDrawsTheCellsOfTheHeatmap) {
  const QSize size(800, 600);
  const QByteArray svg = bytes_of(ExportFormat::Svg, FigureView::AttentionHeatmap, {size});
  QSvgRenderer renderer(svg);
  ASSERT_TRUE(renderer.isValid());
  EXPECT_EQ(renderer.viewBox(), QRect(QPoint(0, 0), size));
  QImage drawn(size, QImage::Format_RGB32);
  drawn.fill(Qt::white);
  {
    QPainter painter(&drawn);
    renderer.render(&painter);
  }
  const QImage wanted =
      FigurePainter().image(FigureView::AttentionHeatmap, state, size, 1.0, Theme::Light);
  int same = 0, all = 0;
  for (int y = 150; y < 500; y += 7) {
    for (int x = 250; x < 550; x += 7) {
      same += drawn.pixel(x, y) == wanted.pixel(x, y);
      ++all;
    }
  }
  EXPECT_GT(same, all * 9 / 10) << "but for a pixel's shift at the edges of cells";
}

TEST_F(FigureExport, PdfIsOnePageWithLosslessPicturesAndProvenance) {
  for (const FigureView view : kFigureViews) {
    const QByteArray pdf = bytes_of(ExportFormat::Pdf, view, {{800, 500}, 1.0, Theme::Light});
    EXPECT_TRUE(pdf.startsWith("%PDF-1."));
    EXPECT_TRUE(pdf.trimmed().endsWith("%%EOF"));
    EXPECT_TRUE(pdf.contains("/MediaBox [0 0 600"));
    EXPECT_FALSE(pdf.contains("/DCTDecode")) << "no JPEG";
    EXPECT_FALSE(pdf.contains("/CreationDate"));
    EXPECT_EQ(misplaced_objects(pdf), 0);
    const qsizetype start = pdf.indexOf("<x:xmpmeta"), end = pdf.indexOf("</x:xmpmeta>");
    ASSERT_GT(start, 0);
    const auto texts = elements(pdf.mid(start, end + 12 - start));
    ASSERT_FALSE(texts.empty());
    EXPECT_EQ(texts.at("scenario"), scenario_to_json_line(state.scenario()));
  }
}

TEST_F(FigureExport, BytesAreTheSameInEveryLocaleAndEveryTime) {
  const QLocale locale;
  for (const ExportFormat format :
       {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv}) {
    const QByteArray before = bytes_of(format, FigureView::Overview);
    QLocale::setDefault(QLocale(QLocale::German));
    EXPECT_EQ(bytes_of(format, FigureView::Overview), before);
    QLocale::setDefault(locale);
  }
}

TEST_F(FigureExport, FilesOfEveryFormatAreWritten) {
  for (const char* ending : {"png", "svg", "pdf", "csv", "npz", "PNG"}) {
    for (const FigureView view : kFigureViews) {
      const fs::path path = folder / ("ΔH " + std::string(name(view)) + "." + ending);
      export_figure(path, view, state, {{640, 480}, 1.0, Theme::Dark});
      EXPECT_GT(fs::file_size(path), 500u) << path;
    }
  }
}

TEST_F(FigureExport, FailuresNamePathAndCauseAndKeepTheOlderFile) {
  const auto message = [&](const fs::path& path, QSize size = {640, 480}) -> std::string {
    try {
      export_figure(path, FigureView::BlockNorms, state, {size, 1.0, Theme::Light});
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  for (const char* ending : {"png", "svg", "pdf", "csv", "npz"}) {
    const std::string name = std::string("figure.") + ending;
    EXPECT_NE(message(fs::path("/proc") / name).find("/proc/" + name), std::string::npos) << name;
    const fs::path missing = folder / "not there" / name;
    EXPECT_NE(message(missing).find(missing.string()), std::string::npos) << name;
    const fs::path taken = folder / name;
    fs::create_directories(taken);
    EXPECT_NE(message(taken).find(taken.string()), std::string::npos) << name;
  }
  const fs::path kept = folder / "kept.png";
  std::ofstream(kept) << "older";
  EXPECT_FALSE(message(kept, {10, 10}).empty());
  EXPECT_EQ(read_file(kept, kSizeLimit), "older");
  for (const char* ending : {"", ".txt", ".jpeg", ".png.bak"}) {
    EXPECT_NE(message(folder / (std::string("figure") + ending)).find(".svg"), std::string::npos);
  }
}

TEST_F(FigureExport, WithoutAResultThereIsNothingToExport) {
  EXPECT_THROW(figure_bytes(ExportFormat::Csv, FigureView::Overview, {}, {}), Error);
  EXPECT_THROW(export_figure(folder / "a.npz", FigureView::Overview, {}, {}), Error);
}

}  // namespace
}  // namespace hessianscope
