#pragma once

#include "base/digest.h"
#include "sweep/sweep.h"

#include <string>
#include <string_view>

namespace planscope::sweep {

inline constexpr std::string_view recordSchema = "planscope.sweep/1";

/// What stands beside the rows of a sweep: all it found but the rows, and, while it is not complete, all that another
/// run needs to go on. Depends on space and range alone, so a run that was stopped and resumed, and shards that were
/// merged, leave the bytes of one run.
struct SweepRecord {
    MappingSpace space;
    Digest spaceDigest; ///< see spaceDigestOf()
    Shard shard;
    SpaceCounts counts;
    std::int64_t last = 0;     ///< of the shard's range, one beyond; it begins where the tally does
    std::int64_t rowBytes = 0; ///< of the CSV so far, header included
    Digest rowsDigest = Digest::of({}); ///< of these bytes
    Tally tally;

    /// Of a shard from which no point was gone through.
    SweepRecord(const PointSpace& points, Shard ofShard);
    bool isComplete() const { return tally.end == last; }
};

/// Equal for spaces that give the same sweep: of the whole statement, with the evidence revision of its system.
Digest spaceDigestOf(const MappingSpace& space);

/// An indented planscope.sweep/1, ending in a line break. Reading it gives an equal record; doubles keep their bits.
std::string writeRecord(const SweepRecord& record);

/// Strict: what writeRecord() did not write is refused. Faults: file.*, spec.*, space.*; sweep.damaged where the parts
/// of a record contradict each other, as in one that was edited.
Result<SweepRecord> readRecord(std::string_view bytes);

} // namespace planscope::sweep
