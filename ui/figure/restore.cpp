#include "ui/figure/restore.h"

#include <QBuffer>
#include <QImageReader>
#include <QXmlStreamReader>

#include "core/data/npz.h"
#include "core/data/provenance.h"
#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "ui/figure/figure_provenance.h"

namespace hessianscope {
namespace {

constexpr std::uint64_t kLargestFigure = std::uint64_t{256} << 20;
constexpr std::uint64_t kLargestText = std::uint64_t{1} << 20;
constexpr int kLargestPictureMegabytes = 1024;
constexpr std::string_view kFigureLine = "# figure ";

// Texts of a PNG or SVG, empty where there is none.
struct Texts {
  QString scenario, figure;
};

// The last folder of a path, against which a relative data.file counts.
std::filesystem::path folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  return folder.empty() ? "." : folder;
}

RestoredFigure from_texts(const Texts& texts, const std::filesystem::path& path) {
  if (texts.scenario.isEmpty()) {
    throw Error(path.string() +
                " carries no scenario: hessianscope has not written it, or another "
                "program has dropped its metadata");
  }
  RestoredFigure restored;
  restored.scenario =
      scenario_from_json(texts.scenario.toStdString(), path.string(), folder_of(path));
  if (!texts.figure.isEmpty()) {
    read_figure_json(texts.figure.toUtf8(), path.string(), restored);
  }
  return restored;
}

RestoredFigure from_png(const std::filesystem::path& path) {
  QByteArray bytes = QByteArray::fromStdString(read_file(path, kLargestFigure));
  QBuffer buffer(&bytes);
  QImageReader::setAllocationLimit(kLargestPictureMegabytes);
  QImageReader reader(&buffer, "png");
  const Texts texts{reader.text(kScenarioKey), reader.text(kFigureKey)};
  return from_texts(texts, path);
}

RestoredFigure from_svg(const std::filesystem::path& path) {
  const std::string bytes = read_file(path, kLargestFigure);
  QXmlStreamReader reader(QByteArray::fromRawData(bytes.data(), static_cast<int>(bytes.size())));
  Texts texts;
  while (!reader.atEnd() && (texts.scenario.isEmpty() || texts.figure.isEmpty())) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    if (reader.namespaceUri() != QLatin1String(kProvenanceNamespace)) continue;
    if (reader.name() == QLatin1String("scenario")) texts.scenario = reader.readElementText();
    if (reader.name() == QLatin1String("figure")) texts.figure = reader.readElementText();
  }
  if (reader.hasError()) {
    throw Error(path.string() +
                " is not a complete SVG file: " + reader.errorString().toStdString() + " in line " +
                std::to_string(reader.lineNumber()));
  }
  return from_texts(texts, path);
}

RestoredFigure from_csv(const std::filesystem::path& path) {
  const std::string text = read_file(path, kLargestFigure);
  RestoredFigure restored;
  restored.scenario = scenario_in_csv(text, path.string(), folder_of(path));
  for (std::size_t start = 0; start < text.size() && text[start] == '#';) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line(text.data() + start, end - start);
    if (line.starts_with(kFigureLine)) {
      const std::string json(line.substr(kFigureLine.size()));
      read_figure_json(QByteArray::fromStdString(json), path.string(), restored);
    }
    start = end + 1;
  }
  return restored;
}

RestoredFigure from_npz(const std::filesystem::path& path) {
  RestoredFigure restored;
  restored.scenario = scenario_in_npz(path);
  const auto arrays = read_npz(path, {"figure_json"}, kLargestText);
  const auto found = arrays.find("figure_json");
  if (found != arrays.end() && !found->second.unicode.empty()) {
    read_figure_json(QByteArray::fromStdString(found->second.unicode.front()), path.string(),
                     restored);
  }
  return restored;
}

// The first bytes, after white space and a byte order mark.
std::string beginning(const std::filesystem::path& path) {
  RegularFile file(path);
  std::string bytes(256, '\0');
  bytes.resize(file.read(bytes.data(), bytes.size()));
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  bytes.erase(0, std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  return bytes;
}

}  // namespace

RestoredFigure restore_figure(const std::filesystem::path& path) {
  const std::string start = beginning(path);
  if (start.starts_with("\x89PNG")) return from_png(path);
  if (start.starts_with("PK")) return from_npz(path);
  if (start.starts_with('<')) return from_svg(path);
  if (start.starts_with('#')) return from_csv(path);
  if (start.starts_with('{')) return {read_scenario(path), {}, true};
  throw Error(path.string() +
              " is neither a scenario (JSON) nor an exported figure (PNG, SVG, CSV or NPZ)");
}

}  // namespace hessianscope
