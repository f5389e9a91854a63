#include "base/quantity.h"
#include "sweep/point_space.h"

#include <algorithm>
#include <limits>

/// The way back: from a mapping to its place in a space, or to why it has none.
namespace planscope::sweep {
namespace {

/// The place of a value; -1 when it is not there.
template <class Values, class T>
std::int64_t placeOf(const Values& values, const T& value)
{
    const auto found = std::find(values.begin(), values.end(), value);
    return found == values.end() ? -1 : found - values.begin();
}

Diagnostic notChosen(std::string path, std::string given, const std::string& choices, std::vector<std::string> legal)
{
    std::string message = given + " is not among the values of the space, which are " + choices;
    return {Severity::Error, Origin::Import,     "space.not_chosen", std::move(path),
            std::move(message), std::move(given), std::move(legal)};
}

class Membership {
public:
    void integer(const char* path, const IntegerSet& set, std::int64_t value)
    {
        if (!set.contains(value))
            m_faults.push_back(notChosen(path, std::to_string(value), set.text(), set.listed()));
    }
    template <NamedEnum E>
    void name(const char* path, const std::vector<E>& choice, E value)
    {
        std::vector<std::string> legal;
        for (const E chosen : choice)
            legal.emplace_back(nameOf(chosen));
        tell(path, std::find(choice.begin(), choice.end(), value) != choice.end(), std::string{nameOf(value)},
             std::move(legal));
    }
    void flag(const char* path, FlagChoice choice, bool value)
    {
        tell(path, choice.contains(value), value ? "true" : "false", {value ? "false" : "true"});
    }
    Diagnostics take() { return std::move(m_faults); }

private:
    void tell(const char* path, bool isChosen, std::string given, std::vector<std::string> legal)
    {
        if (isChosen)
            return;
        std::string choices;
        for (const std::string& value : legal)
            choices += (choices.empty() ? "" : ", ") + value;
        m_faults.push_back(notChosen(path, std::move(given), choices, std::move(legal)));
    }
    Diagnostics m_faults;
};

} // namespace

std::optional<std::int64_t> PointSpace::indexOf(const Point& point) const
{
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    const std::int64_t v = virtualStagesOf(mapping.pipeline.schedule);
    const std::int64_t t = placeOf(m_tensorDegrees, mapping.tensor.degree);
    const std::int64_t p = placeOf(m_pipelineDegrees, mapping.pipeline.degree);
    const std::int64_t d = placeOf(m_dataDegrees, mapping.data.degree);
    if (t < 0 || p < 0 || d < 0 || mapping.pipeline.schedule != scheduleOf(mapping.pipeline.degree, v))
        return std::nullopt;
    const auto key = [](const Placement& placement) {
        return std::array<std::int64_t, 3>{placement.tensor, placement.pipeline, placement.data};
    };
    const std::array<std::int64_t, 3> wanted{t, p, d};
    const auto placement =
        std::lower_bound(m_placements.begin(), m_placements.end(), wanted,
                         [&key](const Placement& one, const auto& other) { return key(one) < other; });
    if (placement == m_placements.end() || key(*placement) != wanted)
        return std::nullopt;

    const std::vector<Exchange>& exchanges = exchangesOn(*placement);
    const auto exchange = std::find_if(exchanges.begin(), exchanges.end(), [&mapping](const Exchange& one) {
        return one.communication == mapping.tensor.communication && one.recompute == mapping.recompute
            && one.redo == mapping.sequenceParallelAllGatherRedo;
    });
    struct Digit {
        std::int64_t value;
        std::uint64_t base;
    };
    const auto in = [](const auto& values, const auto& value) { return Digit{placeOf(values, value), values.size()}; };
    const auto of = [](const IntegerSet& set, std::int64_t value) { return Digit{set.indexOf(value), set.count()}; };
    const std::array<Digit, 8> digits{
        in(m_microbatchSizes[placement->data], point.microbatchSize),
        in(m_virtualStages[placement->pipeline], v),
        {exchange == exchanges.end() ? -1 : exchange - exchanges.begin(), exchanges.size()},
        in(shardingsOn(*placement), mapping.data.optimizerSharding),
        in(m_fusions, mapping.fusedActivation),
        of(m_sets.tensorTier, point.tiers.tensor),
        of(m_sets.pipelineTier, point.tiers.pipeline),
        of(m_sets.dataTier, point.tiers.data)};
    std::int64_t offset = 0;
    for (const Digit& digit : digits) {
        if (digit.value < 0)
            return std::nullopt;
        offset = offset * static_cast<std::int64_t>(digit.base) + digit.value;
    }
    return placement->first + offset;
}

Diagnostics PointSpace::refusals(const Point& point) const
{
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    Membership in;
    in.integer("mapping.tensor.degree", m_sets.tensorDegree, mapping.tensor.degree);
    in.name("mapping.tensor.communication", m_statement.communication, mapping.tensor.communication);
    in.integer("mapping.pipeline.degree", m_sets.pipelineDegree, mapping.pipeline.degree);
    in.integer("mapping.pipeline.virtual_stages", m_sets.virtualStages, virtualStagesOf(mapping.pipeline.schedule));
    in.integer("mapping.data.degree", m_sets.dataDegree, mapping.data.degree);
    in.flag("mapping.data.optimizer_sharding", m_statement.optimizerSharding, mapping.data.optimizerSharding);
    in.name("mapping.recompute", m_statement.recompute, mapping.recompute);
    in.flag("mapping.fused_activation", m_statement.fusedActivation, mapping.fusedActivation);
    in.flag("mapping.sequence_parallel_all_gather_redo", m_statement.allGatherRedo,
            mapping.sequenceParallelAllGatherRedo);
    in.integer("workload.microbatch_size", m_sets.microbatchSize, point.microbatchSize);
    in.integer("network_tiers.tensor", m_sets.tensorTier, point.tiers.tensor);
    in.integer("network_tiers.pipeline", m_sets.pipelineTier, point.tiers.pipeline);
    in.integer("network_tiers.data", m_sets.dataTier, point.tiers.data);
    Diagnostics faults = in.take();

    const LawOperands operands = lawOperands(
        m_statement.model, {m_statement.globalBatchSize, point.microbatchSize, m_statement.datatype}, mapping);
    append(faults, describeBrokenLaws(operands, brokenLaws(operands)));
    if (m_sets.worldSize && operands.tensorDegree >= 1 && operands.pipelineDegree >= 1 && operands.dataDegree >= 1) {
        const std::string ranks =
            worldSizeDigits(operands.tensorDegree, operands.pipelineDegree, operands.dataDegree);
        const WideInteger replica = static_cast<WideInteger>(operands.tensorDegree) * operands.pipelineDegree;
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        if (replica > most || replica * operands.dataDegree > most
            || !m_sets.worldSize->contains(static_cast<std::int64_t>(replica * operands.dataDegree)))
            faults.push_back({Severity::Error, Origin::Import, std::string{nameOf(Law::WorldSize)},
                              std::string{pathOf(Law::WorldSize)},
                              "the mapping has " + ranks + " ranks, and the space those of "
                                  + m_sets.worldSize->text(),
                              ranks, m_sets.worldSize->listed()});
    }
    return faults;
}

} // namespace planscope::sweep
