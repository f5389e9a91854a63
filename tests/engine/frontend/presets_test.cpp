#include "frontend/presets.h"

#include "base/json_document.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>

namespace planscope {
namespace {

using testing::SizeIs;

constexpr PresetKind everyKind[] = {PresetKind::Models,     PresetKind::WholeModels, PresetKind::Systems,
                                    PresetKind::Frameworks, PresetKind::Cases,       PresetKind::Studies,
                                    PresetKind::Spaces};

std::filesystem::path folderOf(PresetKind kind)
{
    constexpr const char* folders[] = {"models", "whole_models", "systems", "frameworks", "cases", "studies", "spaces"};
    return std::filesystem::path{PLANSCOPE_SOURCE_DIR} / "resources" / folders[static_cast<std::size_t>(kind)];
}

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file{path, std::ios::binary};
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>{file}, {}};
}

JsonDocument parsed(std::string_view json)
{
    auto document = JsonDocument::parse(json);
    EXPECT_TRUE(document.has_value()) << json;
    return std::move(document).value();
}

JsonDocument oracle(const std::string& name)
{
    return parsed(contentOf(std::filesystem::path{PLANSCOPE_SOURCE_DIR} / "tests/oracle" / name));
}

TEST(Presets, AreTheFilesOfTheResourceFoldersByteForByte)
{
    for (const PresetKind kind : everyKind) {
        std::map<std::string, std::string> files;
        for (const auto& entry : std::filesystem::directory_iterator{folderOf(kind)})
            files[entry.path().stem().string()] = contentOf(entry.path());
        std::map<std::string, std::string> bundled;
        for (const Preset& preset : presets(kind))
            bundled.emplace(preset.name, preset.json);
        EXPECT_EQ(bundled, files);
    }
}

TEST(Presets, ComeInByteOrderAndAreFoundByName)
{
    for (const PresetKind kind : everyKind) {
        const auto all = presets(kind);
        EXPECT_FALSE(all.empty());
        EXPECT_TRUE(
            std::is_sorted(all.begin(), all.end(), [](const Preset& a, const Preset& b) { return a.name < b.name; }));
        for (const Preset& preset : all)
            EXPECT_EQ(findPreset(kind, preset.name), &preset);
    }
}

TEST(Presets, NothingIsFoundUnderAnotherName)
{
    EXPECT_EQ(findPreset(PresetKind::Models, ""), nullptr);
    EXPECT_EQ(findPreset(PresetKind::Models, "gpt3-175"), nullptr);
    EXPECT_EQ(findPreset(PresetKind::Models, "~"), nullptr);
    EXPECT_EQ(findPreset(PresetKind::Models, "a100_80g"), nullptr);
}

TEST(Presets, EveryModelAndSystemOfTheOracleIsBundledUnderItsName)
{
    const std::pair<PresetKind, const char*> lists[] = {{PresetKind::Models, "models.json"},
                                                        {PresetKind::Systems, "systems.json"}};
    for (const auto& [kind, file] : lists) {
        const JsonDocument expected = oracle(file);
        EXPECT_THAT(presets(kind), SizeIs(expected.root().childCount()));
        for (const JsonValue value : expected.root().elements()) {
            const Preset* preset = findPreset(kind, value.find("name")->text());
            ASSERT_NE(preset, nullptr) << value.find("name")->text();
            EXPECT_EQ(parsed(preset->json).root().compact(), value.compact());
        }
    }
}

TEST(Presets, TheCasesOfTable5AreTheOraclesWithTheirModelByName)
{
    const JsonDocument expected = oracle("cases.json");
    std::size_t compared = 0;
    for (const JsonValue entry : expected.root().elements()) {
        const JsonValue wanted = *entry.find("case");
        if (!wanted.find("name") || wanted.find("name")->text().substr(0, 5) != "tab5/")
            continue;
        std::string presetName{wanted.find("name")->text()};
        std::replace(presetName.begin(), presetName.end(), '/', '-');
        std::replace(presetName.begin(), presetName.end(), '_', '-');
        const Preset* preset = findPreset(PresetKind::Cases, presetName);
        ASSERT_NE(preset, nullptr) << presetName;
        const JsonDocument bundled = parsed(preset->json);
        ASSERT_EQ(bundled.root().childCount(), wanted.childCount()) << presetName;
        for (const auto member : wanted.members()) {
            const auto value = bundled.root().find(member.name);
            ASSERT_TRUE(value) << presetName << " lacks " << member.name;
            const JsonValue stated = member.name == "model" ? *member.value.find("name") : member.value;
            EXPECT_EQ(value->compact(), stated.compact()) << presetName << " " << member.name;
        }
        ++compared;
    }
    EXPECT_EQ(compared, presets(PresetKind::Cases).size());
}

TEST(Presets, AStudysCandidatesAreCasesOfTable5)
{
    std::set<std::string> mappings;
    for (const Preset& preset : presets(PresetKind::Cases))
        mappings.insert(parsed(preset.json).root().find("mapping")->compact());
    for (const Preset& preset : presets(PresetKind::Studies)) {
        const JsonDocument study = parsed(preset.json);
        if (study.root().find("schema")->text() != "planscope.study/1")
            continue; // of whole models, which no paper measured
        EXPECT_NE(findPreset(PresetKind::Models, study.root().find("model")->text()), nullptr) << preset.name;
        EXPECT_NE(findPreset(PresetKind::Systems, study.root().find("system")->text()), nullptr) << preset.name;
        ASSERT_EQ(study.root().find("candidates")->childCount(), 2U) << preset.name;
        for (const JsonValue candidate : study.root().find("candidates")->elements())
            EXPECT_TRUE(mappings.count(candidate.find("mapping")->compact())) << preset.name;
    }
}

} // namespace
} // namespace planscope
