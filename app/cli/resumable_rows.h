#pragma once

#include "base/diagnostic.h"
#include "base/running_digest.h"
#include "cli/exit_code.h"
#include "sweep/sweep_record.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace planscope {

/// The rows of a sweep on their way into FILE. They gather in FILE.partial; beside it FILE.sweep.json, replaced whole
/// from time to time, says how many of their bytes count and what a run needs to go on from there. finish() completes
/// the record, then gives the rows their name. So whenever the program or the machine stops, what is there is one of:
/// the file that was there before, rows with a record to resume from, or the finished pair. One run a file: the rows
/// are locked.
class ResumableRows {
public:
    /// Goes on where a run over the same space and shard has stopped, unless a new start is wanted; the record then
    /// holds what that run found. Fails, told on standard error: file.unwritable; sweep.in_use while another run writes
    /// the file; sweep.other_space when what has stopped or is finished there is another sweep; sweep.no_rows when the
    /// file that is there is no sweep's; sweep.damaged, also when rows were altered since.
    static tl::expected<std::unique_ptr<ResumableRows>, ExitCode> open(const std::string& path,
                                                                        sweep::SweepRecord& record, bool restart);
    ~ResumableRows();
    ResumableRows(const ResumableRows&) = delete;
    ResumableRows& operator=(const ResumableRows&) = delete;

    /// Of the rows that a stopped run has left, which the record counts.
    RunningDigest takeDigest() { return std::move(m_digest); }

    /// All take the record as it is after the rows; false when the device failed, which the others tell.
    bool append(std::string_view rows, const sweep::SweepRecord& record);
    /// Makes what is there safe on the disk, for another run to go on from. Done, or Unusable.
    ExitCode suspend(const sweep::SweepRecord& record);
    /// Makes everything safe on the disk, and the file appear. Done, or Unusable.
    ExitCode finish(const sweep::SweepRecord& record);

    /// Both beside what the path leads to.
    static std::string partialPath(const std::string& path);
    static std::string recordPath(const std::string& path);

private:
    ResumableRows(std::string path, int descriptor);
    tl::expected<std::optional<sweep::SweepRecord>, ExitCode> recordThere() const;
    std::optional<Diagnostic> takeOver(sweep::SweepRecord&& there, sweep::SweepRecord& record);
    ExitCode told() const;
    bool prepare(const sweep::SweepRecord& record);
    bool flush();
    bool checkpoint(const sweep::SweepRecord& record);
    bool fail(Diagnostic fault);
    bool failHere(int error);

    std::string m_path;
    int m_descriptor;
    bool m_isLocked = false;
    RunningDigest m_digest;
    std::string m_pending;
    std::optional<Diagnostic> m_fault; ///< the first failure
    std::chrono::steady_clock::time_point m_nextCheckpoint;
};

/// Of the first bytes of a file; nothing where it cannot be read or has fewer.
std::optional<RunningDigest> digestOfRows(int descriptor, std::int64_t bytes);

/// Writes the record beside a file of rows; what went wrong, or nothing.
std::optional<Diagnostic> publishRecord(const std::string& path, const sweep::SweepRecord& record);

} // namespace planscope
