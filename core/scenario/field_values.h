// Values of fields as text: typed reading, and the JSON form that files and messages show.
#pragma once

#include <string>
#include <string_view>

#include "core/scenario/field_table.h"

namespace hessianscope {

// "0.1", "16", "true", "\"softmax\"", "null", "[0.1, 10]", "[\"outer\"]".
std::string value_to_json(const FieldValue& value);

// What a field may hold, to finish "it must be ...": "a number from 0 to 1000".
std::string allowed_values(const Field& field);

// `value` in the alternative that `field.kind` asks for. A whole number serves Number and Integer
// alike; a list serves Range and Flags. Throws Error naming key, value and what is allowed when
// the kind or the range is wrong.
FieldValue checked_value(const Field& field, const FieldValue& value);

// The same from the text of --set KEY=VALUE.
FieldValue parse_value(const Field& field, std::string_view text);

// The sentence for a value that does not fit; `shown` is the value as it was written.
[[noreturn]] void refuse_value(const Field& field, const std::string& shown);

}  // namespace hessianscope
