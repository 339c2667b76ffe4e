#include "app/interrupt.h"

#include <pthread.h>

namespace hessianscope {
namespace {

// Wakes the waiting thread at the end; nothing else in the program uses it.
constexpr int kWake = SIGUSR2;

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  sigaddset(&signals_, kWake);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&signals_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  waiter_ = std::jthread([this](std::stop_token ended) {
    while (!ended.stop_requested()) {
      int signal = 0;
      if (sigwait(&signals_, &signal) == 0 && signal != kWake) stop_.request_stop();
    }
  });
}

Interrupt::~Interrupt() {
  waiter_.request_stop();
  pthread_kill(waiter_.native_handle(), kWake);
  waiter_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace hessianscope
