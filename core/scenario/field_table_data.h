// The contents of the field table; everything else reads them through field_table.h.
#pragma once

#include <vector>

#include "core/scenario/field_table.h"

namespace hessianscope {

std::vector<Field> make_field_table();

}  // namespace hessianscope
