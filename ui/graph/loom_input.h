#pragma once

#include "base/quantity.h"
#include "derivation/dialect/dialect.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace planscope::ui {

/// Exact work of one cell; sums when the cell stands for several tasks.
struct LoomFacts {
    Total<struct OperationsUnit> operations;
    Total<struct BytesUnit> read;    ///< bytes
    Total<struct BytesUnit> write;   ///< bytes
    Total<struct BytesUnit> message; ///< bytes
    std::optional<double> seconds;   ///< predicted; absent when there is no time

    LoomFacts& operator+=(const LoomFacts& other);
    friend bool operator==(const LoomFacts&, const LoomFacts&) = default;
};

/// A task of one block on one rank.
struct LoomTask {
    QString name; ///< the semantic key: "mlp.expand.forward"
    Layer layer = Layer::AttentionFork;
    Phase phase = Phase::Forward;
    Primitive primitive = Primitive::Fork;
    Engine engine = Engine::Vector;
    std::optional<CollectiveKind> collective;
    LoomFacts facts;
    std::vector<std::uint32_t> dependencies; ///< indices of earlier tasks
};

/// A value at the boundary of the block.
struct LoomBoundary {
    QString name; ///< "input"
    bool entersBlock = true;
    std::int64_t bytes = 0;                ///< of one rank's shard
    std::optional<std::uint32_t> producer; ///< index of a task
    std::vector<std::uint32_t> consumers;
};

/// What a loom is made of: the tasks of one block in program order, and how often they are run.
/// A layer has at most one task in each column of the loom.
struct LoomInput {
    std::vector<LoomTask> tasks;
    std::vector<LoomBoundary> boundaries;
    std::int64_t blocks = 1; ///< blocks of a stage
    std::int64_t ranks = 1;  ///< ranks that run each task
    QString timeSource;      ///< what predicted the seconds: "system evidence, a100_80g"; empty without times
};

/// What of it is drawn.
struct LoomOptions {
    bool attentionFolded = false;
    bool mlpFolded = false;
    int blocks = 1; ///< copies drawn one below the other
    int ranks = 1;  ///< copies drawn side by side
    friend bool operator==(const LoomOptions&, const LoomOptions&) = default;
};

} // namespace planscope::ui
