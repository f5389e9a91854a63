#pragma once

#include "ui/panels/view.h"

#include "frontend/presets.h"

#include <gtest/gtest.h>

namespace planscope::ui {

/// A bundled study with results, its second candidate current, and what a view needs to show it.
class ShownStudy : public testing::Test {
protected:
    ShownStudy()
    {
        study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "gpt3-175B-64xA100")->json));
        study.setCurrentCandidate(1);
        study.waitForResults();
    }

    static EntityKey task(const char* name) { return {EntityKey::Kind::Task, QString::fromLatin1(name)}; }
    const PortablePlanIR& plan() const { return study.currentState()->result.block()->derivation->plan(); }

    StudyController study;
    Selection selection;
    ThemeHolder theme;
    ViewContext context{&study, &selection, &theme};
};

} // namespace planscope::ui
