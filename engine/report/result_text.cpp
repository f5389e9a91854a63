#include "report/result_text.h"

#include "report/mapping_text.h"
#include "report/number_format.h"
#include "report/text_sections.h"
#include "report/text_table.h"
#include "study/result_figures.h"

#include <fmt/format.h>

namespace planscope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t indent = sectionIndent;

/// The answer in one line, as far as there is one.
std::string headline(const ResultFigures& figures)
{
    std::string line;
    if (figures.time) {
        const auto evidence = static_cast<std::size_t>(EstimateMode::SystemEvidence);
        line = fmt::format("predicted {} an iteration, MFU {}", humanSeconds(figures.time->modes[evidence].total),
                           humanPercent(figures.utilisation->modes[evidence].mfu));
    }
    if (figures.memory) {
        const auto total = static_cast<double>(figures.memory->bytes.total.value());
        line += fmt::format("{}{} of {} memory ({}){}", line.empty() ? "" : ", ", humanBytes(total),
                            humanBytes(figures.memory->capacity), shareOf(total, figures.memory->capacity),
                            total > figures.memory->capacity ? ": over capacity" : "");
    }
    return line;
}

void describeSetup(std::string& out, const CandidateResult& result)
{
    const TransformerTraining& training = result.derivation->training;
    const auto& model = training.model();
    const auto& workload = training.workload();
    const auto& mapping = training.mapping();
    const TrainingShape& shape = training.shape();

    TextTable table{{{"", Align::Left}, {"", Align::Left}}};
    table.row({"model",
               fmt::format("{}: {}, hidden {}, feed-forward {}, {} of {}, sequence {}", printable(model.name, 64),
                           counted(model.blockCount, "block"), model.hiddenSize, model.feedforwardSize,
                           counted(model.attentionHeads, "head"), model.attentionHeadSize, model.sequenceLength)});
    table.row({"workload",
               batchText(workload.globalBatchSize, mapping.data.degree, shape.microbatchCount, workload.microbatchSize,
                         workload.datatype)});
    table.row({"ranks", fmt::format("{} = {}", shape.worldSize, degreesText(mapping))});
    table.row({"pipeline",
               fmt::format("{}; {} a stage, {} a chunk", scheduleText(mapping.pipeline.schedule),
                           counted(shape.blocksPerStage, "block"), shape.blocksPerVirtualChunk)});
    std::string choices = fmt::format("tensor communication {}; recompute {}", nameOf(mapping.tensor.communication),
                                      nameOf(mapping.recompute));
    if (mapping.sequenceParallelAllGatherRedo)
        choices += "; all-gather redone in backward";
    if (mapping.fusedActivation)
        choices += "; fused activation";
    if (mapping.data.optimizerSharding)
        choices += "; optimizer sharded over replicas";
    table.row({"choices", choices});
    table.row({"system", systemText(result)});
    out += table.text(indent);
}

/// Rows of a group for two modes side by side: collects the names once and a value from each mode.
class ModeRows {
public:
    struct Row {
        std::string name;
        std::vector<double> values;
    };
    void real(std::string_view name, double value, FigureUnit)
    {
        if (m_mode == 0)
            m_rows.push_back({std::string{name}, {}});
        m_rows[m_at++].values.push_back(value);
    }
    template <class Group>
    void group(std::string_view, const Group* fields)
    {
        m_at = 0;
        visitFields(*this, *fields);
        ++m_mode;
    }
    const std::vector<Row>& rows() const { return m_rows; }

private:
    std::vector<Row> m_rows;
    std::size_t m_at = 0;
    int m_mode = 0;
};

void describeTime(std::string& out, const ResultFigures& figures)
{
    heading(out, "Predicted time of an iteration, and each part's share of it (peak only: every efficiency 1)");
    ModeRows rows;
    visitFields(rows, *figures.time);
    TextTable table{{{"", Align::Left},
                     {"system evidence", Align::Right},
                     {"share", Align::Right},
                     {"peak only", Align::Right},
                     {"share", Align::Right}}};
    const double peakTotal = figures.time->modes[0].total;
    const double evidenceTotal = figures.time->modes[1].total;
    for (const auto& row : rows.rows()) {
        if (row.name == "total")
            table.rule();
        table.row({row.name, humanSeconds(row.values[1]), shareOf(row.values[1], evidenceTotal),
                   humanSeconds(row.values[0]), shareOf(row.values[0], peakTotal)});
    }
    const auto& utilisation = figures.utilisation->modes;
    table.row(
        {"MFU, of the ranks' matrix peak", humanPercent(utilisation[1].mfu), "", humanPercent(utilisation[0].mfu)});
    table.row({"HFU, with recomputation", humanPercent(utilisation[1].hfu), "", humanPercent(utilisation[0].hfu)});
    table.row(
        {"tokens a second", humanRate(utilisation[1].tokensPerSecond), "", humanRate(utilisation[0].tokensPerSecond)});
    out += table.text(indent);
}

/// Name, humanised, exact and share of a whole, one row for each field of bytes.
class ByteRows {
public:
    ByteRows(TextTable& table, double whole)
        : m_table(table)
        , m_whole(whole)
    {
    }
    void integer(std::string_view name, std::int64_t bytes, FigureUnit) { add(name, static_cast<double>(bytes)); }
    void capacity(std::string_view name, double bytes, FigureUnit) { add(name, bytes); }

private:
    void add(std::string_view name, double bytes)
    {
        if (name == "total")
            m_table.rule();
        m_table.row({std::string{name}, humanBytes(bytes), exactDigits(bytes), shareOf(bytes, m_whole)});
    }

    TextTable& m_table;
    double m_whole;
};

void describeMemory(std::string& out, const MemoryFigures& memory)
{
    heading(out, "Memory of a rank of the first pipeline stage");
    TextTable table{{{"", Align::Left}, {"", Align::Right}, {"bytes", Align::Right}, {"of capacity", Align::Right}}};
    ByteRows rows{table, memory.capacity};
    visitFields(rows, memory);
    out += table.text(indent);
}

void describeBlock(std::string& out, const ResultFigures& figures)
{
    heading(out, "Work of one block on one rank: one microbatch, the optimizer once an iteration");
    TextTable table = totalsTable(1);
    for (std::size_t phase = 0; phase < figures.block->size(); ++phase)
        addTotals(table, {std::string{nameOf(static_cast<Phase>(phase))}}, (*figures.block)[phase]);
    out += table.text(indent);

    heading(out, "Memory of one block on one rank");
    TextTable memory{{{"", Align::Left}, {"", Align::Right}, {"bytes", Align::Right}, {"", Align::Right}}};
    ByteRows rows{memory, 0};
    visitFields(rows, *figures.blockMemory);
    out += memory.text(indent);
}

void describeInvocations(std::string& out, const PortablePlanIR& plan)
{
    heading(out, "Invocations of one block");
    TextTable table = invocationTable(1);
    for (const PlanTask& task : plan.tasks)
        addInvocation(table, {task.name}, engineOf(task.primitive), task.facts);
    out += table.text(indent);
}

} // namespace

std::string resultText(const CandidateResult& result, const ResultTextOptions& options)
{
    const ResultFigures figures = figuresOf(result);
    std::string out = resultHeadText(result, headline(figures), options.diagnostics);
    if (result.status == ResultStatus::Refused)
        return out;
    out += '\n';
    describeSetup(out, result);
    if (figures.time)
        describeTime(out, figures);
    if (figures.memory)
        describeMemory(out, *figures.memory);
    if (figures.block)
        describeBlock(out, figures);
    if (options.invocations && result.derivation->complete())
        describeInvocations(out, result.derivation->plan());
    describeDerivation(out, figures.digests, result.derivation->history.checkpoints, options.hostTime);
    return out;
}

} // namespace planscope
