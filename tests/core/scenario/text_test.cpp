#include "core/text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace hessianscope {
namespace {

TEST(NumberText, IsShortAndReadsBackBitForBit) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(1e-20), "1e-20");
  EXPECT_EQ(number_text(std::nan("")), "nan");
  std::mt19937_64 random(1);
  int compared = 0;
  for (int i = 0; i < 10000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(parse_number(number_text(value)), value);
    ++compared;
  }
  EXPECT_GT(compared, 9000);
  for (const double value :
       {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max(), -0.0}) {
    EXPECT_EQ(parse_number(number_text(value)), value);
  }
}

TEST(ParseNumber, TakesWholeFiniteNumbersOnly) {
  for (const char* text : {"", " 1", "1 ", "1x", "nan", "inf", "1e999", "0,5", "0x10"}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
  for (const char* text : {"", "1.0", "1e3", "9223372036854775808", " 1"}) {
    EXPECT_EQ(parse_integer(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
}

TEST(Utf8, KnowsWellFormedText) {
  for (const char* good : {"", "abc", "σ ü ΔH", "\U0001F600", "\uFFFD", "\U0010FFFF"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad : {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF4\x90\x80\x80", "\xF0\x80\x80\x80", "\xFF", "a\xE2\x82"}) {
    EXPECT_FALSE(is_utf8(bad));
  }
}

TEST(InQuotes, IsShortPrintableAndWellFormed) {
  EXPECT_EQ(in_quotes("σ"), "\"σ\"");
  EXPECT_EQ(in_quotes("a\nb\x1b\xFF"), "\"a?b??\"");
  EXPECT_LT(in_quotes(std::string(1 << 20, 'x')).size(), 80u);
  std::string long_text;
  for (int i = 0; i < 100; ++i) long_text += "σ";
  EXPECT_TRUE(is_utf8(in_quotes(long_text)));
}

TEST(JsonString, EscapesWhatJsonAsksFor) {
  EXPECT_EQ(json_string("a\"b\\c\n\x1f σ"), "\"a\\\"b\\\\c\\u000a\\u001f σ\"");
}

}  // namespace
}  // namespace hessianscope
