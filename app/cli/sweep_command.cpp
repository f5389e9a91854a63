#include "cli/sweep_command.h"

#include "cli/case_input.h"
#include "cli/interruption.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/resumable_rows.h"
#include "cli/sweep_summary.h"
#include "frontend/bundled_names.h"
#include "frontend/input_file.h"
#include "report/nearest_names.h"
#include "report/number_format.h"
#include "report/text_table.h"
#include "sweep/space_reader.h"
#include "sweep/sweep_row.h"

#include <fmt/format.h>

#include <sys/stat.h>

namespace planscope {
namespace {

/// The bytes of a space: of a file, of standard input, or of a bundled one.
Result<std::string> readSpaceBytes(const std::string& path)
{
    auto bytes = readInput(path);
    if (bytes || bytes.error().front().code != "file.not_found")
        return bytes;
    if (const Preset* preset = findPreset(PresetKind::Spaces, path))
        return std::string{preset->json};
    if (path.find('/') == std::string::npos)
        bytes.error().front().message +=
            " and no bundled space" + nearestHint(path, bundledNames(PresetKind::Spaces), 3);
    return bytes;
}

/// Whether the rows can gather beside their place: it is a regular file, or nothing yet.
bool isResumable(const std::string& path)
{
    struct stat existing { };
    return path != "-" && (::stat(path.c_str(), &existing) != 0 || S_ISREG(existing.st_mode));
}

std::string progressText(std::int64_t done, std::int64_t total, double perSecond)
{
    return fmt::format("{} of {} mappings, {}/s", done, total, humanRate(perSecond));
}

bool isOfSpace(const Candidate& candidate, const sweep::MappingSpace& space)
{
    const TransformerTraining& training = candidate.training;
    return training.model() == space.model && training.workload().globalBatchSize == space.globalBatchSize
        && training.workload().datatype == space.datatype && *candidate.system == *space.system;
}

/// The mapping of the one case of a file.
tl::expected<sweep::Point, ExitCode> askedPoint(const std::string& path, const sweep::MappingSpace& space,
                                                std::string& name)
{
    const auto candidate = selectCandidate(path, std::nullopt);
    if (!candidate)
        return tl::unexpected<ExitCode>{candidate.error()};
    const auto* block = std::get_if<Candidate>(&*candidate);
    if (!block) {
        writeToStandardError(fileLabel(path) + ": a sweep maps equal blocks (planscope.case/1), not whole models\n");
        return tl::unexpected<ExitCode>{ExitCode::Refused};
    }
    name = printable(block->name);
    if (!isOfSpace(*block, space))
        writeToStandardError(fileLabel(path) + ": the space has another model, batch, datatype or system, and they are "
                                               "taken; only the mapping is the case's\n");
    return sweep::Point{block->training.mapping(), block->training.workload().microbatchSize, block->tiers};
}

/// One run of the command.
class Run {
public:
    Run(const SweepCommand& command, const sweep::PointSpace& space)
        : m_command(command)
        , m_space(space)
        , m_record(space, command.shard)
    {
        m_options.threads = static_cast<int>(command.threads);
    }

    ExitCode execute()
    {
        if (m_command.whyNot) {
            const auto point = askedPoint(*m_command.whyNot, m_space.statement(), m_askedName);
            if (!point)
                return point.error();
            m_asked = *point;
        }
        const std::string& path = m_command.output;
        ExitCode code = ExitCode::Done;
        if (path.empty())
            go([](const sweep::Batch&) { return true; });
        else
            code = isResumable(path) ? intoFile() : intoStream();
        return code == ExitCode::Done ? summarise() : code;
    }

private:
    /// Sweeps what is left, or until it is cancelled, as it is when `write` is false: nobody takes more.
    template <class Write>
    void go(std::atomic<bool>& cancelled, Write write)
    {
        Progress progress;
        m_options.cancelled = &cancelled;
        m_options.onBatch = [&](const sweep::Batch& batch) {
            count(batch.rows);
            if (!write(batch))
                cancelled = true;
            if (progress.isDue())
                progress.showText(progressText(batch.end - m_record.tally.begin, m_record.last - m_record.tally.begin,
                                               batch.pointsPerSecond));
        };
        sweep::run(m_space, m_record.tally, m_record.last, m_options);
    }
    template <class Write>
    void go(Write write)
    {
        std::atomic<bool> cancelled{false};
        go(cancelled, write);
    }

    void count(std::string_view rows)
    {
        m_rows.add(rows);
        m_record.rowBytes += static_cast<std::int64_t>(rows.size());
        m_record.rowsDigest = m_rows.value();
    }

    ExitCode intoFile()
    {
        const auto rows = ResumableRows::open(m_command.output, m_record, m_command.restart);
        if (!rows)
            return rows.error();
        m_rows = (*rows)->takeDigest();
        if (m_record.tally.end > m_record.tally.begin)
            tellPlace("resumed after", "");
        if (m_record.rowBytes == 0)
            count(sweep::rowHeader());
        m_options.rows = true;
        Interruption interruption;
        go(interruption.stop(), [&](const sweep::Batch& batch) { return (*rows)->append(batch.rows, m_record); });
        if (!interruption.isInterrupted() || m_record.isComplete())
            return (*rows)->finish(m_record);
        if (const ExitCode code = (*rows)->suspend(m_record); code != ExitCode::Done)
            return code;
        tellPlace("stopped after", "; the same call goes on from there");
        interruption.die();
    }

    void tellPlace(std::string_view what, std::string_view more) const
    {
        writeToStandardError(fmt::format("{}: {} {} of {} mappings{}\n", fileLabel(m_command.output), what,
                                         m_record.tally.end - m_record.tally.begin,
                                         m_record.last - m_record.tally.begin, more));
    }

    ExitCode intoStream()
    {
        const auto output = Output::open(m_command.output);
        if (!output)
            return output.error();
        m_options.rows = true;
        count(sweep::rowHeader());
        (*output)->write(sweep::rowHeader());
        go([&](const sweep::Batch& batch) { return (*output)->write(batch.rows); });
        return (*output)->finish();
    }

    ExitCode summarise() const
    {
        const bool isWhole = m_record.isComplete() && m_command.shard.count == 1;
        const bool nothingIsLeft = isWhole && m_record.tally.kept == 0;
        const ExitCode code = nothingIsLeft ? ExitCode::Refused : ExitCode::Done;
        std::string text = m_command.format == OutputFormat::Json ? sweep::writeRecord(m_record)
                                                                  : sweepSummary(m_space, m_record);
        if (m_asked)
            text += whyNotText(m_space, sweep::whyNot(m_space, *m_asked, m_record.tally.front), m_askedName);
        if (nothingIsLeft)
            writeToStandardError(fileLabel(m_command.file) + ": no mapping is left: each is refused by a law, a tier, "
                                                             "the capacity or a bound\n");
        return m_command.output == "-" ? code : worse(code, writeWhole("", text));
    }

    const SweepCommand& m_command;
    const sweep::PointSpace& m_space;
    sweep::SweepRecord m_record;
    RunningDigest m_rows; ///< of all that the record counts
    sweep::RunOptions m_options;
    std::optional<sweep::Point> m_asked; ///< of --why-not
    std::string m_askedName;
};

} // namespace

ExitCode SweepCommand::run() const
{
    const auto refused = [this](const Diagnostics& faults, ExitCode code) {
        reportDiagnostics(faults, fileLabel(file) + ": ");
        return code;
    };
    const auto bytes = readSpaceBytes(file);
    if (!bytes)
        return refused(bytes.error(), ExitCode::Unusable);
    auto stated = sweep::readSpace(*bytes);
    if (!stated)
        return refused(stated.error(), ExitCode::Refused);
    if (!objectives.empty())
        stated->objectives = objectives;
    if (top)
        stated->top = *top;
    const auto space = sweep::PointSpace::create(std::move(*stated));
    if (!space)
        return refused(space.error(), ExitCode::Refused);
    return Run{*this, *space}.execute();
}

} // namespace planscope
