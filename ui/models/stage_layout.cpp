#include "ui/models/stage_layout.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cassert>
#include <functional>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("StageLayout", text);
}

std::optional<qint64> numberIn(const std::string& text)
{
    bool isNumber = false;
    const qint64 number = QString::fromStdString(text).toLongLong(&isNumber);
    return isNumber && number >= 0 ? std::optional{number} : std::nullopt;
}

/// Nothing unless the text states all blocks of the model over chunks of all stages alike.
std::optional<StageLayout> layoutIn(const std::string& text, const StudyDocument& study,
                                    const StudyCandidate& candidate)
{
    const auto stages = numberIn(candidate[CandidateField::PipelineDegree]);
    const auto wanted = numberIn(study[ModelField::BlockCount]);
    if (!stages || *stages < 1 || !wanted)
        return std::nullopt;
    StageLayout layout;
    qint64 left = *wanted;
    for (const std::string& item : itemsOf(text)) {
        const auto count = numberIn(item);
        if (!count || *count > left)
            return std::nullopt;
        left -= *count;
        layout.blocks.push_back(*count);
    }
    const auto chunks = static_cast<qint64>(layout.blocks.size());
    if (chunks == 0 || chunks % *stages != 0 || left != 0)
        return std::nullopt;
    layout.stages = static_cast<int>(*stages);
    return layout;
}

} // namespace

QString StageLayout::text() const
{
    const bool isEven = std::adjacent_find(blocks.begin(), blocks.end(), std::not_equal_to<>{}) == blocks.end();
    if (isEven)
        return {};
    QStringList counts;
    for (const qint64 count : blocks)
        counts << QString::number(count);
    return counts.join(QStringLiteral(", "));
}

std::optional<StageLayout> layoutOf(const StudyDocument& study, std::size_t candidate)
{
    if (study.accounting != Accounting::Whole || candidate >= study.candidates.size())
        return std::nullopt;
    const std::string& text = study.candidates[candidate][CandidateField::Layout];
    return text.empty() ? evenLayoutOf(study, candidate) : layoutIn(text, study, study.candidates[candidate]);
}

std::optional<StageLayout> evenLayoutOf(const StudyDocument& study, std::size_t candidate)
{
    if (study.accounting != Accounting::Whole || candidate >= study.candidates.size())
        return std::nullopt;
    const auto even = legalValues(study, candidate, CandidateField::Layout);
    return even.empty() ? std::nullopt : layoutIn(even.front(), study, study.candidates[candidate]);
}

QString refusalOf(const StageLayout& layout, int from, int to)
{
    const auto isChunk = [&layout](int chunk) { return chunk >= 0 && chunk < layout.chunks(); };
    if (!isChunk(from))
        return tr("There is no chunk to take a block from.");
    if (layout.chunks() == 1)
        return tr("All blocks are on the one stage: set a pipeline degree of 2 or more to split them.");
    if (layout.blocks[static_cast<std::size_t>(from)] == 0)
        return tr("Chunk %1 on stage %2 has no block left to give: the least a chunk holds is 0.")
            .arg(from)
            .arg(layout.stageOf(from));
    if (to == -1)
        return tr("Chunk %1 is the first of the model: nothing comes before it.").arg(from);
    if (to == layout.chunks())
        return tr("Chunk %1 is the last of the model: nothing comes behind it.").arg(from);
    if (!isChunk(to))
        return tr("There is no chunk: let the block go over the blocks of a stage.");
    return {};
}

StageLayout withBlockMoved(StageLayout layout, int from, int to)
{
    assert(refusalOf(layout, from, to).isEmpty());
    --layout.blocks[static_cast<std::size_t>(from)];
    ++layout.blocks[static_cast<std::size_t>(to)];
    return layout;
}

} // namespace planscope::ui
