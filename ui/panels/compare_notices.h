#pragma once

#include "ui/models/study_comparison.h"
#include "ui/panels/result_notice.h"

#include <QString>

#include <optional>

namespace planscope::ui {

/// What stands in place of a comparison that cannot be shown, or says nothing: why, and what to do about it.
struct CompareBlank {
    enum class Remedy {
        None,
        Pin,           ///< pins pinA and pinB
        DuplicateAndPin, ///< makes a copy of pinA and pins both
        Edit,          ///< shows candidate pinB in the editor
    };
    QString title;
    QString text;
    QString action; ///< of the button; "" for Remedy::None
    Remedy remedy = Remedy::None;
    std::size_t pinA = 0;
    std::size_t pinB = 0;
    friend bool operator==(const CompareBlank&, const CompareBlank&) = default;
};

/// Nothing when there is a comparison that differs.
std::optional<CompareBlank> blankOf(const StudyController& study, const StudyComparison& comparison);
/// What is to be said above a comparison: a side is stale, or has no time. Sides that have nothing to say are left out.
std::vector<Notice> noticesOf(const StudyComparison& comparison);

} // namespace planscope::ui
