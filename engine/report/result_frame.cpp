#include "report/result_frame.h"

namespace planscope {

void writeHead(JsonWriter& json, const ResultHead& head)
{
    json.key("name");
    if (head.name)
        json.string(*head.name);
    else
        json.raw(head.nameJson);
    json.key("status");
    json.string(nameOf(head.status));
    json.key("diagnostics");
    json.beginArray();
    for (const Diagnostic& diagnostic : head.diagnostics)
        writeDiagnostic(json, diagnostic);
    json.endArray();
}

void writeDigests(JsonWriter& json, const NamedDigests& digests)
{
    json.key("digests");
    json.beginObject();
    for (const auto& entry : digests) {
        json.key(entry.first);
        json.string(entry.second.toString());
    }
    json.endObject();
}

void writeCheckpoints(JsonWriter& json, const std::vector<CheckpointReport>& checkpoints)
{
    json.key("checkpoints");
    json.beginArray();
    for (const CheckpointReport& report : checkpoints) {
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

} // namespace planscope
