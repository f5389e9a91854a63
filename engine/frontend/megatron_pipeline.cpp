#include "frontend/megatron_pipeline.h"

#include "frontend/import_settings.h"
#include "frontend/pipeline_layout.h"
#include "spec/whole/training.h"

#include <utility>

namespace planscope::whole {
namespace {

using Given = MegatronFields::Given;

constexpr std::string_view layoutPath = "mapping.pipeline.layout";
constexpr std::string_view schedulePath = "mapping.pipeline.schedule";

class PipelineReader {
public:
    PipelineReader(StatementAccount& account, MegatronFields& fields, std::int64_t blockCount)
        : m_account(account)
        , m_fields(fields)
        , m_blockCount(blockCount)
    {
    }

    PipelineParallel read()
    {
        const auto degree = m_fields.integer("pipeline-model-parallel-size", "mapping.pipeline.degree");
        m_pipeline.degree = degree.value_or(1);
        if (!degree)
            m_account.assume("mapping.pipeline.degree", "1", "Megatron-core's default");
        m_layout = m_fields.take("pipeline-model-parallel-layout");
        m_perChunk = m_fields.take("num-layers-per-virtual-pipeline-stage");
        m_chunks = m_fields.take("num-virtual-stages-per-pipeline-rank");
        m_first = m_fields.take("decoder-first-pipeline-num-layers");
        m_last = m_fields.take("decoder-last-pipeline-num-layers");
        m_embedding = m_fields.take("account-for-embedding-in-pipeline-split");
        m_loss = m_fields.take("account-for-loss-in-pipeline-split");
        m_embeddingCounts = m_fields.flag(m_embedding);
        m_lossCounts = m_fields.flag(m_loss);
        if (contradict())
            return m_pipeline;
        if (m_layout)
            readLayout();
        else
            readCounts();
        writeSchedule();
        return m_pipeline;
    }

private:
    /// What Megatron refuses to be told together.
    bool contradict()
    {
        const int ways = (m_layout ? 1 : 0) + (m_perChunk ? 1 : 0) + (m_chunks ? 1 : 0);
        const bool counts = m_embeddingCounts || m_lossCounts;
        const auto& given = m_layout ? m_layout : m_perChunk ? m_perChunk : m_first ? m_first : m_last;
        if (ways > 1 || ((m_first || m_last) && (m_layout || m_perChunk || counts)) || (m_layout && counts)) {
            m_fields.refuse("conflict", *given, "stands beside another argument that cuts the blocks");
            return true;
        }
        return false;
    }

    void readLayout()
    {
        const auto text = m_fields.word(m_layout);
        if (!text)
            return;
        auto chunks = readPipelineLayout(*text);
        if (!chunks) {
            for (const Diagnostic& fault : chunks.error())
                m_account.refuse(fault.code, m_layout->path, fault.message, m_layout->text);
            return;
        }
        const auto count = static_cast<std::int64_t>(chunks->size());
        if (m_pipeline.degree < 1 || count % m_pipeline.degree != 0)
            return m_fields.refuse("layout", *m_layout,
                                   "its " + std::to_string(count) + " stages are no multiple of "
                                       + std::to_string(m_pipeline.degree) + " pipeline ranks");
        m_virtualStages = count / m_pipeline.degree;
        m_pipeline.layout = std::move(*chunks);
        m_account.read(m_layout->path, m_layout->text, layoutPath, listed());
    }

    void readCounts()
    {
        if (m_chunks) {
            m_virtualStages = m_fields.integer(m_chunks).value_or(1);
            m_account.note(ImportOutcome::Read, m_chunks->path, m_chunks->text, std::string{schedulePath});
        } else if (m_perChunk) {
            deriveVirtualStages();
        }
        if (m_first || m_last)
            cutUnevenly();
        else
            countEnds();
    }

    /// Blocks, with the embedding and the loss where they count as blocks.
    std::int64_t layers() const { return m_blockCount + (m_embeddingCounts ? 1 : 0) + (m_lossCounts ? 1 : 0); }

    void deriveVirtualStages()
    {
        const auto perChunk = m_fields.integer(m_perChunk);
        if (!perChunk || m_pipeline.degree < 1)
            return;
        const std::int64_t perStage = layers() / m_pipeline.degree;
        if (layers() % m_pipeline.degree != 0 || *perChunk < 1 || perStage % *perChunk != 0)
            return m_fields.refuse("virtual_stages", *m_perChunk,
                                   "does not divide the layers of a stage, of which there are "
                                       + std::to_string(layers()) + " / " + std::to_string(m_pipeline.degree));
        m_virtualStages = perStage / *perChunk;
        m_account.note(ImportOutcome::Read, m_perChunk->path, m_perChunk->text,
                       std::string{schedulePath} + ": " + std::to_string(m_virtualStages) + " virtual stages");
    }

    bool canLayOut(const Given& given)
    {
        if (m_pipeline.degree >= 1 && m_virtualStages >= 1 && m_pipeline.degree <= Training::mostChunks
            && m_virtualStages <= Training::mostChunks / m_pipeline.degree)
            return true;
        m_fields.refuse("layout", given, "so many chunks are not laid out");
        return false;
    }

    /// A number of blocks for the first or the last stage, the others alike.
    void cutUnevenly()
    {
        const auto first = m_fields.integer(m_first), last = m_fields.integer(m_last);
        const Given& given = m_first ? *m_first : *m_last;
        if ((m_first && !first) || (m_last && !last) || !canLayOut(given))
            return;
        const std::int64_t degree = m_pipeline.degree;
        const std::int64_t others = degree - (first ? 1 : 0) - (last ? 1 : 0);
        const std::int64_t ends = boundedSum(first.value_or(0), last.value_or(0));
        const std::int64_t rest = m_blockCount - ends;
        if (others < 0 || ends < 0 || rest < 0 || (others == 0 ? rest != 0 : rest % others != 0))
            return m_fields.refuse("layout", given,
                                   "leaves " + std::to_string(rest) + " blocks to " + std::to_string(others)
                                       + " stages, which is not a whole number each");
        std::vector<std::int64_t> ofStage(static_cast<std::size_t>(degree), others > 0 ? rest / others : 0);
        if (first)
            ofStage.front() = *first;
        if (last)
            ofStage.back() = *last;
        std::vector<std::int64_t> chunks;
        for (std::int64_t round = 0; round < m_virtualStages; ++round)
            for (const std::int64_t blocks : ofStage) {
                if (blocks % m_virtualStages != 0)
                    return m_fields.refuse("layout", given,
                                           "a stage of " + std::to_string(blocks) + " blocks is not cut into "
                                               + std::to_string(m_virtualStages) + " chunks");
                chunks.push_back(blocks / m_virtualStages);
            }
        m_pipeline.layout = std::move(chunks);
        for (const auto& end : {m_first, m_last})
            if (end)
                m_account.read(end->path, end->text, layoutPath, listed());
    }
    /// -1 when an addend is below 0 or beyond all models.
    std::int64_t boundedSum(std::int64_t a, std::int64_t b) const
    {
        return a < 0 || b < 0 || a > m_blockCount || b > m_blockCount ? -1 : a + b;
    }

    /// The embedding or the loss counts as a block: its chunk has one less.
    void countEnds()
    {
        for (const auto& [given, counts] : {std::pair{m_embedding, m_embeddingCounts}, std::pair{m_loss, m_lossCounts}})
            if (given && !counts)
                m_fields.ignore(*given, "not in use");
        if (!m_embeddingCounts && !m_lossCounts)
            return;
        const Given& given = m_embeddingCounts ? *m_embedding : *m_loss;
        if (!canLayOut(given))
            return;
        const std::int64_t count = m_pipeline.degree * m_virtualStages;
        const std::int64_t each = layers() / count;
        if (layers() % count != 0 || each < (count == 1 ? 2 : 1))
            return m_fields.refuse("layout", given,
                                   std::to_string(layers()) + " layers, these ends with them, are not cut into "
                                       + std::to_string(count) + " equal chunks");
        std::vector<std::int64_t> chunks(static_cast<std::size_t>(count), each);
        chunks.front() -= m_embeddingCounts ? 1 : 0;
        chunks.back() -= m_lossCounts ? 1 : 0;
        m_pipeline.layout = std::move(chunks);
        for (const auto& [end, counts] : {std::pair{m_embedding, m_embeddingCounts}, std::pair{m_loss, m_lossCounts}})
            if (counts)
                m_account.read(end->path, end->text, layoutPath, listed());
    }

    void writeSchedule()
    {
        const auto group = m_fields.take("microbatch-group-size-per-virtual-pipeline-stage");
        const auto size = m_fields.integer(group);
        if (m_virtualStages == 1) {
            m_pipeline.schedule = plainSchedule(m_pipeline.degree);
            m_account.assume(schedulePath, nameOf(kindOf(m_pipeline.schedule)),
                             m_pipeline.degree == 1 ? "there is one stage" : "there are no virtual stages");
            if (group)
                m_fields.ignore(*group, "counts only with virtual stages");
            return;
        }
        m_pipeline.schedule = Interleaved{m_virtualStages, size};
        m_account.assume(schedulePath, Interleaved::alternativeName,
                         "there are " + std::to_string(m_virtualStages) + " virtual stages");
        if (size)
            m_account.read(group->path, group->text, "mapping.pipeline.schedule.group");
    }

    std::string listed() const
    {
        std::string text;
        for (const std::int64_t blocks : *m_pipeline.layout)
            text += (text.empty() ? "" : ", ") + std::to_string(blocks);
        return excerpt(text);
    }

    StatementAccount& m_account;
    MegatronFields& m_fields;
    std::int64_t m_blockCount;
    std::int64_t m_virtualStages = 1;
    PipelineParallel m_pipeline;
    std::optional<Given> m_layout, m_perChunk, m_chunks, m_first, m_last, m_embedding, m_loss;
    bool m_embeddingCounts = false, m_lossCounts = false;
};

} // namespace

PipelineParallel readMegatronPipeline(StatementAccount& account, MegatronFields& fields, std::int64_t blockCount)
{
    return PipelineReader{account, fields, blockCount}.read();
}

} // namespace planscope::whole
