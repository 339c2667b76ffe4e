#include "core/error.h"

#include <gtest/gtest.h>

#include <new>

namespace hessianscope {
namespace {

TEST(ReasonOf, IsASentenceWhateverWasThrown) {
  EXPECT_EQ(reason_of(Error("the reason")), "the reason");
  EXPECT_EQ(reason_of(std::bad_alloc()), "there is not enough memory for this");
  EXPECT_EQ(reason_of(std::bad_array_new_length()), "there is not enough memory for this");
}

}  // namespace
}  // namespace hessianscope
