#include "report/result_json.h"

#include "report/json_sink.h"
#include "report/result_frame.h"
#include "study/result_figures.h"

namespace planscope {
namespace {

void writeInvocations(JsonWriter& json, const PortablePlanIR& plan)
{
    const auto integer = [&json](std::string_view name, std::int64_t value) {
        json.key(name);
        json.integer(value);
    };
    const auto text = [&json](std::string_view name, std::string_view value) {
        json.key(name);
        json.string(value);
    };
    json.key("invocations");
    json.beginArray();
    for (const PlanTask& task : plan.tasks) {
        json.beginObject();
        text("name", task.name);
        text("source_layer", nameOf(task.layer));
        text("primitive", nameOf(task.primitive));
        text("phase", nameOf(task.phase));
        text("engine", nameOf(engineOf(task.primitive)));
        integer("operations", task.facts.operations.value());
        integer("read_bytes", task.facts.read.value());
        integer("write_bytes", task.facts.write.value());
        json.key("collective");
        if (task.collective)
            json.string(nameOf(*task.collective));
        else
            json.null();
        integer("message_bytes", task.facts.message.value());
        json.endObject();
    }
    json.endArray();
}

} // namespace

std::string resultJson(const CandidateResult& result, const ResultJsonOptions& options)
{
    JsonWriter json{options.layout};
    json.reserve(options.invocations ? 32768 : 6144);
    json.beginObject();
    writeHead(json, result);
    if (result.status != ResultStatus::Refused) {
        const ResultFigures figures = figuresOf(result);
        writeDigests(json, figures.digests);
        writeCheckpoints(json, figures.checkpoints);
        JsonSink sink{json};
        visitGroups(sink, figures);
        if (options.invocations && result.derivation->complete())
            writeInvocations(json, result.derivation->plan());
    }
    json.endObject();
    return json.take();
}

} // namespace planscope
