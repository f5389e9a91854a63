#pragma once

#include "base/json_writer.h"
#include "derivation/pass/pass_manager.h"
#include "study/result_head.h"

#include <string_view>
#include <utility>
#include <vector>

/// The parts of a result's JSON that both accountings have alike, members of an object that is open.
namespace planscope {

/// Digests by name, in the order of the stages; only published ones.
using NamedDigests = std::vector<std::pair<std::string_view, Digest>>;

/// name, status, diagnostics.
void writeHead(JsonWriter& json, const ResultHead& head);
void writeDigests(JsonWriter& json, const NamedDigests& digests);
void writeCheckpoints(JsonWriter& json, const std::vector<CheckpointReport>& checkpoints);

/// A diagnostic as it stands in every JSON output.
void writeDiagnostic(JsonWriter& json, const Diagnostic& diagnostic);

/// The digests of what was published.
NamedDigests publishedDigests(const PassHistory& history);

} // namespace planscope
