#pragma once

#include "cli/exit_code.h"
#include "frontend/any_candidate.h"
#include "frontend/candidate_source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace planscope {

/// The bytes of a file, of standard input ("-"), or, where no file of that name exists, of a bundled case or study.
/// Fails with file.*; an unknown name is told with the nearest bundled ones.
Result<std::string> readCases(const std::string& path);

/// The candidates of what readCases() gives.
Result<CandidateSource> openCases(const std::string& path);

/// Tells what is wrong with the pins of a study, if anything is: Refused then. Its candidates stand all the same.
ExitCode reportPinFaults(const CandidateSource& source, const std::string& label);

/// The candidate that a call names: the first of that exact name, else that number, counted from 1.
/// Fails with call.unknown_case at `asked`, the option or command that named it.
Result<std::size_t> findCase(const CandidateSource& source, const std::string& wanted, std::string_view asked);

/// What diagnostics call a candidate: its name, or "case 3". From a file of several, of one; whichever it is.
std::string caseLabel(const std::optional<std::string>& name, std::size_t index);

/// One lawful candidate for a command that takes one, or what to return instead; the reasons are on standard error
/// then. Without a wanted case it is the only one, or the first, and standard error says so.
tl::expected<AnyCandidate, ExitCode> selectCandidate(const std::string& path, const std::optional<std::string>& wanted);

} // namespace planscope
