#include "core/memory.h"

#include <cstdlib>  // defines __GLIBC__ where it is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace hessianscope {

void keep_freed_memory() {
#ifdef __GLIBC__
  // The largest block size glibc accepts here; larger ones always come from the system.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace hessianscope
