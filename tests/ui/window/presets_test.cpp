#include "ui/window/presets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/live/pipeline.h"
#include "core/scenario/field_table.h"

namespace hessianscope {
namespace {

TEST(Presets, ThereAreFiveEachWithOneSentence) {
  const std::vector<Preset> presets = read_presets();
  ASSERT_EQ(presets.size(), 5u);
  for (const Preset& preset : presets) {
    EXPECT_FALSE(preset.title.isEmpty());
    EXPECT_TRUE(preset.look.endsWith(u'.')) << preset.look.toStdString();
    EXPECT_EQ(preset.look.count(QStringLiteral(". ")), 0) << preset.look.toStdString();
    EXPECT_NO_THROW(validate(preset.scenario));
  }
  EXPECT_EQ(presets[0].scenario.data.source, DataSource::DigitAddition);
  EXPECT_EQ(presets[0].scenario.attention.mask, AttentionMask::Causal);
  EXPECT_EQ(presets[0].scenario.loss, LossKind::CrossEntropy);
  EXPECT_EQ(presets[1].scenario.data.scale, 0.1);
  EXPECT_EQ(presets[2].scenario.data.scale, 10);
  EXPECT_EQ(presets[3].scenario.attention.kernel, AttentionKernel::Linear);
  EXPECT_EQ(presets[4].scenario.attention.normalization, Normalization::PreLn);
}

// The sentences are claims about the pictures.
class PresetClaims : public testing::Test {
 protected:
  SnapshotPointer run(std::size_t preset) { return run(read_presets()[preset].scenario); }
  SnapshotPointer run(const Scenario& scenario) {
    return pipeline_.run({.scenario = scenario}, {}, {});
  }
  static double norm(const SnapshotPointer& snapshot, Part part, Index row, Index column) {
    return snapshot->of(Model::Attention).norms.of(part)(row, column);
  }
  Pipeline pipeline_;
};

TEST_F(PresetClaims, InThePapersSettingValueOutweighsQueryAndKeyButTheMlpIsEven) {
  const SnapshotPointer snapshot = run(std::size_t{0});
  for (const Index block : {0, 1}) {
    EXPECT_NEAR(norm(snapshot, Part::Total, 2, 2) / norm(snapshot, Part::Total, block, block), 100,
                50);
  }
  const Matrix& mlp = snapshot->of(Model::Mlp).norms.of(Part::Total);
  EXPECT_NEAR(std::log10(mlp(1, 1) / mlp(0, 0)), 0, 0.3);
}

TEST_F(PresetClaims, SmallTokensPullTheBlocksApart) {
  Scenario scenario = read_presets()[1].scenario;
  const SnapshotPointer at_start = run(scenario);
  scenario.data.scale /= 2;
  const SnapshotPointer smaller = run(scenario);
  const auto exponent = [&](Index block) {
    return std::log2(norm(at_start, Part::Total, block, block) /
                     norm(smaller, Part::Total, block, block));
  };
  EXPECT_NEAR(exponent(0), 5, 0.2);
  EXPECT_NEAR(exponent(1), 5, 0.2);
  EXPECT_NEAR(exponent(2), 2, 0.1);
}

TEST_F(PresetClaims, InSaturationMostRowsAreDecidedAndTheOthersCarryTheCurvature) {
  const SnapshotPointer snapshot = run(2);
  const Problem& problem = *snapshot->problem;
  const Matrix scores = problem.tokens * problem.W_Q * (problem.tokens * problem.W_K).transpose() /
                        std::sqrt(static_cast<double>(problem.d_key));
  Index decided = 0;
  for (Index row = 0; row < scores.rows(); ++row) {
    const double largest = scores.row(row).maxCoeff();
    if (1 / (scores.row(row).array() - largest).exp().sum() > 0.999) ++decided;
  }
  EXPECT_GT(decided, scores.rows() / 2);
  EXPECT_LT(decided, scores.rows());
  for (const Index block : {0, 1}) {
    EXPECT_GT(norm(snapshot, Part::Total, block, block), 100 * norm(snapshot, Part::Total, 2, 2));
  }
}

TEST_F(PresetClaims, LinearAttentionHasNoFunctionalPartInItsDiagonalBlocks) {
  const SnapshotPointer snapshot = run(3);
  for (const Index block : {0, 1, 2}) {
    EXPECT_EQ(norm(snapshot, Part::Functional, block, block), 0);
  }
}

TEST_F(PresetClaims, BehindALayerNormTheScaleOfTheDataDoesNotMatter) {
  Scenario scenario = read_presets()[4].scenario;
  const SnapshotPointer at_one = run(scenario);
  scenario.data.scale = 100;
  const SnapshotPointer at_hundred = run(scenario);
  EXPECT_NEAR(norm(at_hundred, Part::Total, 0, 0) / norm(at_one, Part::Total, 0, 0), 1, 0.01);
}

}  // namespace
}  // namespace hessianscope
