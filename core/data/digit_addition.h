// The digit-addition task: five-digit sums written as the 18 tokens XXXXX+YYYYY=ZZZZZZ.
//
// Vocabulary: the digits 0 .. 9, '+' = 10, '=' = 11. Operands are five uniform digits each, the
// answer six digits with leading zeros. Token i is embedded as the sum of a token and a position
// embedding, and predicts token i + 1; only positions 11 .. 16 (the '=' and all but the last digit
// of the answer) carry loss, 1/(6 N) each.
#pragma once

#include <array>
#include <cstdint>

#include "core/data/given_arrays.h"
#include "core/scenario/scenario.h"

namespace hessianscope {

inline constexpr std::int64_t kSumTokens = 18;
inline constexpr std::int64_t kFirstAnswerPosition = 11;  // predicts the first digit of the answer
inline constexpr std::int64_t kAnswerDigits = 6;

// The tokens of sequence n.
std::array<std::uint32_t, kSumTokens> sum_tokens(std::int64_t seed, std::uint32_t sequence);

// X with embeddings of unit variance each, labels (the next token, 0 where no loss is carried) and
// token weights. d_model must be at least kDigitVocabulary; d_out = d_model.
GivenArrays digit_addition(std::int64_t seed, Index sequences, Index d_model);

}  // namespace hessianscope
