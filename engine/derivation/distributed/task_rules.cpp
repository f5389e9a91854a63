#include "derivation/distributed/task_rules.h"

#include <array>
#include <utility>

namespace planscope {
namespace {

/// Whether the text is the pieces one after another.
template <std::size_t count>
bool isMadeOf(std::string_view text, const std::array<std::string_view, count>& pieces)
{
    for (const std::string_view piece : pieces) {
        if (!text.starts_with(piece))
            return false;
        text.remove_prefix(piece.size());
    }
    return text.empty();
}

// Every task of an IR is asked; invocationName() would allocate for each.
bool isInvocationName(const TaskWords& task)
{
    const std::string_view layer = nameOf(task.layer);
    const std::string_view phase = nameOf(task.phase);
    if (task.collective)
        return isMadeOf<5>(task.name, {layer, ".", phase, ".", nameOf(*task.collective)});
    return isMadeOf<3>(task.name, {layer, ".", phase});
}

} // namespace

void checkWords(Findings& found, const TaskWords& task, const EntityPlace& place)
{
    if (!isInvocationName(task)) {
        const std::string expected = invocationName(task.layer, task.phase, task.collective);
        found.add("name", place, "the name is \"" + excerpt(task.name) + "\" instead of \"" + expected + "\"",
                  excerpt(task.name), {expected});
    }
    const Primitive expected = task.phase == Phase::Optimizer ? Primitive::Adam : primitiveOf(task.layer);
    if (task.primitive != expected)
        found.add("primitive", place,
                  "the primitive is " + std::string{nameOf(task.primitive)} + ", but " + std::string{nameOf(task.layer)}
                      + " in phase " + std::string{nameOf(task.phase)} + " is " + std::string{nameOf(expected)},
                  std::string{nameOf(task.primitive)}, {std::string{nameOf(expected)}});

    const bool communicates = primitiveOf(task.layer) == Primitive::Collective;
    bool isLegal = true;
    switch (task.phase) {
    case Phase::Forward:
    case Phase::ActivationGradient: break;
    case Phase::Recommunication: isLegal = communicates; break;
    case Phase::Recompute:
    case Phase::WeightGradient:
    case Phase::Optimizer: isLegal = !communicates; break;
    }
    if (!isLegal)
        found.add("phase", place,
                  "a layer that " + std::string{communicates ? "communicates" : "computes"} + " has no phase "
                      + std::string{nameOf(task.phase)},
                  std::string{nameOf(task.phase)});
}

std::string textOf(const RankRange& ranks)
{
    if (ranks.count.value() < 1)
        return std::to_string(ranks.count.value()) + " from " + std::to_string(ranks.first);
    return std::to_string(ranks.first) + " … " + decimalDigits(WideInteger{ranks.first} + ranks.count.value() - 1);
}

void checkRanks(Findings& found, const RankRange& ranks, std::optional<std::int64_t> groupSize,
                const EntityPlace& place)
{
    if (!groupSize)
        return;
    const RankRange group{0, Ranks{*groupSize}};
    if (ranks != group)
        found.add("ranks", place, "the task runs on ranks " + textOf(ranks) + " instead of " + textOf(group),
                  textOf(ranks), {textOf(group)});
}

bool checkFacts(Findings& found, const WorkloadFacts& facts, const EntityPlace& place)
{
    const std::array<std::pair<std::string_view, std::int64_t>, 4> numbers{{
        {"message_bytes", facts.message.value()},
        {"operations", facts.operations.value()},
        {"read_bytes", facts.read.value()},
        {"write_bytes", facts.write.value()},
    }};
    bool lawful = true;
    for (const auto& [name, number] : numbers)
        if (number < 0) {
            lawful = false;
            found.add("facts", place, std::string{name} + " is " + std::to_string(number) + ", below 0",
                      std::to_string(number));
        }
    return lawful;
}

} // namespace planscope
