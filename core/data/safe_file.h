// Whole-file input and output with errors that name path and cause.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace hessianscope {

// The bytes of a file of at most `limit` bytes; throws Error (missing, a folder, unreadable, too
// large). Never waits on a pipe or a device.
std::string read_file(const std::filesystem::path& path, std::uint64_t limit);

// Replaces the file's content in one step (temporary file beside it, flushed, then renamed), so
// that a full disk or a crash leaves the older file intact. Throws Error with path and cause.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace hessianscope
