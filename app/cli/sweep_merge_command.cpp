#include "cli/output.h"
#include "cli/resumable_rows.h"
#include "cli/sweep_command.h"
#include "cli/sweep_summary.h"
#include "frontend/input_file.h"
#include "report/text_table.h"
#include "sweep/sweep_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planscope {
namespace {

struct ShardFile {
    std::string path;
    sweep::SweepRecord record;
};

Diagnostic fault(std::string code, std::string message)
{
    return {Severity::Error, Origin::Import, std::move(code), {}, std::move(message), {}, {}};
}

/// Whether the file is the rows that the record speaks of, byte for byte.
bool hasRows(const std::string& path, const sweep::SweepRecord& record)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    struct stat rows { };
    const bool isSize = ::fstat(descriptor, &rows) == 0 && rows.st_size == record.rowBytes;
    const auto digest = isSize ? digestOfRows(descriptor, record.rowBytes) : std::nullopt;
    ::close(descriptor);
    return digest && digest->value() == record.rowsDigest;
}

/// A shard's record; its rows must be there as they were written.
Result<ShardFile> openShard(const std::string& path)
{
    const auto bytes = readInput(ResumableRows::recordPath(path));
    if (!bytes)
        return refuse(bytes.error());
    auto record = sweep::readRecord(*bytes);
    if (!record)
        return refuse(record.error());
    if (!record->isComplete())
        return refuse(fault("sweep.unfinished", "the shard is not finished: run its sweep again, and it goes on"));
    if (!hasRows(path, *record))
        return refuse(fault("sweep.damaged", fmt::format("the rows are not the {} bytes of which the record has the "
                                                         "digest: they were cut, or altered since",
                                                         record->rowBytes)));
    return ShardFile{path, std::move(*record)};
}

/// Whether the shards, ascending, are one space's, each once.
Diagnostics mismatches(const std::vector<ShardFile>& shards)
{
    Diagnostics faults;
    const std::int64_t count = shards.front().record.shard.count;
    std::int64_t next = 1;
    for (const ShardFile& shard : shards) {
        const sweep::Shard own = shard.record.shard;
        const std::string place = printable(shard.path);
        if (shard.record.spaceDigest != shards.front().record.spaceDigest || own.count != count)
            faults.push_back(fault("sweep.other_space",
                                   place + " is of another space, other objectives or another number of shards"));
        else if (own.number < next)
            faults.push_back(fault("sweep.shard_repeated", fmt::format("{} is shard {} again", place, own.number)));
        for (; own.count == count && next < own.number; ++next)
            faults.push_back(fault("sweep.shard_missing", fmt::format("shard {} of {} is missing", next, count)));
        next = std::max(next, own.number + 1);
    }
    for (; faults.empty() && next <= count; ++next)
        faults.push_back(fault("sweep.shard_missing", fmt::format("shard {} of {} is missing", next, count)));
    return faults;
}

/// Copies a shard's rows without its header; false when they cannot be read, or nobody takes more.
bool copyRows(const std::string& path, Output& output, RunningDigest& digest)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    std::array<char, std::size_t{1} << 16> buffer;
    ssize_t length = ::lseek(descriptor, static_cast<off_t>(sweep::rowHeader().size()), SEEK_SET);
    while (length >= 0 && (length = ::read(descriptor, buffer.data(), buffer.size())) > 0) {
        const std::string_view rows{buffer.data(), static_cast<std::size_t>(length)};
        digest.add(rows);
        if (!output.write(rows))
            length = -1;
    }
    ::close(descriptor);
    return length == 0;
}

sweep::SweepRecord merged(const sweep::PointSpace& space, const std::vector<ShardFile>& shards)
{
    sweep::SweepRecord whole{space, {}};
    const auto header = static_cast<std::int64_t>(sweep::rowHeader().size());
    whole.rowBytes = header;
    for (const ShardFile& shard : shards) {
        whole.tally.append(shard.record.tally);
        whole.rowBytes += shard.record.rowBytes - header;
    }
    return whole;
}

/// Writes rows and record, which learns the digest of the rows.
ExitCode writeMerged(const std::string& path, const std::vector<ShardFile>& shards, sweep::SweepRecord& whole)
{
    const auto output = Output::open(path);
    if (!output)
        return output.error();
    RunningDigest digest;
    digest.add(sweep::rowHeader());
    (*output)->write(sweep::rowHeader());
    for (const ShardFile& shard : shards)
        if (!copyRows(shard.path, **output, digest)) {
            if (path == "-")
                break; // finish() tells whether the reader has gone
            reportDiagnostics({fault("sweep.damaged", printable(shard.path) + " cannot be read or copied")}, "");
            return ExitCode::Unusable;
        }
    if (const ExitCode code = (*output)->finish(); code != ExitCode::Done || path == "-")
        return code;
    whole.rowsDigest = digest.value();
    const auto unwritten = publishRecord(path, whole);
    if (!unwritten)
        return ExitCode::Done;
    reportDiagnostics({*unwritten}, "");
    return ExitCode::Unusable;
}

} // namespace

ExitCode SweepMergeCommand::run() const
{
    std::vector<ShardFile> shards;
    bool isUsable = true;
    for (const std::string& path : files) {
        auto shard = openShard(path);
        if (shard) {
            shards.push_back(std::move(*shard));
            continue;
        }
        reportDiagnostics(shard.error(), fileLabel(path) + ": ");
        isUsable = false;
    }
    if (!isUsable)
        return ExitCode::Unusable;
    std::stable_sort(shards.begin(), shards.end(), [](const ShardFile& a, const ShardFile& b) {
        return a.record.shard.number < b.record.shard.number;
    });
    if (const Diagnostics faults = mismatches(shards); !faults.empty()) {
        reportDiagnostics(faults, "");
        return ExitCode::Unusable;
    }
    const auto space = sweep::PointSpace::create(shards.front().record.space);
    if (!space) {
        reportDiagnostics(space.error(), fileLabel(files.front()) + ": ");
        return ExitCode::Unusable;
    }
    sweep::SweepRecord whole = merged(*space, shards);
    const ExitCode code = writeMerged(output, shards, whole);
    if (code != ExitCode::Done || output == "-")
        return code;
    const std::string text =
        format == OutputFormat::Json ? sweep::writeRecord(whole) : sweepSummary(*space, whole);
    return worse(whole.tally.kept > 0 ? ExitCode::Done : ExitCode::Refused, writeWhole("", text));
}

} // namespace planscope
