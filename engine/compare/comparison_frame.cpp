#include "compare/comparison_frame.h"

#include "compare/stated_entity.h"

namespace planscope {
namespace {

ComparedSide sideOf(const ResultFrame& frame)
{
    ComparedSide side;
    side.name = frame.head.name;
    side.status = frame.head.status;
    side.diagnostics = frame.head.diagnostics;
    side.hasTime = frame.hasTime;
    if (frame.derivation) {
        side.hasPlan = frame.derivation->complete();
        side.session = frame.derivation->session.fingerprint;
        side.evidence = frame.head.evidence;
    }
    return side;
}

const IrSnapshot* snapshotOf(const ResultFrame& frame, IrKind kind)
{
    // The derivation keeps the snapshot alive.
    return frame.derivation ? frame.derivation->snapshot(kind).get() : nullptr;
}

/// Every outcome of every checkpoint; outcomes of one check are told apart by their subjects.
std::vector<StatedEntity> checksOf(const DerivedHistory* derivation)
{
    std::vector<StatedEntity> checks;
    if (!derivation)
        return checks;
    for (const CheckpointReport& report : derivation->history.checkpoints)
        for (const CheckOutcome& outcome : report.outcomes) {
            StatedEntity check;
            check.key = {SemanticKey::Kind::Check, std::string{nameOf(report.stage)} + "/" + outcome.code};
            check.part = outcome.subject;
            check.order = {static_cast<std::int64_t>(report.stage)};
            check.attribute("result", outcome.passed ? "passed" : "failed");
            check.attribute("expected", outcome.expected);
            check.attribute("actual", outcome.actual);
            check.attribute("culprit", outcome.culprit);
            checks.push_back(std::move(check));
        }
    return checks;
}

} // namespace

std::string truthOf(bool value)
{
    return value ? "true" : "false";
}

void addSystem(std::vector<ComparedField>& fields, const ResultHead& a, const ResultHead& b)
{
    addBound(fields, "system", "System", a, b, [](const ResultHead& side) { return side.system->name; });
    addBound(fields, "evidence", "Evidence revision", a, b,
             [](const ResultHead& side) { return side.evidence.toString(); });
}

void compareHistories(Comparison& comparison, const ResultFrame& a, const ResultFrame& b)
{
    comparison.sides = {sideOf(a), sideOf(b)};
    for (std::size_t k = 0; k < comparison.irs.size(); ++k) {
        const auto kind = static_cast<IrKind>(k);
        comparison.irs[k] = compareIrs(kind, snapshotOf(a, kind), snapshotOf(b, kind));
    }
    comparison.checks = mergeEntities(checksOf(a.derivation), checksOf(b.derivation));
    for (const ComparedEntity& check : comparison.checks)
        comparison.checkCounts.count(check.change);
}

void addTasks(Comparison& comparison, std::vector<ComparedTask> tasks)
{
    comparison.tasks = std::move(tasks);
    for (const ComparedTask& task : comparison.tasks)
        comparison.taskCounts.count(task.change);
}

} // namespace planscope
