// The names of every choice, as files and commands spell them, in the order of the enumerators.
#pragma once

#include <array>
#include <string_view>

#include "core/scenario/scenario.h"

namespace hessianscope {

template <typename Choice>
inline constexpr std::array<std::string_view, 0> kChoiceNames{};

template <>
inline constexpr std::array<std::string_view, 3> kChoiceNames<DataSource>{"gaussian",
                                                                          "digit_addition", "file"};
template <>
inline constexpr std::array<std::string_view, 3> kChoiceNames<AttentionKernel>{"softmax", "linear",
                                                                               "sigmoid"};
template <>
inline constexpr std::array<std::string_view, 2> kChoiceNames<AttentionMask>{"none", "causal"};
template <>
inline constexpr std::array<std::string_view, 2> kChoiceNames<QueryKeyForm>{"separate", "merged"};
template <>
inline constexpr std::array<std::string_view, 2> kChoiceNames<Normalization>{"none", "pre_ln"};
template <>
inline constexpr std::array<std::string_view, 4> kChoiceNames<Activation>{"identity", "relu",
                                                                          "gelu", "tanh"};
template <>
inline constexpr std::array<std::string_view, 2> kChoiceNames<LossKind>{"mse", "cross_entropy"};
template <>
inline constexpr std::array<std::string_view, 3> kChoiceNames<Part>{"total", "outer", "functional"};
template <>
inline constexpr std::array<std::string_view, 2> kChoiceNames<ValueScale>{"log", "signed"};
template <>
inline constexpr std::array<std::string_view, 2> kChoiceNames<Theme>{"light", "dark"};

template <typename Choice>
constexpr std::string_view choice_name(Choice choice) {
  return kChoiceNames<Choice>[static_cast<std::size_t>(choice)];
}

}  // namespace hessianscope
