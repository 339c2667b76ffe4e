// A quiet bar for one sentence: what went wrong, or where a file went. It lies over the bottom of
// its parent, so that nothing moves under a person's hand when it comes and goes.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>

namespace hessianscope {

class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent);

  void show_error(const QString& sentence);    // stays until closed or cleared
  void show_success(const QString& sentence);  // leaves by itself
  void show_hint(const QString& sentence);     // what to look at; stays like an error
  void clear();
  // Makes room for something of the moment at the same place.
  void step_aside(bool aside);
  // Empty when there is nothing to say.
  QString sentence() const { return text_->text(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_sentence(const QString& sentence, const QColor& stripe);
  void place();

  QLabel* text_;
  QColor stripe_;
  bool aside_ = false;
  QTimer leave_;
};

}  // namespace hessianscope
