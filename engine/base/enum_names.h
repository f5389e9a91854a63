#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// The one spelling of each value of a closed enumeration, as files, canonical bytes and people see it.
/// A specialisation has `static constexpr std::array<std::string_view, N> names` in declaration order;
/// the enumerators count from 0.
template <class E>
struct EnumNames;

template <class E>
concept NamedEnum = requires { EnumNames<E>::names.size(); };

template <NamedEnum E>
constexpr std::string_view nameOf(E value)
{
    return EnumNames<E>::names[static_cast<std::size_t>(value)];
}

template <NamedEnum E>
constexpr std::size_t countOf()
{
    return EnumNames<E>::names.size();
}

template <NamedEnum E>
constexpr std::optional<E> enumFromName(std::string_view name)
{
    for (std::size_t k = 0; k < EnumNames<E>::names.size(); ++k)
        if (EnumNames<E>::names[k] == name)
            return static_cast<E>(k);
    return std::nullopt;
}

template <NamedEnum E>
std::vector<std::string> allNames()
{
    return {EnumNames<E>::names.begin(), EnumNames<E>::names.end()};
}

} // namespace planscope
