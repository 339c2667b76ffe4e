// Whole-file input and output with errors that name path and cause.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace hessianscope {

// A file opened for reading; closed with the object. Only regular files are accepted, and the
// open never waits, so neither a pipe nor a device can hold up the program.
class RegularFile {
 public:
  // Throws Error with path and cause (missing, a folder, unreadable, not a regular file).
  explicit RegularFile(const std::filesystem::path& path);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  std::uint64_t size() const { return size_; }
  // When the content last changed, in nanoseconds since the epoch.
  std::int64_t modified() const { return modified_; }
  // Hands the descriptor over; the caller closes it.
  int release();
  // Reads at most `size` bytes; fewer only at the end of the file. Throws Error.
  std::size_t read(char* buffer, std::size_t size);

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::int64_t modified_ = 0;
};

// A new content for a file, prepared in a temporary file beside it and put in its place in one
// step, so that a full disk, a crash or an exception leaves the older file as it was. A symbolic
// link is followed: its target is replaced.
class FileReplacement {
 public:
  // Creates the temporary file. Throws Error with path and cause (a missing or unwritable folder,
  // a path that is a folder or a device).
  explicit FileReplacement(const std::filesystem::path& path);
  // Removes the temporary file unless it was committed.
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  // Where the new content is to be written.
  const std::filesystem::path& temporary() const { return temporary_; }
  // Flushes the content to the disk and renames it over the target. Throws Error.
  void commit();

 private:
  [[noreturn]] void fail(int cause) const;

  std::filesystem::path path_;       // as the caller named it, for messages
  std::filesystem::path target_;     // the same with symbolic links followed
  std::filesystem::path temporary_;  // empty once committed
  unsigned mode_ = 0;
};

// Throws Error now if `path` could not be written, rather than after a long computation.
void check_writable(const std::filesystem::path& path);

// The bytes of a file of at most `limit` bytes; throws Error (missing, a folder, unreadable, too
// large). Never waits on a pipe or a device.
std::string read_file(const std::filesystem::path& path, std::uint64_t limit);

// Replaces the file's content through a FileReplacement. Throws Error with path and cause.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace hessianscope
