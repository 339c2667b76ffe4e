#include "ui/window/numbers_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPalette>

#include "core/text.h"

namespace hessianscope {

void NumbersModel::show(NumberTable table) {
  const bool same_shape =
      table.rows.size() == table_.rows.size() && table.columns.size() == table_.columns.size();
  if (!same_shape) {
    beginResetModel();
    table_ = std::move(table);
    endResetModel();
    return;
  }
  table_ = std::move(table);  // selection and scroll position live on
  if (!table_.rows.empty()) {
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  }
}

int NumbersModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int NumbersModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.columns.size()) + 1;
}

const Number* NumbersModel::number(const QModelIndex& index) const {
  if (index.column() == 0) return nullptr;
  const NumberTable::Row& row = table_.rows[static_cast<std::size_t>(index.row())];
  return &row.numbers[static_cast<std::size_t>(index.column() - 1)];
}

QVariant NumbersModel::data(const QModelIndex& index, int role) const {
  const Number* cell = number(index);
  switch (role) {
    case Qt::DisplayRole:
      return cell ? shown_text(*cell) : table_.rows[static_cast<std::size_t>(index.row())].label;
    case Qt::ToolTipRole:
      if (cell && cell->value) return QString::fromStdString(number_text(*cell->value));
      return {};
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::Alignment(cell ? Qt::AlignRight : Qt::AlignLeft) |
                                 Qt::AlignVCenter);
    case Qt::ForegroundRole:
      if (!cell || cell->outdated) return QGuiApplication::palette().placeholderText();
      return {};
    default:
      return {};
  }
}

QVariant NumbersModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue(Qt::Alignment(section ? Qt::AlignRight : Qt::AlignLeft) |
                               Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  return section == 0 ? objectName() : table_.columns[static_cast<std::size_t>(section - 1)];
}

NumbersView::NumbersView(const QString& name, QWidget* parent) : QTableView(parent) {
  model_.setObjectName(name);
  setModel(&model_);
  setAccessibleName(name);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  viewport()->setBackgroundRole(QPalette::Window);
  setTabKeyNavigation(false);  // Tab leaves the table; arrows move inside
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 3);
  verticalHeader()->setMinimumSectionSize(0);
  QHeaderView* header = horizontalHeader();
  header->setSectionsClickable(false);
  header->setHighlightSections(false);
  header->setMinimumSectionSize(0);
  header->setStyleSheet(QStringLiteral(
      "QHeaderView::section { border: 0; border-bottom: 1px solid palette(mid); padding: 2px 3px;"
      " background: transparent; }"));
  header->setSectionResizeMode(QHeaderView::Stretch);
}

void NumbersView::show_table(NumberTable table) {
  const std::size_t rows = model_.table().rows.size();
  model_.show(std::move(table));
  if (rows == model_.table().rows.size()) return;
  horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  updateGeometry();
}

QSize NumbersView::sizeHint() const {
  // In characters, for two columns of numbers: the width is the same before the first table.
  constexpr int kLabel = 13, kNumber = 10;
  const int digit = fontMetrics().horizontalAdvance(u'0');
  return {digit * (kLabel + 2 * kNumber),
          horizontalHeader()->sizeHint().height() +
              model_.rowCount() * verticalHeader()->defaultSectionSize()};
}

QString NumbersView::glossary_at(const QPoint& place) const {
  QModelIndex index = indexAt(viewport()->mapFrom(this, place));
  if (!index.isValid()) index = currentIndex();
  if (!index.isValid()) return {};
  return model_.table().rows[static_cast<std::size_t>(index.row())].glossary;
}

void NumbersView::copy_selection() const {
  QString text;
  int row = -1;
  QModelIndexList cells = selectionModel()->selectedIndexes();
  std::sort(cells.begin(), cells.end());
  for (const QModelIndex& cell : cells) {
    if (row >= 0) text += cell.row() == row ? u'\t' : u'\n';
    row = cell.row();
    text += model_.data(cell, cell.column() ? Qt::ToolTipRole : Qt::DisplayRole).toString();
  }
  QGuiApplication::clipboard()->setText(text);
}

void NumbersView::copy_csv() const {
  QGuiApplication::clipboard()->setText(to_csv(model_.table()));
}

void NumbersView::copy_latex() const {
  QGuiApplication::clipboard()->setText(to_latex(model_.table()));
}

void NumbersView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copy_selection();
  } else {
    QTableView::keyPressEvent(event);
  }
}

void NumbersView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(QStringLiteral("Copy selected"), this, &NumbersView::copy_selection)
      ->setEnabled(selectionModel()->hasSelection());
  menu.addAction(QStringLiteral("Copy table as CSV"), this, &NumbersView::copy_csv);
  menu.addAction(QStringLiteral("Copy table as LaTeX"), this, &NumbersView::copy_latex);
  menu.exec(event->globalPos());
}

}  // namespace hessianscope
