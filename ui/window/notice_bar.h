// A quiet bar for one sentence: what went wrong, or where a file went. The picture stays.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>

namespace hessianscope {

class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);

  void show_error(const QString& sentence);    // stays until closed or cleared
  void show_success(const QString& sentence);  // leaves by itself
  void show_hint(const QString& sentence);     // what to look at; stays like an error
  void clear();
  QString sentence() const { return isHidden() ? QString() : text_->text(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void show_sentence(const QString& sentence, const QColor& stripe);

  QLabel* text_;
  QColor stripe_;
  QTimer leave_;
};

}  // namespace hessianscope
