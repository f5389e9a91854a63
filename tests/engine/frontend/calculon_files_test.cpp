#include "frontend/calculon_files.h"

#include "frontend/presets.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

std::optional<CalculonFile> kindOf(std::string_view json)
{
    const auto document = JsonDocument::parse(json);
    return document ? calculonFileOf(document->root()) : std::nullopt;
}

TEST(CalculonFiles, areKnownByTheirFields)
{
    EXPECT_EQ(kindOf(R"({"hidden": 8, "feedforward": 32, "seq_size": 4, "attn_heads": 2, "attn_size": 4, "num_blocks": 1})"),
              CalculonFile::Model);
    EXPECT_EQ(kindOf(R"({"num_procs": 1, "tensor_par": 1, "pipeline_par": 1, "data_par": 1, "batch_size": 1})"),
              CalculonFile::Execution);
    EXPECT_EQ(kindOf(R"({"matrix": {}, "vector": {}, "mem1": {}, "mem2": {}, "networks": []})"), CalculonFile::System);
}

TEST(CalculonFiles, areKnownInSpiteOfFaults)
{
    EXPECT_EQ(kindOf(R"({"hidden": "8", "seq_size": null})"), CalculonFile::Model);
    EXPECT_EQ(kindOf(R"({"matrix": 1, "networks": 2, "surprise": 3})"), CalculonFile::System);
}

TEST(CalculonFiles, nothingElseIsTakenForOne)
{
    for (const std::string_view other : {"{}", "[]", "7", R"({"hidden": 1})", R"({"schema": "planscope.case/1"})"})
        EXPECT_FALSE(kindOf(other)) << other;
    for (const PresetKind kind : {PresetKind::Models, PresetKind::Systems, PresetKind::Cases, PresetKind::Studies})
        for (const Preset& preset : presets(kind))
            EXPECT_FALSE(kindOf(preset.json)) << preset.name;
}

} // namespace
} // namespace planscope
