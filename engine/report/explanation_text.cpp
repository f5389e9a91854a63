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
        table.row({"", fact.unit.empty() ? "= " + fact.result : fmt::format("= {} {}", fact.result, fact.unit)});
    }
    return table.text(indent);
}

/// The symbols of all, each once.
std::vector<SymbolExplanation> distinctSymbols(std::span<const Explanation> explanations)
{
    std::vector<SymbolExplanation> distinct;
    for (const Explanation& explanation : explanations)
        for (const SymbolExplanation& symbol : explanation.symbols)
            if (std::find(distinct.begin(), distinct.end(), symbol) == distinct.end())
                distinct.push_back(symbol);
    return distinct;
}

/// Whether a name stands for two things.
bool areAmbiguous(const std::vector<SymbolExplanation>& symbols)
{
    for (std::size_t k = 0; k < symbols.size(); ++k)
        for (std::size_t other = 0; other < k; ++other)
            if (symbols[k].symbol == symbols[other].symbol)
                return true;
    return false;
}

std::string originOf(const SymbolExplanation& symbol)
{
    if (!symbol.definition.empty())
        return "= " + symbol.definition;
    return symbol.explainedBy.empty() ? "given" : "see " + symbol.explainedBy;
}

std::string symbolTable(const std::vector<SymbolExplanation>& symbols)
{
    TextTable table{{{"", Align::Left}, {"", Align::Left}, {"", Align::Right}, {"", Align::Left}}};
    for (const SymbolExplanation& symbol : symbols)
        table.row({symbol.symbol, originOf(symbol), "= " + symbol.value, symbol.meaning});
    return table.empty() ? std::string{} : "where\n" + table.text(indent);
}

} // namespace

std::string explanationText(std::span<const Explanation> explanations)
{
    const std::vector<SymbolExplanation> all = distinctSymbols(explanations);
    const bool apart = areAmbiguous(all);
    std::string out;
    for (const Explanation& explanation : explanations) {
        out += fmt::format("{}\n{}  source: {}\n\n", explanation.subject, factTable(explanation), explanation.source);
        if (const std::string own = apart ? symbolTable(explanation.symbols) : std::string{}; !own.empty())
            out += own + '\n';
    }
    return apart ? out : out + symbolTable(all);
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
            text("explained_by", symbol.explainedBy);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    return json.take() + '\n';
}

} // namespace planscope
