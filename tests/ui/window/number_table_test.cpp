#include "ui/figure/number_table.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <QStringList>

#include "core/live/pipeline.h"
#include "core/spectrum/shape.h"

namespace hessianscope {
namespace {

class Numbers : public testing::Test {
 protected:
  Numbers() {
    Scenario scenario;
    scenario.attention.d_model = 6;
    scenario.attention.d_key = 4;
    Pipeline pipeline;
    snapshot_ = pipeline.run({.generation = 3, .scenario = scenario}, {}, {});
  }
  static const NumberTable::Row& row(const NumberTable& table, const char* label) {
    for (const NumberTable::Row& each : table.rows) {
      if (each.label == QString::fromUtf8(label)) return each;
    }
    throw std::runtime_error(label);
  }
  SnapshotPointer snapshot_;
};

TEST_F(Numbers, TheSummaryIsThatOfTheSnapshot) {
  const NumberTable table = summary_table(*snapshot_, snapshot_.get());
  for (std::size_t i = 0; i < 2; ++i) {
    const ModelSnapshot& model = snapshot_->models[i];
    const Spectrum& spectrum = model.spectra.front();
    EXPECT_EQ(row(table, "parameters").numbers[i].value, model.curvature->parameters());
    EXPECT_EQ(row(table, "loss").numbers[i].value, model.curvature->loss());
    EXPECT_EQ(row(table, "λ max").numbers[i].value, spectrum.eigenvalues.maxCoeff());
    EXPECT_EQ(row(table, "λ min").numbers[i].value, spectrum.eigenvalues.minCoeff());
    EXPECT_EQ(row(table, "zeros").numbers[i].value, spectrum.zero);
    EXPECT_EQ(row(table, "negative %").numbers[i].value, 100 * negative_share(spectrum));
    EXPECT_EQ(row(table, "effective rank").numbers[i].value, effective_rank(spectrum));
    EXPECT_NEAR(*row(table, "trace").numbers[i].value, spectrum.eigenvalues.sum(),
                1e-11 * spectrum.eigenvalues.cwiseAbs().sum());
    EXPECT_NEAR(*row(table, "norm").numbers[i].value, spectrum.eigenvalues.norm(),
                1e-11 * spectrum.eigenvalues.norm());
  }
  const Matrix& norms = snapshot_->models[0].norms.of(Part::Total);
  EXPECT_EQ(row(table, "V/Q norm ratio").numbers[0].value, norms(2, 2) / norms(0, 0));
  EXPECT_FALSE(row(table, "V/Q norm ratio").numbers[1].value);
}

TEST_F(Numbers, NumbersOfOlderSpectraAreMarked) {
  Snapshot newer = *snapshot_;
  newer.generation = 4;
  EXPECT_TRUE(row(summary_table(newer, snapshot_.get()), "λ max").numbers[0].outdated);
  EXPECT_FALSE(row(summary_table(*snapshot_, snapshot_.get()), "λ max").numbers[0].outdated);
  EXPECT_FALSE(row(summary_table(newer, nullptr), "λ max").numbers[0].value);
}

TEST_F(Numbers, BlockNormsComeWithTheirRootMeanSquare) {
  const NumberTable table = norm_table(*snapshot_, Model::Attention);
  ASSERT_EQ(table.rows.size(), 6u);
  const ModelSnapshot& model = snapshot_->of(Model::Attention);
  const double query_value = model.norms.of(Part::Total)(0, 2);
  EXPECT_EQ(table.rows[2].numbers[0].value, query_value);
  EXPECT_NEAR(*table.rows[2].numbers[1].value, query_value / std::sqrt(24.0 * 36.0),
              1e-14 * query_value);
}

TEST_F(Numbers, CsvKeepsEveryDigit) {
  const NumberTable table = norm_table(*snapshot_, Model::Attention);
  const QStringList lines = to_csv(table).split(u'\n');
  ASSERT_EQ(lines.size(), 8) << "header, six rows, end";
  EXPECT_EQ(lines[0], "quantity,Frobenius,RMS");
  for (int i = 0; i < 6; ++i) {
    const QStringList cells = lines[i + 1].split(u',');
    EXPECT_EQ(QLocale::c().toDouble(cells[1]), *table.rows[i].numbers[0].value);
    EXPECT_EQ(QLocale::c().toDouble(cells[2]), *table.rows[i].numbers[1].value);
  }
}

TEST(NumberText, ShowsCountsInFullAndGapsAsADash) {
  EXPECT_EQ(shown_text({12288.0}), "12288");
  EXPECT_EQ(shown_text({}), "–");
  EXPECT_EQ(shown_text({0.0}), "0");
  EXPECT_EQ(shown_text({0.123456}), "0.1235");
}

TEST(NumberText, LatexWritesPowersOfTen) {
  const NumberTable table{{"a", "b"}, {{"x", "$x$", "", {{1.5e-7}, {}}}}};
  EXPECT_EQ(to_latex(table),
            "\\begin{tabular}{lrr}\n & a & b \\\\\n\\hline\n"
            "$x$ & $1.5 \\times 10^{-7}$ & -- \\\\\n\\end{tabular}\n");
}

}  // namespace
}  // namespace hessianscope
