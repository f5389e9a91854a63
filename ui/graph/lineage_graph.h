#pragma once

#include "derivation/dialect/dialect.h"
#include "derivation/pass/snapshot.h"
#include "study/derived_history.h"
#include "ui/models/entity_key.h"

#include <QString>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace planscope::ui {

/// An entity of a published IR and what its lineage says of it.
struct LineageNode {
    IrKind stage = IrKind::Model;
    EntityKey key;
    QString id; ///< "task:9f86d081884c7d65"
    LineageKind kind = LineageKind::Source;
    QString transform;                ///< the builder or pass that made it
    QString group;                    ///< the heading under which it stands
    bool mayEnd = false;              ///< nothing need come of it: a value no backward reads, a dropout of nothing
    bool isApart = false;             ///< stands apart from its sources, which can be many
    std::optional<Phase> phase;       ///< of a task of equal blocks, as the two below
    Layer layer = Layer::AttentionFork;
    Primitive primitive = Primitive::Fork;
    QString statedBy;                 ///< of the model's entities: the spec they come from
    std::vector<std::size_t> sources; ///< nodes of the stage before
    std::vector<std::size_t> derived; ///< nodes of the stage after that name this one
    std::size_t unknownSources = 0;   ///< ids it names that the stage before has not
};

/// One transition, counted over the lineage of its output.
struct LineageTransition {
    IrKind from = IrKind::Model;
    IrKind to = IrKind::Distributed;
    std::size_t entities = 0;                  ///< of the output
    std::size_t withSources = 0;               ///< of them, those whose sources are all there
    std::size_t sourcesTotal = 0;              ///< entities of the input
    std::size_t sourcesCovered = 0;            ///< of them, those that some output names
    std::size_t sourcesEnded = 0;              ///< of them, those that none names and none need name
    std::map<std::size_t, std::size_t> fanOut; ///< number of outputs of a source → number of such sources
    std::size_t mostSources = 0;               ///< of any one output

    /// Outputs without a source, and sources without an output that must have one.
    std::size_t orphans() const { return (entities - withSources) + (sourcesTotal - sourcesCovered - sourcesEnded); }
};

/// The entities of all published IRs of a derivation and their relation. Links come from lineage ids only, never from
/// names or positions. An immutable value; any thread.
class LineageGraph {
public:
    LineageGraph() = default;
    explicit LineageGraph(const DerivedHistory& derivation);

    const std::vector<LineageNode>& nodes() const { return m_nodes; }
    /// One for each published transition, in order.
    const std::vector<LineageTransition>& transitions() const { return m_transitions; }
    bool hasStage(IrKind stage) const;

    /// The nodes that the key stands for, in the order of the stages: of a layer or a primitive those of its tasks.
    std::vector<std::size_t> find(const EntityKey& key) const;
    /// Those nodes with all their ancestors and descendants, as one flag a node.
    std::vector<bool> related(const std::vector<std::size_t>& from) const;
    /// All ancestors and itself, sources first; all descendants without itself, nearest first.
    std::vector<std::size_t> ancestry(std::size_t node) const;
    std::vector<std::size_t> descent(std::size_t node) const;

private:
    std::vector<LineageNode> m_nodes;
    std::vector<LineageTransition> m_transitions;
};

} // namespace planscope::ui
