#pragma once

#include "ui/graph/loom_input.h"

#include <QString>

#include <array>
#include <optional>

namespace planscope::ui {

/// The fact a loom shows in its cells.
enum class LoomLens { PredictedTime, Operations, Read, Write, Message, ArithmeticIntensity };
inline constexpr std::array<LoomLens, 6> allLoomLenses{LoomLens::PredictedTime, LoomLens::Operations,
                                                       LoomLens::Read,          LoomLens::Write,
                                                       LoomLens::Message,       LoomLens::ArithmeticIntensity};

/// How a cell shows it: a bar of that length, or a fill of that strength. Both linear from zero.
enum class LoomMark { Bar, Fill };

QString titleOf(LoomLens lens); ///< "Predicted time"
QString unitOf(LoomLens lens);  ///< of exactText(): "s", "operations", "bytes", "operations/byte"

/// The fact as a number; nothing where the cell has none (no time, no traffic, no message).
std::optional<double> valueOf(const LoomFacts& facts, LoomLens lens);
/// With three digits and its unit: "1.17 ms"; "–" for nothing.
QString humanText(const LoomFacts& facts, LoomLens lens);
QString humanValue(double value, LoomLens lens);
/// Exact digits without a unit, parses back to the value; empty for nothing.
QString exactText(const LoomFacts& facts, LoomLens lens);

} // namespace planscope::ui
