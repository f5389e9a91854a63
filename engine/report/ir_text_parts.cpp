#include "report/ir_text_parts.h"

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

std::vector<std::string> factCells(const WorkloadFacts& facts)
{
    return {exactDigits(facts.operations.value()), exactDigits(facts.read.value()), exactDigits(facts.write.value()),
            exactDigits(facts.message.value())};
}

} // namespace planscope
