#include "ui/window/control_panel.h"

#include <QFileDialog>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/plots/plot_text.h"
#include "ui/window/scenario_document.h"
#include "ui/window/window_theme.h"

namespace hessianscope {
namespace {

constexpr int kMargin = 8, kRowSpacing = 2, kGroupSpacing = 8;
constexpr int kNormDigits = 4;

QString norm_remark(const char* name, const Matrix& weights) {
  if (weights.size() == 0) return {};
  return QStringLiteral("‖%1‖ = %2")
      .arg(QString::fromLatin1(name), rounded_text(weights.norm(), kNormDigits));
}

}  // namespace

ControlPanel::ControlPanel(ScenarioDocument* document, QWidget* parent)
    : QScrollArea(parent), document_(document) {
  setAccessibleName(QStringLiteral("Controls"));
  setFont(dense_font(font()));
  auto* content = new QWidget(this);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(kMargin, kMargin / 2, kMargin, kMargin);
  column->setSpacing(kRowSpacing);
  add_group(QStringLiteral("DATA"),
            {"data.source", "data.file", "data.scale", "data.scale_targets", "data.sequence_length",
             "data.sequences", "data.seed"},
            column);
  add_group(
      QStringLiteral("WEIGHTS"),
      {"attention.query_scale", "attention.key_scale", "attention.value_scale", "attention.seed"},
      column);
  add_group(QStringLiteral("ATTENTION"),
            {"attention.temperature", "attention.d_model", "attention.d_key", "attention.kernel",
             "attention.mask", "attention.query_key", "attention.normalization"},
            column);
  add_group(QStringLiteral("LOSS OF BOTH MODELS"), {"loss"}, column);
  add_group(QStringLiteral("MLP BASELINE"),
            {"mlp.depth", "mlp.activation", "mlp.width", "mlp.scale", "mlp.seed"}, column);
  column->addStretch(1);

  int label_width = 0;
  for (FieldControl* control : controls_) {
    label_width = std::max(label_width, control->label_width());
  }
  for (FieldControl* control : controls_) control->set_label_width(label_width);

  setWidget(content);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(document, &ScenarioDocument::changed, this, &ControlPanel::show_scenario);
  show_scenario(document->scenario());
}

void ControlPanel::add_group(const QString& title, const std::vector<std::string>& keys,
                             QVBoxLayout* column) {
  auto* heading = new QLabel(title, this);
  QFont font = heading->font();
  font.setPointSizeF(font.pointSizeF() * 0.9);
  font.setBold(true);
  font.setLetterSpacing(QFont::PercentageSpacing, 104);
  heading->setFont(font);
  heading->setForegroundRole(QPalette::PlaceholderText);
  heading->setContentsMargins(0, column->isEmpty() ? 0 : kGroupSpacing, 0, 2);
  column->addWidget(heading);
  for (const std::string& key : keys) {
    FieldControl* control = make_control(field(key), this);
    connect(control, &FieldControl::changed, this,
            [this, control](const FieldValue& value) { change(control->field(), value); });
    connect(control, &FieldControl::settled, document_, &ScenarioDocument::settle);
    connect(control, &FieldControl::refused, this, &ControlPanel::refused);
    column->addWidget(control);
    controls_.push_back(control);
  }
}

FieldControl* ControlPanel::control(std::string_view key) const {
  const auto found = std::ranges::find_if(
      controls_, [key](const FieldControl* control) { return control->field().key == key; });
  return found == controls_.end() ? nullptr : *found;
}

void ControlPanel::change(const Field& field, const FieldValue& value) {
  const bool wants_file = field.key == "data.source" && value == FieldValue(std::string("file"));
  if (wants_file && document_->scenario().data.file.empty()) {
    // A source without a path is no scenario: both are set in one step.
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Choose a layer"), {},
                                                      QStringLiteral("NumPy arrays (*.npz)"));
    if (!path.isEmpty()) {
      Scenario next = document_->scenario();
      next.data.source = DataSource::File;
      next.data.file = path.toStdString();
      document_->replace(next, QStringLiteral("layer from a file"));
    }
  } else {
    document_->change(field, value);
  }
  // A refused or cancelled value goes back to what is in force.
  if (field.get(document_->scenario()) != value) show_scenario(document_->scenario());
}

void ControlPanel::show_scenario(const Scenario& scenario) {
  for (FieldControl* control : controls_) {
    control->show_value(control->field().get(scenario));
  }
  const bool digits = scenario.data.source == DataSource::DigitAddition;
  control("data.sequence_length")
      ->set_available(!digits, QStringLiteral("A sum of digits always has 18 tokens."));
  control("data.file")->setVisible(scenario.data.source == DataSource::File);
  control("mlp.width")
      ->set_available(scenario.mlp.depth > 1,
                      QStringLiteral("A single layer has no hidden units."));
}

void ControlPanel::show_snapshot(const Snapshot& snapshot) {
  const Problem& problem = *snapshot.problem;
  // A layer file may give the product alone, which both scales multiply.
  const QString product = norm_remark("W_QK", problem.W_QK);
  const bool separate = problem.W_Q.size() > 0;
  control("attention.query_scale")
      ->show_remark(separate ? norm_remark("W_Q", problem.W_Q) : product);
  control("attention.key_scale")->show_remark(separate ? norm_remark("W_K", problem.W_K) : product);
  control("attention.value_scale")->show_remark(norm_remark("W_V", problem.W_V));
  const bool matched = problem.scenario.mlp.width == 0 && problem.mlp_weights.size() > 1;
  control("mlp.width")
      ->show_remark(
          matched ? QStringLiteral("matched: %1 units").arg(problem.mlp_weights.front().cols())
                  : QString());
}

QSize ControlPanel::sizeHint() const {
  const QSize content = widget()->sizeHint();
  return {content.width() + verticalScrollBar()->sizeHint().width(), content.height()};
}

// It scrolls up and down, never sideways.
QSize ControlPanel::minimumSizeHint() const {
  return {sizeHint().width(), QScrollArea::minimumSizeHint().height()};
}

}  // namespace hessianscope
