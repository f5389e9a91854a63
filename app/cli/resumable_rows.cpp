#include "cli/resumable_rows.h"

#include "cli/output.h"
#include "frontend/input_file.h"
#include "report/aside_file.h"
#include "report/text_table.h"
#include "sweep/sweep_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

/// Whether a file with content stands there.
bool holdsBytes(const std::string& path)
{
    struct stat existing { };
    return ::stat(path.c_str(), &existing) == 0 && existing.st_size > 0;
}

} // namespace

std::optional<RunningDigest> digestOfRows(int descriptor, std::int64_t bytes)
{
    RunningDigest digest;
    std::array<char, std::size_t{1} << 16> buffer;
    for (std::int64_t at = 0; at < bytes;) {
        const auto wanted = std::min<std::int64_t>(bytes - at, buffer.size());
        const ssize_t length = ::pread(descriptor, buffer.data(), static_cast<std::size_t>(wanted), at);
        if (length <= 0)
            return std::nullopt;
        digest.add({buffer.data(), static_cast<std::size_t>(length)});
        at += length;
    }
    return digest;
}

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

/// The record beside the file.
tl::expected<std::optional<sweep::SweepRecord>, ExitCode> ResumableRows::recordThere() const
{
    const std::string place = recordPath(m_path);
    const auto bytes = readInput(place);
    if (!bytes && bytes.error().front().code == "file.not_found")
        return std::nullopt;
    auto record = bytes ? sweep::readRecord(*bytes) : Result<sweep::SweepRecord>{refuse(bytes.error())};
    if (record)
        return std::optional{std::move(*record)};
    reportDiagnostics(record.error(), printable(place) + ": ");
    writeToStandardError(printable(place) + ": only --restart replaces it\n");
    return tl::unexpected<ExitCode>{ExitCode::Unusable};
}

/// Goes on where the record that is there ends; where that is of a finished run, begins the same sweep anew.
std::optional<Diagnostic> ResumableRows::takeOver(sweep::SweepRecord&& there, sweep::SweepRecord& record)
{
    const std::string partial = printable(partialPath(m_path));
    struct stat rows { };
    if (::fstat(m_descriptor, &rows) != 0)
        return unwritable(partial, errno);
    const bool isFinished = there.isComplete() && rows.st_size == 0;
    if (isFinished && !holdsBytes(m_path))
        return std::nullopt; // its rows were taken away
    if (there.spaceDigest != record.spaceDigest || there.shard != record.shard)
        return fault("sweep.other_space", fmt::format("{} holds a {} sweep of another space, of other objectives or of "
                                                      "another shard; --restart drops it",
                                                      isFinished ? printable(m_path) : partial,
                                                      isFinished ? "finished" : "stopped"));
    if (isFinished)
        return std::nullopt;
    auto digest = rows.st_size < there.rowBytes ? std::nullopt : digestOfRows(m_descriptor, there.rowBytes);
    if (!digest || digest->value() != there.rowsDigest)
        return fault("sweep.damaged",
                     partial + " has not all rows of the stopped sweep as they were; --restart begins anew");
    m_digest = std::move(*digest);
    record = std::move(there);
    return std::nullopt;
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
        auto there = rows->recordThere();
        if (!there)
            return tl::unexpected<ExitCode>{there.error()};
        if (!*there && holdsBytes(place))
            return refuseOpening(fault("sweep.no_rows",
                                       printable(path) + " is there already, and is no sweep's: it has no record "
                                                         "beside it; --restart replaces it"));
        if (*there)
            if (const auto refusal = rows->takeOver(std::move(**there), record))
                return refuseOpening(*refusal);
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

ExitCode ResumableRows::suspend(const sweep::SweepRecord& record)
{
    if (!m_fault)
        checkpoint(record);
    return told();
}

ExitCode ResumableRows::finish(const sweep::SweepRecord& record)
{
    if (!m_fault && checkpoint(record) && ::rename(partialPath(m_path).c_str(), m_path.c_str()) != 0)
        failHere(errno);
    return told();
}

/// What came of it; the first failure goes to standard error.
ExitCode ResumableRows::told() const
{
    if (!m_fault)
        return ExitCode::Done;
    reportDiagnostics({*m_fault}, "");
    return ExitCode::Unusable;
}

} // namespace planscope
