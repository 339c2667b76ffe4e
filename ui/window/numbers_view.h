// A table of numbers that can be selected and copied: cells as text, the whole as CSV or LaTeX.
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include "ui/figure/number_table.h"

namespace hessianscope {

class NumbersModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  void show(NumberTable table);
  const NumberTable& table() const { return table_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const Number* number(const QModelIndex& index) const;

  NumberTable table_;
};

class NumbersView : public QTableView {
  Q_OBJECT

 public:
  // `name` says what the table holds, to a screen reader and in the corner of the header.
  explicit NumbersView(const QString& name, QWidget* parent = nullptr);

  void show_table(NumberTable table);
  const NumberTable& table() const { return model_.table(); }
  // The glossary entry of the row at a place of this widget, or of the current row.
  QString glossary_at(const QPoint& place) const;

  void copy_selection() const;
  void copy_csv() const;
  void copy_latex() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  NumbersModel model_;
};

}  // namespace hessianscope
