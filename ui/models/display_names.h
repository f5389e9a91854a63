#pragma once

#include <QString>

#include <string_view>

namespace planscope::ui {

/// A name of the files' reference as people read it, in the language of the user: "tensor_parallel" is "Tensor
/// parallel", "all_reduce" is "All-reduce".
QString displayName(std::string_view name);

/// A choice of an editor, briefly: "interleaved_one_forward_one_backward" is "Interleaved 1F1B". What is no known choice
/// stays as it is.
QString choiceName(std::string_view choice);

/// "0–7", or "3" for a single rank.
QString rankRangeText(qint64 first, qint64 count);

} // namespace planscope::ui
