// The two vector formats, whose writers in Qt need help to be exact and reproducible.
#pragma once

#include <QByteArray>
#include <QSize>
#include <functional>

#include "ui/figure/figure_provenance.h"

class QPaintDevice;

namespace hessianscope {

// Draws the figure in logical pixels.
using DrawFigure = std::function<void(QPaintDevice&)>;

// With a viewBox, cells that viewers leave sharp, and a <metadata> element.
QByteArray svg_bytes(QSize size, const FigureProvenance& provenance, const DrawFigure& draw);

// One page of that size at 96 pixels to the inch, pictures without loss, provenance in its XMP
// metadata, no date.
QByteArray pdf_bytes(QSize size, const FigureProvenance& provenance, const DrawFigure& draw);

}  // namespace hessianscope
