#include "compare/attribution.h"

#include "compare/cause_joining.h"
#include "compare/iteration_figures.h"
#include "compare/shapley.h"
#include "compare/task_comparison.h"
#include "evaluation/estimate/invocation_timer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

namespace planscope {
namespace {

constexpr double namedPart = 0.05; ///< of the difference: interactions above it are named
constexpr double noise = 1e-12;    ///< of the largest value: below it an interaction is rounding

StatedCase statedCase(const CandidateResult& result)
{
    const TransformerTraining& training = result.derivation->training;
    return {training.model(), training.workload(), training.mapping(), result.system, result.tiers};
}

std::string nameOfCause(FieldSet fields)
{
    std::string name;
    for (const CauseField field : fields.fields())
        name.append(name.empty() ? "" : " + ").append(nameOf(field));
    return name;
}

/// What a table measures: the name and unit of each quantity, and the quantities of one mapping in that order.
struct Quantities {
    std::vector<std::pair<std::string, FactUnit>> names;
    void (*read)(const MixedEstimate& mix, const MixedFigures& figures, std::vector<Number>& into);
};

Quantities timeQuantities()
{
    Quantities quantities;
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
        for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
            quantities.names.emplace_back("time." + std::string{nameOf(static_cast<EstimateMode>(mode))} + "."
                                              + std::string{figure.name},
                                          FactUnit::InSeconds);
    quantities.read = [](const MixedEstimate&, const MixedFigures& figures, std::vector<Number>& into) {
        for (const ModeEstimate& mode : figures.estimate.modes)
            for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
                into.push_back(Number::real(mode.iteration.*figure.member));
    };
    return quantities;
}

Quantities workQuantities()
{
    Quantities quantities;
    for (const NamedBytes& figure : iterationMemoryFigures)
        quantities.names.emplace_back("memory." + std::string{figure.name}, FactUnit::InBytes);
    for (std::size_t phase = 0; phase < countOf<Phase>(); ++phase)
        quantities.names.emplace_back("operations." + std::string{nameOf(static_cast<Phase>(phase))},
                                      FactUnit::InOperations);
    quantities.names.emplace_back("operations.total", FactUnit::InOperations);
    quantities.read = [](const MixedEstimate& mix, const MixedFigures& figures, std::vector<Number>& into) {
        for (const NamedBytes& figure : iterationMemoryFigures)
            into.push_back(Number::integer(((*figures.estimate.memory).*figure.member).value()));
        const IterationOperations operations = iterationOperations(mix.totals(), figures.shape);
        into.insert(into.end(), operations.phases.begin(), operations.phases.end());
        into.push_back(operations.total);
    };
    return quantities;
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

CauseTable tableOf(MixedEstimate& mixes, FieldSet fields, bool MixedFigures::*legal, const Quantities& quantities)
{
    std::vector<CoalitionValues> values(quantities.names.size());
    std::vector<Number> row, first, last; // of A and B exactly
    const auto visit = [&](Coalition coalition, FieldSet fromB) -> std::optional<MixedFault> {
        const MixedFigures& figures = mixes.figures(fromB);
        if (!(figures.*legal))
            return mixes.fault(fromB);
        row.clear();
        quantities.read(mixes, figures, row);
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
    JoinedCauses joined = joinUntilLegal(fields, visit);

    CauseTable table;
    table.joinings = std::move(joined.joinings);
    for (const FieldSet fieldsOfCause : joined.causes)
        table.causes.push_back({fieldsOfCause, nameOfCause(fieldsOfCause)});
    table.intermediates = std::int64_t{1} << table.causes.size();
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k].resize(static_cast<std::size_t>(table.intermediates)); // an earlier visit may have had more causes
        table.measures.push_back(
            share(quantities.names[k].first, quantities.names[k].second, first[k], last[k], values[k]));
    }
    return table;
}

Waterfall waterfallOf(const CauseTable& table, const AttributedMeasure& measure)
{
    Waterfall fall{measure.unit, measure.a, measure.b, {}};
    for (std::size_t cause = 0; cause < table.causes.size(); ++cause)
        fall.steps.push_back({table.causes[cause].name, {}, {}, {}, measure.shares[cause]});
    return fall;
}

bool hasTime(const CandidateResult& result)
{
    return result.estimate && result.estimate->modes;
}

struct TaskOrder {
    bool operator()(const TaskKey& left, const TaskKey& right) const { return runsBefore(left, right); }
};

} // namespace

const AttributedMeasure* CauseTable::find(std::string_view name) const
{
    const auto found = std::find_if(measures.begin(), measures.end(),
                                    [name](const AttributedMeasure& measure) { return measure.name == name; });
    return found == measures.end() ? nullptr : &*found;
}

Attribution attribute(const CandidateResult& a, const CandidateResult& b)
{
    Attribution attribution;
    if (a.estimate && b.estimate) {
        MixedEstimate mixes{statedCase(a), statedCase(b)};
        const FieldSet ofWork{CauseField::Model,
                              CauseField::Workload,
                              CauseField::MicrobatchSize,
                              CauseField::TensorDegree,
                              CauseField::TensorCommunication,
                              CauseField::PipelineDegree,
                              CauseField::Schedule,
                              CauseField::DataDegree,
                              CauseField::OptimizerSharding,
                              CauseField::Recompute,
                              CauseField::FusedActivation,
                              CauseField::AllGatherRedo};
        if (hasTime(a) && hasTime(b))
            attribution.time = tableOf(mixes, mixes.changed(), &MixedFigures::timeLegal, timeQuantities());
        attribution.work = tableOf(mixes, mixes.changed() & ofWork, &MixedFigures::workLegal, workQuantities());
    }
    for (std::size_t k = 0; k < countOf<Measure>(); ++k) {
        const auto measure = static_cast<Measure>(k);
        const auto& table = modeOf(measure) ? attribution.time : attribution.work;
        if (const AttributedMeasure* shared = table ? table->find(nameOf(measure)) : nullptr)
            attribution.byCause[k] = waterfallOf(*table, *shared);
        attribution.byComponent[k] = waterfallByComponent(a, b, measure);
        attribution.byLayer[k] = waterfallByLayer(a, b, measure);
    }
    return attribution;
}

std::vector<TaskShares> attributeTasks(const CandidateResult& a, const CandidateResult& b,
                                       const std::vector<Cause>& causes, EstimateMode mode)
{
    assert(hasTime(a) && hasTime(b));
    MixedEstimate mixes{statedCase(a), statedCase(b)};
    const std::size_t coalitions = std::size_t{1} << causes.size();
    std::map<TaskKey, CoalitionValues, TaskOrder> seconds;
    for (std::size_t coalition = 0; coalition < coalitions; ++coalition) {
        FieldSet fromB;
        for (std::size_t cause = 0; cause < causes.size(); ++cause)
            if ((coalition >> cause & 1) != 0)
                fromB = fromB | causes[cause].fields;
        const MixedFigures& figures = mixes.figures(fromB);
        assert(figures.timeLegal && "the causes were joined until it was");
        const StatedCase& mapping = mixes.mapping();
        const InvocationTimer timer{mixes.system(),
                                    mixes.system().tiers()[static_cast<std::size_t>(mapping.tiers.tensor)],
                                    mapping.mapping.tensor.degree};
        for (const Invocation& invocation : mixes.invocations()) {
            const TaskKey key{invocation.layer, invocation.phase, invocation.primitive, invocation.collective, 0};
            CoalitionValues& values = seconds[key];
            values.resize(coalitions);
            const InvocationTime time = timer.time(invocation);
            const auto k = static_cast<std::size_t>(mode);
            values[coalition] = (time.local[k] + time.network[k]) * runsOf(invocation.phase, figures.shape).toDouble();
        }
    }
    std::vector<TaskShares> shares;
    shares.reserve(seconds.size());
    for (const auto& entry : seconds)
        shares.push_back({entry.first.name(), shapleyShares(entry.second)});
    return shares;
}

} // namespace planscope
