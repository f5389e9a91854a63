#pragma once

#include "frontend/presets.h"
#include "study/study_document.h"

#include <gtest/gtest.h>

namespace planscope::ui {

inline StudyDocument sampleStudy(std::string_view name = "gpt3-175B-64xA100")
{
    const auto document = StudyDocument::parse(findPreset(PresetKind::Studies, name)->json);
    EXPECT_TRUE(document);
    return *document;
}

} // namespace planscope::ui
