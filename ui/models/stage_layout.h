#pragma once

#include "study/study_document.h"

#include <QString>

#include <optional>
#include <vector>

namespace planscope::ui {

/// How the blocks of a whole model lie over the chunks of its stages, as a document states it.
struct StageLayout {
    int stages = 0;              ///< p; chunk j is on stage j mod p
    std::vector<qint64> blocks;  ///< of each chunk in model order

    int chunks() const { return static_cast<int>(blocks.size()); }
    int chunksPerStage() const { return chunks() / stages; }
    int stageOf(int chunk) const { return chunk % stages; }
    /// As files and the editor write it: "8, 8, 7, 7"; an even one that nothing need state is empty.
    QString text() const;
    friend bool operator==(const StageLayout&, const StageLayout&) = default;
};

/// Of a candidate of a study of whole models; the even split where none is stated. Nothing when what is stated is no
/// layout: a wrong number of chunks, blocks below 0, or another sum than the model's blocks.
std::optional<StageLayout> layoutOf(const StudyDocument& study, std::size_t candidate);
/// The most even one over the candidate's stages and chunks; nothing when those or the model's blocks are no numbers.
std::optional<StageLayout> evenLayoutOf(const StudyDocument& study, std::size_t candidate);

/// Where there is no chunk to drop a block on; −1 and p·v are where the model has ended.
inline constexpr int noChunk = -2;

/// Why no block can go from a chunk to another, in a sentence; empty when it can. Blocks keep their order: those of
/// chunks between the two move on by one.
QString refusalOf(const StageLayout& layout, int from, int to);
/// Requires: refusalOf() is empty.
StageLayout withBlockMoved(StageLayout layout, int from, int to);

} // namespace planscope::ui
