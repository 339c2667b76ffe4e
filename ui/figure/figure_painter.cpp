#include "ui/figure/figure_painter.h"

#include <QFontMetrics>
#include <algorithm>

#include "core/error.h"
#include "core/version.h"
#include "ui/figure/numbers_picture.h"
#include "ui/plots/block_norms_picture.h"
#include "ui/plots/heatmap_picture.h"
#include "ui/plots/plot_text.h"
#include "ui/plots/plot_theme.h"
#include "ui/plots/qcustomplot.h"
#include "ui/plots/spectrum_plot.h"

namespace hessianscope {
namespace {

constexpr int kMargin = 14, kGap = 18, kHeader = 34, kFooter = 24;
constexpr double kHeatmapShare = 0.64;  // of the height of the overview, at most

Model model_of(FigureView view) {
  const bool mlp = view == FigureView::MlpHeatmap || view == FigureView::MlpSpectrum;
  return mlp ? Model::Mlp : Model::Attention;
}

// What is painted, and with what.
struct Scene {
  QCPPainter& painter;
  const FigureState& state;
  Theme theme;
};

void paint_footer(const Scene& scene, const QRect& line) {
  const PlotTheme& theme = plot_theme(scene.theme);
  const QString version = QString("hessianscope ") + kVersion;
  scene.painter.setFont(figure_font(11));
  const QFontMetrics metrics(scene.painter.font());
  const int room = line.width() - metrics.horizontalAdvance(version) - kGap;
  scene.painter.setPen(theme.muted);
  scene.painter.drawText(
      line, Qt::AlignLeft | Qt::AlignBottom,
      metrics.elidedText(QString::fromStdString(loss_formula(*scene.state.snapshot->problem)),
                         Qt::ElideRight, room));
  scene.painter.drawText(line, Qt::AlignRight | Qt::AlignBottom, version);
}

}  // namespace

void check_figure_size(QSize size, double scale) {
  const auto outside = [](int side) {
    return side < kMinimumFigureSide || side > kMaximumFigureSide;
  };
  if (outside(size.width()) || outside(size.height())) {
    throw Error("a figure of " + std::to_string(size.width()) + "x" +
                std::to_string(size.height()) + " pixels is out of bounds; each side may be " +
                std::to_string(kMinimumFigureSide) + " to " + std::to_string(kMaximumFigureSide));
  }
  if (!(scale >= kMinimumFigureScale && scale <= kMaximumFigureScale)) {
    throw Error("a scale of " + rounded_text(scale, 6).toStdString() +
                " is out of bounds; it may be 0.5 to 8");
  }
  if (size.width() * scale * size.height() * scale > kMaximumFigurePixels) {
    throw Error("a picture of " + std::to_string(qRound(size.width() * scale)) + "x" +
                std::to_string(qRound(size.height() * scale)) +
                " pixels is too large; at most 200 million pixels are drawn");
  }
}

// The plots a figure is made of, kept from figure to figure.
struct FigurePainter::Plots {
  std::array<HeatmapPicture, 2> heatmaps = {HeatmapPicture(Model::Attention),
                                            HeatmapPicture(Model::Mlp)};
  std::array<SpectrumPlot, 2> spectra = {SpectrumPlot(Model::Attention), SpectrumPlot(Model::Mlp)};

  void heatmap(const Scene& scene, Model model, const QRect& place) {
    const std::size_t index = static_cast<std::size_t>(model);
    heatmaps[index].set(scene.state.snapshot, scene.state.colour_scale(model, scene.theme),
                        scene.state.zoom.windows[index]);
    heatmaps[index].paint(scene.painter, place);
  }

  void spectrum(const Scene& scene, Model model, const QRect& place) {
    const std::size_t index = static_cast<std::size_t>(model);
    spectra[index].show_snapshot(scene.state.spectra, scene.state.overlays(),
                                 scene.state.axes[index], scene.theme, scene.state.spectrum_mark());
    spectra[index].paint(scene.painter, place);
  }

  void overview(const Scene& scene, const QRect& all) {
    const PlotTheme& theme = plot_theme(scene.theme);
    const QRect header(all.left(), all.top(), all.width(), kHeader);
    scene.painter.setFont(figure_font(16, QFont::Bold));
    scene.painter.setPen(theme.text);
    scene.painter.drawText(header, Qt::AlignLeft | Qt::AlignTop,
                           "The loss Hessian of self-attention, beside an MLP");
    const QRect body = all.adjusted(0, kHeader, 0, -kFooter);
    const int numbers = std::min(kNumbersWidth, body.width() / 3);
    const int width = (body.width() - numbers - 2 * kGap) / 2;
    const int upper = std::min(HeatmapPicture::height_for(width),
                               static_cast<int>(kHeatmapShare * body.height()));
    for (const Model model : kModels) {
      const int left = body.left() + (model == Model::Attention ? 0 : width + kGap);
      heatmap(scene, model, {left, body.top(), width, upper});
      spectrum(scene, model, {left, body.top() + upper + 6, width, body.height() - upper - 6});
    }
    const QRect column(body.right() + 1 - numbers, body.top(), numbers, body.height());
    paint_numbers(scene.painter, column, *scene.state.snapshot, scene.theme);
  }
};

FigurePainter::FigurePainter() : plots_(std::make_unique<Plots>()) {}
FigurePainter::~FigurePainter() = default;

void FigurePainter::paint(QPaintDevice& device, FigureView view, const FigureState& state,
                          QSize size, double scale, Theme theme, bool vector) {
  check_figure_size(size, scale);
  require_fonts();
  if (!state.snapshot || !state.snapshot->problem || !state.snapshot->models[0].curvature) {
    throw Error(state.snapshot && !state.snapshot->failure.empty()
                    ? state.snapshot->failure
                    : "there is nothing to draw yet: no result has been computed");
  }
  QCPPainter painter;
  painter.begin(&device);
  painter.setModes(QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic |
                   (vector ? QCPPainter::pmVectorized : QCPPainter::pmDefault));
  painter.setRenderHint(QPainter::LosslessImageRendering, true);
  painter.setFont(figure_font(11));  // else SVG files name the font of the desktop
  painter.scale(scale, scale);
  const QRect all(QPoint(0, 0), size);
  painter.fillRect(all, plot_theme(theme).paper);

  const Scene scene{painter, state, theme};
  const QRect inner = all.adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const QRect body = inner.adjusted(0, 0, 0, -kFooter);
  switch (view) {
    case FigureView::Overview:
      plots_->overview(scene, inner);
      break;
    case FigureView::AttentionHeatmap:
    case FigureView::MlpHeatmap:
      plots_->heatmap(scene, model_of(view), body);
      break;
    case FigureView::AttentionSpectrum:
    case FigureView::MlpSpectrum:
      plots_->spectrum(scene, model_of(view), body);
      break;
    case FigureView::BlockNorms:
      paint_block_norms(painter, body, *state.snapshot, theme);
      break;
  }
  paint_footer(scene, {inner.left(), inner.bottom() + 1 - kFooter, inner.width(), kFooter});
}

QImage FigurePainter::image(FigureView view, const FigureState& state, QSize size, double scale,
                            Theme theme) {
  check_figure_size(size, scale);
  QImage picture(QSize(qRound(size.width() * scale), qRound(size.height() * scale)),
                 QImage::Format_RGB32);
  if (picture.isNull()) throw Error("there is not enough memory for a picture of that size");
  picture.fill(plot_theme(theme).paper);
  paint(picture, view, state, size, scale, theme, false);
  return picture;
}

}  // namespace hessianscope
