#include "core/data/safe_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace hessianscope {
namespace {

std::string cause_text(int cause) {
  return std::generic_category().message(cause);
}

// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  int release() { return std::exchange(value_, -1); }

 private:
  int value_;
};

// Creates an empty file of a name nobody has, beside `target`, with the permissions the process
// gives to new files. Returns its path, or leaves errno.
std::filesystem::path create_beside(const std::filesystem::path& target) {
  static std::atomic<unsigned> count = 0;
  // A name of its own, so that the longest legal name of a target still has a temporary one.
  const std::string stem = ".hessianscope-" + std::to_string(::getpid()) + "-";
  constexpr int kAttempts = 100;  // leftovers of killed processes with the same number
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::filesystem::path path = target.parent_path() / (stem + std::to_string(++count));
    const Descriptor created(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (created.get() >= 0) return path;
    if (errno != EEXIST) break;
  }
  return {};
}

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category());
    }
  }
}

}  // namespace

RegularFile::RegularFile(const std::filesystem::path& path) : path_(path) {
  const auto fail = [&](const std::string& cause) {
    throw Error(path.string() + " cannot be read: " + cause);
  };
  struct stat status {};
  const auto check_kind = [&](int result) {
    if (result != 0) fail(cause_text(errno));
    if (S_ISDIR(status.st_mode)) fail("it is a folder");
    if (!S_ISREG(status.st_mode)) fail("it is not a regular file");
  };
  // Opening a device can set it in motion, so its kind is asked before; and once more after, with
  // an open that would not wait for the writer of a pipe, should the path have changed hands.
  check_kind(::stat(path.c_str(), &status));
  Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (opened.get() < 0) fail(cause_text(errno));
  check_kind(::fstat(opened.get(), &status));
  descriptor_ = opened.release();
  size_ = static_cast<std::uint64_t>(status.st_size);
  modified_ = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int RegularFile::release() {
  return std::exchange(descriptor_, -1);
}

std::size_t RegularFile::read(char* buffer, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(descriptor_, buffer + done, size - done);
    if (count == 0) break;
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      throw Error(path_.string() + " cannot be read: " + cause_text(errno));
    }
  }
  return done;
}

FileReplacement::FileReplacement(const std::filesystem::path& path) : path_(path), target_(path) {
  std::error_code ignored;
  // Of a broken link there is no canonical form; it is replaced itself.
  if (std::filesystem::exists(path, ignored)) target_ = std::filesystem::canonical(path, ignored);
  if (target_.empty()) fail(ENOENT);
  if (!target_.has_filename()) fail(EISDIR);
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    throw Error(path.string() + " cannot be written: it is not a regular file");
  }
  // A rename would replace a file that may not be written.
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  temporary_ = create_beside(target_);
  if (temporary_.empty()) fail(errno);
  if (!exists) ::stat(temporary_.c_str(), &status);
  mode_ = status.st_mode & 07777;
}

FileReplacement::~FileReplacement() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileReplacement::fail(int cause) const {
  throw Error(path_.string() + " cannot be written: " + cause_text(cause));
}

void FileReplacement::commit() {
  {
    const Descriptor content(::open(temporary_.c_str(), O_WRONLY | O_CLOEXEC));
    if (content.get() < 0) fail(errno);
    if (::fchmod(content.get(), mode_) != 0 || ::fsync(content.get()) != 0) fail(errno);
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  // The new name is durable once its folder is; some file systems cannot flush a folder.
  const std::filesystem::path folder = target_.parent_path();
  const Descriptor parent(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) ::fsync(parent.get());
}

void check_writable(const std::filesystem::path& path) {
  const FileReplacement abandoned(path);
}

std::string read_file(const std::filesystem::path& path, std::uint64_t limit) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  RegularFile file(path);
  std::string bytes;
  // Grown by what is there, not by the size the file claims: a growing file meets the limit too.
  std::size_t count = 0;
  do {
    if (bytes.size() > limit || file.size() > limit) {
      throw Error(path.string() + " cannot be read: it is larger than " + std::to_string(limit) +
                  " bytes");
    }
    const std::size_t before = bytes.size();
    bytes.resize(before + kChunk);
    count = file.read(bytes.data() + before, kChunk);
    bytes.resize(before + count);
  } while (count > 0);
  return bytes;
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  FileReplacement replacement(path);
  try {
    const Descriptor content(
        ::open(replacement.temporary().c_str(), O_WRONLY | O_CLOEXEC | O_TRUNC));
    if (content.get() < 0) throw std::system_error(errno, std::generic_category());
    write_all(content.get(), bytes);
  } catch (const std::system_error& error) {
    throw Error(path.string() + " cannot be written: " + error.code().message());
  }
  replacement.commit();
}

}  // namespace hessianscope
