#include "derivation/whole/checks/model_checks.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace planscope::whole {
namespace {

void checkConservation(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    struct Sums {
        ExactCount operations, bytes, message;
    };
    const auto sumOf = [](const auto& list) {
        Sums sums;
        for (const auto& task : list) {
            sums.operations += task.facts.operations.value();
            sums.bytes += ExactCount{task.facts.read.value()} + task.facts.write.value();
            sums.message += task.facts.message.value();
        }
        return sums;
    };
    const Sums before = sumOf(tasks.tasks);
    const Sums after = sumOf(plan.tasks);
    {
        Check check{outcomes, "check.conservation", "operations of all task classes"};
        check.total(before.operations, after.operations);
    }
    {
        Check check{outcomes, "check.conservation", "local bytes of all task classes"};
        check.total(before.bytes, after.bytes);
    }
    Check check{outcomes, "check.conservation", "message bytes of all task classes"};
    check.total(before.message, after.message);
}

void checkDemand(const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.demand", "task classes whose demand covers their work"};
    for (const PlanTask& task : plan.tasks) {
        const auto stated = [](const auto& quantity) { return quantity ? quantity->value() : 0; };
        const ExactCount traffic = ExactCount{task.facts.read.value()} + task.facts.write.value();
        const auto name = [&] { return task.name; };
        check.equal(task.facts.operations.value(), stated(task.demand.compute), name);
        check.equal(traffic, stated(task.demand.memoryTraffic), name);
        check.equal(task.facts.message.value(), stated(task.demand.network), name);
        check.holds(!task.alternatives.empty(), "a resource", "none", name);
    }
    const auto count = static_cast<std::int64_t>(plan.tasks.size());
    check.total(count, count);
}

/// Walks each unit's tasks: what is born is there until it dies, and at the end nothing is.
void checkLifetimes(const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.lifetimes", "bytes kept between the forward and the backward of one microbatch"};
    std::unordered_map<std::uint64_t, std::size_t> positions; // looked up only
    for (std::size_t k = 0; k < plan.tasks.size(); ++k)
        positions.emplace(plan.tasks[k].id.value(), k);
    for (const SavedBuffer& buffer : plan.saved) {
        const auto born = positions.find(buffer.birth.value());
        const auto dead = positions.find(buffer.death.value());
        const auto name = [&] { return buffer.name; };
        const bool found = born != positions.end() && dead != positions.end();
        check.holds(found && born->second < dead->second, "one birth before one death", "no such life", name);
        if (!found || buffer.rebuilt)
            continue;
        const Phase birth = plan.tasks[born->second].invocation.phase;
        const Phase death = plan.tasks[dead->second].invocation.phase;
        check.holds(birth == Phase::Forward && death != Phase::Forward, "alive from forward to backward", "not so",
                    name);
    }
    // What the stages' chunks keep in all is every unit as often as the model has it.
    ExactCount blocks = 0;
    for (const std::int64_t chunk : plan.program.shape.chunks)
        blocks += chunk;
    ExactCount keptByAll = 0;
    for (const SavedBuffer& buffer : plan.saved)
        if (!buffer.rebuilt)
            keptByAll += unitOf(buffer.tensor) == Unit::Block ? blocks * buffer.bytes.value()
                                                              : ExactCount{buffer.bytes.value()};
    std::vector<std::string_view> storages;
    for (const SavedBuffer& buffer : plan.saved) {
        if (buffer.rebuilt)
            continue;
        storages.push_back(buffer.name);
        storages.insert(storages.end(), buffer.aliases.begin(), buffer.aliases.end());
    }
    std::sort(storages.begin(), storages.end());
    const auto twice = std::adjacent_find(storages.begin(), storages.end());
    check.holds(twice == storages.end(), "each storage once", "one twice", [&] { return std::string{*twice}; });
    ExactCount keptByStages = 0;
    for (const PlanStage& stage : plan.stages)
        for (const Bytes bytes : stage.savedPerMicrobatch)
            keptByStages += bytes.value();
    check.total(keptByAll, keptByStages);
}

/// Every message that a stage sends is one that its neighbour receives.
void checkSendReceive(const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.send_receive", "bytes sent between stages in one step"};
    struct Ends {
        ExactCount sendForward, receiveForward, sendBackward, receiveBackward;
    };
    const auto stages = static_cast<std::int64_t>(plan.stages.size());
    std::vector<Ends> ends(plan.stages.size());
    ExactCount sent = 0;
    ExactCount received = 0;
    for (std::int64_t stage = 0; stage < stages; ++stage) {
        Ends& own = ends[static_cast<std::size_t>(stage)];
        for (const StageMessage& message : messagesOf(plan, stage)) {
            const ExactCount bytes = ExactCount{message.bytes.value()} * message.count;
            if (message.what == "pipeline.send_forward")
                own.sendForward += bytes;
            else if (message.what == "pipeline.recv_forward")
                own.receiveForward += bytes;
            else if (message.what == "pipeline.send_backward")
                own.sendBackward += bytes;
            else if (message.what == "pipeline.recv_backward")
                own.receiveBackward += bytes;
            if (message.kind == MessageKind::Send)
                sent += bytes;
            else if (message.kind == MessageKind::Receive)
                received += bytes;
        }
    }
    for (std::int64_t stage = 0; stage < stages; ++stage) {
        const Ends& own = ends[static_cast<std::size_t>(stage)];
        const Ends& next = ends[static_cast<std::size_t>((stage + 1) % stages)];
        const auto name = [stage] { return "stages[" + std::to_string(stage) + "]"; };
        check.equal(own.sendForward, next.receiveForward, name);
        check.equal(next.sendBackward, own.receiveBackward, name);
    }
    check.total(sent, received);
}

} // namespace

void checkPlan(const DistributedTaskIR& tasks, const PortablePlanIR& plan, std::vector<CheckOutcome>& outcomes)
{
    checkConservation(tasks, plan, outcomes);
    checkDemand(plan, outcomes);
    checkLifetimes(plan, outcomes);
    checkSendReceive(plan, outcomes);
}

} // namespace planscope::whole
