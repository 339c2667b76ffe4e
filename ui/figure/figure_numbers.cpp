#include "ui/figure/figure_numbers.h"

#include <functional>

#include "core/spectrum/shape.h"
#include "ui/plots/plot_text.h"

namespace hessianscope {
namespace {

constexpr int kDigits = 4;

QString percent(double share) {
  return number_text(100 * share, 3) + " %";
}

// ||VV|| / ||QQ|| of a model that has both blocks.
QString value_to_query(const ModelSnapshot& model, Part part) {
  const BlockLayout& layout = model.curvature->layout();
  Index query = -1, value = -1;
  for (Index block = 0; block < layout.count(); ++block) {
    if (layout[block].name == "W_Q") query = block;
    if (layout[block].name == "W_V") value = block;
  }
  if (query < 0 || value < 0) return "–";
  const Matrix& norms = model.norms.of(part);
  if (norms(query, query) == 0) return norms(value, value) == 0 ? "–" : "∞";
  return number_text(norms(value, value) / norms(query, query), kDigits);
}

}  // namespace

std::vector<NumberRow> number_rows(const Snapshot& snapshot) {
  const Part part = snapshot.problem->scenario.view.part;
  const auto row = [&](const char* label, const char* help,
                       const std::function<QString(const ModelSnapshot&)>& text) {
    return NumberRow{
        label, {text(snapshot.of(Model::Attention)), text(snapshot.of(Model::Mlp))}, help};
  };
  const auto spectral = [&](const char* label, const char* help,
                            const std::function<QString(const Spectrum&)>& text) {
    return row(label, help, [&](const ModelSnapshot& model) -> QString {
      const Spectrum* spectrum = model.spectrum(part);
      return spectrum ? text(*spectrum) : "…";
    });
  };
  return {
      row("loss ℒ", "Σᵢ wᵢ ℓᵢ with Σᵢ wᵢ = 1, the same for both models.",
          [](const ModelSnapshot& model) { return number_text(model.curvature->loss(), kDigits); }),
      spectral("λₘₐₓ", "The largest eigenvalue.",
               [](const Spectrum& s) { return number_text(s.maximum(), kDigits); }),
      spectral("λₘᵢₙ", "The smallest eigenvalue.",
               [](const Spectrum& s) { return number_text(s.minimum(), kDigits); }),
      spectral("negative", "Share of the eigenvalues that are negative beyond the zero tolerance.",
               [](const Spectrum& s) { return percent(negative_share(s)); }),
      row("trace", "The sum of the eigenvalues.",
          [&](const ModelSnapshot& model) {
            return number_text(model.trace[static_cast<std::size_t>(part)], kDigits);
          }),
      spectral("effective rank", "(Σ|λ|)² / Σλ², between 1 and P.",
               [](const Spectrum& s) { return number_text(effective_rank(s), kDigits); }),
      row("‖VV‖ / ‖QQ‖", "The Frobenius norm of the value block over that of the query block.",
          [&](const ModelSnapshot& model) { return value_to_query(model, part); }),
  };
}

}  // namespace hessianscope
