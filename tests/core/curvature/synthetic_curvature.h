// A curvature made of random factors, in which every form a term can take occurs once and every
// extent differs from every other.
#pragma once

#include "core/curvature/curvature.h"
#include "tests/core/oracle/random_problem.h"

namespace hessianscope::oracle {

struct TermParts {
  Slot row_slot, column_slot;
  Matrix u, w, small;
  bool symmetric;
};

inline TermParts random_term(TestNumbers& numbers, const Block& row, const Block& column,
                             Slot row_slot, Slot column_slot, Index tokens, bool symmetric) {
  const Index u = row_slot == Slot::In ? row.rows : row.columns;
  const Index w = column_slot == Slot::In ? column.rows : column.columns;
  const Index small_rows = row_slot == Slot::In ? row.columns : row.rows;
  const Index small_columns = column_slot == Slot::In ? column.columns : column.rows;
  TermParts parts{row_slot, column_slot, numbers.normals(tokens, u, 1), {}, {}, symmetric};
  parts.w = symmetric ? parts.u : numbers.normals(tokens, w, 1);
  parts.small = numbers.normals(tokens, small_rows * small_columns, 1);
  if (symmetric)
    for (Index i = 0; i < tokens; ++i) {
      Eigen::Map<Matrix> small(parts.small.row(i).data(), small_rows, small_columns);
      small = (small + small.transpose()).eval();
    }
  return parts;
}

inline KroneckerTerm make_term(const Block& row, const Block& column, const TermParts& parts) {
  return {row,     column,  parts.row_slot, parts.column_slot,
          parts.u, parts.w, parts.small,    parts.symmetric};
}

// The definition, one entry at a time.
inline double term_entry(const Block& column, const TermParts& parts, Index p, Index q, Index p2,
                         Index q2) {
  const bool row_in = parts.row_slot == Slot::In, column_in = parts.column_slot == Slot::In;
  const Index small_columns = column_in ? column.columns : column.rows;
  const Index small_index = (row_in ? q : p) * small_columns + (column_in ? q2 : p2);
  double sum = 0;
  for (Index i = 0; i < parts.u.rows(); ++i)
    sum +=
        parts.u(i, row_in ? p : q) * parts.w(i, column_in ? p2 : q2) * parts.small(i, small_index);
  return sum;
}

inline Curvature synthetic_curvature(Index tokens, std::uint64_t seed) {
  TestNumbers numbers(seed);
  const BlockLayout layout({{"A", 3, 4}, {"B", 5, 4}, {"C", 2, 7}});
  Curvature curvature(layout, 0, Vector::Zero(layout.parameters()));
  const auto add = [&](Part part, Index row, Index column, Slot row_slot, Slot column_slot,
                       bool symmetric) {
    const TermParts parts =
        random_term(numbers, layout[row], layout[column], row_slot, column_slot, tokens, symmetric);
    curvature.factors(part, row, column)
        .terms.push_back(make_term(layout[row], layout[column], parts));
  };
  add(Part::Outer, 0, 0, Slot::In, Slot::In, true);
  add(Part::Outer, 1, 1, Slot::Out, Slot::Out, true);
  add(Part::Outer, 2, 2, Slot::In, Slot::In, true);
  add(Part::Outer, 0, 1, Slot::In, Slot::Out, false);
  add(Part::Outer, 0, 2, Slot::In, Slot::In, false);
  add(Part::Outer, 1, 2, Slot::Out, Slot::In, false);
  add(Part::Functional, 0, 0, Slot::In, Slot::In, true);
  add(Part::Functional, 0, 1, Slot::In, Slot::Out, false);
  add(Part::Functional, 0, 2, Slot::In, Slot::Out, false);
  add(Part::Functional, 0, 2, Slot::In, Slot::In, false);
  add(Part::Functional, 1, 2, Slot::Out, Slot::Out, false);
  curvature.factors(Part::Functional, 0, 1).identities.push_back({numbers.normals(3, 5, 1)});
  return curvature;
}

}  // namespace hessianscope::oracle
