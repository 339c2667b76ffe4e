#include "ui/window/scenario_document.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace hessianscope {
namespace {

class Document : public testing::Test {
 protected:
  void set(const char* key, const FieldValue& value) { document_.change(field(key), value); }
  double sigma() const { return document_.scenario().data.scale; }

  ScenarioDocument document_{Scenario{}};
  QSignalSpy changed_{&document_, &ScenarioDocument::changed};
  QSignalSpy refused_{&document_, &ScenarioDocument::refused};
};

TEST_F(Document, ADragIsOneStep) {
  for (int step = 1; step <= 100; ++step) set("data.scale", 1.0 + step);
  document_.settle();
  EXPECT_EQ(changed_.count(), 100) << "and live all along";
  EXPECT_EQ(document_.undo_stack()->count(), 1);
  document_.undo_stack()->undo();
  EXPECT_EQ(sigma(), 1.0);
  document_.undo_stack()->redo();
  EXPECT_EQ(sigma(), 101.0);
}

TEST_F(Document, TwoDragsAreTwoSteps) {
  set("data.scale", 2.0);
  document_.settle();
  set("data.scale", 3.0);
  document_.settle();
  document_.undo_stack()->undo();
  EXPECT_EQ(sigma(), 2.0);
}

TEST_F(Document, AnotherFieldIsAnotherStepEvenWithoutAPause) {
  set("data.scale", 2.0);
  set("data.seed", std::int64_t{7});
  EXPECT_EQ(document_.undo_stack()->count(), 2);
}

TEST_F(Document, ChangesAfterUndoDoNotMergeIntoTheStepBefore) {
  set("data.scale", 2.0);
  document_.settle();
  set("data.scale", 3.0);
  document_.undo_stack()->undo();
  set("data.scale", 4.0);
  document_.undo_stack()->undo();
  EXPECT_EQ(sigma(), 2.0);
}

TEST_F(Document, ADragThatReturnsLeavesNoStep) {
  set("data.scale", 2.0);
  set("data.scale", 1.0);
  EXPECT_EQ(document_.undo_stack()->count(), 0);
}

TEST_F(Document, WhatTheFieldOrTheScenarioForbidsIsRefusedWithAReason) {
  set("data.scale", -1.0);
  EXPECT_EQ(sigma(), 1.0);
  set("attention.d_model", std::int64_t{8});
  set("data.source", std::string("digit_addition"));
  EXPECT_EQ(document_.scenario().data.source, DataSource::Gaussian);
  ASSERT_EQ(refused_.count(), 2);
  EXPECT_TRUE(refused_[0][0].toString().contains("data.scale"));
  EXPECT_TRUE(refused_[1][0].toString().contains("12"));
}

TEST_F(Document, AWholeScenarioIsOneStep) {
  set("data.scale", 2.0);
  Scenario other;
  other.attention.kernel = AttentionKernel::Linear;
  other.mlp.depth = 3;
  EXPECT_TRUE(document_.replace(other, QStringLiteral("preset")));
  EXPECT_EQ(document_.scenario(), other);
  EXPECT_EQ(document_.undo_stack()->undoText(), "preset");
  document_.undo_stack()->undo();
  EXPECT_EQ(sigma(), 2.0);
  EXPECT_EQ(document_.scenario().mlp.depth, 2);
}

}  // namespace
}  // namespace hessianscope
