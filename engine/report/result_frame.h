#pragma once

#include "base/json_writer.h"
#include "study/derived_history.h"
#include "study/result_head.h"

#include <vector>

/// The parts of a result's JSON that both accountings have alike, members of an object that is open.
namespace planscope {

/// name, status, diagnostics.
void writeHead(JsonWriter& json, const ResultHead& head);
void writeDigests(JsonWriter& json, const NamedDigests& digests);
void writeCheckpoints(JsonWriter& json, const std::vector<CheckpointReport>& checkpoints);

/// A diagnostic as it stands in every JSON output.
void writeDiagnostic(JsonWriter& json, const Diagnostic& diagnostic);

} // namespace planscope
