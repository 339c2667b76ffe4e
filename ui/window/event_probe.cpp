#include "ui/window/event_probe.h"

#include <time.h>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <algorithm>

namespace hessianscope {
namespace {

double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

double milliseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

// The value below which `share` of the values lie; reorders them.
double quantile(std::vector<float>& values, double share) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

}  // namespace

ProbedApplication::ProbedApplication(int& argc, char** argv)
    : QApplication(argc, argv), file_(qEnvironmentVariable("HESSIANSCOPE_EVENT_PROBE")) {}

ProbedApplication::~ProbedApplication() {
  if (!file_.isEmpty()) write();
}

bool ProbedApplication::notify(QObject* receiver, QEvent* event) {
  // Events sent from within an event are part of it.
  if (file_.isEmpty() || inside_ || first_picture_ < 0) {
    return QApplication::notify(receiver, event);
  }
  inside_ = true;
  const QEvent::Type type = event->type();
  const char* const receiver_class = receiver->metaObject()->className();
  const double own = thread_milliseconds();
  const auto wall = Clock::now();
  const bool handled = QApplication::notify(receiver, event);
  const Sample sample{static_cast<float>(thread_milliseconds() - own),
                      static_cast<float>(milliseconds(Clock::now() - wall))};
  samples_.push_back(sample);
  if (sample.own > longest_) {
    longest_ = sample.own;
    longest_what_ =
        QStringLiteral("%1 to %2")
            .arg(QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)),
                 QString::fromLatin1(receiver_class));
  }
  inside_ = false;
  return handled;
}

void ProbedApplication::first_picture() {
  if (first_picture_ < 0) first_picture_ = milliseconds(Clock::now() - start_);
}

void ProbedApplication::write() const {
  std::vector<float> own, wall;
  for (const Sample& sample : samples_) {
    own.push_back(sample.own);
    wall.push_back(sample.wall);
  }
  const QJsonObject report{
      {QStringLiteral("events"), static_cast<qint64>(samples_.size())},
      {QStringLiteral("own_ms_longest"), quantile(own, 1)},
      {QStringLiteral("own_ms_p99"), quantile(own, 0.99)},
      {QStringLiteral("wall_ms_longest"), quantile(wall, 1)},
      {QStringLiteral("wall_ms_p99"), quantile(wall, 0.99)},
      {QStringLiteral("longest_event"), longest_what_},
      {QStringLiteral("first_picture_ms"), first_picture_},
  };
  QFile file(file_);
  if (file.open(QIODevice::WriteOnly)) file.write(QJsonDocument(report).toJson());
}

}  // namespace hessianscope
