#pragma once

#include "ui/panels/entity_details.h"

#include "base/explanation.h"

#include <string>
#include <string_view>
#include <vector>

namespace planscope::ui {

/// explainResult() of the accounting that the result is of.
std::vector<Explanation> explanationsOf(const AnyResult& result, std::string_view subject);

/// The subjects that explain a component ("time.forward", "stage.3.memory.peak"), of both modes where it has them; each
/// stands for those below it too. Requires: a result with a derivation.
std::vector<std::string> subjectsOf(const AnyResult& result, const QString& component);

/// The entity to which a subject of explainResult() belongs: "time.peak_only.forward" is the component "time.forward",
/// "mlp.expand.forward.intensity" the task "mlp.expand.forward"; of whole models "time.peak_only.stages.3.busy" is the
/// component "stage.3.time.busy", "saved.fc1.input" the value "fc1.input".
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
