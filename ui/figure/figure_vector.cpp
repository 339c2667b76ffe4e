#include "ui/figure/figure_vector.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace hessianscope {
namespace {

constexpr int kDotsPerInch = 96;
constexpr double kPointsPerPixel = 72.0 / kDotsPerInch;

// An XMP packet whose one description holds the provenance.
QByteArray xmp_packet(const FigureProvenance& provenance) {
  return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
         "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
         "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
         "<rdf:Description rdf:about=\"\" xmlns:hs=\"" +
         QByteArray(kProvenanceNamespace) + "\">" + provenance_elements(provenance, "hs:") +
         "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>";
}

// Overwrites the creation date with spaces, which a PDF allows between entries: the length stays,
// so the table of offsets remains right.
void drop_creation_date(QByteArray& pdf) {
  const qsizetype start = pdf.indexOf("/CreationDate (");
  const qsizetype end = start < 0 ? -1 : pdf.indexOf(')', start);
  if (end >= 0) pdf.replace(start, end + 1 - start, QByteArray(end + 1 - start, ' '));
}

}  // namespace

QByteArray svg_bytes(QSize size, const FigureProvenance& provenance, const DrawFigure& draw) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  {
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(kDotsPerInch);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    // The generator writes title and description as they are, so they must be free of markup.
    generator.setTitle("hessianscope " + provenance.version);
    generator.setDescription(provenance.loss.toHtmlEscaped());
    draw(generator);
  }
  QByteArray svg = buffer.data();
  const QByteArray before = "<defs>";
  svg.insert(svg.indexOf(before),
             "<metadata><hessianscope xmlns=\"" + QByteArray(kProvenanceNamespace) + "\">" +
                 provenance_elements(provenance, "") + "</hessianscope></metadata>\n");
  svg.replace("image-rendering=\"optimizeSpeed\"",
              "image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\"");
  return svg;
}

QByteArray pdf_bytes(QSize size, const FigureProvenance& provenance, const DrawFigure& draw) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(size) * kPointsPerPixel, QPageSize::Point, "figure",
                                 QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setTitle("hessianscope figure");
    writer.setCreator("hessianscope " + provenance.version);
    writer.setDocumentXmpMetadata(xmp_packet(provenance));
    draw(writer);
  }
  QByteArray pdf = buffer.data();
  drop_creation_date(pdf);
  return pdf;
}

}  // namespace hessianscope
