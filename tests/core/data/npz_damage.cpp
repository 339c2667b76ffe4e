#include <cmath>
#include <limits>

#include "core/scenario/scenario_json.h"
#include "tests/core/data/damage.h"
#include "tests/core/data/raw_zip.h"

namespace hessianscope::test {
namespace {

// A float64 array of small distinct numbers.
std::string numbers(std::string_view shape, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(0.25 * static_cast<double>(i % 7) - 1);
  return raw_npy(npy_dictionary("<f8", shape), float_items(values));
}

RawEntry scenario_entry(const std::string& text) {
  return {"scenario_json.npy",
          raw_npy(npy_dictionary("|u1", "(" + std::to_string(text.size()) + ",)"), text)};
}

// The arrays of a small layer: N = 2, L = 5, d_model = 4, d_key = 2, d_out = 3.
std::vector<RawEntry> layer_entries() {
  return {{"X.npy", numbers("(2, 5, 4)", 40)}, {"Y.npy", numbers("(2, 5, 3)", 30)},
          {"W_Q.npy", numbers("(4, 2)", 8)},   {"W_K.npy", numbers("(4, 2)", 8)},
          {"W_V.npy", numbers("(4, 3)", 12)},  scenario_entry(scenario_to_json(Scenario{}))};
}

// The layer with X replaced, or another array added.
std::string layer_with(const std::string& name, const std::string& content) {
  std::vector<RawEntry> entries = layer_entries();
  for (RawEntry& entry : entries) {
    if (entry.name == name + ".npy") {
      entry.content = content;
      return raw_zip(entries);
    }
  }
  entries.push_back({name + ".npy", content});
  return raw_zip(entries);
}

std::string layer_with_header(const std::string& dictionary) {
  return layer_with("X", raw_npy(dictionary, float_items(std::vector<double>(40, 0.5))));
}

// The layer, all of it deflated or none, with one entry changed.
template <typename Change>
std::string layer_changed(Random& random, const Change& change) {
  std::vector<RawEntry> entries = layer_entries();
  const auto method = static_cast<std::uint16_t>(random.below(2) * 8);
  for (RawEntry& entry : entries) entry.method = method;
  change(entries[random.below(5)]);
  return raw_zip(entries);
}

using Texts = std::vector<std::string>;

std::vector<Damage> archive_damages() {
  return {
      {"wrong_checksum",
       [](Random& random) {
         return layer_changed(random, [&](RawEntry& entry) {
           entry.checksum = static_cast<std::uint32_t>(random.below(1u << 31));
         });
       }},
      {"size_too_large",
       [](Random& random) {
         return layer_changed(random, [&](RawEntry& entry) {
           entry.size =
               static_cast<std::uint32_t>(entry.content.size() + 1 + random.below(0xFFFF0000u));
         });
       }},
      {"size_too_small",
       [](Random& random) {
         return layer_changed(random, [&](RawEntry& entry) {
           entry.size = static_cast<std::uint32_t>(random.below(entry.content.size()));
         });
       }},
      {"packed_size_wrong",
       [](Random& random) {
         return layer_changed(random, [&](RawEntry& entry) {
           entry.packed_size = static_cast<std::uint32_t>(
               random.below(2) ? random.below(40) : 5000 + random.below(0xFFFF0000u));
         });
       }},
      {"damaged_stream",
       [](Random& random) {
         return layer_changed(random, [&](RawEntry& entry) {
           entry.method = 8;
           entry.packed = random.bytes(1 + random.below(200));
         });
       }},
      {"wrong_method",
       [](Random& random) {
         return layer_changed(random, [&](RawEntry& entry) {
           entry.method = random.pick(std::vector<std::uint16_t>{1, 6, 9, 12, 14, 93, 95, 99, 999});
         });
       }},
      {"encrypted",
       [](Random& random) {
         return layer_changed(random, [&](RawEntry& entry) {
           entry.flags = random.pick(std::vector<std::uint16_t>{0x1, 0x41, 0x2001});
         });
       }},
      {"given_twice",
       [](Random& random) {
         std::vector<RawEntry> entries = layer_entries();
         RawEntry again = random.pick(entries);
         if (random.below(2)) again.name.resize(again.name.size() - 4);  // without ".npy"
         entries.push_back(again);
         return raw_zip(entries);
       }},
      {"local_header_elsewhere",
       [](Random& random) {
         std::vector<RawEntry> entries = layer_entries();
         entries[random.below(5)].offset = static_cast<std::uint32_t>(
             random.below(2) ? 1 + random.below(3000) : 0x7FFFFFFFu + random.below(0x7FFFFFFFu));
         return raw_zip(entries);
       }},
      {"all_entries_share_one_place",
       [](Random& random) {
         std::vector<RawEntry> entries = layer_entries();
         for (std::size_t i = 1; i < entries.size(); ++i) entries[i].offset = random.below(2);
         return raw_zip(entries);
       }},
      {"directory_elsewhere",
       [](Random& random) {
         return raw_zip(layer_entries(),
                        {.directory_offset = static_cast<std::uint32_t>(
                             random.below(2) ? random.below(2000) : random.below(0xFFFFFFFFu))});
       }},
      {"directory_size_wrong",
       [](Random& random) {
         return raw_zip(layer_entries(), {.directory_size = static_cast<std::uint32_t>(
                                              random.below(2) ? random.below(200)
                                                              : 1000 + random.below(0xFFFFF000u))});
       }},
      {"entry_count_wrong",
       [](Random& random) {
         const auto count = static_cast<std::uint16_t>(random.below(65536));
         return raw_zip(layer_entries(), {.entries = count == 6 ? std::uint16_t{7} : count});
       }},
      {"too_many_entries",
       [](Random& random) {
         std::vector<RawEntry> entries = layer_entries();
         const std::size_t count = 5000 + random.below(20000);
         for (std::size_t i = 0; i < count; ++i) entries.push_back({"e" + std::to_string(i), ""});
         return raw_zip(entries);
       }},
      {"strange_names",
       [](Random& random) {
         std::vector<RawEntry> entries = layer_entries();
         entries[random.below(5)].name = random.pick(
             Texts{"", ".npy", "../../X.npy", "/etc/passwd", std::string("X\0.npy", 6), "X/",
                   "\xFF\xFE.npy", std::string(60000, 'n'), "X.npy.npy", "x.npy"});
         return raw_zip(entries);
       },
       false},
      {"other_archive",
       [](Random& random) {
         return random.pick(Texts{"\x1F\x8B\x08", "BZh9", "Rar!\x1A\x07", "7z\xBC\xAF\x27\x1C",
                                  "\x93NUMPY", "PK\5\6", "PK\3\4"}) +
                random.bytes(random.below(300));
       }},
      {"zip_bomb",
       [](Random& random) {
         // Honest headers and checksums; the size is what is wrong with it.
         const std::size_t megabytes = 200 + random.below(1800);
         const std::uint64_t items = (std::uint64_t{megabytes} << 20) / 8;
         const std::string head = raw_npy(
             npy_dictionary("<f8", random.below(2) ? "(" + std::to_string(items) + ",)"
                                                   : "(1, " + std::to_string(items / 8) + ", 8)"),
             "");
         const PackedRun run = packed_run(head, '\0', megabytes);
         std::vector<RawEntry> entries = layer_entries();
         entries[0].method = 8;
         entries[0].packed = run.packed;
         entries[0].checksum = run.checksum;
         entries[0].size = static_cast<std::uint32_t>(head.size() + (megabytes << 20));
         return raw_zip(entries);
       }},
      {"false_zip_bomb",
       [](Random& random) {
         // Promises gigabytes; how many hundred times its own size differs.
         std::vector<RawEntry> entries = layer_entries();
         const std::uint64_t items = (std::uint64_t{1} << 20) * (1 + random.below(500));
         const std::string head =
             raw_npy(npy_dictionary("<f8", "(" + std::to_string(items) + ",)"), "");
         entries[0].method = 8;
         entries[0].content = head + random.bytes(random.below(100000));
         entries[0].size = static_cast<std::uint32_t>(head.size() + items * 8);
         return raw_zip(entries);
       }},
  };
}

std::vector<Damage> header_damages() {
  return {
      {"huge_shape",
       [](Random& random) {
         return layer_with_header(npy_dictionary(
             "<f8", random.pick(Texts{"(1099511627776,)", "(281474976710656, 1)",
                                      "(1000000, 1000000)", "(1048576, 1048576, 200)"})));
       }},
      {"overflowing_shape",
       [](Random& random) {
         return layer_with_header(npy_dictionary(
             "<f8", random.pick(Texts{"(4294967296, 4294967296)", "(9223372036854775807, 2)",
                                      "(18446744073709551616,)", "(4611686018427387904, 4, 0)",
                                      "(2305843009213693952, 8, 5)",
                                      "(" + std::string(300, '9') + ",)"})));
       }},
      {"impossible_shape",
       [](Random& random) {
         return layer_with_header(npy_dictionary(
             "<f8",
             random.pick(Texts{"(-1, 40)", "(2.0, 20)", "40", "[2, 20]", "('2', 20)", "(2 20)",
                               "(,)", "(2,, 20)", "(2, 20", "None", "(0x28,)", "(+40,)"})));
       }},
      {"shape_of_another_size",
       [](Random& random) {
         const std::size_t items = random.below(2) ? random.below(40) : 41 + random.below(1000000);
         return layer_with_header(npy_dictionary("<f8", "(" + std::to_string(items) + ",)"));
       }},
      {"many_dimensions",
       [](Random& random) {
         std::string shape = "(";
         for (std::size_t i = 0; i < 33 + random.below(9000); ++i) shape += "1, ";
         return layer_with_header(npy_dictionary("<f8", shape + "40)"));
       }},
      {"other_type",
       [](Random& random) {
         return layer_with_header(npy_dictionary(
             random.pick(Texts{"|O", "<c16", "<f2", "<f16", "<M8[ns]", "|S8", "|V8", "<i3", "<f80",
                               "", "f8", "?f8", "<f-8", "<f8 ", "<U99999999999", "<f9999999999"}),
             "(2, 5, 4)"));
       }},
      {"structured_type",
       [](Random& random) {
         return layer_with_header(
             "{'descr': " +
             random.pick(Texts{"[('a', '<f8')]", "[]", "None", "8", "('<f8', (2,))",
                               "[('a', [('b', [('c', '<f8')])])]"}) +
             ", 'fortran_order': False, 'shape': (2, 5, 4), }");
       }},
      {"header_not_a_dictionary",
       [](Random& random) {
         return layer_with_header(random.pick(
             Texts{"", " ", "{", "}", "[]", "{'descr'", "{'descr': '<f8'", "__import__('os')",
                   std::string(60000, '('), std::string(60000, '{'), std::string(60000, ' '),
                   "{'descr': '<f8', 'fortran_order': False, 'shape': (40,)} + 1",
                   "{'descr': '<f8, 'fortran_order': False, 'shape': (40,)}"}));
       }},
      {"header_keys_wrong",
       [](Random& random) {
         return layer_with_header(random.pick(
             Texts{"{'descr': '<f8', 'shape': (40,)}", "{}",
                   "{'descr': '<f8', 'fortran_order': False, 'shape': (40,), 'x': 1}",
                   "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (40,)}",
                   "{'descr': '<f8', 'fortran_order': 0, 'shape': (40,)}",
                   "{'descr': '<f8', 'fortran_order': None, 'shape': (40,)}",
                   "{1: '<f8', 'fortran_order': False, 'shape': (40,)}"}));
       }},
      {"header_length_wrong",
       [](Random& random) {
         std::string array = numbers("(2, 5, 4)", 40);
         array[8 + random.below(2)] = static_cast<char>(128 + random.below(128));
         return layer_with("X", array);
       }},
      {"header_length_huge",
       [](Random& random) {
         std::string array =
             raw_npy(npy_dictionary("<f8", "(40,)"), float_items(std::vector<double>(40, 1)), 2);
         array[10 + random.below(2)] = static_cast<char>(1 + random.below(255));
         return layer_with("X", array);
       }},
      {"other_version",
       [](Random& random) {
         std::string array = numbers("(2, 5, 4)", 40);
         const std::size_t minor = random.below(2);
         array[6 + minor] = static_cast<char>(4 + random.below(250));
         return layer_with("X", array);
       }},
      {"not_an_array",
       [](Random& random) {
         return layer_with("X", random.below(2) ? random.bytes(random.below(500))
                                                : std::string("\x93NUMP", random.below(6)));
       }},
  };
}

std::vector<Damage> layer_damages() {
  return {
      {"not_finite",
       [](Random& random) {
         std::vector<double> values(40, 0.5);
         const double infinity = std::numeric_limits<double>::infinity();
         values[random.below(40)] = random.pick(std::vector{std::nan(""), infinity, -infinity});
         return layer_with("X", raw_npy(npy_dictionary("<f8", "(2, 5, 4)"), float_items(values)));
       }},
      {"contradictory_shapes",
       [](Random& random) {
         const std::string rows = std::to_string(5 + random.below(20));
         const std::size_t count = std::stoul(rows) * 2;
         return layer_with(random.pick(Texts{"W_Q", "W_K", "W_V", "W_QK", "mlp_W_1"}),
                           numbers("(" + rows + ", 2)", count));
       }},
      {"wrong_rank",
       [](Random& random) {
         return layer_with("X", numbers(random.pick(Texts{"()", "(1,)", "(1, 1, 1, 1)"}), 1));
       }},
      {"no_items",
       [](Random& random) {
         return layer_with("X", numbers(random.pick(Texts{"(0, 5, 4)", "(2, 0, 4)", "(2, 5, 0)",
                                                          "(0, 281474976710656, 4)", "(0,)"}),
                                        0));
       }},
      {"wrong_item_type",
       [](Random& random) {
         const std::string descr = random.pick(Texts{"<i8", ">i8", "<u8", "<U2"});
         return layer_with("X", raw_npy(npy_dictionary(descr, "(2, 5, 4)"),
                                        std::string(320, static_cast<char>(random.below(2)))));
       }},
      {"bad_labels",
       [](Random& random) {
         std::string items(80, '\0');
         items[random.below(10) * 8 + 7] = static_cast<char>(random.pick(Texts{"\x80", "\x7F"})[0]);
         return layer_with("labels", raw_npy(npy_dictionary("<i8", "(2, 5)"), items));
       }},
      {"bad_token_weights",
       [](Random& random) {
         std::vector<double> weights(10, 0.1);
         weights[random.below(10)] += random.pick(std::vector{0.01, -0.2, 1e300, -1e-3});
         return layer_with("token_weights",
                           raw_npy(npy_dictionary("<f8", "(2, 5)"), float_items(weights)));
       }},
      {"mlp_with_gaps",
       [](Random& random) {
         return layer_with("mlp_W_" + std::to_string(2 + random.below(5)), numbers("(4, 3)", 12));
       }},
  };
}

}  // namespace

std::string npz_with_scenario(const std::string& text) {
  return raw_zip({scenario_entry(text)});
}

std::string whole_npz() {
  return raw_zip(layer_entries());
}

const std::vector<Damage>& npz_damages() {
  static const std::vector<Damage> damages = [] {
    std::vector<Damage> all = byte_damages(whole_npz);
    for (const auto& more : {archive_damages(), header_damages(), layer_damages()}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  return damages;
}

}  // namespace hessianscope::test
