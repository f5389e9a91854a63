#include "report/verification_report.h"

#include "report/mapping_text.h"
#include "report/result_frame.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace planscope {
namespace {

std::int64_t failedOf(const VerifiedTransition& transition)
{
    return std::count_if(transition.outcomes.begin(), transition.outcomes.end(),
                         [](const CheckOutcome& outcome) { return !outcome.passed; });
}

std::string_view stageName(const VerifiedSnapshot& snapshot)
{
    return snapshot.kind ? nameOf(*snapshot.kind) : "unknown";
}

std::string schemaText(const IrSchema& schema)
{
    return schema.name.empty() ? std::string{} : fmt::format("{} {}.{}", schema.name, schema.major, schema.minor);
}

std::string faultsText(const Diagnostics& faults)
{
    return faults.empty() ? "holds" : counted(static_cast<std::int64_t>(faults.size()), "fault");
}

void writeFaults(JsonWriter& json, const Diagnostics& faults)
{
    json.key("faults");
    json.beginArray();
    for (const Diagnostic& fault : faults)
        writeDiagnostic(json, fault);
    json.endArray();
}

} // namespace

std::string verificationText(const SnapshotVerification& verification, std::string_view file)
{
    using Align = TextTable::Align;
    TextTable table{{{"", Align::Left}, {"", Align::Left}, {"", Align::Left}, {"", Align::Left}}};
    for (const VerifiedSnapshot& snapshot : verification.snapshots)
        table.row({std::string{stageName(snapshot)}, faultsText(snapshot.faults),
                   printable(schemaText(snapshot.schema)), snapshot.digest.toString()});
    for (const VerifiedTransition& transition : verification.transitions) {
        const auto checks = static_cast<std::int64_t>(transition.outcomes.size());
        table.row({fmt::format("{} → {}", nameOf(transition.from), nameOf(transition.to)),
                   faultsText(transition.faults),
                   fmt::format("{}, {} failed", counted(checks, "check"), failedOf(transition))});
    }
    if (verification.rederived)
        table.row({"derived again", faultsText(verification.faults), "from the specs the snapshots state"});
    return fmt::format("{}: {}\n{}", file, verification.passed() ? "verified" : "FAILED", table.text(2));
}

std::string verificationJson(const SnapshotVerification& verification, std::string_view file)
{
    JsonWriter json{JsonWriter::Layout::Indented};
    const auto text = [&json](std::string_view name, std::string_view value) {
        json.key(name);
        json.string(value);
    };
    json.beginObject();
    text("file", file);
    json.key("passed");
    json.boolean(verification.passed());
    json.key("snapshots");
    json.beginArray();
    for (const VerifiedSnapshot& snapshot : verification.snapshots) {
        json.beginObject();
        text("stage", stageName(snapshot));
        text("schema", schemaText(snapshot.schema));
        text("digest", snapshot.digest.toString());
        json.key("decoded");
        json.boolean(snapshot.decoded());
        writeFaults(json, snapshot.faults);
        json.endObject();
    }
    json.endArray();
    json.key("transitions");
    json.beginArray();
    for (const VerifiedTransition& transition : verification.transitions) {
        json.beginObject();
        text("from", nameOf(transition.from));
        text("to", nameOf(transition.to));
        json.key("checks");
        json.integer(static_cast<std::int64_t>(transition.outcomes.size()));
        json.key("failed");
        json.integer(failedOf(transition));
        writeFaults(json, transition.faults);
        json.endObject();
    }
    json.endArray();
    json.key("rederived");
    json.boolean(verification.rederived);
    writeFaults(json, verification.faults);
    json.endObject();
    return json.take();
}

} // namespace planscope
