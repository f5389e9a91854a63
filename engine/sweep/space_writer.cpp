#include "base/field_writer.h"
#include "base/match.h"
#include "frontend/case_writer.h"
#include "frontend/system_writer.h"
#include "sweep/choice_reader.h"
#include "sweep/space_reader.h"

namespace planscope::sweep {
namespace {

void write(FieldWriter& to, std::string_view key, const IntegerChoice& choice)
{
    std::visit(Match{[&](AllLegal) { to.text(key, allValues); },
                     [&](const IntegerRange& range) {
                         to.object(key, [&] {
                             to.integer("from", range.from);
                             to.integer("to", range.to);
                             if (range.step != 1)
                                 to.integer("step", range.step);
                         });
                     },
                     [&](const IntegerList& list) {
                         if (list.size() == 1)
                             return to.integer(key, list.front());
                         to.array(key, [&] {
                             for (const std::int64_t value : list)
                                 to.integerElement(value);
                         });
                     }},
               choice);
}

void write(FieldWriter& to, std::string_view key, FlagChoice choice)
{
    if (choice == FlagChoice::both())
        to.text(key, allValues);
    else
        to.boolean(key, choice.on);
}

template <NamedEnum E>
void write(FieldWriter& to, std::string_view key, const std::vector<E>& choice)
{
    if (choice.size() == 1)
        return to.text(key, nameOf(choice.front()));
    if (choice.size() == countOf<E>())
        return to.text(key, allValues);
    to.array(key, [&] {
        for (const E value : choice)
            to.textElement(nameOf(value));
    });
}

void writeMapping(FieldWriter& to, const MappingSpace& space)
{
    if (space.worldSize)
        write(to, "world_size", *space.worldSize);
    to.object("tensor", [&] {
        write(to, "degree", space.tensorDegree);
        write(to, "communication", space.communication);
    });
    to.object("pipeline", [&] {
        write(to, "degree", space.pipelineDegree);
        write(to, "virtual_stages", space.virtualStages);
    });
    to.object("data", [&] {
        write(to, "degree", space.dataDegree);
        write(to, "optimizer_sharding", space.optimizerSharding);
    });
    write(to, "recompute", space.recompute);
    write(to, "fused_activation", space.fusedActivation);
    write(to, "sequence_parallel_all_gather_redo", space.allGatherRedo);
}

void writeBounds(FieldWriter& to, std::string_view key,
                 const std::array<std::optional<double>, countOf<Objective>()>& bounds)
{
    to.object(key, [&] {
        for (std::size_t k = 0; k < bounds.size(); ++k)
            if (bounds[k])
                to.number(nameOf(static_cast<Objective>(k)), *bounds[k]);
    });
}

} // namespace

std::string writeSpace(const MappingSpace& space)
{
    return writtenDocument([&](FieldWriter& to) {
        to.text("schema", spaceSchema);
        to.text("name", space.name);
        writeModelField(to, space.model);
        to.object("workload", [&] {
            to.integer("global_batch_size", space.globalBatchSize);
            write(to, "microbatch_size", space.microbatchSize);
            to.text("datatype", nameOf(space.datatype));
        });
        to.object("mapping", [&] { writeMapping(to, space); });
        writeSystemField(to, *space.system);
        to.object("network_tiers", [&] {
            write(to, "tensor", space.tensorTier);
            write(to, "pipeline", space.pipelineTier);
            write(to, "data", space.dataTier);
        });
        to.object("constraints", [&] {
            to.boolean("within_capacity", space.constraints.withinCapacity);
            writeBounds(to, "at_most", space.constraints.atMost);
            writeBounds(to, "at_least", space.constraints.atLeast);
        });
        to.array("objectives", [&] {
            for (const Objective objective : space.objectives)
                to.textElement(nameOf(objective));
        });
        to.integer("top", space.top);
    });
}

} // namespace planscope::sweep
