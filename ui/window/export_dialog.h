// Exports one figure as a file, or as an image on the clipboard.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "ui/figure/figure_export.h"

namespace hessianscope {

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  // `state` must hold a snapshot.
  ExportDialog(const FigureState& state, FigureView view, QWidget* parent);

  QLineEdit* path_field() const { return path_; }
  QComboBox* figure_list() const { return figure_; }
  QComboBox* format_list() const { return format_; }
  QString message() const { return message_->isHidden() ? QString() : message_->text(); }

  // Writes the file and closes; stays open with the reason when that fails. A file that exists is
  // replaced only when asked a second time.
  void export_file();

 signals:
  void exported(const QString& path);

 private:
  void build();
  QWidget* path_row();
  QWidget* size_row();
  void follow_format();
  void browse();
  FigureView view() const;
  ExportOptions options() const;
  void copy();
  void fail(const QString& reason);
  void show_message(const QString& message);

  const FigureState state_;
  QComboBox *figure_, *format_, *background_;
  QSpinBox *width_, *height_;
  QDoubleSpinBox* scale_;
  QLineEdit* path_;
  QLabel* message_;
  QPushButton* save_;
  QString confirmed_;  // the path a person agreed to replace
};

QString figure_label(FigureView view);

// The figure as an image on the clipboard, on white. Throws Error.
void copy_figure(const FigureState& state, FigureView view, const ExportOptions& options);

}  // namespace hessianscope
