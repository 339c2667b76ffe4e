// A matrix as a file inside an archive, its rows made one at a time while the archive is written,
// so that it never exists whole.
#pragma once

#include <zip.h>

#include <functional>
#include <string>
#include <vector>

#include "core/linear_algebra.h"

namespace hessianscope {

// What is written: a preamble, then `rows` rows of `columns` numbers; row(i, out) makes row i.
struct RowStream {
  std::string preamble;
  Index rows = 0, columns = 0;
  std::function<void(Index, double*)> row;
};

// A libzip source that reads `stream`, which must outlive the archive. Null when libzip has no
// memory for it; the archive then holds the error.
zip_source_t* row_source(zip_t* archive, const RowStream& stream);

}  // namespace hessianscope
