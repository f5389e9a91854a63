#pragma once

#include "base/lineage.h"
#include "derivation/dialect/dialect.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What the texts of IRs of both accountings share. For this folder's .cpp files alone.
namespace planscope {

inline constexpr std::size_t irIndent = 4;

/// "–" of none.
template <class Item, class Text>
std::string joined(const std::vector<Item>& items, std::string_view separator, const Text& textOf)
{
    std::string out;
    for (const Item& item : items)
        out.append(out.empty() ? "" : separator).append(textOf(item));
    return out.empty() ? "–" : out;
}

template <class Id>
std::string idsText(const std::vector<Id>& ids)
{
    return joined(ids, " ", [](const Id& id) { return id.toString(); });
}

template <class SourceId>
std::string lineageText(const Lineage<SourceId>& lineage)
{
    return fmt::format("{} by {} of {}", nameOf(lineage.kind), printable(lineage.transform), idsText(lineage.sources));
}

/// Work summed over some tasks; totals of any IR fit in 128 bits.
struct WorkSum {
    std::int64_t tasks = 0;
    Total<OperationsUnit> operations;
    Total<BytesUnit> read, write, message;

    void add(const WorkloadFacts& facts)
    {
        ++tasks;
        operations += facts.operations;
        read += facts.read;
        write += facts.write;
        message += facts.message;
    }
};

TextTable workTable(std::string_view what);
void addWork(TextTable& table, std::string_view name, const WorkSum& sum);

/// Operations, bytes read and written, message bytes.
std::vector<std::string> factCells(const WorkloadFacts& facts);

} // namespace planscope
