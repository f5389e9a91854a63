#include "report/whole_result_json.h"

#include "base/field_writer.h"
#include "report/json_sink.h"
#include "report/result_frame.h"
#include "study/whole_result_figures.h"

namespace planscope::whole {
namespace {

/// Writes figures too.
class JsonText : public FieldWriter {
public:
    using FieldWriter::FieldWriter;

    template <class Group>
    void figures(std::string_view name, const Group& group)
    {
        JsonSink{json()}.group(name, &group);
    }
    template <class Group>
    void figures(const Group& group)
    {
        JsonSink sink{json()};
        visitFields(sink, group);
    }
};

void writeShape(JsonText& to, const Shape& shape)
{
    to.object("shape", [&] {
        to.integer("world_size", shape.worldSize);
        to.integer("microbatch_count", shape.microbatchCount);
        to.array("chunks", [&] {
            for (const std::int64_t blocks : shape.chunks)
                to.integerElement(blocks);
        });
        to.integer("padded_vocabulary", shape.paddedVocabulary);
    });
}

/// What a unit keeps of one microbatch; what is rebuilt is not kept.
void writeSaved(JsonText& to, const PortablePlanIR& plan, Unit unit)
{
    to.array(nameOf(unit), [&] {
        for (const SavedBuffer& buffer : plan.saved) {
            if (buffer.rebuilt || unitOf(buffer.tensor) != unit)
                continue;
            const SavedTensorNames names = namesOf(buffer.tensor);
            to.arrayElement([&] {
                to.textElement(names.primitive);
                to.textElement(names.tensor);
                to.integerElement(buffer.bytes.value());
            });
        }
    });
}

void writeMessages(JsonText& to, const PortablePlanIR& plan, std::int64_t stage)
{
    to.array("messages", [&] {
        for (const StageMessage& message : messagesOf(plan, stage))
            to.element([&] {
                to.text("what", message.what);
                to.text("kind", nameOf(message.kind));
                to.text("group", nameOf(message.group));
                to.integer("bytes", message.bytes.value());
                to.integer("count", message.count);
            });
    });
}

void writePeak(JsonText& to, const StagePeak& peak)
{
    to.object("peak", [&] {
        to.integer("bytes", peak.bytes.value());
        to.text("moment", nameOf(peak.moment));
        to.object("parts", [&] {
            for (std::size_t k = 0; k < peak.parts.size(); ++k)
                if (peak.parts[k] != Bytes{})
                    to.integer(nameOf(static_cast<PeakPart>(k)), peak.parts[k].value());
        });
    });
}

void writeStages(JsonText& to, const PortablePlanIR& plan, const Estimate& estimate)
{
    to.array("stages", [&] {
        for (std::size_t r = 0; r < plan.stages.size(); ++r)
            to.element([&] {
                const PlanStage& stage = plan.stages[r];
                to.integer("stage", static_cast<std::int64_t>(r));
                to.integer("parameters", stage.parameters.value());
                to.figures(staticBytes(stage));
                to.array("saved_per_microbatch", [&] {
                    for (const Bytes bytes : stage.savedPerMicrobatch)
                        to.integerElement(bytes.value());
                });
                to.integer("in_flight", stage.inFlight);
                writeMessages(to, plan, static_cast<std::int64_t>(r));
                writePeak(to, estimate.peaks[r]);
            });
    });
}

void writeTime(JsonText& to, const StepTime& time)
{
    to.number("total", time.total);
    to.number("hop", time.hop);
    to.array("chunks", [&] {
        for (const ChunkTime& chunk : time.chunks)
            to.element([&] { to.figures(chunk); });
    });
    to.array("stages", [&] {
        for (const StageTime& stage : time.stages)
            to.element([&] { to.figures(stage); });
    });
}

void writeModes(JsonText& to, const std::array<ModeEstimate, countOf<EstimateMode>()>& modes)
{
    to.object("time", [&] {
        for (std::size_t k = 0; k < modes.size(); ++k)
            to.object(nameOf(static_cast<EstimateMode>(k)), [&] { writeTime(to, modes[k].time); });
    });
    to.object("utilisation", [&] {
        for (std::size_t k = 0; k < modes.size(); ++k)
            to.figures(nameOf(static_cast<EstimateMode>(k)), modes[k].utilisation);
    });
}

void writeInvocation(JsonText& to, const PlanTask& task)
{
    const auto nameOrNull = [&to](std::string_view name, const auto& value) {
        if (value)
            to.text(name, nameOf(*value));
        else
            to.null(name);
    };
    to.text("name", invocationName(task.invocation));
    to.text("phase", nameOf(task.invocation.phase));
    to.text("engine", nameOf(task.invocation.engine));
    to.integer("operations", task.facts.operations.value());
    to.integer("read_bytes", task.facts.read.value());
    to.integer("write_bytes", task.facts.write.value());
    nameOrNull("collective", task.invocation.collective);
    nameOrNull("group", task.invocation.group);
    to.integer("message_bytes", task.facts.message.value());
}

void writeInvocations(JsonText& to, const PortablePlanIR& plan)
{
    to.object("invocations", [&] {
        for (std::size_t unit = 0; unit < countOf<Unit>(); ++unit)
            to.array(nameOf(static_cast<Unit>(unit)), [&] {
                const TaskRange range = tasksOf(plan, static_cast<Unit>(unit));
                for (std::size_t k = range.first; k < range.first + range.count; ++k)
                    to.element([&] { writeInvocation(to, plan.tasks[k]); });
            });
    });
}

} // namespace

std::string resultJson(const CandidateResult& result, const ResultJsonOptions& options)
{
    JsonWriter json{options.layout};
    json.reserve(16384);
    JsonText to{json};
    to.element([&] {
        writeHead(json, result);
        if (result.status == ResultStatus::Refused)
            return;
        writeDigests(json, digestsOf(result));
        writeCheckpoints(json, result.derivation->history.checkpoints);
        writeShape(to, result.derivation->training.shape());
        if (!result.derivation->complete())
            return;
        const PortablePlanIR& plan = result.derivation->plan();
        to.figures("parameters", plan.parameters);
        to.figures("flops_per_token", flopsPerToken(plan.flops));
        to.figures("program", programTotals(plan));
        to.object("saved", [&] {
            for (const Unit unit : {Unit::Block, Unit::Embedding, Unit::Head})
                writeSaved(to, plan, unit);
        });
        writeStages(to, plan, *result.estimate);
        to.object("memory", [&] {
            to.integer("peak", result.estimate->peak.value());
            to.raw("capacity", exactDigits(result.estimate->capacity));
        });
        if (result.estimate->modes)
            writeModes(to, *result.estimate->modes);
        if (options.invocations)
            writeInvocations(to, plan);
    });
    return json.take();
}

} // namespace planscope::whole
