#include "ui/sweep/sweep_rows.h"

#include <algorithm>

namespace planscope::ui {

double valueOf(const SweepRow& row, SweepColumn column)
{
    const TransformerTrainingMappingSpec& mapping = row.point.mapping;
    const sweep::Figures& figures = row.evaluated.figures;
    switch (column) {
    case SweepColumn::Front: return 0;
    case SweepColumn::Tensor: return static_cast<double>(mapping.tensor.degree);
    case SweepColumn::Pipeline: return static_cast<double>(mapping.pipeline.degree);
    case SweepColumn::Data: return static_cast<double>(mapping.data.degree);
    case SweepColumn::Microbatch: return static_cast<double>(row.point.microbatchSize);
    case SweepColumn::VirtualStages: return static_cast<double>(virtualStagesOf(mapping.pipeline.schedule));
    case SweepColumn::Communication: return static_cast<double>(mapping.tensor.communication);
    case SweepColumn::Recompute: return static_cast<double>(mapping.recompute);
    case SweepColumn::AllGatherRedo: return mapping.sequenceParallelAllGatherRedo ? 1 : 0;
    case SweepColumn::OptimizerSharding: return mapping.data.optimizerSharding ? 1 : 0;
    case SweepColumn::FusedActivation: return mapping.fusedActivation ? 1 : 0;
    case SweepColumn::TensorTier: return static_cast<double>(row.point.tiers.tensor);
    case SweepColumn::PipelineTier: return static_cast<double>(row.point.tiers.pipeline);
    case SweepColumn::DataTier: return static_cast<double>(row.point.tiers.data);
    case SweepColumn::Accelerators: return valueOf(sweep::Objective::Accelerators, figures);
    case SweepColumn::Time: return valueOf(sweep::Objective::Time, figures);
    case SweepColumn::TokensPerSecond: return valueOf(sweep::Objective::TokensPerSecond, figures);
    case SweepColumn::Mfu: return valueOf(sweep::Objective::Mfu, figures);
    case SweepColumn::Memory: return valueOf(sweep::Objective::Memory, figures);
    case SweepColumn::MessageBytes: return valueOf(sweep::Objective::MessageBytes, figures);
    }
    return 0;
}

void SweepRows::append(Chunk chunk)
{
    if (chunk->empty())
        return;
    m_ends.push_back(size() + chunk->size());
    m_chunks.push_back(std::move(chunk));
}

const SweepRow& SweepRows::at(std::size_t position) const
{
    const auto chunk = std::upper_bound(m_ends.begin(), m_ends.end(), position) - m_ends.begin();
    const auto k = static_cast<std::size_t>(chunk);
    return (*m_chunks[k])[position - (k == 0 ? 0 : m_ends[k - 1])];
}

std::size_t SweepRows::find(std::int64_t index) const
{
    std::size_t low = 0;
    std::size_t high = size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (at(middle).evaluated.index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < size() && at(low).evaluated.index == index ? low : size();
}

} // namespace planscope::ui
