#include "ui/window/view_actions.h"

#include "core/scenario/field_table.h"
#include "ui/window/scenario_document.h"

namespace hessianscope {
namespace {

void apply_choice(ScenarioDocument* document, const Field& field, const FieldValue& value) {
  document->settle();
  document->change(field, value);
  document->settle();
}

QString plain(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace

ViewActions::ViewActions(ScenarioDocument* document, QObject* parent)
    : QObject(parent), document_(document) {
  parts_ = add_choices(
      "view.part", {QStringLiteral("H"), QStringLiteral("H outer"), QStringLiteral("H functional")},
      {QStringLiteral("Ctrl+1"), QStringLiteral("Ctrl+2"), QStringLiteral("Ctrl+3")});
  values_ = add_choices("view.values", {QStringLiteral("log |·|"), QStringLiteral("signed")},
                        {QStringLiteral("Ctrl+4"), QStringLiteral("Ctrl+5")});
  const std::vector<QString> overlay_labels = {QStringLiteral("Outer part over the spectra"),
                                               QStringLiteral("Functional part over the spectra")};
  const std::vector<QString> overlay_keys = {QStringLiteral("Ctrl+6"), QStringLiteral("Ctrl+7")};
  for (std::size_t i = 0; i < overlay_labels.size(); ++i) {
    QAction* action = add(overlay_labels[i], overlay_keys[i], plain(field("view.overlays").help));
    connect(action, &QAction::triggered, this, &ViewActions::set_overlays);
    overlays_.push_back(action);
  }
  lock_ = add(QStringLiteral("Lock colours"), QStringLiteral("Ctrl+L"),
              plain(field("view.range").help));
  connect(lock_, &QAction::triggered, this, &ViewActions::set_lock);
  link_ = add(QStringLiteral("Link"), QStringLiteral("Ctrl+K"),
              QStringLiteral("Both models on the same axes and colours, zoomed together."));
  link_->setChecked(true);
  connect(link_, &QAction::toggled, this, &ViewActions::linked);
  reset_zoom_ = add(QStringLiteral("Show everything"), QStringLiteral("Ctrl+0"),
                    QStringLiteral("Undo every zoom of the plots."));
  reset_zoom_->setCheckable(false);
  connect(reset_zoom_, &QAction::triggered, this, &ViewActions::zoom_reset);
  dark_ = add(QStringLiteral("Dark"), QStringLiteral("Ctrl+D"), plain(field("view.theme").help));
  connect(dark_, &QAction::triggered, this, [this](bool dark) {
    apply_choice(document_, field("view.theme"),
                 std::string(name(dark ? Theme::Dark : Theme::Light)));
  });
  connect(document, &ScenarioDocument::changed, this, &ViewActions::show_scenario);
  show_scenario(document->scenario());
}

QAction* ViewActions::add(const QString& text, const QString& shortcut, const QString& tip) {
  auto* action = new QAction(text, this);
  action->setCheckable(true);
  action->setShortcut(QKeySequence(shortcut));
  action->setToolTip(QStringLiteral("<p>%1 <b>(%2)</b></p>").arg(tip.toHtmlEscaped(), shortcut));
  return action;
}

std::vector<QAction*> ViewActions::add_choices(const char* key, const std::vector<QString>& labels,
                                               const std::vector<QString>& shortcuts) {
  const Field& choice = field(key);
  auto* group = new QActionGroup(this);
  std::vector<QAction*> actions;
  for (std::size_t i = 0; i < choice.choices.size(); ++i) {
    QAction* action = add(labels[i], shortcuts[i], plain(choice.help));
    action->setData(plain(choice.choices[i]));
    group->addAction(action);
    actions.push_back(action);
    connect(action, &QAction::triggered, this,
            [this, &choice, value = choice.choices[i]] { apply_choice(document_, choice, value); });
  }
  return actions;
}

void ViewActions::set_overlays() {
  const Field& overlays = field("view.overlays");
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < overlays_.size(); ++i) {
    if (overlays_[i]->isChecked()) chosen.push_back(overlays.choices[i]);
  }
  apply_choice(document_, overlays, chosen);
}

void ViewActions::set_lock(bool on) {
  FieldRange range;
  if (on) range = std::array{range_.low, range_.high};
  apply_choice(document_, field("view.range"), range);
}

void ViewActions::show_scenario(const Scenario& scenario) {
  const auto check = [&](const std::vector<QAction*>& actions, const char* key) {
    const QString chosen = plain(std::get<std::string>(field(key).get(scenario)));
    for (QAction* action : actions) action->setChecked(action->data().toString() == chosen);
  };
  check(parts_, "view.part");
  check(values_, "view.values");
  overlays_[0]->setChecked(scenario.view.overlay_outer);
  overlays_[1]->setChecked(scenario.view.overlay_functional);
  lock_->setChecked(scenario.view.range.has_value());
  dark_->setChecked(scenario.view.theme == Theme::Dark);
}

}  // namespace hessianscope
