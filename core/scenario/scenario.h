// Scenario: one value that says everything that is computed and how it is shown.
//
// A Scenario is plain data. Ranges, labels and text forms of its fields live in the field table
// (field_table.h); its JSON form in scenario_json.h; what it means in numbers in data/problem.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace hessianscope {

enum class DataSource { Gaussian, DigitAddition, File };
enum class AttentionKernel { Softmax, Linear, Sigmoid };
enum class AttentionMask { None, Causal };
enum class QueryKeyForm { Separate, Merged };
enum class Normalization { None, PreLn };
enum class Activation { Identity, Relu, Gelu, Tanh };
enum class LossKind { Mse, CrossEntropy };
enum class Part { Total, Outer, Functional };
inline constexpr std::array kParts = {Part::Total, Part::Outer, Part::Functional};
enum class ValueScale { Log, Signed };
enum class Theme { Light, Dark };

// Symbols of the digit_addition task: the digits, '+' and '='. Its one-hot targets need as many
// outputs.
inline constexpr std::int64_t kDigitVocabulary = 12;

struct DataSettings {
  DataSource source = DataSource::Gaussian;
  double scale = 1.0;  // sigma: multiplies a fixed draw
  bool scale_targets = false;
  std::int64_t sequence_length = 16;  // L
  std::int64_t sequences = 1;         // N
  std::int64_t seed = 1;
  std::string file;  // .npz of a real layer, for DataSource::File
  bool operator==(const DataSettings&) const = default;
};

struct AttentionSettings {
  std::int64_t d_model = 16;
  std::int64_t d_key = 16;
  AttentionKernel kernel = AttentionKernel::Softmax;
  AttentionMask mask = AttentionMask::None;
  QueryKeyForm query_key = QueryKeyForm::Separate;
  double temperature = 1.0;  // tau: scores are divided by tau sqrt(d_key)
  Normalization normalization = Normalization::None;
  double query_scale = 1.0;
  double key_scale = 1.0;
  double value_scale = 1.0;
  std::int64_t seed = 2;
  bool operator==(const AttentionSettings&) const = default;
};

struct MlpSettings {
  std::int64_t depth = 2;
  Activation activation = Activation::Relu;
  std::int64_t width = 0;  // 0: the width whose parameter count is nearest to attention's
  double scale = 1.0;
  std::int64_t seed = 3;
  bool operator==(const MlpSettings&) const = default;
};

struct ViewSettings {
  Part part = Part::Total;
  ValueScale values = ValueScale::Log;
  std::optional<std::array<double, 2>> range;  // locked colour range, none = automatic
  bool overlay_outer = false;
  bool overlay_functional = false;
  Theme theme = Theme::Light;
  bool operator==(const ViewSettings&) const = default;
};

struct Scenario {
  DataSettings data;
  AttentionSettings attention;
  MlpSettings mlp;
  LossKind loss = LossKind::Mse;
  ViewSettings view;
  bool operator==(const Scenario&) const = default;
};

}  // namespace hessianscope
