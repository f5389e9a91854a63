#include "frontend/calculon_files.h"

#include <algorithm>

namespace planscope {
namespace {

using Marks = std::array<std::string_view, 4>;

/// Fields that none of the others has.
constexpr std::array<Marks, countOf<CalculonFile>()> marks{{
    {"hidden", "seq_size", "attn_heads", "num_blocks"},
    {"tensor_par", "pipeline_par", "data_par", "batch_size"},
    {"matrix", "vector", "mem1", "networks"},
}};

} // namespace

std::optional<CalculonFile> calculonFileOf(JsonValue root)
{
    if (!root.isObject() || root.find("schema"))
        return std::nullopt;
    for (std::size_t k = 0; k < marks.size(); ++k) {
        const auto found = std::count_if(marks[k].begin(), marks[k].end(),
                                         [&root](std::string_view name) { return root.find(name).has_value(); });
        if (found * 2 >= static_cast<std::ptrdiff_t>(marks[k].size()))
            return static_cast<CalculonFile>(k);
    }
    return std::nullopt;
}

} // namespace planscope
