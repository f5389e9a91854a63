#include "derivation/distributed/layer_memory_rules.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace planscope {

bool checkLayerMemory(Findings& found, const std::vector<MemoryFacts>& rows)
{
    bool lawful = true;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const MemoryFacts& row = rows[k];
        const EntityPlace place{"layer_memory", k, nameOf(row.layer)};
        if (k > 0 && row.layer <= rows[k - 1].layer)
            found.add("layer_order", place,
                      "the row follows that of " + std::string{nameOf(rows[k - 1].layer)} + ": layer "
                          + std::to_string(static_cast<int>(row.layer)) + " after layer "
                          + std::to_string(static_cast<int>(rows[k - 1].layer)),
                      std::string{nameOf(row.layer)});
        const std::array<std::pair<std::string_view, std::int64_t>, 4> numbers{{
            {"activation_gradient_bytes", row.gradient.value()},
            {"kept_bytes", row.kept.value()},
            {"parameters", row.parameters.value()},
            {"working_bytes", row.working.value()},
        }};
        for (const auto& [name, number] : numbers)
            if (number < 0) {
                lawful = false;
                found.add("layer_facts", place, std::string{name} + " is " + std::to_string(number) + ", below 0",
                          std::to_string(number));
            }
    }
    return lawful;
}

} // namespace planscope
