// The application, able to measure how long each event keeps the window's thread.
//
// With HESSIANSCOPE_EVENT_PROBE=FILE in the environment a JSON object is written to FILE at exit:
// how many events there were after the first picture, the longest and the 99th percentile in
// milliseconds, both of the thread's own processor time and of wall time, what the longest event
// was, and the time from start to the first picture. Without it events pass straight through.
#pragma once

#include <QApplication>
#include <chrono>
#include <vector>

namespace hessianscope {

class ProbedApplication : public QApplication {
  Q_OBJECT

 public:
  ProbedApplication(int& argc, char** argv);
  ~ProbedApplication() override;

  bool notify(QObject* receiver, QEvent* event) override;
  // To be called when the first picture has been painted; events count from here on.
  void first_picture();

 private:
  using Clock = std::chrono::steady_clock;
  struct Sample {
    float own = 0, wall = 0;  // ms
  };
  void write() const;

  QString file_;
  Clock::time_point start_ = Clock::now();
  double first_picture_ = -1;  // ms after the start
  bool inside_ = false;
  std::vector<Sample> samples_;
  float longest_ = 0;
  QString longest_what_;
};

}  // namespace hessianscope
