#pragma once

#include <QString>

#include <compare>

namespace planscope::ui {

/// Names an entity of a result by meaning, never by id or position, so that a selection survives edits and is the same
/// in every view and candidate. A task's name is its invocation's ("mlp.expand.forward"), in the distributed tasks and
/// in the plan alike. In whole models a parameter and a tensor saved for backward are values.
struct EntityKey {
    enum class Kind {
        None,
        Snapshot,   ///< name: "model", "distributed", "portable_plan"
        Operation,  ///< ModelIR operation; name: its kind
        Task,       ///< name: the invocation's name
        Value,      ///< boundary value or buffer; name: "input", "block.fc1_weight", "block.fc1.input"
        Layer,      ///< memory row; name: "mlp.gelu"
        Check,      ///< name: "distributed/check.mesh"
        Rank,       ///< a folded group of logical ranks; name: "0-7"
        Component,  ///< a figure; name: "time.forward", "memory.optimizer", "stage.3.time.busy"
        Primitive,  ///< all tasks of a primitive; name: "batch_matmul"
        Stage,      ///< pipeline stage of a whole model; name: "0"
        Edge,       ///< messages between the stages of a whole model; name: "forward", "backward"
        Mapping,    ///< mapping of a sweep; name: its choices
    };
    static constexpr Kind lastKind = Kind::Mapping;

    Kind kind = Kind::None;
    QString name;

    bool isNull() const { return kind == Kind::None; }
    friend bool operator==(const EntityKey&, const EntityKey&) = default;
};

} // namespace planscope::ui
