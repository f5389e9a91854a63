#pragma once

#include "ui/panels/view.h"

#include "frontend/presets.h"

#include <gtest/gtest.h>

namespace planscope::ui {

/// The bundled study of a whole model with results, its first candidate current, and what a view needs to show it.
class ShownWholeStudy : public testing::Test {
protected:
    ShownWholeStudy()
    {
        study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json));
        study.waitForResults();
    }

    static EntityKey component(const char* name) { return {EntityKey::Kind::Component, QString::fromLatin1(name)}; }
    const whole::CandidateResult& result() const { return *study.currentState()->result.whole(); }
    const whole::Estimate& estimate() const { return *result().estimate; }
    const whole::PortablePlanIR& plan() const { return result().derivation->plan(); }
    void edit(CandidateField field, const char* value)
    {
        study.setCandidateField(study.currentCandidate(), field, QString::fromLatin1(value));
        study.waitForResults();
    }

    StudyController study;
    Selection selection;
    ThemeHolder theme;
    ViewContext context{&study, &selection, &theme};
};

} // namespace planscope::ui
