// What an exported figure says about itself: enough to be cited, and to be opened again as seen.
#pragma once

#include <QString>

#include "ui/figure/figure_state.h"
#include "ui/figure/figure_view.h"
#include "ui/figure/restore.h"

namespace hessianscope {

// Names of the texts in PNG files; SVG and PDF use elements of the same names without prefix.
inline constexpr const char* kVersionKey = "hessianscope-version";
inline constexpr const char* kScenarioKey = "hessianscope-scenario";
inline constexpr const char* kLossKey = "hessianscope-loss";
inline constexpr const char* kFigureKey = "hessianscope-figure";

struct FigureProvenance {
  QString version;
  QString scenario;  // complete, as JSON on one line
  QString loss;      // the formula
  QString figure;    // view and zoom, as JSON
};

FigureProvenance figure_provenance(FigureView view, const FigureState& state);

// The four texts as XML elements, escaped, with a prefix for their names.
inline constexpr const char* kProvenanceNamespace = "urn:hessianscope:provenance";
QByteArray provenance_elements(const FigureProvenance& provenance, const QByteArray& prefix);

// Reads `figure` back into zoom and links; throws Error, preceded by `origin`, when it is damaged.
void read_figure_json(const QByteArray& json, const std::string& origin, RestoredFigure& into);

}  // namespace hessianscope
