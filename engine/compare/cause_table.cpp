#include "compare/cause_table.h"

#include "compare/cause_joining.h"
#include "compare/shapley.h"

#include <algorithm>
#include <cmath>

namespace planscope {
namespace {

constexpr double namedPart = 0.05; ///< of the difference: interactions above it are named
constexpr double noise = 1e-12;    ///< of the largest value: below it an interaction is rounding

std::string nameOfCause(FieldSet fields)
{
    std::string name;
    for (const CauseField field : fields.fields())
        name.append(name.empty() ? "" : " + ").append(nameOf(field));
    return name;
}

/// Interactions of a measure in the order in which they are told, and the sum of those not told.
void tellInteractions(AttributedMeasure& measure, const CoalitionValues& values, const std::vector<double>& dividends)
{
    double largest = 0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    const double threshold = std::max(namedPart * std::abs(measure.difference()), noise * largest);
    for (std::size_t coalition = 0; coalition < dividends.size(); ++coalition) {
        if ((coalition & (coalition - 1)) == 0)
            continue; // of one cause, or none
        if (std::abs(dividends[coalition]) <= threshold) {
            measure.otherInteractions += dividends[coalition];
            continue;
        }
        Interaction interaction{{}, dividends[coalition]};
        for (std::size_t cause = 0; cause < measure.shares.size(); ++cause)
            if ((coalition >> cause & 1) != 0)
                interaction.causes.push_back(cause);
        measure.interactions.push_back(std::move(interaction));
    }
    std::stable_sort(measure.interactions.begin(), measure.interactions.end(),
                     [](const Interaction& left, const Interaction& right) {
                         return std::abs(left.amount) > std::abs(right.amount);
                     });
}

AttributedMeasure share(std::string name, FactUnit unit, const Number& a, const Number& b,
                        const CoalitionValues& values)
{
    AttributedMeasure measure{std::move(name), unit, a, b, shapleyShares(values), {}, {}, 0};
    const std::vector<double> dividends = harsanyiDividends(values);
    for (std::size_t cause = 0; cause < measure.shares.size(); ++cause)
        measure.alone.push_back(dividends[std::size_t{1} << cause]);
    tellInteractions(measure, values, dividends);
    return measure;
}

} // namespace

const AttributedMeasure* CauseTable::find(std::string_view name) const
{
    const auto found = std::find_if(measures.begin(), measures.end(),
                                    [name](const AttributedMeasure& measure) { return measure.name == name; });
    return found == measures.end() ? nullptr : &*found;
}

CauseTable causeTable(std::vector<FieldSet> causes, const MeasureNames& names, const ReadIntermediate& read)
{
    std::vector<CoalitionValues> values(names.size());
    std::vector<Number> row, first, last; // of A and B exactly
    const auto visit = [&](Coalition coalition, FieldSet fromB) -> std::optional<MixedFault> {
        row.clear();
        if (auto fault = read(fromB, row))
            return fault;
        if (coalition == 0)
            first = row;
        last = row; // the last one visited is B
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (values[k].size() <= coalition)
                values[k].resize(std::size_t{coalition} + 1);
            values[k][coalition] = row[k].toDouble();
        }
        return std::nullopt;
    };
    JoinedCauses joined = joinUntilLegal(std::move(causes), visit);

    CauseTable table;
    table.joinings = std::move(joined.joinings);
    for (const FieldSet fieldsOfCause : joined.causes)
        table.causes.push_back({fieldsOfCause, nameOfCause(fieldsOfCause)});
    table.intermediates = std::int64_t{1} << table.causes.size();
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k].resize(static_cast<std::size_t>(table.intermediates)); // an earlier visit may have had more causes
        table.measures.push_back(share(names[k].first, names[k].second, first[k], last[k], values[k]));
    }
    return table;
}

CauseTable causeTable(FieldSet changed, const MeasureNames& names, const ReadIntermediate& read)
{
    std::vector<FieldSet> causes;
    for (const CauseField field : changed.fields())
        causes.push_back({field});
    return causeTable(std::move(causes), names, read);
}

Waterfall waterfallByCause(const CauseTable& table, const AttributedMeasure& measure)
{
    Waterfall fall{measure.unit, measure.a, measure.b, {}};
    for (std::size_t cause = 0; cause < table.causes.size(); ++cause)
        fall.steps.push_back({table.causes[cause].name, {}, {}, {}, measure.shares[cause]});
    return fall;
}

} // namespace planscope
