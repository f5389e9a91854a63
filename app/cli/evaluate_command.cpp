#include "cli/evaluate_command.h"

#include "cli/case_input.h"
#include "cli/progress.h"
#include "cli/read_result.h"
#include "cli/result_stream.h"
#include "derivation/checks/reference_observer.h"
#include "frontend/input_file.h"
#include "frontend/reference_file.h"
#include "report/diagnostic_text.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include <unistd.h>

namespace planscope {
namespace {

/// Candidates evaluated together, then written: bounds what is held at a time, whatever the file's length.
constexpr std::size_t batchSize = 256;
/// Fewer are done before a second thread has started.
constexpr std::size_t worthSharing = 8;

struct Evaluated {
    RenderedResult result;
    std::string diagnostics;
    ExitCode code = ExitCode::Done;
};

template <class C>
Evaluated evaluateRead(const ReadOf<C>& read, std::size_t index, const DeriveOptions& options,
                       const ResultStream::Style& style, std::size_t position, const std::string& prefix)
{
    const auto result = resultOf(read, options);
    Evaluated evaluated;
    const std::string label = prefix + caseLabel(result->name, index) + ": ";
    for (const Diagnostic& diagnostic : result->diagnostics)
        evaluated.diagnostics += diagnosticText(diagnostic, label);
    evaluated.code = result->status == ResultStatus::Ok && !hasError(result->diagnostics) ? ExitCode::Done
                                                                                          : ExitCode::Refused;
    evaluated.result = ResultStream::render(*result, position, style);
    return evaluated;
}

Evaluated evaluateOne(const CandidateSource& source, std::size_t index, const DeriveOptions& options,
                      const ResultStream::Style& style, std::size_t position, const std::string& prefix)
{
    return source.accounting(index) == Accounting::Whole
        ? evaluateRead(source.readWhole(index), index, options, style, position, prefix)
        : evaluateRead(source.read(index), index, options, style, position, prefix);
}

/// The expected facts as an observer; absent without a file.
Result<DeriveOptions> optionsFor(const std::optional<std::string>& referenceFile)
{
    DeriveOptions options;
    if (!referenceFile)
        return options;
    const auto bytes = readInput(*referenceFile);
    if (!bytes)
        return refuse(bytes.error());
    const auto reference = readReference(*bytes);
    if (!reference)
        return refuse(reference.error());
    std::vector<ExpectedFact> facts;
    for (const ReferenceFact& fact : *reference)
        facts.push_back({fact.invocation, fact.fact, fact.expected});
    options.extraObservers.push_back(referenceObserver(std::move(facts)));
    return options;
}

/// Evaluates some candidates of a source into results, in their order.
void evaluateBatch(std::vector<Evaluated>& batch, const std::function<Evaluated(std::size_t)>& one,
                   oneapi::tbb::task_arena& arena)
{
    if (batch.size() < worthSharing || arena.max_concurrency() == 1) {
        for (std::size_t k = 0; k < batch.size(); ++k)
            batch[k] = one(k);
        return;
    }
    arena.execute(
        [&] { oneapi::tbb::parallel_for(std::size_t{0}, batch.size(), [&](std::size_t k) { batch[k] = one(k); }); });
}

} // namespace

ExitCode EvaluateCommand::run() const
{
    const auto options = optionsFor(referenceFile);
    if (!options) {
        reportDiagnostics(options.error(), fileLabel(*referenceFile) + ": ");
        return ExitCode::Unusable;
    }
    const auto opened = Output::open(output);
    if (!opened)
        return opened.error();
    const bool sameScreen = output.empty() && ::isatty(STDOUT_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
    const ResultStream::Style style{format, invocations, hostTime, files.size() > 1, sameScreen};
    ResultStream stream{**opened, style};
    Progress progress;
    // More threads than processors are started when asked for, so that their results can be compared.
    std::optional<oneapi::tbb::global_control> limit;
    if (threads > 0)
        limit.emplace(oneapi::tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    oneapi::tbb::task_arena arena{threads > 0 ? threads : oneapi::tbb::task_arena::automatic};

    ExitCode code = ExitCode::Done;
    bool anyFile = false;
    bool wanted = true; // somebody still reads the results
    for (const std::string& file : files) {
        const std::string label = fileLabel(file);
        const std::string prefix = style.severalFiles ? label + ": " : std::string{};
        const auto source = openCases(file);
        std::size_t first = 0;
        std::size_t end = source ? source->count() : 0;
        Diagnostics faults = source ? Diagnostics{} : source.error();
        if (source && wantedCase) {
            const auto found = findCase(*source, *wantedCase, "--case");
            if (found)
                end = (first = *found) + 1;
            else
                faults = found.error();
        }
        if (!faults.empty()) {
            progress.clear();
            reportDiagnostics(faults, label + ": ");
            code = ExitCode::Unusable;
            continue;
        }
        anyFile = true;
        code = worse(code, reportPinFaults(*source, label));
        stream.beginFile(label);
        for (std::size_t begin = first; begin < end && wanted; begin += batchSize) {
            const std::size_t done = stream.count();
            std::vector<Evaluated> batch(std::min(batchSize, end - begin));
            evaluateBatch(
                batch,
                [&](std::size_t k) { return evaluateOne(*source, begin + k, *options, style, done + k, prefix); },
                arena);
            progress.clear();
            for (std::size_t k = 0; k < batch.size(); ++k) {
                writeToStandardError(batch[k].diagnostics);
                code = worse(code, batch[k].code);
                wanted = wanted && stream.add(begin + k, std::move(batch[k].result));
            }
            progress.show(std::min(begin + batchSize, end), end);
        }
    }
    progress.clear();
    if (!anyFile)
        return code;
    stream.end();
    return worse(code, (*opened)->finish());
}

} // namespace planscope
