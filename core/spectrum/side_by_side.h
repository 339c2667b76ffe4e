// Several spectra at once: the two models of a frame.
#pragma once

#include <stop_token>
#include <vector>

#include "core/spectrum/exact_spectrum.h"

namespace hessianscope {

// The eigenvalues of each matrix, in the order given; destroys the triangles. Runs from one
// OpenMP region, one thread a matrix, so that two spectra take hardly longer than one. Throws
// what symmetric_eigenvalues() throws, once every matrix has ended.
std::vector<Vector> eigenvalues_side_by_side(const std::vector<UpperTriangle*>& matrices,
                                             std::stop_token stop = {});

}  // namespace hessianscope
