#include "ui/figure/figure_vector.h"

#include <QBuffer>
#include <QHashSeed>
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

// While it lives, new hash tables have the same order in every process: Qt's PDF writer embeds its
// fonts in the order of one.
class FixedHashOrder {
 public:
  FixedHashOrder() { QHashSeed::setDeterministicGlobalSeed(); }
  ~FixedHashOrder() { QHashSeed::resetRandomGlobalSeed(); }
  FixedHashOrder(const FixedHashOrder&) = delete;
  FixedHashOrder& operator=(const FixedHashOrder&) = delete;
};

// Takes the creation date out, which even differs in length from zone to zone, and moves the
// offsets in the table of objects at the end of the file.
void drop_creation_date(QByteArray& pdf) {
  constexpr qsizetype kEntry = 20, kDigits = 10;  // a line of the table, its offset
  const QByteArray table_mark = "\nxref\n", start_mark = "startxref\n";
  const qsizetype date = pdf.indexOf("/CreationDate (");
  const qsizetype date_end = pdf.indexOf(")\n", date) + 2;
  if (date < 0 || date_end < 2) return;
  const qsizetype removed = date_end - date;
  pdf.remove(date, removed);

  const auto moved = [&](const QByteArray& offset) { return offset.toLongLong() - removed; };
  const qsizetype table = pdf.lastIndexOf(table_mark) + table_mark.size();
  qsizetype entry = pdf.indexOf('\n', table) + 1;
  for (; pdf.mid(entry + kDigits, 1) == " "; entry += kEntry) {
    const QByteArray offset = pdf.mid(entry, kDigits);
    if (offset.toLongLong() > date) {
      pdf.replace(entry, kDigits, QByteArray::number(moved(offset)).rightJustified(kDigits, '0'));
    }
  }
  const qsizetype start = pdf.lastIndexOf(start_mark) + start_mark.size();
  const qsizetype start_end = pdf.indexOf('\n', start);
  pdf.replace(start, start_end - start,
              QByteArray::number(moved(pdf.mid(start, start_end - start))));
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
  const FixedHashOrder order;
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
