#include "report/ir_text_parts.h"

#include "base/match.h"
#include "report/number_format.h"

namespace planscope {
namespace {

using Align = TextTable::Align;

} // namespace

TextTable workTable(std::string_view what)
{
    return TextTable{{{std::string{what}, Align::Left},
                      {"tasks", Align::Right},
                      {"operations", Align::Right},
                      {"", Align::Right},
                      {"read", Align::Right},
                      {"written", Align::Right},
                      {"messages", Align::Right}}};
}

void addWork(TextTable& table, std::string_view name, const WorkSum& sum)
{
    table.row({std::string{name}, std::to_string(sum.tasks), sum.operations.toString(),
               humanOperations(sum.operations.toDouble()), humanBytes(sum.read.toDouble()),
               humanBytes(sum.write.toDouble()), humanBytes(sum.message.toDouble())});
}

std::string extentText(const Extent& extent)
{
    return std::visit(Match{
                          [](const KnownExtent& known) { return std::to_string(known.elements); },
                          [](const SymbolicExtent& symbolic) { return printable(symbolic.symbol); },
                      },
                      extent);
}

TextTable tableOfTasks(std::vector<TextTable::Column> between)
{
    between.insert(between.begin(), {{"task", Align::Left}, {"id", Align::Left}});
    between.push_back({"after", Align::Left});
    between.push_back({"lineage", Align::Left});
    return TextTable{std::move(between)};
}

std::vector<TextTable::Column> withFacts(std::vector<TextTable::Column> before)
{
    for (const char* const fact : {"operations", "read bytes", "written bytes", "message bytes"})
        before.push_back({fact, Align::Right});
    return before;
}

std::vector<std::string> withFacts(std::vector<std::string> before, const WorkloadFacts& facts)
{
    for (const std::int64_t fact :
         {facts.operations.value(), facts.read.value(), facts.write.value(), facts.message.value()})
        before.push_back(exactDigits(fact));
    return before;
}

} // namespace planscope
