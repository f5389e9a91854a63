#pragma once

#include "ui/graph/loom_scene.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace planscope::ui {

/// Finds cells by words of their name, of what they keep, of block and rank as they are typed: "expand grad rank 3",
/// "fc1.input". Made once for a scene; then a key costs one pass over the text.
class LoomSearch {
public:
    LoomSearch(const LoomScene& scene, const LoomInput& input);

    /// Cells whose text has every word, in ascending order; none when nothing is typed. Case does not matter.
    std::vector<LoomCellIndex> find(const QString& typed) const;

private:
    std::string m_text;                  ///< one line a cell, lower case
    std::vector<std::uint32_t> m_starts; ///< of each cell's line, and the end of the last
};

} // namespace planscope::ui
