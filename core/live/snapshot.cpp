#include "core/live/snapshot.h"

#include <algorithm>

namespace hessianscope {

const Spectrum* ModelSnapshot::spectrum(Part part) const {
  const auto found = std::find_if(spectra.begin(), spectra.end(),
                                  [part](const Spectrum& s) { return s.part == part; });
  return found == spectra.end() ? nullptr : &*found;
}

}  // namespace hessianscope
