// Numbers and text as the program reads and writes them: the dot in every locale, the shortest
// digits that read back to the same double, and untrusted text made fit for a message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hessianscope {

// Shortest round-trip form: "0.1", "1e-20", "nan", "inf".
std::string number_text(double value);

// The whole of `text` as a finite number or an integer; nothing for anything else.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);

// Whether `text` is well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms).
bool is_utf8(std::string_view text);

// `text` made fit for a message: at most `longest` bytes of it and then "...", control characters
// and ill-formed bytes as '?'.
std::string printable(std::string_view text, std::size_t longest);

// The first 60 bytes of `text`, printable, between double quotes.
std::string in_quotes(std::string_view text);

// `text` as a JSON string literal. It must be well-formed UTF-8.
std::string json_string(std::string_view text);

}  // namespace hessianscope
