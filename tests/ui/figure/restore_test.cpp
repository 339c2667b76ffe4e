#include "ui/figure/restore.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QtEndian>

#include "core/data/npz.h"
#include "core/data/provenance.h"
#include "core/data/safe_file.h"
#include "core/error.h"
#include "core/scenario/scenario_json.h"
#include "tests/ui/snapshots.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/figure_provenance.h"

namespace hessianscope {
namespace {

namespace fs = std::filesystem;

class Restore : public testing::Test {
 protected:
  Restore()
      : folder(fs::temp_directory_path() /
               ("restore_ü_" + std::to_string(QCoreApplication::applicationPid()))) {
    fs::create_directories(folder);
  }
  ~Restore() override { fs::remove_all(folder); }

  fs::path write(const std::string& name, std::string_view bytes) {
    write_file(folder / name, bytes);
    return folder / name;
  }

  // What restoring a file with this content says; empty when it succeeds.
  std::string failure(std::string_view bytes) {
    const fs::path path = write("damaged", bytes);
    try {
      restore_figure(path);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
      return error.what();
    }
    return {};
  }

  fs::path folder;
};

// A state with everything away from its default.
FigureState unusual_state() {
  Scenario scenario = small_scenario();
  scenario.data.scale = 0.3;
  scenario.attention.kernel = AttentionKernel::Sigmoid;
  scenario.view = {Part::Outer, ValueScale::Signed, std::array{-0.5, 0.5}, false,
                   true,        Theme::Dark};
  FigureZoom zoom;
  zoom.windows[1] = EntryWindow{4, 20, 8, 9};
  zoom.eigenvalues[0] = {-0.125, 1e-7};
  const SnapshotPointer snapshot = computed(scenario);
  return figure_state(snapshot, snapshot, scenario.view, zoom, false);
}

TEST_F(Restore, BringsBackEveryFigureAsItWasSeen) {
  const FigureState state = unusual_state();
  for (const char* ending : {"png", "svg", "csv", "npz"}) {
    for (const FigureView view : kFigureViews) {
      const fs::path path = folder / (std::string("figure.") + ending);
      export_figure(path, view, state, {{400, 300}, 1.0, Theme::Light});
      const RestoredFigure restored = restore_figure(path);
      EXPECT_EQ(restored.scenario, state.scenario()) << ending;
      EXPECT_EQ(restored.zoom, state.zoom) << ending;
      EXPECT_FALSE(restored.linked) << ending;
    }
  }
}

TEST_F(Restore, KeepsWhiteSpaceInNamesOfFiles) {
  auto snapshot = std::make_shared<Snapshot>(*computed_small());
  auto problem = std::make_shared<Problem>(*snapshot->problem);
  problem->scenario.data.source = DataSource::File;
  problem->scenario.data.file = "/two  blanks/\u00a0 \u2003/there.npz";
  snapshot->problem = problem;
  const FigureState state = figure_state(snapshot);
  for (const char* ending : {"png", "svg", "csv", "npz"}) {
    const fs::path path = folder / (std::string("figure.") + ending);
    export_figure(path, FigureView::BlockNorms, state, {{400, 300}});
    EXPECT_EQ(restore_figure(path).scenario.data.file, problem->scenario.data.file) << ending;
  }
}

TEST_F(Restore, GoesByTheContentNotTheName) {
  const FigureState state = unusual_state();
  const QByteArray png =
      figure_bytes(ExportFormat::Png, FigureView::BlockNorms, state, {{400, 300}});
  const fs::path path =
      write("scenario.json", {png.constData(), static_cast<std::size_t>(png.size())});
  EXPECT_EQ(restore_figure(path).scenario, state.scenario());
}

TEST_F(Restore, ReadsAScenario) {
  const fs::path path = write("s.json", "\n" + scenario_to_json(small_scenario()));
  EXPECT_EQ(restore_figure(path).scenario, small_scenario());
  EXPECT_EQ(restore_figure(path).zoom, FigureZoom{});
}

TEST_F(Restore, RefusesWhatIsNothingOfOurs) {
  for (const char* bytes : {"", "GIF89a", "hello", "\x89PN", "\xEF\xBB\xBF", "[1]", "%PDF-1.4"}) {
    EXPECT_NE(failure(bytes).find("neither"), std::string::npos) << bytes;
  }
  EXPECT_THROW(restore_figure(folder), Error);
  EXPECT_THROW(restore_figure(folder / "missing.png"), Error);
  EXPECT_THROW(restore_figure("/dev/zero"), Error);
}

TEST_F(Restore, RefusesFilesWithoutAScenario) {
  EXPECT_NE(failure("<svg xmlns=\"http://www.w3.org/2000/svg\"/>").find("no scenario"),
            std::string::npos);
  EXPECT_NE(failure("# a table\n1,2\n").find("no scenario"), std::string::npos);
  const QImage image(3, 3, QImage::Format_RGB32);
  const fs::path path = folder / "plain.png";
  image.save(QString::fromStdString(path.string()), "png");
  EXPECT_THROW(restore_figure(path), Error);
  NpzWriter writer;
  writer.add("X", {2}, std::vector<double>{1, 2});
  writer.save(folder / "plain.npz");
  EXPECT_THROW(restore_figure(folder / "plain.npz"), Error);
}

TEST_F(Restore, RefusesEveryTruncation) {
  const FigureState state = unusual_state();
  const QByteArray svg = figure_bytes(ExportFormat::Svg, FigureView::BlockNorms, state, {});
  for (const qsizetype length : {qsizetype{1}, qsizetype{40}, svg.indexOf("<metadata") + 30,
                                 svg.indexOf("<scenario") + 100}) {
    EXPECT_FALSE(failure({svg.constData(), static_cast<std::size_t>(length)}).empty()) << length;
  }
  const QByteArray png = figure_bytes(ExportFormat::Png, FigureView::BlockNorms, state, {});
  for (const std::size_t length : {4u, 8u, 20u, 40u, 80u, 200u}) {
    EXPECT_FALSE(failure({png.constData(), length}).empty()) << length;
  }
}

TEST_F(Restore, RefusesDamagedScenariosAndZooms) {
  const std::string head = "# hessianscope 0\n# scenario ";
  EXPECT_NE(failure(head + "{\"hessianscope\":1,\"nonsense\":2}\n").find("nonsense"),
            std::string::npos);
  EXPECT_FALSE(failure(head + "{\n").empty());
  const std::string good = head + "{\"hessianscope\":1}\n# figure ";
  EXPECT_EQ(failure(good + "{}\n"), "");
  for (const char* figure : {"", "[]", "{\"windows\":[[1,2]]}", "{\"windows\":[[5,2,0,1]]}",
                             "{\"windows\":[[-1,2,0,1]]}", "{\"windows\":[[0,1e300,0,1]]}",
                             "{\"windows\":[[0,\"2\",0,1]]}", "{\"eigenvalues\":[[2,1]]}",
                             "{\"eigenvalues\":[null,[1]]}"}) {
    EXPECT_FALSE(failure(good + figure + "\n").empty()) << figure;
  }
}

TEST_F(Restore, IsSafeAgainstEntityBombs) {
  std::string bomb = "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a0 \"aaaaaaaaaaaaaaaa\">";
  for (int level = 1; level < 20; ++level) {
    const std::string inner = "&a" + std::to_string(level - 1) + ";";
    bomb += "<!ENTITY a" + std::to_string(level) + " \"";
    for (int copy = 0; copy < 16; ++copy) bomb += inner;
    bomb += "\">";
  }
  bomb +=
      "]><svg><scenario xmlns=\"" + std::string(kProvenanceNamespace) + "\">&a19;</scenario></svg>";
  EXPECT_FALSE(failure(bomb).empty());
  EXPECT_FALSE(failure("<!DOCTYPE svg [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><svg><scenario "
                       "xmlns=\"" +
                       std::string(kProvenanceNamespace) + "\">&f;</scenario></svg>")
                   .empty());
}

// The checksum of PNG chunks, from its definition (ISO 3309).
quint32 crc(const std::string& bytes) {
  quint32 sum = 0xffffffff;
  for (const char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

std::string big_endian(quint32 number) {
  std::string bytes(4, '\0');
  qToBigEndian(number, bytes.data());
  return bytes;
}

// One chunk of a PNG file: length, type, data, checksum.
std::string chunk(const std::string& type, const std::string& data) {
  return big_endian(static_cast<quint32>(data.size())) + type + data + big_endian(crc(type + data));
}

// A PNG of that size without pixels, with a chunk between header and end.
std::string png(quint32 width, quint32 height, const std::string& between) {
  const std::string header = big_endian(width) + big_endian(height);
  return std::string("\x89PNG\r\n\x1a\n", 8) +
         chunk("IHDR", header + std::string("\x08\x06\0\0\0", 5)) + between + chunk("IDAT", "") +
         chunk("IEND", "");
}

TEST_F(Restore, IsSafeAgainstHugePicturesAndTextBombs) {
  EXPECT_FALSE(failure(png(0x7fffffff, 0x7fffffff, "")).empty());
  // A compressed text of 200 MB of blanks under the name of the scenario. What qCompress puts
  // before the zlib stream is left out.
  const QByteArray packed = qCompress(QByteArray(200 << 20, ' '), 9).mid(4);
  const std::string text = kScenarioKey + std::string(2, '\0') + packed.toStdString();
  EXPECT_FALSE(failure(png(1, 1, chunk("zTXt", text))).empty());
}

}  // namespace
}  // namespace hessianscope
