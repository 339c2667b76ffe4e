// How the process treats memory it has freed.
#pragma once

namespace hessianscope {

// Keeps freed memory for the next frame instead of giving it back to the system: touching a fresh
// page for the first time can cost far more than what is computed in it. Affects the whole process
// and costs nothing when called again. Only glibc needs and knows it.
void keep_freed_memory();

}  // namespace hessianscope
