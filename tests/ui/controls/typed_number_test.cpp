#include "ui/controls/typed_number.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <clocale>

namespace hessianscope {
namespace {

// Decimal commas at home and in the C library, where the machine has such a locale.
class TypedNumber : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    QLocale::setDefault(QLocale(QString::fromLatin1(GetParam())));
    std::setlocale(LC_NUMERIC, (std::string(GetParam()) + ".UTF-8").c_str());
  }
  void TearDown() override {
    QLocale::setDefault(QLocale::c());
    std::setlocale(LC_NUMERIC, "C");
  }
};

TEST_P(TypedNumber, ReadsBothDecimalMarksAndExponents) {
  const std::pair<const char*, double> cases[] = {
      {"0.5", 0.5}, {"0,5", 0.5},      {"1e-3", 0.001},    {"1E+2", 100},
      {",5", 0.5},  {"5.", 5},         {" 2.5 ", 2.5},     {"+7", 7},
      {"-3", -3},   {"−3", -3},        {"1,5e-3", 0.0015}, {"9007199254740991", 9007199254740991.0},
      {"0", 0},     {"1e-320", 1e-320}};
  for (const auto& [text, value] : cases) {
    EXPECT_EQ(read_typed(QString::fromUtf8(text)).value, value) << text;
  }
}

TEST_P(TypedNumber, RefusesWhatCouldMeanSomethingElse) {
  for (const char* text : {"1.000,5", "1,000.5", "1.000.000", "1 000", "", "e5", "1e", "1e-", "abc",
                           "0x10", "nan", "inf", "1e999", "--1", "1..2", "1;2", "٣"}) {
    const auto typed = read_typed(QString::fromUtf8(text));
    EXPECT_FALSE(typed.value) << text;
    EXPECT_FALSE(typed.explanation.isEmpty()) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Locales, TypedNumber, testing::Values("C", "de_DE", "fr_FR", "ar_EG"));

}  // namespace
}  // namespace hessianscope
