#include "ui/figure/figure_export.h"

#include <QBuffer>
#include <QImageWriter>

#include "core/data/safe_file.h"
#include "core/error.h"
#include "ui/figure/figure_data.h"
#include "ui/figure/figure_provenance.h"
#include "ui/figure/figure_vector.h"

namespace hessianscope {
namespace {

constexpr double kDotsPerMeter = 96 / 0.0254;

// JSON in which white space of strings survives readers of PNG texts that fold it, as Qt's own
// does.
QString without_foldable_space(const QString& json) {
  QString text;
  for (const QChar character : json) {
    if (character.isSpace() && (character != ' ' || text.endsWith(' '))) {
      text += QString("\\u%1").arg(character.unicode(), 4, 16, QChar('0'));
    } else {
      text += character;
    }
  }
  return text;
}

QByteArray png_bytes(QImage picture, double scale, const FigureProvenance& provenance) {
  // Without this the file would carry the resolution of the screen.
  picture.setDotsPerMeterX(qRound(kDotsPerMeter * scale));
  picture.setDotsPerMeterY(qRound(kDotsPerMeter * scale));
  picture.setText(kVersionKey, provenance.version);
  picture.setText(kScenarioKey, without_foldable_space(provenance.scenario));
  picture.setText(kLossKey, provenance.loss);
  picture.setText(kFigureKey, provenance.figure);
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  if (!writer.write(picture)) {
    throw Error("the picture cannot be written as PNG: " + writer.errorString().toStdString());
  }
  return buffer.data();
}

void require_data(const FigureState& state) {
  if (state.snapshot && state.snapshot->problem && state.snapshot->models[0].curvature) return;
  throw Error(state.snapshot && !state.snapshot->failure.empty()
                  ? state.snapshot->failure
                  : "there is nothing to export yet: no result has been computed");
}

}  // namespace

ExportFormat export_format(const std::filesystem::path& path) {
  const QString extension = QString::fromStdString(path.extension().string()).toLower();
  if (extension == ".png") return ExportFormat::Png;
  if (extension == ".svg") return ExportFormat::Svg;
  if (extension == ".pdf") return ExportFormat::Pdf;
  if (extension == ".csv") return ExportFormat::Csv;
  if (extension == ".npz") return ExportFormat::Npz;
  throw Error(path.string() +
              ": its ending names no format of figures; .png, .svg, .pdf, .csv and .npz do");
}

QByteArray figure_bytes(ExportFormat format, FigureView view, const FigureState& state,
                        const ExportOptions& options) {
  require_data(state);
  FigurePainter painter;
  const FigureProvenance provenance = figure_provenance(view, state);
  const auto draw = [&](QPaintDevice& device) {
    painter.paint(device, view, state, options.size, 1.0, options.theme, true);
  };
  switch (format) {
    case ExportFormat::Png:
      return png_bytes(painter.image(view, state, options.size, options.scale, options.theme),
                       options.scale, provenance);
    case ExportFormat::Svg:
      return svg_bytes(options.size, provenance, draw);
    case ExportFormat::Pdf:
      return pdf_bytes(options.size, provenance, draw);
    case ExportFormat::Csv:
      return QByteArray::fromStdString(figure_csv(view, state));
    case ExportFormat::Npz:
      break;
  }
  throw Error("arrays go to a file, not into memory");
}

void export_figure(const std::filesystem::path& path, FigureView view, const FigureState& state,
                   const ExportOptions& options) {
  const ExportFormat format = export_format(path);
  require_data(state);
  if (format == ExportFormat::Npz) return save_figure_npz(view, state, path);
  const QByteArray bytes = figure_bytes(format, view, state, options);
  write_file(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace hessianscope
