#pragma once

#include "base/enum_names.h"
#include "base/quantity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The words in which two results are compared. Plain values, without a pointer into either result.
namespace planscope {

/// What became of an entity on the way from A to B. Each entity is exactly one of these.
enum class Change {
    Same,
    Changed, ///< both sides have it, and something stated of it differs
    Added,   ///< B alone has it
    Removed, ///< A alone has it
};
template <>
struct EnumNames<Change> {
    static constexpr std::array<std::string_view, 4> names{"same", "changed", "added", "removed"};
};

/// How many entities are what; the counts add up to the number of entities on either side.
struct ChangeCounts {
    std::int64_t same = 0;
    std::int64_t changed = 0;
    std::int64_t added = 0;
    std::int64_t removed = 0;

    void count(Change change);
    std::int64_t totalA() const { return same + changed + removed; }
    std::int64_t totalB() const { return same + changed + added; }
    bool anyDifference() const { return changed != 0 || added != 0 || removed != 0; }
    friend bool operator==(const ChangeCounts&, const ChangeCounts&) = default;
};

/// Names an entity by meaning, the same on both sides and in every view: never an id or a position.
struct SemanticKey {
    enum class Kind {
        Snapshot,  ///< "model", "distributed", "portable_plan"
        Operation, ///< ModelIR operation: its kind; of a whole model its name
        Task,      ///< the invocation's name: "mlp.expand.forward", "fc1.forward.all_gather.enter"
        Value,     ///< boundary value, parameter, saved tensor or other buffer: "input", "fc1.weight", "fc1.input"
        Layer,     ///< memory row: "mlp.gelu"
        Check,     ///< "distributed/check.mesh"
        Rank,      ///< a group of identical ranks: "0-7"
        Component, ///< of iteration time or memory: "time.forward", "memory.optimizer", "moment.fc2.backward"
        Stage,     ///< pipeline stage of a whole model: "0"; with a part, what it holds or exchanges: "weights"
        Edge,      ///< messages between neighbouring chunks of a whole model: "forward", "backward"
    };
    Kind kind = Kind::Snapshot;
    std::string name;
    friend auto operator<=>(const SemanticKey&, const SemanticKey&) = default;
};
template <>
struct EnumNames<SemanticKey::Kind> {
    static constexpr std::array<std::string_view, 10> names{"snapshot", "operation", "task",      "value", "layer",
                                                            "check",    "rank",      "component", "stage", "edge"};
};

enum class FactUnit {
    Count, ///< of what the fact's name says
    InOperations,
    InBytes,
    InSeconds, ///< predicted for the target
    Ratio,
    TokensPerSecond,
};
template <>
struct EnumNames<FactUnit> {
    static constexpr std::array<std::string_view, 6> names{"count",   "operations", "bytes",
                                                           "seconds", "ratio",      "tokens_per_second"};
};

/// An exact integer or a finite double.
class Number {
public:
    Number() = default; ///< 0
    static Number integer(WideInteger value) { return Number{value}; }
    static Number real(double value) { return Number{value}; }
    /// A double that people write as an integer, such as a capacity: exact where it is one below 2^126.
    static Number wholeOrReal(double value);

    bool isInteger() const { return std::holds_alternative<WideInteger>(m_value); }
    bool isZero() const;
    double toDouble() const;
    /// Every digit of an integer; the shortest text of a double that reads back to it. A JSON number.
    std::string digits() const;

    /// Exact for two integers whose result fits 128 bits; else rounded to a double.
    friend Number operator-(const Number& left, const Number& right);
    friend Number operator+(const Number& left, const Number& right);
    friend Number operator*(const Number& left, const Number& right);
    friend bool operator==(const Number&, const Number&) = default;

private:
    explicit Number(WideInteger value)
        : m_value(value)
    {
    }
    explicit Number(double value)
        : m_value(value)
    {
    }

    std::variant<WideInteger, double> m_value = WideInteger{0};
};

/// One numeric fact on both sides; absent where a side does not have it.
struct ComparedFact {
    std::string name; ///< "read_bytes"; of figures the dotted path: "time.system_evidence.total"
    FactUnit unit = FactUnit::Count;
    std::optional<Number> a;
    std::optional<Number> b;
    /// A side without the fact has nothing of it: it does not run that task, or demands none. Otherwise nobody knows
    /// what it would have: it was refused, or has no times.
    bool absentIsNothing = false;

    bool differs() const { return a != b; }
    /// B − A. Absent unless both sides have the fact, or one has, and the other has nothing of it.
    std::optional<Number> delta() const;
    /// (B − A) / A. Absent unless both sides have the fact, A is not 0, and the quotient is a finite double.
    std::optional<double> relative() const;
    friend bool operator==(const ComparedFact&, const ComparedFact&) = default;
};

/// One stated word or list on both sides.
struct ComparedText {
    std::string name; ///< "body", "concurrency_group"
    std::optional<std::string> a;
    std::optional<std::string> b;

    bool differs() const { return a != b; }
    friend bool operator==(const ComparedText&, const ComparedText&) = default;
};

/// One entity of an IR or one outcome of a check.
struct ComparedEntity {
    SemanticKey key;
    std::string part; ///< which of those that share the key: the subject of a check, "#2" of a repeated name; else ""
    Change change = Change::Same;
    std::vector<ComparedFact> facts;
    std::vector<ComparedText> attributes;
    friend bool operator==(const ComparedEntity&, const ComparedEntity&) = default;
};

} // namespace planscope
