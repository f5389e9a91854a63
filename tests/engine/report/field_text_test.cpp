#include "report/field_text.h"

#include "compare/whole_comparison.h"
#include "frontend/candidate_source.h"
#include "frontend/presets.h"

#include <gtest/gtest.h>

namespace planscope::whole {
namespace {

/// Of the bundled study: 4 stages of 20 blocks one forward one backward, then 5 chunks a stage interleaved.
Candidate llama70b(std::size_t index)
{
    static const auto source = CandidateSource::open(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json);
    return source->readWhole(index).candidate.value();
}

Candidate withPipeline(const Candidate& from, const PipelineParallel& pipeline)
{
    MappingSpec mapping = from.training.mapping();
    mapping.pipeline = pipeline;
    Candidate to = from;
    to.training = Training::create(from.training.model(), from.training.workload(), mapping).value();
    return to;
}

const ComparedField& fieldAt(const Comparison& comparison, std::string_view path)
{
    for (const ComparedField& field : comparison.mapping)
        if (field.path == path)
            return field;
    throw std::out_of_range(std::string{path});
}

TEST(FieldText, EqualNeighboursOfAListAreOneRun)
{
    EXPECT_EQ(runsText("1, 2, 2, 2, 1"), "1, 3×2, 1");
    EXPECT_EQ(runsText("0, 0"), "2×0");
    EXPECT_EQ(runsText("7"), "7");
    EXPECT_EQ(runsText("1, 11, 1"), "1, 11, 1");
    EXPECT_EQ(runsText(""), "");
}

TEST(FieldText, ALayoutIsToldByRunsAndAnOpenOneIsEven)
{
    const Candidate even = llama70b(0);
    PipelineParallel uneven = even.training.mapping().pipeline;
    uneven.layout = {{21, 21, 21, 17}};
    const Comparison comparison = compare(*evaluate(even), *evaluate(withPipeline(even, uneven)));
    const ComparedField& layout = fieldAt(comparison, "mapping.pipeline.layout");
    EXPECT_EQ(valueText(comparison, layout, 0), "even");
    EXPECT_EQ(valueText(comparison, layout, 1), "3×21, 17");
    EXPECT_EQ(layout.b, "21, 21, 21, 17") << "exact";
}

TEST(FieldText, AnOpenGroupIsThePipelinesDegreeOfAnInterleavedSchedule)
{
    const Candidate interleaved = llama70b(1);
    PipelineParallel open = interleaved.training.mapping().pipeline;
    std::get<Interleaved>(open.schedule).group.reset();
    PipelineParallel said = open;
    std::get<Interleaved>(said.schedule).group = 8;
    const Comparison comparison =
        compare(*evaluate(withPipeline(interleaved, open)), *evaluate(withPipeline(interleaved, said)));
    const ComparedField& group = fieldAt(comparison, "mapping.pipeline.schedule.group");
    EXPECT_EQ(labelText(group), "Pipeline schedule: Microbatch group");
    EXPECT_EQ(labelText(fieldAt(comparison, "mapping.pipeline.schedule.kind")), "Pipeline schedule");
    EXPECT_EQ(valueText(comparison, group, 0), "4 (p)");
    EXPECT_EQ(valueText(comparison, group, 1), "8");
    const Comparison plain = compare(*evaluate(llama70b(0)), *evaluate(withPipeline(interleaved, said)));
    EXPECT_EQ(valueText(plain, fieldAt(plain, "mapping.pipeline.schedule.group"), 0), "–");
}

} // namespace
} // namespace planscope::whole
