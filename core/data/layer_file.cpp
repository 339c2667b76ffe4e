#include "core/data/layer_file.h"

#include <cmath>

#include "core/data/npz.h"
#include "core/error.h"
#include "core/scenario/field_table.h"
#include "core/text.h"

namespace hessianscope {
namespace {

constexpr Index kMostTokens = 16384;
constexpr Index kWidestModel = 1024;
constexpr Index kWidestMlp = 4096;
constexpr double kWeightTolerance = 1e-6;  // what float32 leaves of a sum of one

std::string shape_text(const NpyArray& array) {
  std::string text;
  for (const std::int64_t size : array.shape) {
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  }
  return "(" + text + ")";
}

std::string mlp_name(Index layer) {
  return "mlp_W_" + std::to_string(layer + 1);
}

Index most_layers() {
  return static_cast<Index>(field("mlp.depth").maximum);
}

std::vector<std::string> known_names() {
  std::vector<std::string> names = {"X",   "Y",   "labels", "token_weights",
                                    "W_Q", "W_K", "W_QK",   "W_V"};
  // One layer more than is allowed, so that a deeper file is refused instead of cut short.
  for (Index layer = 0; layer <= most_layers(); ++layer) names.push_back(mlp_name(layer));
  return names;
}

// Where a flat position of an array is, "[0, 3, 2]".
std::string index_text(const NpyArray& array, std::size_t position) {
  auto stride = static_cast<std::size_t>(array.count());
  std::string text = "[";
  for (const std::int64_t size : array.shape) {
    stride /= static_cast<std::size_t>(size);
    if (text.size() > 1) text += ", ";
    text += std::to_string(position / stride);
    position %= stride;
  }
  return text + "]";
}

class LayerReader {
 public:
  explicit LayerReader(std::map<std::string, NpyArray> arrays) : arrays_(std::move(arrays)) {}

  GivenArrays read() {
    if (arrays_.empty()) {
      throw Error("none of X, Y, labels, token_weights, W_Q, W_K, W_QK, W_V, mlp_W_1 is in it");
    }
    GivenArrays given;
    given.X = token_rows("X", "d_model");
    given.Y = token_rows("Y", "d_out");
    given.labels = labels();
    given.token_weights = token_weights();
    given.W_Q = weights("W_Q", "d_model", "d_key");
    given.W_K = weights("W_K", "d_model", "d_key");
    given.W_QK = weights("W_QK", "d_model", "d_model");
    for (const char* part : {"W_Q", "W_K"}) {
      if (given.W_QK && find(part) != nullptr) contradict("W_QK", part, "the query-key weights");
    }
    given.W_V = weights("W_V", "d_model", "d_out");
    given.mlp_weights = mlp_weights();
    given.sequences = size_of("N");
    given.length = size_of("L");
    given.d_model = size_of("d_model");
    given.d_key = size_of("d_key");
    given.d_out = size_of("d_out");
    return given;
  }

 private:
  struct Claim {
    Index size = 0;
    std::string array;
  };

  const NpyArray* find(const std::string& name) const {
    const auto found = arrays_.find(name);
    return found == arrays_.end() ? nullptr : &found->second;
  }

  Index size_of(const std::string& symbol) const {
    const auto found = claims_.find(symbol);
    return found == claims_.end() ? 0 : found->second.size;
  }

  std::string named(const std::string& array) const {
    return array + " " + shape_text(arrays_.at(array));
  }

  [[noreturn]] void contradict(const std::string& one, const std::string& other,
                               const std::string& what) const {
    throw Error(named(one) + " and " + named(other) + " contradict each other on " + what);
  }

  // The first array that has a size fixes it; every other one must agree.
  void claim(const std::string& symbol, Index size, Index most, const std::string& array) {
    if (size < 1 || size > most) {
      throw Error(named(array) + " has " + symbol + " = " + std::to_string(size) +
                  "; it must be from 1 to " + std::to_string(most));
    }
    const auto [place, is_first] = claims_.try_emplace(symbol, Claim{size, array});
    if (!is_first && place->second.size != size) contradict(place->second.array, array, symbol);
  }

  // An array of that many trailing dimensions after (N,L) or (L); claims N and L.
  const NpyArray* per_token(const std::string& name, std::size_t trailing) {
    const NpyArray* array = find(name);
    if (array == nullptr) return nullptr;
    const std::size_t rank = array->shape.size();
    if (rank != trailing + 1 && rank != trailing + 2) {
      throw Error(named(name) + " has the wrong number of dimensions; it must be " +
                  (trailing == 0 ? "(L) or (N,L)" : "(L,d) or (N,L,d)"));
    }
    const Index sequences = rank == trailing + 1 ? 1 : array->shape[0];
    const Index length = array->shape[rank - trailing - 1];
    claim("N", sequences, kMostTokens, name);
    claim("L", length, kMostTokens / sequences, name);
    return array;
  }

  const std::vector<double>& finite_numbers(const std::string& name) const {
    const NpyArray& array = arrays_.at(name);
    if (array.type != NpyArray::Type::Float64) {
      throw Error(named(name) + " does not hold float64 or float32");
    }
    for (std::size_t i = 0; i < array.float64.size(); ++i) {
      if (!std::isfinite(array.float64[i])) {
        throw Error(named(name) + " holds " + number_text(array.float64[i]) + " at " +
                    index_text(array, i) + "; every number must be finite");
      }
    }
    return array.float64;
  }

  std::optional<Matrix> token_rows(const std::string& name, const std::string& width) {
    const NpyArray* array = per_token(name, 1);
    if (array == nullptr) return std::nullopt;
    claim(width, array->shape.back(), kWidestModel, name);
    const Index tokens = size_of("N") * size_of("L");
    return Eigen::Map<const Matrix>(finite_numbers(name).data(), tokens, array->shape.back());
  }

  std::optional<std::vector<Index>> labels() {
    const NpyArray* array = per_token("labels", 0);
    if (array == nullptr) return std::nullopt;
    if (array->type == NpyArray::Type::UInt8) {
      return std::vector<Index>(array->uint8.begin(), array->uint8.end());
    }
    if (array->type != NpyArray::Type::Int64) {
      throw Error(named("labels") + " does not hold integers");
    }
    for (std::size_t i = 0; i < array->int64.size(); ++i) {
      if (array->int64[i] < 0) {
        throw Error(named("labels") + " holds " + std::to_string(array->int64[i]) + " at " +
                    index_text(*array, i) + "; labels count from 0");
      }
    }
    return std::vector<Index>(array->int64.begin(), array->int64.end());
  }

  std::optional<Vector> token_weights() {
    const NpyArray* array = per_token("token_weights", 0);
    if (array == nullptr) return std::nullopt;
    const std::vector<double>& numbers = finite_numbers("token_weights");
    const Vector weights = Eigen::Map<const Vector>(numbers.data(), array->count());
    if (weights.minCoeff() < 0 || std::abs(weights.sum() - 1) > kWeightTolerance) {
      throw Error(named("token_weights") + " has the sum " + number_text(weights.sum()) +
                  " and the least entry " + number_text(weights.minCoeff()) +
                  "; weights must sum to 1, none below 0");
    }
    return weights;
  }

  std::optional<Matrix> weights(const std::string& name, const std::string& rows,
                                const std::string& columns, Index most_rows = kWidestModel,
                                Index most_columns = kWidestModel) {
    const NpyArray* array = find(name);
    if (array == nullptr) return std::nullopt;
    if (array->shape.size() != 2) {
      throw Error(named(name) + " has the wrong number of dimensions; it must be (" + rows + "," +
                  columns + ")");
    }
    claim(rows, array->shape[0], most_rows, name);
    claim(columns, array->shape[1], most_columns, name);
    return Eigen::Map<const Matrix>(finite_numbers(name).data(), array->shape[0], array->shape[1]);
  }

  std::vector<Matrix> mlp_weights() {
    Index depth = 0;
    while (depth <= most_layers() && find(mlp_name(depth)) != nullptr) ++depth;
    for (Index layer = depth; layer <= most_layers(); ++layer) {
      if (find(mlp_name(layer)) != nullptr) {
        throw Error(mlp_name(layer) + " is in it, but " + mlp_name(depth) + " is not");
      }
    }
    if (depth > most_layers()) {
      throw Error(mlp_name(depth - 1) + " is in it; an MLP may have " +
                  std::to_string(most_layers()) + " layers at most");
    }
    std::vector<Matrix> layers;
    const auto width = [&](Index layer) {
      return layer == 0 ? "d_model" : layer == depth ? "d_out" : "width " + std::to_string(layer);
    };
    for (Index layer = 0; layer < depth; ++layer) {
      const Index most_in = layer == 0 ? kWidestModel : kWidestMlp;
      const Index most_out = layer + 1 == depth ? kWidestModel : kWidestMlp;
      layers.push_back(
          *weights(mlp_name(layer), width(layer), width(layer + 1), most_in, most_out));
    }
    return layers;
  }

  std::map<std::string, NpyArray> arrays_;
  std::map<std::string, Claim> claims_;
};

}  // namespace

GivenArrays read_layer_file(const std::filesystem::path& path) {
  std::map<std::string, NpyArray> arrays = read_npz(path, known_names(), kMostLayerBytes);
  try {
    return LayerReader(std::move(arrays)).read();
  } catch (const Error& error) {
    throw Error(path.string() + ": " + error.what());
  }
}

}  // namespace hessianscope
