#pragma once

#include "compare/line_diff.h"
#include "study/any_result.h"

#include <string>
#include <string_view>

namespace planscope {

/// The forms of an IR's text that two candidates can be compared by, line by line.
enum class IrTextForm {
    Summary,   ///< as `show` prints it, summed by stage, phase and capability
    Named,     ///< the canonical text, one value a line, ids told by the names of their entities
    Canonical, ///< the same with ids as they are, which all move with the parent's digest
};
template <>
struct EnumNames<IrTextForm> {
    static constexpr std::array<std::string_view, 3> names{"summary", "named", "canonical"};
};

/// The text of a stage, each line ended; "" where no such snapshot was published. Null: a refused result's derivation.
std::string comparableText(const DerivedHistory* derivation, IrKind kind, IrTextForm form);
inline std::string comparableText(const AnyResult& result, IrKind kind, IrTextForm form)
{
    return comparableText(result.history(), kind, form);
}

/// The difference of two texts as a unified diff: hunks with that many lines around each change, under the two labels.
/// Nothing when they are equal. A text that does not end in a line break is shown as if it did.
std::string unifiedDifference(std::string_view a, std::string_view b, std::string_view labelA, std::string_view labelB,
                              std::size_t context = 3);

} // namespace planscope
