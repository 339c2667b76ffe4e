#include "core/live/pipeline.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/data/npz.h"
#include "core/error.h"

namespace hessianscope {
namespace {

Scenario small_scenario() {
  Scenario scenario;
  scenario.attention.d_model = 6;
  scenario.attention.d_key = 4;
  scenario.data.sequence_length = 5;
  return scenario;
}

TEST(Pipeline, PublishesPicturesFirstAndSpectraLast) {
  Pipeline pipeline;
  std::vector<SnapshotPointer> published;
  const SnapshotPointer last =
      pipeline.run({.generation = 7, .scenario = {}},
                   [&](SnapshotPointer snapshot) { published.push_back(std::move(snapshot)); }, {});
  ASSERT_EQ(published.size(), 1u);
  EXPECT_FALSE(published[0]->complete);
  EXPECT_TRUE(published[0]->models[0].spectra.empty());
  EXPECT_TRUE(last->complete);
  for (const Model model : kModels) {
    EXPECT_FALSE(published[0]->of(model).heatmap.value.empty());
    EXPECT_GT(published[0]->of(model).norms.whole(Part::Total), 0);
    const Spectrum* spectrum = last->of(model).spectrum(Part::Total);
    ASSERT_NE(spectrum, nullptr);
    EXPECT_EQ(spectrum->eigenvalues.size(), 768);
    EXPECT_TRUE(spectrum->self_check_passed)
        << spectrum->trace_error << " " << spectrum->frobenius_error;
  }
  for (const SnapshotPointer& snapshot : {published[0], last}) EXPECT_EQ(snapshot->generation, 7u);
}

TEST(Pipeline, EveryPartPassesItsSelfCheck) {
  Scenario scenario = small_scenario();
  scenario.view.overlay_outer = scenario.view.overlay_functional = true;
  Pipeline pipeline;
  const SnapshotPointer snapshot = pipeline.run({.scenario = scenario}, nullptr, {});
  for (const Model model : kModels) {
    ASSERT_EQ(snapshot->of(model).spectra.size(), 3u);
    EXPECT_EQ(snapshot->of(model).spectra[0].part, Part::Total);
    for (const Spectrum& spectrum : snapshot->of(model).spectra) {
      EXPECT_TRUE(spectrum.self_check_passed);
      EXPECT_EQ(spectrum.negative + spectrum.zero + spectrum.positive, spectrum.eigenvalues.size());
    }
    EXPECT_EQ(snapshot->of(model).spectrum(Part::Outer)->negative, 0);
  }
}

TEST(Pipeline, AViewChangeRecomputesNothingElse) {
  Pipeline pipeline;
  Request request{.scenario = small_scenario()};
  const SnapshotPointer first = pipeline.run(request, nullptr, {});
  request.scenario.view.part = Part::Functional;
  request.windows[0] = EntryWindow{2, 9, 0, 5};
  const SnapshotPointer second = pipeline.run(request, nullptr, {});
  for (std::size_t i = 0; i < kModels.size(); ++i)
    EXPECT_EQ(first->models[i].curvature, second->models[i].curvature);
  EXPECT_EQ(second->problem->scenario, request.scenario);
  EXPECT_EQ(second->models[0].heatmap.window, *request.windows[0]);
  EXPECT_EQ(second->models[0].heatmap.value[0],
            pipeline.hessian(Model::Attention).entry(Part::Functional, 2, 0));
  EXPECT_LT(second->times.draw, 0);
  EXPECT_NE(second->models[0].spectrum(Part::Functional), nullptr);

  // Back again: the spectrum of the total is still known, nothing is published twice.
  int published = 0;
  request.scenario.view.part = Part::Total;
  const SnapshotPointer third =
      pipeline.run(request, [&](const SnapshotPointer&) { ++published; }, {});
  EXPECT_EQ(published, 0);
  EXPECT_TRUE(third->complete);
  EXPECT_LT(third->times.spectrum_exact, 0);
  EXPECT_EQ(third->models[0].spectra[0].eigenvalues, first->models[0].spectra[0].eigenvalues);

  pipeline.forget();
  EXPECT_GE(pipeline.run(request, nullptr, {})->times.draw, 0);
}

TEST(Pipeline, BadInputIsASentenceAndTheNextRequestWorks) {
  Pipeline pipeline;
  Scenario bad;
  bad.data.source = DataSource::File;
  bad.data.file = "/nowhere/layer.npz";
  const SnapshotPointer failed = pipeline.run({.generation = 1, .scenario = bad}, nullptr, {});
  EXPECT_TRUE(failed->complete);
  EXPECT_NE(failed->failure.find("/nowhere/layer.npz"), std::string::npos) << failed->failure;
  EXPECT_EQ(pipeline.run({.scenario = small_scenario()}, nullptr, {})->failure, "");
}

TEST(Pipeline, TheWidestSlidersStayWithinDoublePrecision) {
  Scenario scenario = small_scenario();
  scenario.attention.kernel = AttentionKernel::Linear;
  scenario.data.scale = scenario.attention.query_scale = scenario.attention.key_scale =
      scenario.attention.value_scale = scenario.mlp.scale = 1e3;
  scenario.attention.temperature = 1e-3;
  EXPECT_EQ(Pipeline().run({.scenario = scenario}, nullptr, {})->failure, "");
}

TEST(Pipeline, AnOverflowNamesItsBlockAndRunsNoSolver) {
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / "hessianscope_overflow.npz";
  const Matrix X = Matrix::Constant(3, 6, 1e60);
  NpzWriter writer;
  writer.add("X", X);
  writer.save(path);
  Scenario scenario = small_scenario();
  scenario.data.source = DataSource::File;
  scenario.data.file = path.string();
  scenario.attention.kernel = AttentionKernel::Linear;
  const SnapshotPointer overflow = Pipeline().run({.scenario = scenario}, nullptr, {});
  EXPECT_NE(overflow->failure.find("W_Q"), std::string::npos) << overflow->failure;
  EXPECT_TRUE(overflow->complete);
  EXPECT_TRUE(overflow->models[0].spectra.empty());
  std::filesystem::remove(path);
}

TEST(Pipeline, SigmaZeroIsAZeroHessianWithADefinedPicture) {
  Scenario scenario = small_scenario();
  scenario.data.scale = 0;
  Pipeline pipeline;
  const SnapshotPointer snapshot = pipeline.run({.scenario = scenario}, nullptr, {});
  EXPECT_EQ(snapshot->failure, "");
  for (const Model model : kModels) {
    const Spectrum* spectrum = snapshot->of(model).spectrum(Part::Total);
    ASSERT_NE(spectrum, nullptr);
    EXPECT_EQ(spectrum->zero, spectrum->eigenvalues.size());
    EXPECT_EQ(snapshot->of(model).heatmap.largest, 0);
  }
}

TEST(Pipeline, ANewerRequestAbandonsLargeSpectraOnly) {
  std::stop_source newer;
  newer.request_stop();
  Pipeline pipeline;
  const SnapshotPointer small = pipeline.run({.scenario = {}}, nullptr, newer.get_token());
  EXPECT_FALSE(small->abandoned);
  EXPECT_NE(small->models[0].spectrum(Part::Total), nullptr);

  Scenario large;
  large.attention.d_model = large.attention.d_key = 20;  // P = 1200
  const SnapshotPointer abandoned = pipeline.run({.scenario = large}, nullptr, newer.get_token());
  EXPECT_TRUE(abandoned->abandoned);
  EXPECT_TRUE(abandoned->complete);
  EXPECT_FALSE(abandoned->models[0].heatmap.value.empty());
  EXPECT_EQ(abandoned->models[0].spectrum(Part::Total), nullptr);

  // Asked again without hurry, it is computed.
  const SnapshotPointer again = pipeline.run({.scenario = large}, nullptr, {});
  EXPECT_NE(again->models[0].spectrum(Part::Total), nullptr);
}

TEST(Pipeline, StoppingEverythingThrowsAndLeavesThePipelineUsable) {
  std::stop_source quit;
  quit.request_stop();
  Pipeline pipeline;
  EXPECT_THROW(pipeline.run({.scenario = {}}, nullptr, {}, quit.get_token()), Interrupted);
  EXPECT_TRUE(pipeline.run({.scenario = {}}, nullptr, {})->complete);
}

}  // namespace
}  // namespace hessianscope
