#pragma once

#include "evaluation/system/system_profile.h"
#include "report/result_frame.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The parts of a result's text that both accountings have alike.
namespace planscope {

/// Of every table of a section.
inline constexpr std::size_t sectionIndent = 2;

/// The result's name, status and answer in one line, then its diagnostics where they are wanted.
std::string resultHeadText(const ResultHead& head, const std::string& answer, bool diagnostics);

/// An empty line and the title of a section.
void heading(std::string& out, std::string_view title);

/// A part's share of a whole; nothing of a whole that is not positive.
std::string shareOf(double part, double whole);

/// "0 (nvlink)".
std::string tierText(const SystemProfile& system, std::int64_t tier);

/// Digests and checkpoints.
void describeDerivation(std::string& out, const NamedDigests& digests, const std::vector<CheckpointReport>& checkpoints,
                        bool hostTime);

} // namespace planscope
