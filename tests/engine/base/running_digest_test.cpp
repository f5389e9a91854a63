#include "base/running_digest.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

TEST(RunningDigest, DoesNotDependOnWhereTheBytesAreCut)
{
    RunningDigest digest;
    EXPECT_EQ(digest.value(), Digest::of(""));
    digest.add("ab");
    EXPECT_EQ(digest.value(), Digest::of("ab"));
    digest.add("");
    digest.add("c");
    EXPECT_EQ(digest.value(), Digest::of("abc"));
}

} // namespace
} // namespace planscope
