#pragma once

#include "base/digest.h"
#include "derivation/dialect/dialect.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <variant>
#include <vector>

namespace planscope {

/// Closed list of the analyses that passes declare.
enum class AnalysisKind {
    WorkTotals,   ///< work summed by phase
    MemoryTotals, ///< memory summed over the layers
};
template <>
struct EnumNames<AnalysisKind> {
    static constexpr std::array<std::string_view, 2> names{"work_totals", "memory_totals"};
};
/// Its index is AnalysisKind.
using AnalysisValue = std::variant<BlockTotals, BlockMemory>;

inline AnalysisKind kindOf(const AnalysisValue& value)
{
    return static_cast<AnalysisKind>(value.index());
}

/// Analyses by content: (IR digest, analysis, session fingerprint). Equal keys hold equal values, so
/// an entry never changes once it is there.
class AnalysisStore {
public:
    struct Key {
        Digest ir;
        AnalysisKind analysis = AnalysisKind::WorkTotals;
        Digest session;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    /// Null when the store has no such analysis.
    const AnalysisValue* find(const Key& key) const;
    std::size_t size() const { return m_values.size(); }
    friend bool operator==(const AnalysisStore&, const AnalysisStore&) = default;

private:
    friend class PassTransaction;
    /// Takes over entries whose keys are not there yet; allocates nothing.
    void publish(std::map<Key, AnalysisValue>&& entries) noexcept { m_values.merge(entries); }

    std::map<Key, AnalysisValue> m_values;
};

} // namespace planscope
