#include "core/scenario/field_table_data.h"

#include "core/scenario/choice_names.h"

namespace hessianscope {
namespace {

constexpr double kLargestSeed = 9007199254740991.0;  // 2^53 - 1, exact in a JSON number

// What every field says about itself, whatever its kind.
struct Words {
  const char* key;
  const char* label;
  const char* unit;
  const char* help;
};

struct Interval {
  double minimum, maximum;
};

template <typename Value, typename Access>
Field field_of(const Words& words, FieldKind kind, Access access) {
  Field field;
  field.key = words.key;
  field.label = words.label;
  field.unit = words.unit;
  field.help = words.help;
  field.kind = kind;
  field.get = [access](const Scenario& scenario) -> FieldValue { return access(scenario); };
  field.set = [access](Scenario& scenario, const FieldValue& value) {
    access(scenario) = std::get<Value>(value);
  };
  return field;
}

// A number on a logarithmic slider; the legal range may reach down to a typed 0.
template <typename Access>
Field log_number(const Words& words, Interval legal, Interval slider, Access access) {
  Field field = field_of<double>(words, FieldKind::Number, access);
  field.minimum = legal.minimum;
  field.maximum = legal.maximum;
  field.slider_minimum = slider.minimum;
  field.slider_maximum = slider.maximum;
  field.logarithmic = true;
  return field;
}

template <typename Access>
Field integer(const Words& words, Interval legal, Interval slider, Access access) {
  Field field = field_of<std::int64_t>(words, FieldKind::Integer, access);
  field.minimum = legal.minimum;
  field.maximum = legal.maximum;
  field.slider_minimum = slider.minimum;
  field.slider_maximum = slider.maximum;
  return field;
}

template <typename Access>
Field seed(const Words& words, Access access) {
  return integer(words, {0, kLargestSeed}, {0, 100}, access);
}

template <typename Access>
Field boolean(const Words& words, Access access) {
  return field_of<bool>(words, FieldKind::Boolean, access);
}

template <typename Choice, typename Access>
Field choice(const Words& words, Access access) {
  Field field;
  field.key = words.key;
  field.label = words.label;
  field.unit = words.unit;
  field.help = words.help;
  field.kind = FieldKind::Choice;
  field.choices.assign(kChoiceNames<Choice>.begin(), kChoiceNames<Choice>.end());
  field.get = [access](const Scenario& scenario) -> FieldValue {
    return std::string(choice_name(access(scenario)));
  };
  field.set = [access](Scenario& scenario, const FieldValue& value) {
    const auto& names = kChoiceNames<Choice>;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == std::get<std::string>(value)) access(scenario) = static_cast<Choice>(i);
    }
  };
  return field;
}

// The parts that may be laid over a spectrum, each a switch of its own in the scenario.
Field overlays(const Words& words) {
  Field field;
  field.key = words.key;
  field.label = words.label;
  field.unit = words.unit;
  field.help = words.help;
  field.kind = FieldKind::Flags;
  const std::string outer(choice_name(Part::Outer)), functional(choice_name(Part::Functional));
  field.choices = {outer, functional};
  field.get = [=](const Scenario& scenario) -> FieldValue {
    std::vector<std::string> chosen;
    if (scenario.view.overlay_outer) chosen.push_back(outer);
    if (scenario.view.overlay_functional) chosen.push_back(functional);
    return chosen;
  };
  field.set = [=](Scenario& scenario, const FieldValue& value) {
    scenario.view.overlay_outer = scenario.view.overlay_functional = false;
    for (const std::string& part : std::get<std::vector<std::string>>(value)) {
      (part == outer ? scenario.view.overlay_outer : scenario.view.overlay_functional) = true;
    }
  };
  return field;
}

void add_data_fields(std::vector<Field>& table) {
  table.push_back(choice<DataSource>(
      {"data.source", "source", "",
       "Where tokens and targets come from: Gaussian numbers, five-digit sums written as tokens, "
       "or the arrays of a real layer in an .npz file."},
      [](auto& s) -> auto& { return s.data.source; }));
  table.push_back(log_number(
      {"data.scale", "scale σ", "",
       "Multiplies the tokens, a fixed draw. At small σ with softmax the outer-product part grows "
       "like σ⁶ in the query and key blocks, σ⁴ where they meet value and σ² in the value block; "
       "past σ = 1 softmax saturates."},
      {0, 1e3}, {1e-3, 1e2}, [](auto& s) -> auto& { return s.data.scale; }));
  table.push_back(boolean(
      {"data.scale_targets", "scale targets too", "",
       "Multiplies the targets Y by σ as well: every exponent of the functional part then "
       "grows by one."},
      [](auto& s) -> auto& { return s.data.scale_targets; }));
  table.push_back(integer(
      {"data.sequence_length", "length L", "tokens",
       "Tokens per sequence; a longer sequence keeps the tokens of the shorter one. With nearly "
       "uniform attention the value block's outer-product part falls like 1/L. Sums of digits "
       "always have 18 tokens."},
      {1, 256}, {1, 256}, [](auto& s) -> auto& { return s.data.sequence_length; }));
  table.push_back(integer(
      {"data.sequences", "sequences N", "",
       "Independent sequences the loss averages over; more sequences keep the earlier ones and "
       "raise the rank of every block."},
      {1, 64}, {1, 64}, [](auto& s) -> auto& { return s.data.sequences; }));
  table.push_back(seed(
      {"data.seed", "seed", "",
       "Which fixed draw of tokens and targets is used; the same seed gives the "
       "same numbers everywhere."},
      [](auto& s) -> auto& { return s.data.seed; }));
  table.push_back(field_of<std::string>(
      {"data.file", "file", "",
       "An .npz with any of X, Y or labels, W_Q, W_K, W_V or W_QK, used when the source is file. "
       "Its shapes replace the sizes set here; what it lacks is drawn."},
      FieldKind::Text, [](auto& s) -> auto& { return s.data.file; }));
}

void add_attention_fields(std::vector<Field>& table) {
  table.push_back(integer(
      {"attention.d_model", "d_model", "",
       "Width of a token, and of the output. The number of parameters P grows with it, memory "
       "like P² and an exact spectrum like P³."},
      {1, 128}, {1, 128}, [](auto& s) -> auto& { return s.attention.d_model; }));
  table.push_back(integer(
      {"attention.d_key", "d_key", "",
       "Width of queries and keys. Below d_model the outer-product part of the query and key "
       "blocks loses rank: at most 2 d_key d_model - d_key² of it is left."},
      {1, 128}, {1, 128}, [](auto& s) -> auto& { return s.attention.d_key; }));
  table.push_back(choice<AttentionKernel>(
      {"attention.kernel", "kernel", "",
       "How scores become attention. Softmax makes value and query blocks grow with different "
       "powers of σ (2 and 6 in the outer-product part); with linear attention all grow like σ⁶."},
      [](auto& s) -> auto& { return s.attention.kernel; }));
  table.push_back(choice<AttentionMask>(
      {"attention.mask", "mask", "",
       "Causal lets a token see only itself and those before it; the first token then has one key "
       "and adds nothing to the query and key blocks."},
      [](auto& s) -> auto& { return s.attention.mask; }));
  table.push_back(choice<QueryKeyForm>(
      {"attention.query_key", "query-key", "",
       "Separate matrices W_Q and W_K, or their product merged into one W_QK: the same function "
       "without the query-key cross term, which grows like σ³ in the functional part."},
      [](auto& s) -> auto& { return s.attention.query_key; }));
  table.push_back(log_number(
      {"attention.temperature", "temperature τ", "",
       "Scores are divided by τ √d_key. At fixed attention the outer-product part of the query "
       "and key blocks falls like 1/τ², where they meet value like 1/τ."},
      {1e-3, 1e3}, {1e-3, 1e3}, [](auto& s) -> auto& { return s.attention.temperature; }));
  table.push_back(choice<Normalization>(
      {"attention.normalization", "normalization", "",
       "Pre-LN normalises every token, without parameters, before both models see it: all powers "
       "of σ become 0 once σ is well above 0.003."},
      [](auto& s) -> auto& { return s.attention.normalization; }));
  table.push_back(log_number(
      {"attention.query_scale", "|W_Q| scale", "",
       "Multiplies W_Q, a fixed draw with entries N(0,1)/√d_model. At fixed attention the key "
       "block's outer-product part grows like its square; the query block does not depend on it."},
      {0, 1e3}, {1e-3, 1e3}, [](auto& s) -> auto& { return s.attention.query_scale; }));
  table.push_back(log_number(
      {"attention.key_scale", "|W_K| scale", "",
       "Multiplies W_K, a fixed draw with entries N(0,1)/√d_model. At fixed attention the query "
       "block's outer-product part grows like its square; the key block does not depend on it."},
      {0, 1e3}, {1e-3, 1e3}, [](auto& s) -> auto& { return s.attention.key_scale; }));
  table.push_back(log_number(
      {"attention.value_scale", "|W_V| scale", "",
       "Multiplies W_V, a fixed draw with entries N(0,1)/√d_model. The query and key blocks' "
       "outer-product part grows like its square; with softmax the value block's does not depend "
       "on it."},
      {0, 1e3}, {1e-3, 1e3}, [](auto& s) -> auto& { return s.attention.value_scale; }));
  table.push_back(seed(
      {"attention.seed", "seed", "",
       "Which fixed draw of W_Q, W_K and W_V is used; the scales never redraw."},
      [](auto& s) -> auto& { return s.attention.seed; }));
}

void add_mlp_fields(std::vector<Field>& table) {
  table.push_back(integer(
      {"mlp.depth", "depth", "layers",
       "Weight matrices of the MLP. A linear MLP's outer-product part grows "
       "like σ² in every block, at any depth."},
      {1, 6}, {1, 6}, [](auto& s) -> auto& { return s.mlp.depth; }));
  table.push_back(choice<Activation>(
      {"mlp.activation", "activation", "",
       "Between the MLP's layers. With identity and ReLU the diagonal blocks of the functional "
       "part are exactly zero."},
      [](auto& s) -> auto& { return s.mlp.activation; }));
  table.push_back(integer(
      {"mlp.width", "width", "",
       "Units of each hidden layer; 0 takes the width whose parameter count is nearest to "
       "attention's. Depth 1 has no hidden layer."},
      {0, 1024}, {0, 256}, [](auto& s) -> auto& { return s.mlp.width; }));
  table.push_back(log_number(
      {"mlp.scale", "weight scale", "",
       "Multiplies every MLP weight, a fixed draw with entries N(0,1)/√fan-in. With identity or "
       "ReLU at depth D every block's outer-product part grows like its power 2 (D - 1)."},
      {0, 1e3}, {1e-3, 1e3}, [](auto& s) -> auto& { return s.mlp.scale; }));
  table.push_back(seed(
      {"mlp.seed", "seed", "", "Which fixed draw of the MLP's weights is used."},
      [](auto& s) -> auto& { return s.mlp.seed; }));
}

void add_loss_and_view_fields(std::vector<Field>& table) {
  table.push_back(choice<LossKind>(
      {"loss", "loss", "",
       "Mean squared error against Y, or cross-entropy against labels, averaged over the tokens "
       "that carry loss; the same for both models."},
      [](auto& s) -> auto& { return s.loss; }));
  table.push_back(choice<Part>(
      {"view.part", "part", "",
       "The Hessian itself, its outer-product (Gauss-Newton) part, or the functional part with "
       "the model's own second derivatives; the parts have different powers of σ."},
      [](auto& s) -> auto& { return s.view.part; }));
  table.push_back(choice<ValueScale>(
      {"view.values", "values", "",
       "Colours show log₁₀ of the magnitude, or the value with its sign."},
      [](auto& s) -> auto& { return s.view.values; }));
  table.push_back(field_of<FieldRange>(
      {"view.range", "colour range", "",
       "Locks the colour range to [low, high] so that pictures "
       "compare across powers of σ; null follows the data."},
      FieldKind::Range, [](auto& s) -> auto& { return s.view.range; }));
  table.push_back(overlays({"view.overlays", "spectrum overlays", "",
                            "Draws the eigenvalues of the outer-product or functional part over "
                            "those of the whole; each costs one more spectrum."}));
  table.push_back(choice<Theme>(
      {"view.theme", "theme", "", "Light or dark colours for window and pictures."},
      [](auto& s) -> auto& { return s.view.theme; }));
}

}  // namespace

std::vector<Field> make_field_table() {
  std::vector<Field> table;
  add_data_fields(table);
  add_attention_fields(table);
  add_mlp_fields(table);
  add_loss_and_view_fields(table);
  return table;
}

}  // namespace hessianscope
