// hessianscope: the loss Hessian of self-attention, live. Exit codes: 0 done, 1 failed, 2 wrong
// usage.
#include <csignal>
#include <exception>
#include <iostream>

#include "app/command_line.h"
#include "core/error.h"

int main(int argc, char** argv) {
  using namespace hessianscope;
  // A file that grows past the user's limit is an error of writing, not a reason to be killed.
  std::signal(SIGXFSZ, SIG_IGN);
  const auto report = [](const char* sentence, int code) {
    std::cerr << "hessianscope: " << sentence << '\n';
    return code;
  };
  try {
    std::visit([](const auto& command) { run(command); }, parse_command_line(argc, argv));
    return 0;
  } catch (const UsageError& error) {
    return report(error.what(), 2);
  } catch (const std::exception& error) {
    return report(reason_of(error).c_str(), 1);
  }
}
