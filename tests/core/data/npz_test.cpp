// Archives of arrays: round trips, and what is written byte by byte in the format's other forms.
#include "core/data/npz.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <limits>

#include "core/data/safe_file.h"
#include "core/error.h"
#include "tests/core/data/raw_zip.h"

namespace hessianscope {
namespace {

using test::float_items;
using test::npy_dictionary;
using test::raw_npy;
using test::raw_zip;

namespace fs = std::filesystem;

class Npz : public testing::Test {
 protected:
  Npz() : path_(testing::TempDir() + "npz_" + std::to_string(getpid()) + ".npz") {}
  ~Npz() override { fs::remove(path_); }

  // An archive with that one array, read back.
  NpyArray read_one(const std::string& npy, const std::string& entry = "a.npy") {
    write_file(path_, raw_zip({{.name = entry, .content = npy}}));
    return read_npz(path_).at("a");
  }
  std::string refusal(const std::vector<std::string>& names = {},
                      std::uint64_t limit = std::uint64_t{1} << 30) {
    try {
      read_npz(path_, names, limit);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }

  fs::path path_;
};

TEST_F(Npz, RoundTripsEveryType) {
  const Matrix matrix = Matrix::Random(3, 5);
  const Vector vector = Vector::Random(4);
  const std::vector<std::int64_t> integers = {std::numeric_limits<std::int64_t>::min(), -1, 0,
                                              std::numeric_limits<std::int64_t>::max()};
  const std::vector<double> extremes = {-0.0, std::numeric_limits<double>::denorm_min(),
                                        std::numeric_limits<double>::infinity(), 1.0 / 3.0};
  NpzWriter writer;
  writer.add("matrix", matrix);
  writer.add("pointer", {5, 3}, matrix.data());
  writer.add("vector", vector);
  writer.add("scalar", 2.5);
  writer.add("doubles", {2, 2}, extremes);
  writer.add("integers", {4}, integers);
  writer.add("bytes", {1, 3}, std::vector<std::uint8_t>{0, 127, 255});
  writer.add("names", std::vector<std::string>{"W_Q", "", "σΔ\U0001F600"});
  writer.add("empty", {0, 7}, std::vector<double>{});
  writer.save(path_);
  const auto arrays = read_npz(path_);
  ASSERT_EQ(arrays.size(), 9u);
  EXPECT_EQ(arrays.at("matrix").shape, (ArrayShape{3, 5}));
  EXPECT_EQ(arrays.at("matrix").float64,
            std::vector<double>(matrix.data(), matrix.data() + matrix.size()));
  EXPECT_EQ(arrays.at("pointer").shape, (ArrayShape{5, 3}));
  EXPECT_EQ(arrays.at("pointer").float64, arrays.at("matrix").float64);
  EXPECT_EQ(arrays.at("vector").shape, ArrayShape{4});
  EXPECT_EQ(arrays.at("vector").float64, std::vector<double>(vector.begin(), vector.end()));
  EXPECT_EQ(arrays.at("scalar").shape, ArrayShape{});
  EXPECT_EQ(arrays.at("scalar").count(), 1);
  EXPECT_EQ(arrays.at("scalar").float64, std::vector{2.5});
  EXPECT_EQ(arrays.at("doubles").float64, extremes);
  EXPECT_TRUE(std::signbit(arrays.at("doubles").float64[0]));
  EXPECT_EQ(arrays.at("integers").int64, integers);
  EXPECT_EQ(arrays.at("bytes").type, NpyArray::Type::UInt8);
  EXPECT_EQ(arrays.at("bytes").uint8, (std::vector<std::uint8_t>{0, 127, 255}));
  EXPECT_EQ(arrays.at("names").unicode, (std::vector<std::string>{"W_Q", "", "σΔ\U0001F600"}));
  EXPECT_EQ(arrays.at("empty").shape, (ArrayShape{0, 7}));
  EXPECT_EQ(arrays.at("empty").count(), 0);
}

TEST_F(Npz, WritesMatricesThatAreMadeRowByRow) {
  NpzWriter writer;
  writer.add_rows("rows", 3, 4, [](Index row, double* out) {
    for (Index column = 0; column < 4; ++column) {
      out[column] = static_cast<double>(10 * row + column);
    }
  });
  writer.add_rows("none", 0, 4, [](Index, double*) { FAIL() << "there is no row to make"; });
  writer.save(path_);
  const auto arrays = read_npz(path_);
  EXPECT_EQ(arrays.at("rows").shape, (std::vector<std::int64_t>{3, 4}));
  EXPECT_EQ(arrays.at("rows").float64,
            (std::vector<double>{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}));
  EXPECT_EQ(arrays.at("none").count(), 0);
}

TEST_F(Npz, EqualArraysGiveEqualFiles) {
  const auto write = [&] {
    NpzWriter writer;
    writer.add("a", 1.0);
    writer.add("b", std::vector<std::string>{"x", "y"});
    writer.save(path_);
    return read_file(path_, 1 << 20);
  };
  const std::string first = write();
  EXPECT_EQ(write(), first);
}

TEST_F(Npz, ReadsOnlyWhatIsNamed) {
  write_file(
      path_,
      raw_zip({{.name = "a.npy", .content = raw_npy(npy_dictionary("<f8", "()"), float_items({1}))},
               {.name = "b.npy", .content = "damaged"}}));
  EXPECT_EQ(read_npz(path_, {"a", "missing"}).size(), 1u);
  EXPECT_NE(refusal(), "accepted");
  EXPECT_NE(refusal({"b"}), "accepted");
}

TEST_F(Npz, ReadsNamesWithAndWithoutSuffix) {
  const std::string npy = raw_npy(npy_dictionary("<f8", "()"), float_items({1}));
  EXPECT_EQ(read_one(npy, "a.npy").float64, std::vector{1.0});
  EXPECT_EQ(read_one(npy, "a").float64, std::vector{1.0});
}

TEST_F(Npz, ReadsFortranOrder) {
  // The 2 x 3 x 2 array 0 .. 11 in C order, its first index running fastest in the file.
  const NpyArray cube = read_one(raw_npy(npy_dictionary("<f8", "(2, 3, 2)", true),
                                         float_items({0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11})));
  EXPECT_EQ(cube.float64, (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  const NpyArray matrix =
      read_one(raw_npy(npy_dictionary("<f8", "(2, 3)", true), float_items({0, 3, 1, 4, 2, 5})));
  EXPECT_EQ(matrix.float64, (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(read_one(raw_npy(npy_dictionary("<f8", "(2, 0, 3)", true), "")).count(), 0);
}

TEST_F(Npz, ReadsEveryWidthAndByteOrder) {
  const auto floats = [&](const char* descr, const std::string& items) {
    return read_one(raw_npy(npy_dictionary(descr, "(2,)"), items)).float64;
  };
  const std::vector<double> expected = {1.5, -2};
  EXPECT_EQ(floats("<f4", std::string("\0\0\xC0\x3F\0\0\0\xC0", 8)), expected);
  EXPECT_EQ(floats(">f4", std::string("\x3F\xC0\0\0\xC0\0\0\0", 8)), expected);
  EXPECT_EQ(floats(">f8", std::string("\x3F\xF8\0\0\0\0\0\0\xC0\0\0\0\0\0\0\0", 16)), expected);
  const auto integers = [&](const char* descr, const std::string& items) {
    return read_one(raw_npy(npy_dictionary(descr, "(2,)"), items)).int64;
  };
  using Integers = std::vector<std::int64_t>;
  EXPECT_EQ(integers("|i1", "\xFF\x7F"), (Integers{-1, 127}));
  EXPECT_EQ(integers("<i2", std::string("\xFE\xFF\0\x80", 4)), (Integers{-2, -32768}));
  EXPECT_EQ(integers(">i2", std::string("\xFF\xFE\x01\0", 4)), (Integers{-2, 256}));
  EXPECT_EQ(integers("<u4", std::string("\xFF\xFF\xFF\xFF\1\0\0\0", 8)), (Integers{4294967295, 1}));
  EXPECT_EQ(integers("|b1", std::string("\1\0", 2)), (Integers{1, 0}));
  EXPECT_EQ(
      read_one(raw_npy(npy_dictionary(">U2", "(1,)"), std::string("\0\0\3\xC3\0\0\0x", 8))).unicode,
      std::vector<std::string>{"σx"});
}

TEST_F(Npz, ReadsHeadersOfEveryVersionAndHand) {
  const std::string items = float_items({1, 2});
  for (const int version : {1, 2, 3}) {
    EXPECT_EQ(read_one(raw_npy(npy_dictionary("<f8", "(2,)"), items, version)).count(), 2);
  }
  for (const char* dictionary : {"{'shape':(2,),'fortran_order':False,'descr':'<f8'}",
                                 "{'descr': '<f8', 'fortran_order': "
                                 "False, 'shape': (2L,), }",
                                 "  { \"descr\" : \"<f8\", \"fortran_order\":True ,\"shape\": ( 2 "
                                 ", ) }   "}) {
    EXPECT_EQ(read_one(raw_npy(dictionary, items)).float64, (std::vector<double>{1, 2}))
        << dictionary;
  }
}

TEST_F(Npz, ReadsDeflatedArrays) {
  const std::vector<double> values(20000, 0.25);
  write_file(path_,
             raw_zip({{.name = "a.npy",
                       .content = raw_npy(npy_dictionary("<f8", "(20000,)"), float_items(values)),
                       .method = 8}}));
  EXPECT_LT(fs::file_size(path_), 2000u);
  EXPECT_EQ(read_npz(path_).at("a").float64, values);
}

TEST_F(Npz, HoldsItsLimitOverAllArraysTogether) {
  const std::string npy =
      raw_npy(npy_dictionary("<f8", "(100,)"), float_items(std::vector<double>(100, 1)));
  write_file(path_,
             raw_zip({{.name = "a.npy", .content = npy}, {.name = "b.npy", .content = npy}}));
  EXPECT_EQ(read_npz(path_, {}, 1600).size(), 2u);
  EXPECT_NE(refusal({}, 1599).find("array \"b\""), std::string::npos);
  // One byte in the file becomes eight in memory, and those are what counts.
  write_file(
      path_,
      raw_zip({{.name = "a.npy",
                .content = raw_npy(npy_dictionary("|i1", "(100,)"), std::string(100, 'x'))}}));
  EXPECT_EQ(read_npz(path_, {}, 800).size(), 1u);
  EXPECT_NE(refusal({}, 799), "accepted");
}

TEST_F(Npz, NamesPathArrayAndCause) {
  write_file(path_, raw_zip({{.name = "W_Q.npy", .content = "x"}}));
  EXPECT_EQ(refusal(), path_.string() + ": array \"W_Q\": it is not a .npy array");
  fs::remove(path_);
  EXPECT_EQ(refusal(), path_.string() + " cannot be read: No such file or directory");
}

TEST_F(Npz, LeavesTheOlderFileWhenWritingIsStopped) {
  write_file(path_, "older");
  NpzWriter writer;
  writer.add("a", {1 << 20}, std::vector<double>(1 << 20, 1.0));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(writer.save(path_, stop.get_token()), Interrupted);
  EXPECT_EQ(read_file(path_, 100), "older");
  EXPECT_THROW(writer.save("/proc/a.npz"), Error);
  EXPECT_THROW(writer.save(testing::TempDir() + "no such folder/a.npz"), Error);
  writer.save(path_);
  EXPECT_EQ(read_npz(path_).at("a").count(), 1 << 20);
}

// What a Python with NumPy says on standard output; nothing where there is none.
std::optional<std::string> numpy_says(const std::string& script) {
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    const std::string name = python;
    if (std::system((name + " -c 'import numpy' 2>/dev/null").c_str()) != 0) continue;
    FILE* pipe = popen((name + " -c \"import numpy as np\n" + script + "\" 2>&1").c_str(), "r");
    std::string output;
    for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
    pclose(pipe);
    return output;
  }
  return std::nullopt;
}

TEST_F(Npz, NumpyReadsWhatIsWritten) {
  NpzWriter writer;
  writer.add("matrix", {2, 2}, std::vector<double>{0.1, -0.0, 1e300, 3});
  writer.add("scalar", 2.5);
  writer.add("integers", {3}, std::vector<std::int64_t>{-1, 0, 1});
  writer.add("bytes", {2}, std::vector<std::uint8_t>{0, 255});
  writer.add("names", std::vector<std::string>{"W_Q", "σ"});
  writer.add_rows("rows", 2, 1, [](Index row, double* out) { *out = static_cast<double>(row); });
  writer.save(path_);
  const auto said = numpy_says("z = np.load('" + path_.string() +
                               "')\nfor k in z: print(k, z[k].dtype.str, z[k].shape, z[k].tolist(),"
                               " z[k].flags.c_contiguous)");
  if (!said) GTEST_SKIP() << "no Python with NumPy here";
  EXPECT_EQ(*said,
            "matrix <f8 (2, 2) [[0.1, -0.0], [1e+300, 3.0]] True\n"
            "scalar <f8 () 2.5 True\n"
            "integers <i8 (3,) [-1, 0, 1] True\n"
            "bytes |u1 (2,) [0, 255] True\n"
            "names <U3 (2,) ['W_Q', 'σ'] True\n"
            "rows <f8 (2, 1) [[0.0], [1.0]] True\n");
}

TEST_F(Npz, ReadsWhatNumpyWrites) {
  for (const char* save : {"np.savez", "np.savez_compressed"}) {
    const auto said = numpy_says(
        std::string("a = np.arange(24).reshape(2, 3, 4) / 4\n") + save + "('" + path_.string() +
        "', f=np.asfortranarray(a), s=a.astype('>f4'), t=a[0].T, i=np.int16(-7), "
        "b=np.array([True, False]), u=np.array(['ab', 'σ']))");
    if (!said) GTEST_SKIP() << "no Python with NumPy here";
    ASSERT_EQ(*said, "");
    const auto arrays = read_npz(path_);
    std::vector<double> expected;
    for (int i = 0; i < 24; ++i) expected.push_back(i / 4.0);
    EXPECT_EQ(arrays.at("f").float64, expected);
    EXPECT_EQ(arrays.at("s").float64, expected);
    EXPECT_EQ(arrays.at("t").shape, (std::vector<std::int64_t>{4, 3}));
    EXPECT_EQ(arrays.at("t").float64[1], 1.0);
    EXPECT_EQ(arrays.at("i").int64, std::vector<std::int64_t>{-7});
    EXPECT_EQ(arrays.at("b").int64, (std::vector<std::int64_t>{1, 0}));
    EXPECT_EQ(arrays.at("u").unicode, (std::vector<std::string>{"ab", "σ"}));
  }
}

}  // namespace
}  // namespace hessianscope
