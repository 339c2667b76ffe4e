// Whether the tests run under a sanitizer, which reserves terabytes of addresses and gives every
// allocation a margin: limits on memory mean nothing there.
#pragma once

namespace hessianscope::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HESSIANSCOPE_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(HESSIANSCOPE_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace hessianscope::test
