#pragma once

#include "ui/panels/entity_details.h"

#include "base/explanation.h"
#include "derivation/dialect/demand.h"
#include "study/rank_work.h"
#include "ui/panels/detail_rows.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>
#include <vector>

namespace planscope::ui {

// What details of tasks have in either accounting.

/// The entity of that name, or null.
template <class Entity>
const Entity* named(const std::vector<Entity>& entities, const QString& name)
{
    const std::string wanted = name.toStdString();
    const auto found = std::find_if(entities.begin(), entities.end(),
                                    [&wanted](const Entity& entity) { return entity.name == wanted; });
    return found == entities.end() ? nullptr : &*found;
}

/// The IR, when it was published.
template <class Ir>
const Ir* published(const DerivedHistory& derivation)
{
    const SnapshotPtr snapshot = derivation.snapshot(Ir::kind);
    return snapshot ? &snapshot->as<Ir>() : nullptr;
}

/// The name of the entity with that id; the id itself where there is none.
template <class Entity, class Id>
QString nameOfId(const std::vector<Entity>& entities, Id id)
{
    const auto found =
        std::find_if(entities.begin(), entities.end(), [id](const Entity& entity) { return entity.id == id; });
    return found == entities.end() ? plainText(id.toString()) : plainText(found->name);
}

EntityKey taskKey(const QString& name);

/// Work of one rank, with its intensity where bytes move.
DetailSection workSection(const WorkloadFacts& facts, const QString& note);
/// Sums over tasks; `counted` is what their number counts: "tasks".
DetailSection workSection(const QString& title, const PhaseWork& work, const QString& counted);
DetailSection needsSection(Capability capability, const std::vector<ResourceClass>& alternatives,
                           ConcurrencyGroup concurrency, const ResourceDemand& demand);
/// The seconds of one run in both modes, local and network parts where there are both; from the explanations below
/// "subject.time". Without rows where there is no predicted time.
DetailSection timeSection(const std::vector<Explanation>& explanations, const std::string& subject,
                          const QString& note);

/// Before and after among the tasks of an IR.
template <class Task>
DetailSection dependencySection(const std::vector<Task>& tasks, const Task& task)
{
    DetailSection section =
        sectionOf(QCoreApplication::translate("Details", "Dependencies"), DetailSection::Form::Links);
    for (const auto before : task.dependencies)
        section.rows.push_back(
            linkRow(QCoreApplication::translate("Details", "after"), taskKey(nameOfId(tasks, before))));
    for (const Task& other : tasks)
        if (std::find(other.dependencies.begin(), other.dependencies.end(), task.id) != other.dependencies.end())
            section.rows.push_back(
                linkRow(QCoreApplication::translate("Details", "before"), taskKey(plainText(other.name))));
    if (section.rows.empty())
        section.note = QCoreApplication::translate("Details", "It depends on no task, and none on it.");
    return section;
}

} // namespace planscope::ui
