#include "ui/window/export_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStandardPaths>

#include "core/error.h"

namespace hessianscope {
namespace {

constexpr double kScaleStep = 0.5;

struct Format {
  const char* extension;
  const char* label;
};
constexpr Format kFormats[] = {{"png", "PNG image"},
                               {"svg", "SVG drawing"},
                               {"pdf", "PDF drawing"},
                               {"csv", "CSV, the data of this figure"},
                               {"npz", "NPZ, the data of this figure"}};

QString plain(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString start_folder() {
  const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
  return QFileInfo(pictures).isDir() ? pictures : QDir::homePath();
}

QString with_extension(const QString& path, const QString& extension) {
  const QFileInfo info(path);
  return info.path() + QStringLiteral("/%1.%2").arg(info.completeBaseName(), extension);
}

}  // namespace

QString figure_label(FigureView view) {
  switch (view) {
    case FigureView::Overview:
      return QStringLiteral("Overview: all four plots");
    case FigureView::AttentionHeatmap:
      return QStringLiteral("Heatmap of self-attention");
    case FigureView::MlpHeatmap:
      return QStringLiteral("Heatmap of the MLP baseline");
    case FigureView::AttentionSpectrum:
      return QStringLiteral("Spectrum of self-attention");
    case FigureView::MlpSpectrum:
      return QStringLiteral("Spectrum of the MLP baseline");
    case FigureView::BlockNorms:
      return QStringLiteral("Block norms of both models");
  }
  return {};
}

void copy_figure(const FigureState& state, FigureView view, const ExportOptions& options) {
  FigurePainter painter;
  QGuiApplication::clipboard()->setImage(
      painter.image(view, state, options.size, options.scale, options.theme));
}

ExportDialog::ExportDialog(const FigureState& state, FigureView view, QWidget* parent)
    : QDialog(parent),
      state_(state),
      figure_(new QComboBox(this)),
      format_(new QComboBox(this)),
      background_(new QComboBox(this)),
      width_(new QSpinBox(this)),
      height_(new QSpinBox(this)),
      scale_(new QDoubleSpinBox(this)),
      path_(new QLineEdit(this)),
      message_(new QLabel(this)),
      save_(new QPushButton(QStringLiteral("&Export"), this)) {
  setWindowTitle(QStringLiteral("Export"));
  build();
  figure_->setCurrentIndex(figure_->findData(static_cast<int>(view)));
  path_->setText(QStringLiteral("%1/%2.png").arg(start_folder(), plain(name(view))));
}

void ExportDialog::build() {
  for (const FigureView view : kFigureViews) {
    figure_->addItem(figure_label(view), static_cast<int>(view));
  }
  for (const Format& format : kFormats) {
    format_->addItem(QString::fromLatin1(format.label), QString::fromLatin1(format.extension));
  }
  background_->addItem(QStringLiteral("white, for paper"), static_cast<int>(Theme::Light));
  background_->addItem(QStringLiteral("dark"), static_cast<int>(Theme::Dark));
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->hide();

  auto* form = new QFormLayout(this);
  form->addRow(QStringLiteral("&Figure"), figure_);
  form->addRow(QStringLiteral("F&ormat"), format_);
  form->addRow(QStringLiteral("Si&ze"), size_row());
  form->addRow(QStringLiteral("&Background"), background_);
  form->addRow(QStringLiteral("F&ile"), path_row());
  form->addRow(message_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  buttons->addButton(save_, QDialogButtonBox::AcceptRole);
  QPushButton* copy =
      buttons->addButton(QStringLiteral("&Copy as image"), QDialogButtonBox::ActionRole);
  save_->setDefault(true);
  form->addRow(buttons);
  connect(save_, &QPushButton::clicked, this, &ExportDialog::export_file);
  connect(copy, &QPushButton::clicked, this, &ExportDialog::copy);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::follow_format);
  connect(path_, &QLineEdit::textChanged, this, [this] {
    message_->hide();
    save_->setText(QStringLiteral("&Export"));
  });
  connect(figure_, &QComboBox::currentIndexChanged, this, [this] {
    const QFileInfo info(path_->text());
    path_->setText(QStringLiteral("%1/%2.%3")
                       .arg(info.path(), plain(name(view())), format_->currentData().toString()));
  });
}

QWidget* ExportDialog::size_row() {
  const ExportOptions standard;
  for (QSpinBox* side : {width_, height_}) {
    side->setRange(kMinimumFigureSide, kMaximumFigureSide);
    side->setSuffix(QStringLiteral(" px"));
  }
  width_->setValue(standard.size.width());
  height_->setValue(standard.size.height());
  width_->setAccessibleName(QStringLiteral("Width in pixels"));
  height_->setAccessibleName(QStringLiteral("Height in pixels"));
  scale_->setRange(kMinimumFigureScale, kMaximumFigureScale);
  scale_->setSingleStep(kScaleStep);
  scale_->setDecimals(1);
  scale_->setPrefix(QStringLiteral("× "));
  scale_->setLocale(QLocale::c());
  scale_->setValue(standard.scale);
  scale_->setAccessibleName(QStringLiteral("Scale"));
  scale_->setToolTip(QStringLiteral("Device pixels per pixel of the size, for PNG."));
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(width_);
  layout->addWidget(new QLabel(QStringLiteral("×"), row));
  layout->addWidget(height_);
  layout->addWidget(scale_);
  layout->addStretch(1);
  return row;
}

QWidget* ExportDialog::path_row() {
  constexpr int kPathCharacters = 48;
  path_->setMinimumWidth(fontMetrics().averageCharWidth() * kPathCharacters);
  auto* choose = new QPushButton(QStringLiteral("Bro&wse …"), this);
  connect(choose, &QPushButton::clicked, this, &ExportDialog::browse);
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(path_, 1);
  layout->addWidget(choose);
  return row;
}

void ExportDialog::follow_format() {
  const QString extension = format_->currentData().toString();
  path_->setText(with_extension(path_->text(), extension));
  const bool picture = extension != u"csv" && extension != u"npz";
  for (QWidget* field : std::initializer_list<QWidget*>{width_, height_, background_}) {
    field->setEnabled(picture);
  }
  scale_->setEnabled(extension == u"png");
}

void ExportDialog::browse() {
  const QString extension = format_->currentData().toString();
  const QString path = QFileDialog::getSaveFileName(
      this, QStringLiteral("Export"), path_->text(),
      QStringLiteral("%1 (*.%2)").arg(format_->currentText(), extension));
  if (path.isEmpty()) return;
  path_->setText(with_extension(path, extension));
  if (path_->text() == path) confirmed_ = path;  // the file dialog has asked
}

FigureView ExportDialog::view() const {
  return static_cast<FigureView>(figure_->currentData().toInt());
}

ExportOptions ExportDialog::options() const {
  return {QSize(width_->value(), height_->value()), scale_->isEnabled() ? scale_->value() : 1.0,
          static_cast<Theme>(background_->currentData().toInt())};
}

void ExportDialog::export_file() {
  const QString path = path_->text().trimmed();
  if (confirmed_ != path && QFileInfo(path).isFile()) {
    confirmed_ = path;
    show_message(QStringLiteral("%1 exists; Replace puts this figure in its place.").arg(path));
    save_->setText(QStringLiteral("&Replace"));
    return;
  }
  QGuiApplication::setOverrideCursor(Qt::WaitCursor);
  QString reason;
  try {
    export_figure(path.toStdString(), view(), state_, options());
  } catch (const std::exception& error) {
    reason = QString::fromStdString(reason_of(error));
  }
  QGuiApplication::restoreOverrideCursor();
  if (!reason.isEmpty()) return fail(reason);
  emit exported(path);
  accept();
}

void ExportDialog::copy() {
  try {
    copy_figure(state_, view(), options());
    accept();
  } catch (const std::exception& error) {
    fail(QString::fromStdString(reason_of(error)));
  }
}

void ExportDialog::fail(const QString& reason) {
  show_message(QStringLiteral("Nothing was written: %1.").arg(reason));
}

void ExportDialog::show_message(const QString& message) {
  message_->setText(message);
  message_->show();
  adjustSize();
}

}  // namespace hessianscope
