#pragma once

#include "base/enum_names.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace planscope {

/// Reads a closed enumeration by its names.
template <NamedEnum E>
CLI::Option* addChoice(CLI::App& app, const std::string& flag, E& target, std::initializer_list<E> allowed,
                       const std::string& description)
{
    std::string legal;
    for (const E value : allowed)
        legal.append(legal.empty() ? "" : "|").append(nameOf(value));
    const std::vector<E> values{allowed};
    return app
        .add_option_function<std::string>(
            flag,
            [&target, values, legal, flag](const std::string& text) {
                const auto value = enumFromName<E>(text);
                if (!value || std::find(values.begin(), values.end(), *value) == values.end())
                    throw CLI::ValidationError(flag, "is one of " + legal);
                target = *value;
            },
            description)
        ->option_text(legal + " (" + std::string{nameOf(target)} + ")");
}

} // namespace planscope
