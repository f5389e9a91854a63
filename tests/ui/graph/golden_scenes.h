#pragma once

#include <string>
#include <vector>

namespace planscope::ui::test {

/// A drawing as text that is kept in tests/golden/ui: what stands where, before anything is painted.
struct GoldenScene {
    std::string name;
    std::string (*text)(); ///< as it is laid out now

    std::string path() const; ///< of the kept file
};

const std::vector<GoldenScene>& goldenScenes();

} // namespace planscope::ui::test
