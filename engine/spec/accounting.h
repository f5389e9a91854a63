#pragma once

#include "base/enum_names.h"

namespace planscope {

/// The two accountings: what a case, a derivation and its passes are of.
enum class Accounting {
    Block, ///< planscope.case/1: equal blocks of a 2020 model alone
    Whole, ///< planscope.case/2: a model of today with embedding and head
};
template <>
struct EnumNames<Accounting> {
    static constexpr std::array<std::string_view, 2> names{"block", "whole"};
};

} // namespace planscope
