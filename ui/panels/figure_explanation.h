#pragma once

#include "ui/panels/entity_details.h"

#include "base/explanation.h"

#include <string_view>
#include <vector>

namespace planscope::ui {

/// The entity to which a subject of explainResult() belongs: "time.peak_only.forward" is the component "time.forward",
/// "mlp.expand.forward.intensity" the task "mlp.expand.forward".
EntityKey keyOfSubject(std::string_view subject);

/// Whether a subject's figures exist only on a target.
bool isRightOfBoundary(std::string_view subject);

/// A fact with its unit for people and exactly: "seconds" as "13.6 s".
DetailRow rowOf(const QString& label, const FactExplanation& fact);

/// Formulas of one explanation, with values substituted and results; its symbols below, each that has a formula of its
/// own as a link to it.
void addExplanation(EntityDetails& details, const QString& title, const Explanation& explanation);
/// The same for that subject of a list; nothing when it is not there.
void addExplanation(EntityDetails& details, const QString& title, const std::vector<Explanation>& explanations,
                    std::string_view subject);

} // namespace planscope::ui
