#include "sweep/space_reader.h"

#include "bundled_space.h"
#include "frontend/system_reader.h"

#include <gmock/gmock.h>

namespace planscope::sweep {
namespace {

using testing::ElementsAre;

const std::string stated{findPreset(PresetKind::Spaces, "turing-530B-2520xA100")->json};

/// The bundled space with the first occurrence of a text replaced.
std::string changed(const std::string& from, const std::string& to)
{
    std::string text = stated;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// "code path given" of each fault.
std::vector<std::string> faultsOf(const std::string& text)
{
    const auto space = readSpace(text);
    std::vector<std::string> faults;
    if (!space)
        for (const Diagnostic& fault : space.error())
            faults.push_back(fault.code + " " + fault.path + " " + fault.given);
    return faults;
}

TEST(SpaceReader, ReadsEveryField)
{
    const auto space = readSpace(stated);
    ASSERT_TRUE(space);
    EXPECT_EQ(space->name, "turing-530B on 2,520 x A100");
    EXPECT_EQ(space->model.blockCount, 105);
    EXPECT_EQ(space->globalBatchSize, 2520);
    EXPECT_EQ(space->microbatchSize, (IntegerChoice{IntegerRange{1, 8, 1}}));
    EXPECT_EQ(space->worldSize, (IntegerChoice{IntegerList{2520}}));
    EXPECT_EQ(space->virtualStages, IntegerChoice{AllLegal{}});
    EXPECT_THAT(space->recompute,
                ElementsAre(RecomputePolicy::None, RecomputePolicy::Attention, RecomputePolicy::Full));
    EXPECT_EQ(space->optimizerSharding, FlagChoice::both());
    EXPECT_EQ(space->system, bundledSystem("a100_80g"));
    EXPECT_THAT(space->objectives, ElementsAre(Objective::Time, Objective::Memory));
    EXPECT_EQ(space->top, 20);
}

TEST(SpaceReader, WhatIsWrittenReadsBackEqual)
{
    MappingSpace space = bundledSpace();
    space.name = "\"odd\"\n";
    space.microbatchSize = IntegerRange{2, 9, 3};
    space.dataDegree = IntegerList{1, 9, 4};
    space.tensorTier = IntegerList{1};
    space.recompute = {RecomputePolicy::None, RecomputePolicy::Full};
    space.fusedActivation = FlagChoice::fixed(true);
    space.constraints.withinCapacity = false;
    space.constraints.atMost[0] = 12.5;
    space.constraints.atMost[2] = 1e11;
    space.constraints.atLeast[3] = 0.125;
    space.objectives = {Objective::Mfu, Objective::Accelerators, Objective::TokensPerSecond};
    space.top = 3;
    const auto again = readSpace(writeSpace(space));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->system, space.system);
    EXPECT_EQ(*again, space);
    SystemProfile own = *space.system;
    own.name = "own";
    space.system = std::make_shared<SystemProfile>(own);
    const auto inPlace = readSpace(writeSpace(space));
    ASSERT_TRUE(inPlace);
    EXPECT_EQ(*inPlace->system, own);
}

TEST(SpaceReader, ABaseGivesWhatTheSpaceLeavesOut)
{
    const auto space = readSpace(R"({"schema": "planscope.space/1", "name": "n", "base": "tab5-turing-530B-seqsel",
        "mapping": {"pipeline": {"degree": "all"}, "recompute": ["full", "none"]}, "top": 1})");
    ASSERT_TRUE(space);
    EXPECT_EQ(space->model.name, "turing-530B");
    EXPECT_EQ(space->tensorDegree, (IntegerChoice{IntegerList{8}}));
    EXPECT_EQ(space->pipelineDegree, IntegerChoice{AllLegal{}});
    EXPECT_THAT(space->communication, ElementsAre(TensorCommunication::ReduceScatterAllGather));
    EXPECT_THAT(space->recompute, ElementsAre(RecomputePolicy::None, RecomputePolicy::Full));
    EXPECT_EQ(space->system->name, "a100_80g");
    EXPECT_FALSE(space->worldSize);
}

TEST(SpaceReader, TellsWhatIsWrongWithABaseBelowIt)
{
    EXPECT_THAT(faultsOf(R"({"schema": "planscope.space/1", "name": "n", "base": "tab6"})"),
                ElementsAre("spec.unknown_value base tab6"));
    EXPECT_THAT(faultsOf(R"({"schema": "planscope.space/1", "name": "n", "base": 3})"),
                ElementsAre("file.type base 3"));
    const auto faults = faultsOf(R"({"schema": "planscope.space/1", "name": "n", "base": {"name": 3}})");
    EXPECT_THAT(faults, testing::Contains("file.missing_field base.schema "));
    EXPECT_THAT(faults, testing::Contains("file.type base.name 3"));
}

TEST(SpaceReader, TellsAnotherSchemaAlone)
{
    EXPECT_THAT(faultsOf(R"({"schema": "planscope.case/1", "name": "n", "layers": 3})"),
                ElementsAre("spec.unknown_value schema planscope.case/1"));
}

TEST(SpaceReader, TellsEveryFaultWithCodePlaceAndValue)
{
    EXPECT_THAT(faultsOf("[]"), ElementsAre("file.type  []"));
    EXPECT_THAT(faultsOf("{"), ElementsAre(testing::StartsWith("file.syntax")));
    EXPECT_THAT(faultsOf(changed("\"top\": 20", "\"tops\": 20")), ElementsAre("file.unknown_field tops 20"));
    EXPECT_THAT(faultsOf(changed("\"recompute\": \"all\",", "")), ElementsAre("file.missing_field mapping.recompute "));
    EXPECT_THAT(faultsOf(changed("\"recompute\": \"all\"", "\"recompute\": \"some\"")),
                ElementsAre("spec.unknown_value mapping.recompute some"));
    EXPECT_THAT(faultsOf(changed("\"recompute\": \"all\"", "\"recompute\": [\"full\", \"full\"]")),
                ElementsAre("space.repeated mapping.recompute[1] [\"full\",\"full\"]"));
    EXPECT_THAT(faultsOf(changed("2520,\n    \"tensor\"", "[],\n    \"tensor\"")),
                ElementsAre("space.empty mapping.world_size []"));
    EXPECT_THAT(faultsOf(changed("{\"from\": 1, \"to\": 8}", "{\"from\": 9, \"to\": 8}")),
                ElementsAre("space.range workload.microbatch_size {\"from\":9,\"to\":8}"));
    EXPECT_THAT(faultsOf(changed("{\"from\": 1, \"to\": 8}", "{\"from\": 1, \"to\": 8, \"step\": 0}")),
                ElementsAre("spec.positive workload.microbatch_size.step 0"));
    EXPECT_THAT(faultsOf(changed("{\"from\": 1, \"to\": 8}", "[1, 0, true, 2.5]")),
                ElementsAre("file.type workload.microbatch_size[2] true", "file.type workload.microbatch_size[3] 2.5",
                            "spec.positive workload.microbatch_size[1] 0"));
    EXPECT_THAT(faultsOf(changed("\"tensor\": \"all\",", "\"tensor\": -1,")),
                ElementsAre("spec.positive network_tiers.tensor -1"));
    EXPECT_THAT(faultsOf(changed("\"fused_activation\": \"all\"", "\"fused_activation\": 1")),
                ElementsAre("file.type mapping.fused_activation 1"));
    EXPECT_THAT(faultsOf(changed("{\"within_capacity\": true}", "{\"at_most\": {\"speed\": 1, \"time\": \"1\"}}")),
                ElementsAre("file.unknown_field constraints.at_most.speed 1", "file.type constraints.at_most.time 1"));
    EXPECT_THAT(faultsOf(changed("[\"time\", \"memory\"]", "[\"time\", \"memory\", \"mfu\", \"accelerators\"]")),
                ElementsAre("space.objectives objectives [\"time\",\"memory\",\"mfu\",\"accelerators\"]"));
    EXPECT_THAT(faultsOf(changed("\"top\": 20", "\"top\": 100001")), ElementsAre("space.too_large top 100001"));
    EXPECT_THAT(faultsOf(changed("\"turing-530B\"", "\"turing\"")), ElementsAre("spec.unknown_value model turing"));
}

} // namespace
} // namespace planscope::sweep
