#include "report/whole_result_csv.h"

#include "report/csv_line.h"
#include "study/whole_result_figures.h"

#include <algorithm>

namespace planscope::whole {
namespace {

/// What a row shows of a stage.
struct StageFigures {
    std::int64_t parameters = 0;
    StaticBytes held;
    std::int64_t inFlight = 0;
};

struct MemoryTotals {
    Bytes peak;
    double capacity = 0;
};

struct StepTotals {
    double total = 0;
    double hop = 0;
};

template <class Sink>
void visitFields(Sink& sink, const MemoryTotals& memory)
{
    sink.integer("peak", memory.peak.value(), FigureUnit::InBytes);
    sink.capacity("capacity", memory.capacity, FigureUnit::InBytes);
}

template <class Sink>
void visitFields(Sink& sink, const StepTotals& time)
{
    sink.real("total", time.total, FigureUnit::InSeconds);
    sink.real("hop", time.hop, FigureUnit::InSeconds);
}

template <class Sink>
void visitFields(Sink& sink, const StageFigures& stage)
{
    sink.integer("parameters", stage.parameters, FigureUnit::Count);
    visitFields(sink, stage.held);
    sink.integer("in_flight", stage.inFlight, FigureUnit::Count);
}

std::string modePath(std::string_view group, std::size_t mode, std::string_view rest = {})
{
    std::string path{group};
    path.append(1, '.').append(nameOf(static_cast<EstimateMode>(mode)));
    return rest.empty() ? path : path.append(1, '.').append(rest);
}

/// One row; without a stage what speaks of stages is blank.
void walk(CsvLine& line, const CandidateResult& result, std::optional<std::size_t> stage)
{
    const Derivation* derivation = result.derivation.get();
    const PortablePlanIR* plan = derivation && derivation->complete() ? &derivation->plan() : nullptr;
    const Estimate* estimate = result.estimate ? &*result.estimate : nullptr;
    const auto* modes = estimate && estimate->modes ? &*estimate->modes : nullptr;
    const auto ifPlan = [plan](const auto& figures) { return plan ? &figures : nullptr; };

    writeHead(line, result);
    writeDigests(line, derivation ? digestsOf(result) : NamedDigests{},
                 {"model", "distributed", "portable_plan", "session", "evidence"});
    writeCheckpoints(line, derivation ? derivation->history.checkpoints : std::vector<CheckpointReport>{});
    line.group("shape", derivation ? &derivation->training.shape() : nullptr);
    line.group("parameters", plan ? &plan->parameters : nullptr);
    const FlopsPerToken flops = plan ? flopsPerToken(plan->flops) : FlopsPerToken{};
    line.group("flops_per_token", ifPlan(flops));
    const MemoryTotals memory = estimate ? MemoryTotals{estimate->peak, estimate->capacity} : MemoryTotals{};
    line.group("memory", estimate ? &memory : nullptr);
    for (std::size_t k = 0; k < countOf<EstimateMode>(); ++k) {
        const StepTotals totals = modes ? StepTotals{(*modes)[k].time.total, (*modes)[k].time.hop} : StepTotals{};
        line.group(modePath("time", k), modes ? &totals : nullptr);
        line.group(modePath("utilisation", k), modes ? &(*modes)[k].utilisation : nullptr);
    }

    line.text("stages.stage", stage ? std::to_string(*stage) : "");
    StageFigures figures;
    if (stage)
        figures = {plan->stages[*stage].parameters.value(), staticBytes(plan->stages[*stage]),
                   plan->stages[*stage].inFlight};
    line.group("stages", stage ? &figures : nullptr);
    line.text("stages.peak.moment", stage ? nameOf(estimate->peaks[*stage].moment) : "");
    line.group("stages.peak", stage ? &estimate->peaks[*stage] : nullptr);
    for (std::size_t k = 0; k < countOf<EstimateMode>(); ++k)
        line.group(modePath("time", k, "stages"), stage && modes ? &(*modes)[k].time.stages[*stage] : nullptr);
}

} // namespace

std::string csvHeader()
{
    CsvLine line{CsvLine::Content::Names};
    walk(line, CandidateResult{}, std::nullopt);
    return line.take();
}

std::string csvRows(const CandidateResult& result)
{
    std::string rows;
    const std::size_t stages = result.estimate ? result.estimate->peaks.size() : 0;
    for (std::size_t k = 0; k < std::max<std::size_t>(stages, 1); ++k) {
        CsvLine line{CsvLine::Content::Values};
        walk(line, result, k < stages ? std::optional{k} : std::nullopt);
        rows += line.take();
    }
    return rows;
}

} // namespace planscope::whole
