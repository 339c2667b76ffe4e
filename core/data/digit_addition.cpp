#include "core/data/digit_addition.h"

#include "core/data/normal_numbers.h"

namespace hessianscope {
namespace {

constexpr std::size_t kOperandDigits = 5;
constexpr std::uint32_t kPlus = 10, kEquals = 11;

bool predicts_answer(Index position) {
  return position >= kFirstAnswerPosition && position < kFirstAnswerPosition + kAnswerDigits;
}

Matrix embeddings(std::int64_t seed, Stream stream, Index count, Index d_model) {
  Matrix table(count, d_model);
  for (Index i = 0; i < count; ++i) {
    fill_normal({seed, stream, 0, static_cast<std::uint32_t>(i)},
                {table.row(i).data(), static_cast<std::size_t>(d_model)});
  }
  return table;
}

}  // namespace

std::array<std::uint32_t, kSumTokens> sum_tokens(std::int64_t seed, std::uint32_t sequence) {
  std::array<std::uint32_t, kSumTokens> tokens{};
  std::uint32_t sum = 0;
  for (std::uint32_t operand = 0; operand < 2; ++operand) {
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; i < kOperandDigits; ++i) {
      const std::uint32_t place = operand * kOperandDigits + i;
      const std::uint32_t digit = uniform_integer({seed, Stream::Digits, sequence, place}, 10);
      tokens[place + operand] = digit;  // the second operand stands after the '+'
      number = 10 * number + digit;
    }
    sum += number;
  }
  tokens[kOperandDigits] = kPlus;
  tokens[2 * kOperandDigits + 1] = kEquals;
  for (std::size_t i = kSumTokens; i-- > kSumTokens - kAnswerDigits; sum /= 10) {
    tokens[i] = sum % 10;
  }
  return tokens;
}

GivenArrays digit_addition(std::int64_t seed, Index sequences, Index d_model) {
  const Matrix of_token = embeddings(seed, Stream::TokenEmbedding, kDigitVocabulary, d_model);
  const Matrix of_position = embeddings(seed, Stream::PositionEmbedding, kSumTokens, d_model);
  const Index count = sequences * kSumTokens;
  GivenArrays given;
  given.sequences = sequences;
  given.length = kSumTokens;
  given.d_model = given.d_out = d_model;
  given.X = Matrix(count, d_model);
  given.labels = std::vector<Index>(static_cast<std::size_t>(count), 0);
  given.token_weights = Vector::Zero(count);
  for (Index n = 0; n < sequences; ++n) {
    const auto tokens = sum_tokens(seed, static_cast<std::uint32_t>(n));
    for (Index i = 0; i < kSumTokens; ++i) {
      const Index row = n * kSumTokens + i;
      const auto place = static_cast<std::size_t>(i);
      given.X->row(row) = of_token.row(tokens[place]) + of_position.row(i);
      if (!predicts_answer(i)) continue;
      (*given.labels)[static_cast<std::size_t>(row)] = tokens[place + 1];
      (*given.token_weights)[row] = 1.0 / static_cast<double>(kAnswerDigits * sequences);
    }
  }
  return given;
}

}  // namespace hessianscope
