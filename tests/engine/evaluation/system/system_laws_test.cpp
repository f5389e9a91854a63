#include "evaluation/system/system_laws.h"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

SystemProfile lawfulProfile()
{
    SystemProfile profile;
    profile.name = "lawful";
    profile.matrix = {{TableDatatype::Float8, 8e14, {{0, 0.5}}},
                      {TableDatatype::Float16, 4e14, {{1e9, 0.9}, {0, 0.4}}}};
    profile.vector = {{TableDatatype::Float16, 1e14, {{0, 1}}}};
    profile.capacityGib = 80;
    profile.memoryPeakBytesPerSecond = 2e12;
    profile.memoryEfficiency = {{1e6, 0.9}, {0, 0.3}};
    NetworkTier tier;
    tier.name = "tier";
    tier.peakBytesPerSecond = 3e11;
    tier.efficiency = 0.7;
    tier.size = 8;
    tier.operations.fill({1, 0});
    profile.networks = {tier, tier};
    return profile;
}

struct Breaks {
    const char* told; ///< code and path
    std::function<void(SystemProfile&)> how;
};

TEST(SystemLaws, EachIsBrokenAloneAndToldByItsPath)
{
    EXPECT_THAT(validate(lawfulProfile()), IsEmpty());
    const std::vector<Breaks> all{
        {"system.peak system.matrix.float16.peak_tflops", [](auto& s) { s.matrix[1].peakOperationsPerSecond = 0; }},
        {"system.peak system.vector.float16.peak_tflops",
         [](auto& s) { s.vector[0].peakOperationsPerSecond = infinity; }},
        {"system.capacity system.memory.capacity_gib", [](auto& s) { s.capacityGib = notANumber; }},
        {"system.bandwidth system.memory.peak_gb_per_second", [](auto& s) { s.memoryPeakBytesPerSecond = -1; }},
        {"system.bandwidth system.networks[1].peak_gb_per_second",
         [](auto& s) { s.networks[1].peakBytesPerSecond = 0; }},
        {"system.efficiency system.matrix.float8.efficiency[0].efficiency",
         [](auto& s) { s.matrix[0].efficiency[0].efficiency = 0; }},
        {"system.efficiency system.memory.efficiency[1].efficiency",
         [](auto& s) { s.memoryEfficiency[1].efficiency = notANumber; }},
        {"system.efficiency system.networks[0].efficiency", [](auto& s) { s.networks[0].efficiency = 1.01; }},
        {"system.thresholds system.matrix.float16.efficiency",
         [](auto& s) { s.matrix[1].efficiency[1].threshold = 1; }},
        {"system.thresholds system.memory.efficiency", [](auto& s) { s.memoryEfficiency[0].threshold = notANumber; }},
        {"system.thresholds system.vector.float16.efficiency", [](auto& s) { s.vector[0].efficiency.clear(); }},
        {"system.latency system.networks[0].latency_seconds", [](auto& s) { s.networks[0].latencySeconds = -1e-9; }},
        {"system.size system.networks[1].size", [](auto& s) { s.networks[1].size = 0; }},
        {"system.float16 system.vector", [](auto& s) { s.vector.clear(); }},
        {"system.datatype system.matrix.float8",
         [](auto& s) { s.matrix.insert(s.matrix.begin(), EngineTable{s.matrix[0]}); }},
    };
    for (const Breaks& breaks : all) {
        SCOPED_TRACE(breaks.told);
        SystemProfile profile = lawfulProfile();
        breaks.how(profile);
        const Diagnostics told = validate(profile);
        ASSERT_EQ(told.size(), 1U);
        EXPECT_EQ(told[0].code + " " + told[0].path, breaks.told);
        EXPECT_FALSE(told[0].message.empty());
    }
}

TEST(SystemLaws, TellInTheUnitsOfTheFilesAndFromTheRootAsked)
{
    SystemProfile profile = lawfulProfile();
    profile.networks[0].peakBytesPerSecond = -25e9;
    const Diagnostics told = validate(profile, "");
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].path, "networks[0].peak_gb_per_second");
    EXPECT_EQ(told[0].given, "-25.0");
}

TEST(SystemProfile, Bfloat16FallsBackToFloat16)
{
    SystemProfile profile = lawfulProfile();
    EXPECT_EQ(tableFor(profile.matrix, Datatype::BFloat16), profile.matrix[1]);
    profile.matrix.push_back({TableDatatype::BFloat16, 3e14, {{0, 0.2}}});
    EXPECT_EQ(tableFor(profile.matrix, Datatype::BFloat16), profile.matrix[2]);
    EXPECT_EQ(tableFor(profile.matrix, Datatype::Float16), profile.matrix[1]);
}

TEST(EvidenceRevision, MovesWithEveryField)
{
    const std::vector<std::function<void(SystemProfile&)>> changes{
        [](auto& s) { s.name += "x"; },
        [](auto& s) { s.processingMode = ProcessingMode::Roofline; },
        [](auto& s) { s.matrix[0].datatype = TableDatatype::BFloat16; },
        [](auto& s) { s.matrix[1].peakOperationsPerSecond = 4.1e14; },
        [](auto& s) { s.matrix[1].efficiency[0].threshold = 2e9; },
        [](auto& s) { s.vector[0].efficiency[0].efficiency = 0.9; },
        [](auto& s) { s.capacityGib = 81; },
        [](auto& s) { s.memoryPeakBytesPerSecond = 3e12; },
        [](auto& s) { s.memoryEfficiency.pop_back(); },
        [](auto& s) { s.networks.pop_back(); },
        [](auto& s) { s.networks[0].name = "y"; },
        [](auto& s) { s.networks[0].peakBytesPerSecond = 1; },
        [](auto& s) { s.networks[0].efficiency = 0.8; },
        [](auto& s) { s.networks[0].latencySeconds = 1e-6; },
        [](auto& s) { s.networks[0].size = 9; },
        [](auto& s) { s.networks[0].mustBeFilled = true; },
        [](auto& s) { s.networks[0].operations[0].volumeFactor = 2; },
        [](auto& s) { s.networks[0].operations[1].volumeFactor = 2; },
        [](auto& s) { s.networks[0].operations[2].participantOffset = -1; },
        [](auto& s) { s.networks[0].operations[3].participantOffset = -1; },
    };
    std::vector<Digest> seen{evidenceRevision(lawfulProfile())};
    for (const auto& change : changes) {
        SystemProfile profile = lawfulProfile();
        change(profile);
        seen.push_back(evidenceRevision(profile));
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST(EvidenceRevision, OfEqualProfilesIsEqual)
{
    SystemProfile profile = lawfulProfile();
    profile.networks[0].latencySeconds = -0.0;
    EXPECT_EQ(evidenceRevision(profile), evidenceRevision(lawfulProfile()));
    const auto decoded = decodeCanonical<SystemProfile>(encodeCanonical(profile));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(*decoded, profile);
}

} // namespace
} // namespace planscope
