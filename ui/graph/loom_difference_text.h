#pragma once

#include "ui/graph/loom_style.h"

#include <QStringList>

namespace planscope::ui {

/// "same", "changed", "A only", "B only".
QString titleOf(Change change);
/// What a cell of a difference is, with every fact of A and of B exactly, as rich text.
QString differenceTip(const LoomStyle& style, std::uint32_t item);
/// The same in a sentence, in the style's lens, for who cannot see it.
QString spokenDifference(const LoomStyle& style, std::uint32_t item);
/// Exact facts of those tasks of a difference: a header, then a line a task; task, change, then A and B of each lens.
QList<QStringList> differenceLines(const LoomDifference& difference, const std::vector<std::uint32_t>& tasks);

} // namespace planscope::ui
