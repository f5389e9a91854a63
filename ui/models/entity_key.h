#pragma once

#include <QString>

#include <compare>

namespace planscope::ui {

/// Names an entity of a result by meaning, never by id or position, so that a selection survives edits and is the same
/// in every view and candidate. A task's name is its invocation's ("mlp.expand.forward"), in the distributed tasks and
/// in the plan alike.
struct EntityKey {
    enum class Kind {
        None,
        Snapshot,   ///< name: "model", "distributed", "portable_plan"
        Operation,  ///< ModelIR operation; name: its kind
        Task,       ///< name: the invocation's name
        Value,      ///< boundary value or buffer; name: "input", "output"
        Layer,      ///< memory row; name: "mlp.gelu"
        Check,      ///< name: "distributed/check.mesh"
        Rank,       ///< a folded group of logical ranks; name: "0-7"
        Component,  ///< iteration time or memory component; name: "time.forward", "memory.optimizer"
        Primitive,  ///< all tasks of a primitive; name: "batch_matmul"
    };
    static constexpr Kind lastKind = Kind::Primitive;

    Kind kind = Kind::None;
    QString name;

    bool isNull() const { return kind == Kind::None; }
    friend bool operator==(const EntityKey&, const EntityKey&) = default;
};

} // namespace planscope::ui
