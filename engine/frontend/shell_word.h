#pragma once

#include <map>
#include <string>
#include <vector>

namespace planscope {

/// One word of a command, its quotes and variables resolved.
struct ShellWord {
    std::string text;
    std::string unresolved; ///< the first variable in it that has no value here: "$TP"; "" when all have
};

/// Arrays of words; other variables are one word.
using ShellVariables = std::map<std::string, std::vector<ShellWord>>;

inline bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
inline bool isNamePart(char c)
{
    return isNameStart(c) || isDigit(c);
}
inline bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

} // namespace planscope
