#include "core/data/row_source.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

namespace hessianscope {
namespace {

// Where a reader of the stream stands: in the preamble, or in the row last made.
class RowReader {
 public:
  explicit RowReader(const RowStream& stream)
      : stream_(stream), row_(static_cast<std::size_t>(stream.columns)) {}

  std::uint64_t size() const {
    return stream_.preamble.size() +
           static_cast<std::uint64_t>(stream_.rows * stream_.columns) * sizeof(double);
  }

  void rewind() {
    rest_ = stream_.preamble;
    next_row_ = 0;
  }

  std::uint64_t read(char* out, std::uint64_t wanted) {
    std::uint64_t done = 0;
    while (done < wanted && (!rest_.empty() || make_row())) {
      const std::uint64_t count = std::min<std::uint64_t>(rest_.size(), wanted - done);
      std::memcpy(out + done, rest_.data(), count);
      rest_.remove_prefix(count);
      done += count;
    }
    return done;
  }

 private:
  bool make_row() {
    if (next_row_ == stream_.rows || row_.empty()) return false;
    stream_.row(next_row_++, row_.data());
    rest_ = {reinterpret_cast<const char*>(row_.data()), row_.size() * sizeof(double)};
    return true;
  }

  const RowStream& stream_;
  std::vector<double> row_;
  Index next_row_ = 0;
  std::string_view rest_;  // made and not yet read
};

// The callback of zip_source_function(3).
zip_int64_t answer(void* state, void* data, zip_uint64_t size, zip_source_cmd_t command) {
  auto* reader = static_cast<RowReader*>(state);
  switch (command) {
    case ZIP_SOURCE_OPEN:
      reader->rewind();
      return 0;
    case ZIP_SOURCE_READ:
      return static_cast<zip_int64_t>(reader->read(static_cast<char*>(data), size));
    case ZIP_SOURCE_STAT: {
      auto* status = static_cast<zip_stat_t*>(data);
      zip_stat_init(status);
      status->valid = ZIP_STAT_SIZE;
      status->size = reader->size();
      return sizeof(zip_stat_t);
    }
    case ZIP_SOURCE_CLOSE:
      return 0;
    case ZIP_SOURCE_ERROR: {
      zip_error_t none;
      zip_error_init(&none);
      return zip_error_to_data(&none, data, size);
    }
    case ZIP_SOURCE_FREE:
      delete reader;
      return 0;
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                            ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
    default:
      return -1;
  }
}

}  // namespace

zip_source_t* row_source(zip_t* archive, const RowStream& stream) {
  auto reader = std::make_unique<RowReader>(stream);
  zip_source_t* source = zip_source_function(archive, answer, reader.get());
  if (source != nullptr) reader.release();  // freed by ZIP_SOURCE_FREE
  return source;
}

}  // namespace hessianscope
