// An open archive of libzip that closes itself, without writing what has not been committed.
#pragma once

#include <zip.h>

#include <memory>

namespace hessianscope {

struct ZipArchiveDiscarder {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using ZipArchive = std::unique_ptr<zip_t, ZipArchiveDiscarder>;

}  // namespace hessianscope
