#pragma once

#include "base/diagnostic.h"
#include "cli/exit_code.h"
#include "sweep/sweep_record.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

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
    /// the file; sweep.other_space when what has stopped there is another sweep; sweep.damaged.
    static tl::expected<std::unique_ptr<ResumableRows>, ExitCode> open(const std::string& path,
                                                                        sweep::SweepRecord& record, bool restart);
    ~ResumableRows();
    ResumableRows(const ResumableRows&) = delete;
    ResumableRows& operator=(const ResumableRows&) = delete;

    /// Both take the record as it is after the rows; false when the device failed, which finish() tells.
    bool append(std::string_view rows, const sweep::SweepRecord& record);
    /// Makes everything safe on the disk, and the file appear. Done, or Unusable.
    ExitCode finish(const sweep::SweepRecord& record);

    /// Both beside what the path leads to.
    static std::string partialPath(const std::string& path);
    static std::string recordPath(const std::string& path);

private:
    ResumableRows(std::string path, int descriptor);
    tl::expected<std::optional<sweep::SweepRecord>, ExitCode> stoppedRecord() const;
    bool prepare(const sweep::SweepRecord& record);
    bool flush();
    bool checkpoint(const sweep::SweepRecord& record);
    bool fail(Diagnostic fault);
    bool failHere(int error);

    std::string m_path;
    int m_descriptor;
    bool m_isLocked = false;
    std::string m_pending;
    std::optional<Diagnostic> m_fault; ///< the first failure
    std::chrono::steady_clock::time_point m_nextCheckpoint;
};

/// Writes the record beside a file of rows; what went wrong, or nothing.
std::optional<Diagnostic> publishRecord(const std::string& path, const sweep::SweepRecord& record);

} // namespace planscope
