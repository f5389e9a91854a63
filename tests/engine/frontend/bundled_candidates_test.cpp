#include "read_text.h"

#include "frontend/any_candidate.h"
#include "frontend/presets.h"

namespace planscope {
namespace {

TEST(BundledCandidates, AreAllLawful)
{
    for (const PresetKind kind : {PresetKind::Cases, PresetKind::Studies}) {
        ASSERT_FALSE(presets(kind).empty());
        for (const Preset& preset : presets(kind)) {
            const auto source = CandidateSource::open(preset.json);
            ASSERT_TRUE(source) << preset.name;
            for (std::size_t index = 0; index < source->count(); ++index) {
                const auto read = readAny(*source, index);
                EXPECT_TRUE(read) << preset.name << " " << index << ": " << testing::PrintToString(lines(read.error()));
            }
        }
    }
}

TEST(BundledCandidates, EveryBundledModelIsReadByItsName)
{
    for (const Preset& preset : presets(PresetKind::Models)) {
        const std::string text =
            with(lawfulCase(), "\"model\": {", R"("model": ")" + std::string{preset.name} + R"(", "x": {)");
        const auto faults = faultsOf(text);
        ASSERT_FALSE(faults.empty());
        for (const std::string& fault : faults)
            EXPECT_TRUE(fault.rfind("file.unknown_field x ", 0) == 0 || fault.rfind("mapping.", 0) == 0) << fault;
    }
}

} // namespace
} // namespace planscope
