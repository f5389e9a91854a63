#include "read_text.h"

namespace planscope::whole {
namespace {

/// What is said of a layout that is none.
std::string messageFor(const std::string& text)
{
    const ReadCandidate read = readOneWhole(text);
    if (read.candidate || read.candidate.error().size() != 1)
        return {};
    EXPECT_EQ(read.candidate.error()[0].path, "mapping.pipeline.layout");
    return read.candidate.error()[0].message;
}

TEST(WholeMappingReader, SaysWhatALayoutIsMadeOf)
{
    const std::string text = with(lawfulWholeCase(), "[1, 2, 3, 3, 3, 0]", R"("2*6")");
    EXPECT_EQ(messageFor(text), "a list of 6 numbers separated by commas with the sum 12 is expected, not a string");
    EXPECT_EQ(messageFor(with(lawfulWholeCase(), "[1, 2, 3, 3, 3, 0]", "12")),
              "a list of 6 numbers separated by commas with the sum 12 is expected, not 12");
}

} // namespace
} // namespace planscope::whole
