// Figures as files, each carrying its provenance: complete scenario, version, loss formula.
//
//   export_figure("spectrum.svg", FigureView::AttentionSpectrum, state, {});
//
// A figure is made in memory and then replaces the file in one step, so that a full disk or an
// unwritable folder leaves an older file as it was. The bytes depend on the state and the options
// alone: not on locale, screen or time of day.
#pragma once

#include <QByteArray>
#include <filesystem>

#include "ui/figure/figure_painter.h"

namespace hessianscope {

enum class ExportFormat { Png, Svg, Pdf, Csv, Npz };

// By the extension, in either case. Throws Error that lists the formats there are.
ExportFormat export_format(const std::filesystem::path& path);

struct ExportOptions {
  QSize size{1280, 720};  // logical pixels; PDF: at 96 to the inch
  double scale = 1.0;     // PNG: device pixels per logical pixel
  Theme theme = Theme::Light;
};

// Writes one figure, or for CSV and NPZ its data, in the format of the extension. Throws Error
// naming path and cause.
void export_figure(const std::filesystem::path& path, FigureView view, const FigureState& state,
                   const ExportOptions& options);

// The figure as bytes: PNG, SVG, PDF, and CSV of its data (NPZ goes to files only).
QByteArray figure_bytes(ExportFormat format, FigureView view, const FigureState& state,
                        const ExportOptions& options);

}  // namespace hessianscope
