#include "report/result_json.h"

#include "report/number_format.h"
#include "study/result_figures.h"

#include <utility>

namespace planscope {
namespace {

/// Writes groups as nested objects.
class JsonSink {
public:
    explicit JsonSink(JsonWriter& json)
        : m_json(json)
    {
    }

    void integer(std::string_view name, std::int64_t value, FigureUnit)
    {
        m_json.key(name);
        m_json.integer(value);
    }
    void real(std::string_view name, double value, FigureUnit)
    {
        m_json.key(name);
        m_json.number(value);
    }
    void capacity(std::string_view name, double value, FigureUnit)
    {
        m_json.key(name);
        m_json.raw(exactDigits(value));
    }
    template <class Group>
    void group(std::string_view name, const Group* fields)
    {
        if (!fields)
            return;
        m_json.key(name);
        m_json.beginObject();
        visitFields(*this, *fields);
        m_json.endObject();
    }

private:
    JsonWriter& m_json;
};

void writeDigests(JsonWriter& json, const ResultFigures& figures)
{
    json.key("digests");
    json.beginObject();
    for (const auto& entry : figures.digests) {
        json.key(entry.first);
        json.string(entry.second.toString());
    }
    json.endObject();
}

void writeCheckpoints(JsonWriter& json, const ResultFigures& figures)
{
    json.key("checkpoints");
    json.beginArray();
    for (const CheckpointReport& report : figures.checkpoints) {
        json.beginObject();
        json.key("stage");
        json.string(nameOf(report.stage));
        json.key("accepted");
        json.boolean(report.accepted);
        json.key("checks");
        json.integer(static_cast<std::int64_t>(report.outcomes.size()));
        json.key("failed");
        json.integer(report.failedCount());
        json.endObject();
    }
    json.endArray();
}

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

void writeDiagnostic(JsonWriter& json, const Diagnostic& diagnostic)
{
    json.beginObject();
    const auto text = [&json](std::string_view name, std::string_view value) {
        json.key(name);
        json.string(value);
    };
    text("severity", toString(diagnostic.severity));
    text("code", diagnostic.code);
    text("path", diagnostic.path);
    text("message", diagnostic.message);
    text("given", diagnostic.given);
    json.key("legal");
    json.beginArray();
    for (const std::string& value : diagnostic.legal)
        json.string(value);
    json.endArray();
    json.endObject();
}

std::string resultJson(const CandidateResult& result, const ResultJsonOptions& options)
{
    JsonWriter json{options.layout};
    json.reserve(options.invocations ? 32768 : 6144);
    json.beginObject();
    json.key("name");
    if (result.name)
        json.string(*result.name);
    else
        json.raw(result.nameJson);
    json.key("status");
    json.string(nameOf(result.status));
    json.key("diagnostics");
    json.beginArray();
    for (const Diagnostic& diagnostic : result.diagnostics)
        writeDiagnostic(json, diagnostic);
    json.endArray();
    if (result.status != ResultStatus::Refused) {
        const ResultFigures figures = figuresOf(result);
        writeDigests(json, figures);
        writeCheckpoints(json, figures);
        JsonSink sink{json};
        visitGroups(sink, figures);
        if (options.invocations && result.derivation->complete())
            writeInvocations(json, result.derivation->plan());
    }
    json.endObject();
    return json.take();
}

} // namespace planscope
