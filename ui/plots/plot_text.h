// The short texts of plots, the same in every locale.
#pragma once

#include <QString>
#include <string_view>

#include "core/live/snapshot.h"

namespace hessianscope {

// "0", "0.0123", "1.23e−5": `digits` significant digits, the minus sign of typography, no
// trailing zeros; "NaN", "∞".
QString rounded_text(double value, int digits = 3);

// "10⁻³".
QString power_text(int exponent);

// "W_Q" -> "Q", "W_QK" -> "QK", "W_1" -> "W₁".
QString block_text(std::string_view block_name);
// "QK", "QK·V", "W₁W₂".
QString block_pair_text(std::string_view row, std::string_view column);

QString part_text(Part part);     // "H", "H outer", "H functional"
QString model_text(Model model);  // "Self-attention", "MLP baseline"

// The parameters of the data a plot shows: "P = 768, σ = 1, L = 16, softmax ...". For the MLP its
// depth, width and activation.
QString parameters_text(const Snapshot& snapshot, Model model);

}  // namespace hessianscope
