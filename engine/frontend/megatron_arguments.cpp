#include "frontend/megatron_arguments.h"

#include "base/json_document.h"
#include "frontend/shell_script.h"

#include <algorithm>
#include <array>
#include <utility>

namespace planscope {
namespace {

constexpr std::array<std::string_view, 8> telling{"num-layers",
                                                  "encoder-num-layers",
                                                  "hidden-size",
                                                  "num-attention-heads",
                                                  "micro-batch-size",
                                                  "tensor-model-parallel-size",
                                                  "pipeline-model-parallel-size",
                                                  "untie-embeddings-and-output-weights"};

bool isTelling(std::string_view name)
{
    return std::find(telling.begin(), telling.end(), name) != telling.end();
}

bool isArgumentName(std::string_view word)
{
    return word.size() > 2 && word.starts_with("--") && isNameStart(word[2]);
}

/// Groups words into arguments: a name, and what follows up to the next. Words in front of the first name, and the
/// program that a launcher starts, say nothing.
void addArguments(std::vector<MegatronArgument>& to, const std::vector<ShellWord>& words,
                  const std::vector<std::size_t>& lines)
{
    bool begun = false;
    for (std::size_t k = 0; k < words.size(); ++k) {
        const ShellWord& word = words[k];
        const std::size_t line = k < lines.size() ? lines[k] : 0;
        if (isArgumentName(word.text)) {
            const std::size_t equals = word.text.find('=');
            to.push_back({normalisedArgument(std::string_view{word.text}.substr(0, equals)), {}, line});
            if (equals != std::string::npos)
                to.back().values.push_back({word.text.substr(equals + 1), word.unresolved});
            begun = true;
        } else if (begun && !word.text.ends_with(".py")) {
            to.back().values.push_back(word);
        }
    }
}

std::vector<MegatronArgument> argumentsOf(const std::vector<ShellWord>& words, const std::vector<std::size_t>& lines)
{
    std::vector<MegatronArgument> arguments;
    addArguments(arguments, words, lines);
    return arguments;
}

/// Words of a string that holds a whole argument list.
std::vector<ShellWord> splitWords(const ShellWord& word)
{
    std::vector<ShellWord> words;
    std::string text;
    const auto end = [&] {
        if (!text.empty())
            words.push_back({std::exchange(text, {}), word.unresolved});
    };
    for (const char c : word.text)
        if (isBlank(c) || c == '\n')
            end();
        else
            text += c;
    end();
    return words;
}

/// Of a text that only makes lists of arguments: all of them, in order.
std::vector<MegatronArgument> fromVariables(const ShellScript& script)
{
    std::vector<MegatronArgument> arguments;
    for (const std::string& name : script.order) {
        std::vector<ShellWord> words;
        for (const ShellWord& word : script.variables.at(name))
            for (ShellWord& part : splitWords(word))
                words.push_back(std::move(part));
        if (!words.empty() && isArgumentName(words.front().text))
            addArguments(arguments, words, {});
    }
    return arguments;
}

std::optional<std::string> worldSizeOf(const ShellScript& script)
{
    const auto size = script.variables.find("WORLD_SIZE");
    if (size == script.variables.end() || size->second.size() != 1 || !size->second.front().unresolved.empty())
        return std::nullopt;
    return size->second.front().text;
}

Result<MegatronArguments> fromShell(std::string_view text, const std::map<std::string, std::string>& variables)
{
    auto script = readShellScript(text, variables);
    if (!script)
        return refuse(std::move(script.error()));
    MegatronArguments read;
    read.worldSize = worldSizeOf(*script);
    bool found = false;
    std::vector<MegatronArgument> bare; // of lines that are arguments alone
    for (const ShellCommand& command : script->commands) {
        if (isArgumentName(command.words.front().text)) {
            addArguments(bare, command.words, command.lines);
            continue;
        }
        std::vector<MegatronArgument> arguments = argumentsOf(command.words, command.lines);
        if (!namesMegatronArguments(arguments))
            continue;
        if (std::exchange(found, true))
            return refuse(megatronFault("several_commands", command.lines.front(),
                                        "a second command has arguments of a training; keep one"));
        read.list = std::move(arguments);
    }
    if (!found && bare.empty())
        bare = fromVariables(*script);
    read.list.insert(read.list.end(), std::make_move_iterator(bare.begin()), std::make_move_iterator(bare.end()));
    return read;
}

} // namespace

std::string normalisedArgument(std::string_view written)
{
    while (written.starts_with('-'))
        written.remove_prefix(1);
    std::string name{written};
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

Diagnostic megatronFault(std::string code, std::size_t line, std::string message)
{
    if (line > 0)
        message = "line " + std::to_string(line) + ": " + message;
    return {Severity::Error, Origin::Import, "import.megatron." + std::move(code), {}, std::move(message), {}, {}};
}

bool namesMegatronArguments(const std::vector<MegatronArgument>& arguments)
{
    return std::any_of(arguments.begin(), arguments.end(),
                       [](const MegatronArgument& argument) { return isTelling(argument.name); });
}

Result<MegatronArguments> readMegatronArguments(std::string_view bytes,
                                                const std::map<std::string, std::string>& variables)
{
    if (bytes.size() > JsonDocument::maximumBytes)
        return refuse(Diagnostic{
            Severity::Error, Origin::Import, "file.too_large", {}, "a text of more than 64 MiB is not read", {}, {}});
    if (bytes.starts_with("\xef\xbb\xbf"))
        bytes.remove_prefix(3);
    auto read = looksLikeArgumentYaml(bytes) ? readArgumentYaml(bytes) : fromShell(bytes, variables);
    if (read && !namesMegatronArguments(read->list))
        return refuse(megatronFault("no_arguments", 0, "no arguments of a Megatron-LM training stand in the text"));
    return read;
}

} // namespace planscope
