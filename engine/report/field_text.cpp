#include "report/field_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace planscope {
namespace {

constexpr std::string_view separator = ", ";
constexpr std::string_view schedulePath = "mapping.pipeline.schedule.";
constexpr std::string_view layoutPath = "mapping.pipeline.layout";

const std::optional<std::string>& sideOf(const ComparedField& field, std::size_t side)
{
    return side == 0 ? field.a : field.b;
}

/// What a field of the mapping states on that side.
std::optional<std::string> stated(const Comparison& comparison, std::string_view path, std::size_t side)
{
    for (const ComparedField& field : comparison.mapping)
        if (field.path == path)
            return sideOf(field, side);
    return std::nullopt;
}

std::string textOfOpen(const Comparison& comparison, const ComparedField& field, std::size_t side)
{
    const std::optional<std::string> stages = stated(comparison, "mapping.pipeline.degree", side);
    if (comparison.accounting == Accounting::Whole && stages) {
        if (field.path == layoutPath)
            return "even";
        if (field.path == "mapping.pipeline.schedule.group"
            && stated(comparison, "mapping.pipeline.schedule.virtual_stages", side))
            return *stages + " (p)";
    }
    return "–";
}

} // namespace

std::string runsText(std::string_view list)
{
    struct Run {
        std::string_view item;
        std::size_t length = 0;
    };
    std::vector<Run> runs;
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t to = std::min(list.find(separator, from), list.size());
        const std::string_view item = list.substr(from, to - from);
        if (runs.empty() || runs.back().item != item)
            runs.push_back({item, 0});
        ++runs.back().length;
        from = to == list.size() ? list.size() + 1 : to + separator.size();
    }
    std::string text;
    for (const Run& run : runs)
        text += fmt::format("{}{}{}", text.empty() ? "" : separator,
                            run.length > 1 ? fmt::format("{}×", run.length) : std::string{}, run.item);
    return text;
}

std::string labelText(const ComparedField& field)
{
    const bool isPart = std::string_view{field.path}.substr(0, schedulePath.size()) == schedulePath
        && field.path != "mapping.pipeline.schedule.kind";
    return isPart ? "Pipeline schedule: " + field.label : field.label;
}

std::string valueText(const Comparison& comparison, const ComparedField& field, std::size_t side)
{
    const std::optional<std::string>& value = sideOf(field, side);
    if (!value)
        return textOfOpen(comparison, field, side);
    return field.path == layoutPath ? runsText(*value) : *value;
}

} // namespace planscope
