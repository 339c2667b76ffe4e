// Single numbers that describe a spectrum, as the numbers panel shows them.
#pragma once

#include "core/spectrum/exact_spectrum.h"

namespace hessianscope {

// Share of the eigenvalues that are negative beyond the zero tolerance, 0 .. 1; 0 when P = 0.
double negative_share(const Spectrum& spectrum);

// Effective rank (sum |lambda|)^2 / sum lambda^2, between 1 and P: the number of equal magnitudes
// that would spread the sum as widely. 0 for the zero matrix.
double effective_rank(const Spectrum& spectrum);

}  // namespace hessianscope
