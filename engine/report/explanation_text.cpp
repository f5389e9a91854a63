#include "report/explanation_text.h"

#include "base/json_writer.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace planscope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t indent = 2;

std::string factTable(const Explanation& explanation)
{
    TextTable table{{{"", Align::Left}, {"", Align::Left}}};
    for (const FactExplanation& fact : explanation.facts) {
        table.row({fact.fact, "  " + fact.formula});
        if (fact.formula == fact.result) // a constant
            continue;
        if (fact.substituted != fact.result)
            table.row({"", "= " + fact.substituted});
        table.row({"", fmt::format("= {} {}", fact.result, fact.unit)});
    }
    return table.text(indent);
}

std::vector<SymbolExplanation> distinctSymbols(std::span<const Explanation> explanations)
{
    std::vector<SymbolExplanation> distinct;
    for (const Explanation& explanation : explanations)
        for (const SymbolExplanation& symbol : explanation.symbols)
            if (std::none_of(distinct.begin(), distinct.end(),
                             [&symbol](const SymbolExplanation& known) { return known.symbol == symbol.symbol; }))
                distinct.push_back(symbol);
    return distinct;
}

} // namespace

std::string explanationText(std::span<const Explanation> explanations)
{
    std::string out;
    for (const Explanation& explanation : explanations)
        out += fmt::format("{}\n{}  source: {}\n\n", explanation.subject, factTable(explanation), explanation.source);
    TextTable symbols{{{"", Align::Left}, {"", Align::Left}, {"", Align::Right}, {"", Align::Left}}};
    for (const SymbolExplanation& symbol : distinctSymbols(explanations))
        symbols.row({symbol.symbol, symbol.definition.empty() ? "given" : "= " + symbol.definition, "= " + symbol.value,
                     symbol.meaning});
    if (!symbols.empty())
        out += "where\n" + symbols.text(indent);
    return out;
}

std::string explanationJson(std::span<const Explanation> explanations)
{
    JsonWriter json{JsonWriter::Layout::Indented};
    const auto text = [&json](std::string_view name, std::string_view value) {
        json.key(name);
        json.string(value);
    };
    const auto digits = [&json](std::string_view name, std::string_view value) {
        json.key(name);
        json.raw(value);
    };
    json.beginArray();
    for (const Explanation& explanation : explanations) {
        json.beginObject();
        text("subject", explanation.subject);
        text("source", explanation.source);
        json.key("facts");
        json.beginArray();
        for (const FactExplanation& fact : explanation.facts) {
            json.beginObject();
            text("fact", fact.fact);
            text("unit", fact.unit);
            text("formula", fact.formula);
            text("substituted", fact.substituted);
            digits("result", fact.result);
            json.endObject();
        }
        json.endArray();
        json.key("symbols");
        json.beginArray();
        for (const SymbolExplanation& symbol : explanation.symbols) {
            json.beginObject();
            text("symbol", symbol.symbol);
            text("meaning", symbol.meaning);
            text("definition", symbol.definition);
            digits("value", symbol.value);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    return json.take() + '\n';
}

} // namespace planscope
