#pragma once

#include "sweep/sweep_record.h"
#include "sweep/why_not.h"

#include <string>

namespace planscope {

/// What a sweep found, for people: combinations and what refused how many, the best, the front.
std::string sweepSummary(const sweep::PointSpace& space, const sweep::SweepRecord& record);

/// Why a mapping is not among the best; the first line begins with its name.
std::string whyNotText(const sweep::PointSpace& space, const sweep::WhyNot& why, const std::string& name);

} // namespace planscope
