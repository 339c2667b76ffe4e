#include "core/data/safe_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "core/error.h"

namespace hessianscope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLimit = std::uint64_t{1} << 20;

class SafeFile : public testing::Test {
 protected:
  SafeFile() : folder_(testing::TempDir() + "sigma_σ_测试 ü_" + std::to_string(getpid())) {
    fs::create_directories(folder_);
  }
  ~SafeFile() override { fs::remove_all(folder_); }

  std::size_t file_count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  template <typename Act>
  void expect_error(const Act& act, const fs::path& path, const std::string& cause) {
    try {
      act();
      ADD_FAILURE() << path << " was accepted";
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(path.string()), std::string::npos) << what;
      EXPECT_NE(what.find(cause), std::string::npos) << what;
    }
  }

  fs::path folder_;
};

TEST_F(SafeFile, WritesAndReadsEveryByte) {
  std::string bytes;
  for (int i = 0; i < 300000; ++i) bytes += static_cast<char>(i * 7);
  for (const std::string& content : {std::string(), std::string("a\0b", 3), bytes}) {
    write_file(folder_ / "ΔH.bin", content);
    EXPECT_EQ(read_file(folder_ / "ΔH.bin", kLimit), content);
  }
  EXPECT_EQ(file_count(), 1u) << "a temporary file was left";
}

TEST_F(SafeFile, ReadsUpToTheLimitAndNotBeyond) {
  write_file(folder_ / "f", std::string(1000, 'x'));
  EXPECT_EQ(read_file(folder_ / "f", 1000).size(), 1000u);
  expect_error([&] { read_file(folder_ / "f", 999); }, folder_ / "f", "larger than 999 bytes");
}

TEST_F(SafeFile, RefusesWhatIsNoFileWithoutWaiting) {
  alarm(20);  // a pipe without a writer would wait for ever
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  expect_error([&] { read_file(folder_ / "pipe", kLimit); }, folder_ / "pipe", "regular file");
  expect_error([&] { read_file("/dev/zero", kLimit); }, "/dev/zero", "regular file");
  expect_error([&] { read_file(folder_, kLimit); }, folder_, "folder");
  expect_error([&] { read_file(folder_ / "none", kLimit); }, folder_ / "none", "No such file");
  expect_error([&] { write_file(folder_ / "pipe", "x"); }, folder_ / "pipe", "regular file");
  expect_error([&] { write_file("/dev/null", "x"); }, "/dev/null", "regular file");
  alarm(0);
}

TEST_F(SafeFile, NamesPathAndCauseOfAFailedWrite) {
  expect_error([&] { write_file(folder_, "x"); }, folder_, "directory");
  expect_error([&] { write_file(folder_ / "none" / "f", "x"); }, folder_ / "none", "No such file");
  expect_error([&] { write_file("/proc/nothing", "x"); }, "/proc/nothing", "cannot be written");
  expect_error([&] { write_file("", "x"); }, "", "cannot be written");
  const fs::path longest = folder_ / std::string(255, 'n');
  write_file(longest, "x");
  EXPECT_EQ(read_file(longest, kLimit), "x");
}

TEST_F(SafeFile, KeepsTheOlderFileWhenTheDiskIsFull) {
  const fs::path path = folder_ / "f";
  write_file(path, "older");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file(path, std::string(100000, 'x'));
    } catch (const Error&) {
      _exit(7);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7) << "the write should have failed";
  EXPECT_EQ(read_file(path, kLimit), "older");
  EXPECT_EQ(file_count(), 1u) << "a temporary file was left";
}

TEST_F(SafeFile, AnAbandonedReplacementLeavesNoTrace) {
  write_file(folder_ / "f", "older");
  {
    const FileReplacement replacement(folder_ / "f");
    std::ofstream(replacement.temporary()) << "half";
    EXPECT_EQ(file_count(), 2u);
  }
  EXPECT_EQ(file_count(), 1u);
  EXPECT_EQ(read_file(folder_ / "f", kLimit), "older");
}

TEST_F(SafeFile, KeepsPermissionsAndFollowsLinks) {
  const auto mode = [&](const fs::path& path) { return fs::status(path).permissions(); };
  const mode_t old_mask = umask(027);
  write_file(folder_ / "f", "1");
  umask(old_mask);
  EXPECT_EQ(mode(folder_ / "f"), fs::perms(0640));
  fs::permissions(folder_ / "f", fs::perms(0604));
  fs::create_symlink("f", folder_ / "link");
  write_file(folder_ / "link", "2");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_file(folder_ / "f", kLimit), "2");
  EXPECT_EQ(mode(folder_ / "f"), fs::perms(0604));
}

TEST_F(SafeFile, WritesIntoTheWorkingFolderByBareName) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  write_file("bare", "x");
  fs::current_path(before);
  EXPECT_EQ(read_file(folder_ / "bare", kLimit), "x");
}

}  // namespace
}  // namespace hessianscope
