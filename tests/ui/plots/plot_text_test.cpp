#include "ui/plots/plot_text.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <limits>

#include "tests/ui/snapshots.h"

namespace hessianscope {
namespace {

TEST(NumberText, IsShortAndTheSameInEveryLocale) {
  const QLocale before;
  QLocale::setDefault(QLocale(QLocale::German));
  EXPECT_EQ(rounded_text(0), "0");
  EXPECT_EQ(rounded_text(0.5), "0.5");
  EXPECT_EQ(rounded_text(-1234.5, 5), "−1234.5");
  EXPECT_EQ(rounded_text(1234567, 3), "1.23e6");
  EXPECT_EQ(rounded_text(-1.234e-5), "−1.23e−5");
  EXPECT_EQ(rounded_text(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(rounded_text(-std::numeric_limits<double>::infinity()), "−∞");
  QLocale::setDefault(before);
}

TEST(PowerText, WritesExponentsAsSuperscripts) {
  EXPECT_EQ(power_text(0), "10⁰");
  EXPECT_EQ(power_text(-12), "10⁻¹²");
}

TEST(BlockText, NamesBlocksAndPairs) {
  EXPECT_EQ(block_text("W_Q"), "Q");
  EXPECT_EQ(block_text("W_2"), "W₂");
  EXPECT_EQ(block_pair_text("W_Q", "W_K"), "QK");
  EXPECT_EQ(block_pair_text("W_QK", "W_V"), "QK·V");
  EXPECT_EQ(block_pair_text("W_1", "W_2"), "W₁W₂");
}

TEST(ParametersText, NamesTheParametersOfTheData) {
  Scenario scenario = small_scenario();
  scenario.data.scale = 0.25;
  scenario.attention.mask = AttentionMask::Causal;
  scenario.attention.query_scale = 3;
  const SnapshotPointer snapshot = computed(scenario);
  const QString attention = parameters_text(*snapshot, Model::Attention);
  for (const char* part : {"P = 48", "σ = 0.25", "L = 6", "softmax", "causal", "|Q| × 3"}) {
    EXPECT_TRUE(attention.contains(part)) << part << " in " << attention.toStdString();
  }
  const QString mlp = parameters_text(*snapshot, Model::Mlp);
  for (const char* part : {"depth 2", "width 6", "relu"}) {
    EXPECT_TRUE(mlp.contains(part)) << part << " in " << mlp.toStdString();
  }
}

}  // namespace
}  // namespace hessianscope
