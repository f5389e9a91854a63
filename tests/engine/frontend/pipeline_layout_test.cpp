#include "frontend/pipeline_layout.h"

#include <gmock/gmock.h>

namespace planscope::whole {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;

std::vector<std::int64_t> chunks(std::string_view text)
{
    const auto read = readPipelineLayout(text);
    EXPECT_TRUE(read) << text;
    return read ? *read : std::vector<std::int64_t>{};
}
std::string refusal(std::string_view text)
{
    const auto read = readPipelineLayout(text);
    return read ? "" : read.error().front().code;
}

TEST(PipelineLayout, CountsTheBlocksOfEachChunk)
{
    EXPECT_THAT(chunks("EtttL"), ElementsAre(3));
    EXPECT_THAT(chunks("Et*8|t*8|t*7|t*7L"), ElementsAre(8, 8, 7, 7));
    EXPECT_THAT(chunks("E|t|tt|L"), ElementsAre(0, 1, 2, 0)) << "stages of the embedding or the loss alone";
    EXPECT_THAT(chunks("Et*3|(tt|)*3,t|L"), ElementsAre(3, 2, 2, 2, 1, 0)) << "commas mean nothing";
    EXPECT_THAT(chunks("Et|*3tL"), ElementsAre(1, 0, 0, 1));
    EXPECT_THAT(chunks("Et(t*2|)*0tL"), ElementsAre(2));
    EXPECT_THAT(chunks("E(|t*2)*4L"), ElementsAre(0, 2, 2, 2, 2));
}

TEST(PipelineLayout, RefusesWhatMegatronDoesNotRead)
{
    for (const std::string_view text : {"", "ttt", "tEL", "|EtL", "EtL|", "EEtL", "EtLL", "EtLt", "EtxL", "Et*L",
                                        "E(tL", "E(t)L", "Et)L", "E((t|)*2)*3L", "E t L", "Et*-1L"})
        EXPECT_EQ(refusal(text), "import.megatron.layout") << text;
    EXPECT_EQ(refusal("Ett|m|L"), "import.megatron.layout") << "multi-token prediction";
}

TEST(PipelineLayout, IsBounded)
{
    EXPECT_THAT(chunks("E(t|)*300000L"), SizeIs(300'001));
    EXPECT_EQ(refusal("E(t|)*99999999999999999999L"), "import.megatron.too_long");
    EXPECT_EQ(refusal("E(tttttttttt)*1000000L"), "import.megatron.too_long");
    EXPECT_EQ(refusal("E(t*1000)*1000L"), "import.megatron.too_long");
}

} // namespace
} // namespace planscope::whole
