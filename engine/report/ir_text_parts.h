#pragma once

#include "base/lineage.h"
#include "derivation/dialect/dialect.h"
#include "derivation/dialect/extent.h"
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

std::string extentText(const Extent& extent);

/// A table of tasks: name, id, the columns between, the tasks before each, lineage.
TextTable tableOfTasks(std::vector<TextTable::Column> between);
/// Operations, bytes read and written, message bytes: the last columns between of tables with work facts.
std::vector<TextTable::Column> withFacts(std::vector<TextTable::Column> before);
std::vector<std::string> withFacts(std::vector<std::string> before, const WorkloadFacts& facts);

/// Of a distributed task also the one that it repeats.
template <class Task>
void addTask(TextTable& table, const Task& task, std::vector<std::string> between)
{
    std::string lineage = lineageText(task.lineage);
    if constexpr (requires { task.repeats; })
        if (task.repeats)
            lineage += ", repeats " + task.repeats->toString();
    between.insert(between.begin(), {printable(task.name), task.id.toString()});
    between.push_back(idsText(task.dependencies));
    between.push_back(std::move(lineage));
    table.row(std::move(between));
}

} // namespace planscope
