#include "read_text.h"

#include "frontend/case_writer.h"
#include "frontend/framework_reader.h"

namespace planscope::whole {
namespace {

using testing::HasSubstr;

void expectEqual(const Candidate& a, const Candidate& b)
{
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.training.model(), b.training.model());
    EXPECT_EQ(a.training.workload(), b.training.workload());
    EXPECT_EQ(a.training.mapping(), b.training.mapping());
    EXPECT_EQ(*a.system, *b.system);
    EXPECT_EQ(a.tiers, b.tiers);
    EXPECT_EQ(*a.framework, *b.framework);
}

TEST(WholeCaseWriter, WhatIsWrittenReadsBackEqual)
{
    const ReadCandidate read = readOneWhole(lawfulWholeCase());
    ASSERT_TRUE(read.candidate);
    const std::string text = writeCase(*read.candidate);
    const ReadCandidate again = readOneWhole(text);
    ASSERT_TRUE(again.candidate) << text;
    expectEqual(*read.candidate, *again.candidate);
    EXPECT_EQ(writeCase(*again.candidate), text);
}

TEST(WholeCaseWriter, WritesEveryOracleCase)
{
    const auto document = JsonDocument::parse(repositoryFile("tests/oracle/whole_cases.json"));
    ASSERT_TRUE(document);
    int written = 0;
    for (const JsonValue entry : document->root().elements()) {
        const ReadCandidate read = readOneWhole(entry.find("case")->compact());
        if (!read.candidate)
            continue;
        const ReadCandidate again = readOneWhole(writeCase(*read.candidate));
        ASSERT_TRUE(again.candidate) << *read.name;
        expectEqual(*read.candidate, *again.candidate);
        ++written;
    }
    EXPECT_EQ(written, 90);
}

TEST(WholeCaseWriter, NamesABundledFramework)
{
    ReadCandidate read = readOneWhole(lawfulWholeCase());
    ASSERT_TRUE(read.candidate);
    EXPECT_THAT(writeCase(*read.candidate), HasSubstr(R"("schema": "planscope.framework/1")"));
    read.candidate->framework = bundledFramework("megatron-0.14-te-2.11");
    EXPECT_THAT(writeCase(*read.candidate), HasSubstr(R"("framework": "megatron-0.14-te-2.11")"));
}

} // namespace
} // namespace planscope::whole
