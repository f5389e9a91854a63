#include "read_text.h"

#include "frontend/case_writer.h"
#include "frontend/presets.h"
#include "frontend/system_reader.h"
#include "frontend/system_writer.h"

#include <rapidcheck/gtest.h>

namespace planscope {
namespace {

using testing::HasSubstr;
using testing::Not;

void expectEqual(const Candidate& a, const Candidate& b)
{
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.training.model(), b.training.model());
    EXPECT_EQ(a.training.workload(), b.training.workload());
    EXPECT_EQ(a.training.mapping(), b.training.mapping());
    EXPECT_EQ(*a.system, *b.system);
    EXPECT_EQ(a.tiers, b.tiers);
}

TEST(CaseWriter, WhatIsWrittenReadsBackEqual)
{
    const std::string bytes = repositoryFile("tests/oracle/cases.json");
    const auto source = CandidateSource::open("[" + lawfulCase() + "]");
    expectEqual(*readOne(writeCase(*source->read(0).candidate)).candidate, *source->read(0).candidate);

    const auto document = JsonDocument::parse(bytes);
    int written = 0;
    for (const JsonValue entry : document->root().elements()) {
        const ReadCandidate read = readOne("[" + entry.find("case")->compact() + "]");
        if (!read.candidate)
            continue;
        SCOPED_TRACE(*read.name);
        const std::string text = writeCase(*read.candidate);
        const ReadCandidate again = readOne(text);
        ASSERT_TRUE(again.candidate) << text;
        expectEqual(*again.candidate, *read.candidate);
        EXPECT_EQ(writeCase(*again.candidate), text);
        ++written;
    }
    EXPECT_GT(written, 100);
}

TEST(CaseWriter, NamesTheSystemOnlyWhenItIsTheBundledOne)
{
    ReadCandidate read = readOne(lawfulCase());
    ASSERT_TRUE(read.candidate);
    read.candidate->system = bundledSystem("a100_80g");
    EXPECT_THAT(writeCase(*read.candidate), HasSubstr(R"("system": "a100_80g")"));
    SystemProfile changed = *bundledSystem("a100_80g");
    changed.capacityGib = 40;
    read.candidate->system = std::make_shared<const SystemProfile>(changed);
    EXPECT_THAT(writeCase(*read.candidate), Not(HasSubstr(R"("system": "a100_80g")")));
    EXPECT_THAT(writeCase(*read.candidate), HasSubstr(R"("capacity_gib": 40.0)"));
}

TEST(CaseWriter, EscapesNames)
{
    ReadCandidate read = readOne(with(lawfulCase(), R"("lawful")", R"("\"\\\u0000\n ü \ud83d\ude00")"));
    ASSERT_TRUE(read.candidate);
    EXPECT_EQ(readOne(writeCase(*read.candidate)).name, read.name);
}

RC_GTEST_PROP(CaseWriter, NumbersInAnyUnitReadBackToTheBit, ())
{
    const auto number = [] {
        const auto mantissa = *rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 53);
        return std::to_string(mantissa) + "e-" + std::to_string(*rc::gen::inRange(0, 30));
    };
    std::string text = with(lawfulCase(), R"("peak_tflops": 312)", R"("peak_tflops": )" + number());
    text = with(text, R"("capacity_gib": 80)", R"("capacity_gib": )" + number());
    text = with(text, R"("peak_gb_per_second": 2000)", R"("peak_gb_per_second": )" + number());
    text = with(text, R"("gflop": 8)", R"("gflop": )" + number());
    text = with(text, R"("megabyte": 4)", R"("megabyte": )" + number());
    text = with(text, R"("latency_seconds": 1e-05)", R"("latency_seconds": )" + number());
    const ReadCandidate read = readOne(text);
    RC_ASSERT(read.candidate.has_value());
    const auto again = readSystem(writeSystem(*read.candidate->system));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == *read.candidate->system);
}

} // namespace
} // namespace planscope
