#include "sweep/sweep_row.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace planscope::sweep {
namespace {

constexpr std::string_view lineEnd = "\r\n";

/// Gathers the fields of one line, none of which needs quotes.
class Line {
public:
    void integer(std::int64_t value) { number(value); }
    /// Shortest text that reads back to the same bits; a whole number has no fraction.
    void real(double value) { number(value); }
    void text(std::string_view value)
    {
        m_end = std::copy(value.begin(), value.end(), m_end);
        *m_end++ = ',';
    }
    void flag(bool value) { text(value ? "true" : "false"); }
    /// Without the last field's comma.
    std::string_view fields() const { return {m_text.data(), static_cast<std::size_t>(m_end - m_text.data()) - 1}; }

private:
    template <class T>
    void number(T value)
    {
        m_end = std::to_chars(m_end, m_text.data() + m_text.size(), value).ptr;
        *m_end++ = ',';
    }
    /// Seventeen integers and doubles of at most 24 characters, six names and flags of at most 36, and commas.
    std::array<char, 1024> m_text;
    char* m_end = m_text.data();
};

} // namespace

std::string_view rowHeader()
{
    return "index,mapping.tensor.degree,mapping.tensor.communication,mapping.pipeline.degree,"
           "mapping.pipeline.schedule.kind,mapping.pipeline.schedule.virtual_stages,mapping.data.degree,"
           "mapping.data.optimizer_sharding,mapping.recompute,mapping.fused_activation,"
           "mapping.sequence_parallel_all_gather_redo,workload.microbatch_size,network_tiers.tensor,"
           "network_tiers.pipeline,network_tiers.data,shape.world_size,time.system_evidence.total_seconds,"
           "time.peak_only.total_seconds,utilisation.system_evidence.tokens_per_second,"
           "utilisation.system_evidence.mfu,memory.total_bytes,message_bytes,over_capacity\r\n";
}

void appendRow(std::string& text, const Point& point, const EvaluatedPoint& evaluated)
{
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    const Figures& figures = evaluated.figures;
    Line line;
    line.integer(evaluated.index);
    line.integer(mapping.tensor.degree);
    line.text(nameOf(mapping.tensor.communication));
    line.integer(mapping.pipeline.degree);
    line.text(nameOf(kindOf(mapping.pipeline.schedule)));
    line.integer(virtualStagesOf(mapping.pipeline.schedule));
    line.integer(mapping.data.degree);
    line.flag(mapping.data.optimizerSharding);
    line.text(nameOf(mapping.recompute));
    line.flag(mapping.fusedActivation);
    line.flag(mapping.sequenceParallelAllGatherRedo);
    line.integer(point.microbatchSize);
    line.integer(point.tiers.tensor);
    line.integer(point.tiers.pipeline);
    line.integer(point.tiers.data);
    line.integer(figures.accelerators);
    line.real(figures.seconds);
    line.real(figures.peakOnlySeconds);
    line.real(figures.tokensPerSecond);
    line.real(figures.mfu);
    line.integer(figures.memoryBytes);
    line.real(figures.messageBytes);
    line.flag(figures.overCapacity);
    text += line.fields();
    text += lineEnd;
}

} // namespace planscope::sweep
