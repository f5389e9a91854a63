#pragma once

#include "base/enum_names.h"

namespace planscope {

enum class OutputFormat { Text, Json, Csv };
template <>
struct EnumNames<OutputFormat> {
    static constexpr std::array<std::string_view, 3> names{"text", "json", "csv"};
};

/// What derive prints and show shows: one snapshot, or all of them in order.
enum class StageChoice { Model, Distributed, PortablePlan, All };
template <>
struct EnumNames<StageChoice> {
    static constexpr std::array<std::string_view, 4> names{"model", "distributed", "portable_plan", "all"};
};

} // namespace planscope
