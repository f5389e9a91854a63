#pragma once

#include "study/snapshot_verification.h"

#include <string>
#include <string_view>

namespace planscope {

/// What verifying a file found: each snapshot with its digest, each transition with its checks, and whether it all
/// holds. The faults themselves are diagnostics and stand elsewhere. Ends with a line break.
std::string verificationText(const SnapshotVerification& verification, std::string_view file);

/// The same as a JSON object: {file, passed, snapshots: [{stage, schema, digest, decoded, faults}],
/// transitions: [{from, to, checks, failed, faults}], rederived, faults}; no final line break.
std::string verificationJson(const SnapshotVerification& verification, std::string_view file);

} // namespace planscope
