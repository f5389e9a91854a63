#include "cli/resumable_rows.h"

#include "cli/output.h"
#include "frontend/input_file.h"
#include "report/aside_file.h"
#include "report/text_table.h"
#include "sweep/sweep_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planscope {
namespace {

constexpr std::size_t flushAt = std::size_t{1} << 20;
constexpr std::chrono::milliseconds checkpointEvery{250};

tl::unexpected<ExitCode> refuseOpening(const Diagnostic& diagnostic)
{
    reportDiagnostics({diagnostic}, "");
    return tl::unexpected<ExitCode>{ExitCode::Unusable};
}

Diagnostic fault(std::string code, std::string message)
{
    return {Severity::Error, Origin::Import, std::move(code), {}, std::move(message), {}, {}};
}

} // namespace

std::optional<Diagnostic> publishRecord(const std::string& path, const sweep::SweepRecord& record)
{
    const std::string place = ResumableRows::recordPath(path);
    const auto file = AsideFile::create(place, printable(place));
    if (!file)
        return file.error().front();
    if ((*file)->write(sweep::writeRecord(record)) && (*file)->publish())
        return std::nullopt;
    return unwritable(printable(place), errno);
}

std::string ResumableRows::partialPath(const std::string& path)
{
    return resolvedPlace(path) + ".partial";
}

std::string ResumableRows::recordPath(const std::string& path)
{
    return resolvedPlace(path) + ".sweep.json";
}

ResumableRows::ResumableRows(std::string path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
{
}

/// Leaves no empty file where nothing was begun.
ResumableRows::~ResumableRows()
{
    struct stat rows { };
    if (m_isLocked && ::fstat(m_descriptor, &rows) == 0 && rows.st_size == 0)
        ::unlink(partialPath(m_path).c_str());
    ::close(m_descriptor);
}

/// The record of a run that was begun and not finished, and whose rows are all there.
tl::expected<std::optional<sweep::SweepRecord>, ExitCode> ResumableRows::stoppedRecord() const
{
    const std::string place = recordPath(m_path);
    const auto bytes = readInput(place);
    if (!bytes && bytes.error().front().code == "file.not_found")
        return std::nullopt;
    auto record = bytes ? sweep::readRecord(*bytes) : Result<sweep::SweepRecord>{refuse(bytes.error())};
    if (!record) {
        reportDiagnostics(record.error(), printable(place) + ": ");
        writeToStandardError(printable(place) + ": only --restart replaces it\n");
        return tl::unexpected<ExitCode>{ExitCode::Unusable};
    }
    struct stat rows { };
    if (::fstat(m_descriptor, &rows) != 0)
        return refuseOpening(unwritable(printable(partialPath(m_path)), errno));
    if (record->isComplete() && rows.st_size == 0)
        return std::nullopt; // finished; the next run begins anew
    if (rows.st_size < record->rowBytes)
        return refuseOpening(fault("sweep.damaged", fmt::format("{} has not all rows of the stopped sweep; --restart "
                                                                "begins anew",
                                                                printable(partialPath(m_path)))));
    return std::optional{std::move(*record)};
}

tl::expected<std::unique_ptr<ResumableRows>, ExitCode> ResumableRows::open(const std::string& path,
                                                                            sweep::SweepRecord& record, bool restart)
{
    const std::string place = resolvedPlace(path);
    if (::access(place.c_str(), F_OK) == 0 && ::access(place.c_str(), W_OK) != 0)
        return refuseOpening(unwritable(printable(path), errno));
    const std::string partial = partialPath(path);
    const int descriptor = ::open(partial.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return refuseOpening(unwritable(printable(partial), errno));
    std::unique_ptr<ResumableRows> rows{new ResumableRows{place, descriptor}};
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return refuseOpening(fault("sweep.in_use", fmt::format("another run is writing {}", printable(partial))));
    rows->m_isLocked = true;
    if (!restart) {
        auto stopped = rows->stoppedRecord();
        if (!stopped)
            return tl::unexpected<ExitCode>{stopped.error()};
        if (*stopped && ((*stopped)->spaceDigest != record.spaceDigest || (*stopped)->shard != record.shard))
            return refuseOpening(fault("sweep.other_space",
                                       fmt::format("{} holds a stopped sweep of another space, of other objectives or "
                                                   "of another shard; --restart drops it",
                                                   printable(partial))));
        if (*stopped)
            record = std::move(**stopped);
    }
    if (!rows->prepare(record))
        return refuseOpening(*rows->m_fault);
    return rows;
}

/// Cuts off rows that no record knows of. The record of a new run stands before its first row does.
bool ResumableRows::prepare(const sweep::SweepRecord& record)
{
    if (::ftruncate(m_descriptor, record.rowBytes) != 0 || ::lseek(m_descriptor, 0, SEEK_END) < 0)
        return failHere(errno);
    if (record.rowBytes == 0)
        m_pending = sweep::rowHeader();
    m_nextCheckpoint = std::chrono::steady_clock::now() + checkpointEvery;
    if (record.rowBytes > 0)
        return true;
    auto fault = publishRecord(m_path, record);
    return fault ? fail(std::move(*fault)) : true;
}

bool ResumableRows::fail(Diagnostic fault)
{
    if (!m_fault)
        m_fault = std::move(fault);
    return false;
}

bool ResumableRows::failHere(int error)
{
    return fail(unwritable(printable(m_path), error));
}

bool ResumableRows::flush()
{
    const int error = writeAll(m_descriptor, m_pending);
    m_pending.clear();
    return error == 0 || failHere(error);
}

bool ResumableRows::checkpoint(const sweep::SweepRecord& record)
{
    const auto begin = std::chrono::steady_clock::now();
    if (!flush())
        return false;
    if (::fdatasync(m_descriptor) != 0)
        return failHere(errno);
    if (auto fault = publishRecord(m_path, record))
        return fail(std::move(*fault));
    // A record that takes long to write, for a large front, is written less often.
    const auto end = std::chrono::steady_clock::now();
    m_nextCheckpoint = end + std::max<std::chrono::steady_clock::duration>(checkpointEvery, 10 * (end - begin));
    return true;
}

bool ResumableRows::append(std::string_view rows, const sweep::SweepRecord& record)
{
    if (m_fault)
        return false;
    m_pending += rows;
    if (std::chrono::steady_clock::now() >= m_nextCheckpoint)
        return checkpoint(record);
    return m_pending.size() < flushAt || flush();
}

ExitCode ResumableRows::finish(const sweep::SweepRecord& record)
{
    if (!m_fault && checkpoint(record) && ::rename(partialPath(m_path).c_str(), m_path.c_str()) != 0)
        failHere(errno);
    if (!m_fault)
        return ExitCode::Done;
    reportDiagnostics({*m_fault}, "");
    return ExitCode::Unusable;
}

} // namespace planscope
