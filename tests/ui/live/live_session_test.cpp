#include "ui/live/live_session.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QThread>
#include <cmath>

namespace hessianscope {
namespace {

Scenario with_scale(double sigma) {
  Scenario scenario;
  scenario.data.scale = sigma;
  return scenario;
}

struct Watched {
  Watched() {
    QObject::connect(&session, &LiveSession::arrived,
                     [this](const SnapshotPointer& picture, const SnapshotPointer& newest) {
                       generations.push_back(picture->generation);
                       threads.push_back(QThread::currentThread());
                       last = picture;
                       spectra = newest;
                     });
  }
  bool finish() {
    return QTest::qWaitFor([this] { return !session.busy(); }, 30000);
  }
  LiveSession session;
  std::vector<std::uint64_t> generations;
  std::vector<QThread*> threads;
  SnapshotPointer last, spectra;
};

TEST(LiveSession, DeliversOnTheThreadOfTheWindow) {
  Watched watched;
  watched.session.submit({.scenario = with_scale(0.5)});
  EXPECT_TRUE(watched.session.busy());
  ASSERT_TRUE(watched.finish());
  ASSERT_TRUE(watched.last);
  EXPECT_TRUE(watched.last->complete);
  EXPECT_EQ(watched.spectra, watched.last);
  for (const QThread* thread : watched.threads) EXPECT_EQ(thread, QThread::currentThread());
  EXPECT_EQ(watched.session.cost().parameters[0], 768);
}

TEST(LiveSession, FiveHundredStepsInASecondEndAtTheLastAndNeverGoBack) {
  Watched watched;
  for (int step = 1; step <= 500; ++step) {
    const double sigma = step == 500 ? 0.37 : std::pow(10.0, -1 + 2 * step / 500.0);
    watched.session.submit({.scenario = with_scale(sigma)});
    QTest::qWait(2);
  }
  ASSERT_TRUE(watched.finish());
  EXPECT_EQ(watched.last->problem->scenario.data.scale, 0.37);
  EXPECT_TRUE(watched.last->complete);
  EXPECT_EQ(watched.spectra->problem->scenario.data.scale, 0.37);
  EXPECT_TRUE(std::is_sorted(watched.generations.begin(), watched.generations.end()));
}

TEST(LiveSession, ABusyWindowFindsOneSnapshotNotAQueue) {
  Watched watched;
  watched.session.submit({.scenario = with_scale(0.5)});
  ASSERT_TRUE(watched.finish());
  watched.generations.clear();
  for (int step = 0; step < 20; ++step) {
    watched.session.submit({.scenario = with_scale(0.5 + step)});
    QThread::msleep(20);  // the window is painting: its events wait
  }
  ASSERT_TRUE(QTest::qWaitFor([&] { return !watched.generations.empty(); }, 10000));
  EXPECT_GT(watched.generations.front(), 2u) << "those before were replaced in the slot";
  ASSERT_TRUE(watched.finish());
  EXPECT_EQ(watched.last->problem->scenario.data.scale, 19.5);
}

TEST(LiveSession, BadInputIsAFailureAndTheNextRequestWorks) {
  Watched watched;
  Scenario missing;
  missing.data.source = DataSource::File;
  missing.data.file = "/nonexistent/layer.npz";
  watched.session.submit({.scenario = missing});
  ASSERT_TRUE(watched.finish());
  EXPECT_NE(watched.last->failure.find("/nonexistent/layer.npz"), std::string::npos);
  watched.session.submit({.scenario = with_scale(2)});
  ASSERT_TRUE(watched.finish());
  EXPECT_TRUE(watched.last->failure.empty());
}

// P = 3072 takes seconds; the spectra are given up between two panels.
TEST(LiveSession, StopGivesUpTheSpectraAndKeepsTheHeatmaps) {
  Watched watched;
  Scenario large;
  large.attention.d_model = large.attention.d_key = 32;
  watched.session.submit({.scenario = large});
  ASSERT_TRUE(QTest::qWaitFor([&] { return watched.last != nullptr; }, 30000));
  EXPECT_FALSE(watched.last->complete);
  watched.session.stop();
  ASSERT_TRUE(watched.finish());
  EXPECT_TRUE(watched.last->abandoned);
  EXPECT_FALSE(watched.last->of(Model::Attention).heatmap.value.empty());
  EXPECT_TRUE(watched.last->of(Model::Attention).spectra.empty());
}

TEST(LiveSession, ClosingInTheMiddleOfALargeJobIsClean) {
  auto watched = std::make_unique<Watched>();
  Scenario large;
  large.attention.d_model = large.attention.d_key = 32;
  watched->session.submit({.scenario = large});
  ASSERT_TRUE(QTest::qWaitFor([&] { return watched->last != nullptr; }, 30000));
  EXPECT_TRUE(watched->session.busy());
  watched.reset();  // the test's time limit would catch a worker that does not end
}

}  // namespace
}  // namespace hessianscope
