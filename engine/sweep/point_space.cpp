#include "sweep/point_space.h"

#include "base/quantity.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace planscope::sweep {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

std::int64_t length(std::size_t size)
{
    return static_cast<std::int64_t>(size);
}

std::vector<bool> valuesOf(FlagChoice choice)
{
    std::vector<bool> values;
    for (const bool value : {false, true})
        if (choice.contains(value))
            values.push_back(value);
    return values;
}

/// The combinations of some fields; 0 when they leave 63 bits.
std::int64_t product(std::initializer_list<std::uint64_t> counts)
{
    WideInteger combinations = 1;
    for (const std::uint64_t count : counts) {
        combinations *= count; // at most 2^63 · 2^64
        if (combinations > most)
            return 0;
    }
    return static_cast<std::int64_t>(combinations);
}

Diagnostic tooLarge(std::string message)
{
    return {Severity::Error, Origin::Import, "space.too_large", {}, std::move(message), {}, {}};
}

} // namespace

/// Walks the loops of the order and counts what they turn back at.
class PointSpace::Builder {
public:
    explicit Builder(PointSpace& space)
        : m_space(space)
        , m_sets(space.m_sets)
        , m_counts(space.m_counts)
    {
        for (std::size_t level = 0; level < m_below.size(); ++level)
            m_below[level] = combinationsFrom(static_cast<Level>(level));
    }

    Diagnostics build()
    {
        m_counts.combinations = m_below.front();
        if (m_counts.combinations == 0)
            return {tooLarge("the space has more than 2^63 − 1 combinations of values")};
        m_space.m_tierCombinations =
            product({m_sets.tensorTier.count(), m_sets.pipelineTier.count(), m_sets.dataTier.count()});
        lawfulDegrees();
        if (manyPairs(m_space.m_tensorDegrees.size() * m_space.m_pipelineDegrees.size(),
                      m_space.m_dataDegrees.size()))
            return {tooLarge("the space has more lawful combinations of tensor, pipeline and data degrees than the "
                             + std::to_string(mostPlacements) + " that one sweep takes")};
        const IntegerList microbatchSizes = m_sets.microbatchSize.dividing(m_space.m_statement.globalBatchSize);
        const IntegerList virtualStages = m_sets.virtualStages.dividing(m_space.m_statement.model.blockCount);
        if (manyPairs(m_space.m_dataDegrees.size(), microbatchSizes.size())
            || manyPairs(m_space.m_pipelineDegrees.size(), virtualStages.size()))
            return {tooLarge("the space has more sizes of microbatches and of virtual stages than one sweep takes")};
        for (const std::int64_t degree : m_space.m_dataDegrees)
            m_space.m_microbatchSizes.push_back(
                IntegerSet{microbatchSizes}.dividing(m_space.m_statement.globalBatchSize / degree));
        for (const std::int64_t degree : m_space.m_pipelineDegrees)
            m_space.m_virtualStages.push_back(virtualStagesOn(degree, virtualStages));
        flags();
        for (std::uint32_t t = 0; t < m_space.m_tensorDegrees.size(); ++t)
            for (std::uint32_t p = 0; p < m_space.m_pipelineDegrees.size(); ++p)
                for (std::uint32_t d = 0; d < m_space.m_dataDegrees.size(); ++d)
                    place({m_counts.lawful, t, p, d});
        return {};
    }

private:
    /// The loops, the outermost first.
    enum class Level {
        Tensor,
        Pipeline,
        Data,
        Microbatch,
        VirtualStages,
        Communication,
        Recompute,
        Redo,
        Sharding,
        Fusion,
        Tiers,
    };

    /// Combinations of the fields from a level on; 0 when they leave 63 bits.
    std::int64_t combinationsFrom(Level level) const
    {
        const MappingSpace& stated = m_space.m_statement;
        const auto from = [level](Level own, std::uint64_t count) { return own < level ? 1 : count; };
        const auto flag = [](FlagChoice choice) { return std::uint64_t{choice.off} + std::uint64_t{choice.on}; };
        return product({from(Level::Tensor, m_sets.tensorDegree.count()),
                        from(Level::Pipeline, m_sets.pipelineDegree.count()),
                        from(Level::Data, m_sets.dataDegree.count()),
                        from(Level::Microbatch, m_sets.microbatchSize.count()),
                        from(Level::VirtualStages, m_sets.virtualStages.count()),
                        from(Level::Communication, stated.communication.size()),
                        from(Level::Recompute, stated.recompute.size()), from(Level::Redo, flag(stated.allGatherRedo)),
                        from(Level::Sharding, flag(stated.optimizerSharding)),
                        from(Level::Fusion, flag(stated.fusedActivation)), m_sets.tensorTier.count(),
                        m_sets.pipelineTier.count(), m_sets.dataTier.count()});
    }
    static bool manyPairs(std::size_t a, std::size_t b)
    {
        return a != 0 && b > static_cast<std::size_t>(mostPlacements) / a;
    }
    /// `times` visits of a loop's body turn back for each of `values`.
    void refuse(Law law, Level level, std::int64_t values, std::int64_t times = 1)
    {
        m_counts.refused[static_cast<std::size_t>(law)] +=
            values * times * m_below[static_cast<std::size_t>(level) + 1];
    }
    static std::int64_t outside(const IntegerSet& set, const IntegerList& lawful)
    {
        return static_cast<std::int64_t>(set.count()) - length(lawful.size());
    }

    /// The degrees that break no law by themselves; what they refuse is counted, for each body that meets it.
    void lawfulDegrees()
    {
        const TransformerModelSpec& model = m_space.m_statement.model;
        IntegerList degrees = m_sets.tensorDegree.dividing(model.hiddenSize);
        refuse(Law::TensorDividesHidden, Level::Tensor, outside(m_sets.tensorDegree, degrees));
        for (const auto& [law, size] : {std::pair{Law::TensorDividesFeedforward, model.feedforwardSize},
                                        std::pair{Law::TensorDividesHeads, model.attentionHeads}}) {
            IntegerList fewer = IntegerSet{degrees}.dividing(size);
            refuse(law, Level::Tensor, length(degrees.size() - fewer.size()));
            degrees = std::move(fewer);
        }
        m_space.m_tensorDegrees = std::move(degrees);
        m_space.m_pipelineDegrees = m_sets.pipelineDegree.dividing(model.blockCount);
        refuse(Law::PipelineDividesBlocks, Level::Pipeline, outside(m_sets.pipelineDegree, m_space.m_pipelineDegrees),
               length(m_space.m_tensorDegrees.size()));
        m_space.m_dataDegrees = m_sets.dataDegree.dividing(m_space.m_statement.globalBatchSize);
        refuse(Law::DataDividesBatch, Level::Data, outside(m_sets.dataDegree, m_space.m_dataDegrees),
               length(m_space.m_tensorDegrees.size() * m_space.m_pipelineDegrees.size()));
    }

    /// 1 stands for not interleaving, lawful on any number of stages.
    IntegerList virtualStagesOn(std::int64_t stages, const IntegerList& dividing) const
    {
        IntegerList lawful;
        for (const std::int64_t v : dividing)
            if (v == 1 || (stages > 1 && m_space.m_statement.model.blockCount / stages % v == 0))
                lawful.push_back(v);
        return lawful;
    }

    void flags()
    {
        const MappingSpace& stated = m_space.m_statement;
        for (std::size_t divides = 0; divides < 2; ++divides)
            for (const TensorCommunication communication : stated.communication)
                for (const RecomputePolicy recompute : stated.recompute)
                    for (const bool redo : valuesOf(stated.allGatherRedo)) {
                        const bool shards = communication == TensorCommunication::ReduceScatterAllGather;
                        if ((shards && divides == 0) || (redo && (!shards || recompute == RecomputePolicy::Full)))
                            continue;
                        m_space.m_exchanges[divides].push_back({communication, recompute, redo});
                    }
        m_space.m_shardings[1] = valuesOf(stated.optimizerSharding);
        if (stated.optimizerSharding.off)
            m_space.m_shardings[0] = {false};
        m_space.m_fusions = valuesOf(stated.fusedActivation);
    }

    bool worldIsChosen(const Placement& placement) const
    {
        if (!m_sets.worldSize)
            return true;
        const WideInteger replica = static_cast<WideInteger>(m_space.m_tensorDegrees[placement.tensor])
            * m_space.m_pipelineDegrees[placement.pipeline];
        const std::int64_t replicas = m_space.m_dataDegrees[placement.data];
        return replica <= most && replica * replicas <= most
            && m_sets.worldSize->contains(static_cast<std::int64_t>(replica * replicas));
    }

    void place(const Placement& placement)
    {
        if (!worldIsChosen(placement))
            return refuse(Law::WorldSize, Level::Data, 1);
        const std::int64_t sizes = length(m_space.m_microbatchSizes[placement.data].size());
        refuse(Law::MicrobatchDividesLocalBatch, Level::Microbatch,
               static_cast<std::int64_t>(m_sets.microbatchSize.count()) - sizes);
        const std::int64_t stages = length(m_space.m_virtualStages[placement.pipeline].size());
        refuse(m_space.m_pipelineDegrees[placement.pipeline] == 1 ? Law::ScheduleKind : Law::VirtualStages,
               Level::VirtualStages, static_cast<std::int64_t>(m_sets.virtualStages.count()) - stages, sizes);
        refuseExchanges(placement, sizes * stages);
        const std::int64_t points = m_space.pointsOn(placement);
        m_counts.lawful += points;
        if (points > 0)
            m_space.m_placements.push_back(placement);
    }

    void refuseExchanges(const Placement& placement, std::int64_t times)
    {
        const MappingSpace& stated = m_space.m_statement;
        const bool divides = stated.model.sequenceLength % m_space.m_tensorDegrees[placement.tensor] == 0;
        for (const TensorCommunication communication : stated.communication) {
            const bool shards = communication == TensorCommunication::ReduceScatterAllGather;
            if (shards && !divides) {
                refuse(Law::TensorDividesSequence, Level::Communication, 1, times);
                continue;
            }
            for (const RecomputePolicy recompute : stated.recompute) {
                if (stated.allGatherRedo.on && !shards)
                    refuse(Law::RedoCommunication, Level::Redo, 1, times);
                else if (stated.allGatherRedo.on && recompute == RecomputePolicy::Full)
                    refuse(Law::RedoFullRecompute, Level::Redo, 1, times);
            }
        }
        if (stated.optimizerSharding.on && m_space.m_dataDegrees[placement.data] == 1)
            refuse(Law::OptimizerSharding, Level::Sharding, 1,
                   times * length(m_space.exchangesOn(placement).size()));
    }

    PointSpace& m_space;
    const FieldSets& m_sets;
    SpaceCounts& m_counts;
    std::array<std::int64_t, static_cast<std::size_t>(Level::Tiers) + 1> m_below{}; ///< see combinationsFrom()
};

PointSpace::PointSpace(MappingSpace statement)
    : m_statement(std::move(statement))
    , m_sets(m_statement)
{
}

Result<PointSpace> PointSpace::create(MappingSpace statement)
{
    PointSpace space{std::move(statement)};
    if (Diagnostics faults = Builder{space}.build(); !faults.empty())
        return refuse(std::move(faults));
    return space;
}

const std::vector<PointSpace::Exchange>& PointSpace::exchangesOn(const Placement& placement) const
{
    return m_exchanges[m_statement.model.sequenceLength % m_tensorDegrees[placement.tensor] == 0 ? 1 : 0];
}

const std::vector<bool>& PointSpace::shardingsOn(const Placement& placement) const
{
    return m_shardings[m_dataDegrees[placement.data] > 1 ? 1 : 0];
}

std::int64_t PointSpace::pointsOn(const Placement& placement) const
{
    return length(m_microbatchSizes[placement.data].size()) * length(m_virtualStages[placement.pipeline].size())
        * length(exchangesOn(placement).size()) * length(shardingsOn(placement).size()) * length(m_fusions.size())
        * m_tierCombinations;
}

std::size_t PointSpace::placementOf(std::int64_t index) const
{
    const auto next = std::upper_bound(m_placements.begin(), m_placements.end(), index,
                                       [](std::int64_t i, const Placement& placement) { return i < placement.first; });
    return static_cast<std::size_t>(next - m_placements.begin()) - 1;
}

Point PointSpace::pointOn(const Placement& placement, std::int64_t offset) const
{
    // The innermost loop's digit first.
    const auto digit = [&offset](std::int64_t base) {
        const std::int64_t value = offset % base;
        offset /= base;
        return value;
    };
    const auto pick = [&digit](const auto& values) {
        return values[static_cast<std::size_t>(digit(length(values.size())))];
    };
    Point point;
    point.tiers.data = m_sets.dataTier.at(digit(static_cast<std::int64_t>(m_sets.dataTier.count())));
    point.tiers.pipeline = m_sets.pipelineTier.at(digit(static_cast<std::int64_t>(m_sets.pipelineTier.count())));
    point.tiers.tensor = m_sets.tensorTier.at(digit(static_cast<std::int64_t>(m_sets.tensorTier.count())));
    point.mapping.fusedActivation = pick(m_fusions);
    point.mapping.data = {m_dataDegrees[placement.data], pick(shardingsOn(placement))};
    const Exchange exchange = pick(exchangesOn(placement));
    point.mapping.tensor = {m_tensorDegrees[placement.tensor], exchange.communication};
    point.mapping.recompute = exchange.recompute;
    point.mapping.sequenceParallelAllGatherRedo = exchange.redo;
    point.mapping.pipeline.degree = m_pipelineDegrees[placement.pipeline];
    point.mapping.pipeline.schedule =
        scheduleOf(point.mapping.pipeline.degree, pick(m_virtualStages[placement.pipeline]));
    point.microbatchSize = pick(m_microbatchSizes[placement.data]);
    return point;
}

Point PointSpace::at(std::int64_t index) const
{
    assert(index >= 0 && index < size());
    const Placement& placement = m_placements[placementOf(index)];
    return pointOn(placement, index - placement.first);
}

PointSpace::Cursor::Cursor(const PointSpace& space, std::int64_t index)
    : m_space(&space)
    , m_placement(space.placementOf(index))
    , m_index(index)
    , m_point(space.at(index))
{
}

void PointSpace::Cursor::next()
{
    ++m_index;
    const std::vector<Placement>& placements = m_space->m_placements;
    if (m_placement + 1 < placements.size() && m_index == placements[m_placement + 1].first)
        ++m_placement;
    m_point = m_space->pointOn(placements[m_placement], m_index - placements[m_placement].first);
}

PipelineSchedule scheduleOf(std::int64_t stages, std::int64_t virtualStages)
{
    if (virtualStages > 1)
        return InterleavedOneForwardOneBackward{virtualStages};
    if (stages == 1)
        return SingleStage{};
    return OneForwardOneBackward{};
}

} // namespace planscope::sweep
