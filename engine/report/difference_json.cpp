#include "report/difference_json.h"

#include "base/json_writer.h"
#include "report/result_frame.h"

namespace planscope {
namespace {

void writeText(JsonWriter& json, std::string_view key, const std::optional<std::string>& value)
{
    json.key(key);
    if (value)
        json.string(*value);
    else
        json.null();
}

void writeText(JsonWriter& json, std::string_view key, const std::optional<Digest>& digest)
{
    writeText(json, key, digest ? std::optional{digest->toString()} : std::nullopt);
}

void writeNumber(JsonWriter& json, std::string_view key, const std::optional<Number>& number)
{
    json.key(key);
    if (number)
        json.raw(number->digits());
    else
        json.null();
}

void writeBody(JsonWriter& json, const ComparedFact& fact)
{
    json.key("unit");
    json.string(nameOf(fact.unit));
    writeNumber(json, "a", fact.a);
    writeNumber(json, "b", fact.b);
    writeNumber(json, "delta", fact.delta());
    json.key("relative");
    if (const auto relative = fact.relative())
        json.number(*relative);
    else
        json.null();
}

/// {name: {unit, a, b, delta, relative}}
void writeFacts(JsonWriter& json, std::string_view key, const std::vector<ComparedFact>& facts)
{
    json.key(key);
    json.beginObject();
    for (const ComparedFact& fact : facts) {
        json.key(fact.name);
        json.beginObject();
        writeBody(json, fact);
        json.endObject();
    }
    json.endObject();
}

void writeAttributes(JsonWriter& json, const std::vector<ComparedText>& attributes)
{
    json.key("attributes");
    json.beginObject();
    for (const ComparedText& attribute : attributes) {
        json.key(attribute.name);
        json.beginObject();
        writeText(json, "a", attribute.a);
        writeText(json, "b", attribute.b);
        json.endObject();
    }
    json.endObject();
}

void writeCounts(JsonWriter& json, const ChangeCounts& counts)
{
    const auto count = [&json](Change change, std::int64_t value) {
        json.key(nameOf(change));
        json.integer(value);
    };
    count(Change::Same, counts.same);
    count(Change::Changed, counts.changed);
    count(Change::Added, counts.added);
    count(Change::Removed, counts.removed);
}

void writeSide(JsonWriter& json, std::string_view key, const ComparedSide& side)
{
    json.key(key);
    json.beginObject();
    writeText(json, "name", side.name);
    json.key("status");
    json.string(nameOf(side.status));
    json.key("diagnostics");
    json.beginArray();
    for (const Diagnostic& diagnostic : side.diagnostics)
        writeDiagnostic(json, diagnostic);
    json.endArray();
    writeText(json, "session", side.session);
    writeText(json, "evidence", side.evidence);
    json.endObject();
}

void writeFields(JsonWriter& json, std::string_view key, const std::vector<ComparedField>& fields)
{
    json.key(key);
    json.beginArray();
    for (const ComparedField& field : fields) {
        if (!field.differs())
            continue;
        json.beginObject();
        writeText(json, "path", field.path);
        writeText(json, "a", field.a);
        writeText(json, "b", field.b);
        json.endObject();
    }
    json.endArray();
}

void writeChanges(JsonWriter& json, const std::vector<ComparedEntity>& entities)
{
    json.key("changes");
    json.beginArray();
    for (const ComparedEntity& entity : entities) {
        if (entity.change == Change::Same)
            continue;
        json.beginObject();
        writeText(json, "change", std::string{nameOf(entity.change)});
        writeText(json, "kind", std::string{nameOf(entity.key.kind)});
        writeText(json, "name", entity.key.name);
        if (!entity.part.empty())
            writeText(json, "part", entity.part);
        writeFacts(json, "facts", entity.facts);
        writeAttributes(json, entity.attributes);
        json.endObject();
    }
    json.endArray();
}

void writeIr(JsonWriter& json, const IrComparison& ir)
{
    json.key(nameOf(ir.kind));
    json.beginObject();
    json.key("digest");
    json.beginObject();
    writeText(json, "a", ir.digestA);
    writeText(json, "b", ir.digestB);
    json.endObject();
    writeCounts(json, ir.entityCounts);
    json.key("edges");
    json.beginObject();
    writeCounts(json, ir.edgeCounts);
    json.endObject();
    writeFacts(json, "facts", ir.facts);
    writeAttributes(json, ir.attributes);
    writeChanges(json, ir.entities);
    json.endObject();
}

void writeTasks(JsonWriter& json, const Comparison& comparison)
{
    json.key("tasks");
    json.beginObject();
    writeCounts(json, comparison.taskCounts);
    json.key("changes");
    json.beginArray();
    for (const ComparedTask& task : comparison.tasks) {
        if (task.change == Change::Same)
            continue;
        json.beginObject();
        writeText(json, "change", std::string{nameOf(task.change)});
        writeText(json, "name", task.name);
        writeFacts(json, "facts", {task.facts.begin(), task.facts.end()});
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeIndices(JsonWriter& json, const std::vector<std::size_t>& indices)
{
    json.beginArray();
    for (const std::size_t index : indices)
        json.integer(static_cast<std::int64_t>(index));
    json.endArray();
}

void writeDoubles(JsonWriter& json, std::string_view key, const std::vector<double>& values)
{
    json.key(key);
    json.beginArray();
    for (const double value : values)
        json.number(value);
    json.endArray();
}

void writeFieldNames(JsonWriter& json, std::string_view key, FieldSet fields)
{
    json.key(key);
    json.beginArray();
    for (const CauseField field : fields.fields())
        json.string(nameOf(field));
    json.endArray();
}

void writeMeasure(JsonWriter& json, const AttributedMeasure& measure)
{
    json.key(measure.name);
    json.beginObject();
    writeBody(json, {measure.name, measure.unit, measure.a, measure.b});
    writeDoubles(json, "shares", measure.shares);
    writeDoubles(json, "alone", measure.alone);
    json.key("interactions");
    json.beginArray();
    for (const Interaction& interaction : measure.interactions) {
        json.beginObject();
        json.key("causes");
        writeIndices(json, interaction.causes);
        json.key("amount");
        json.number(interaction.amount);
        json.endObject();
    }
    json.endArray();
    json.key("other_interactions");
    json.number(measure.otherInteractions);
    json.endObject();
}

void writeTable(JsonWriter& json, std::string_view key, const std::optional<CauseTable>& table)
{
    json.key(key);
    if (!table)
        return json.null();
    json.beginObject();
    json.key("causes");
    json.beginArray();
    for (const Cause& cause : table->causes)
        json.string(cause.name);
    json.endArray();
    json.key("joined");
    json.beginArray();
    for (const Joining& joining : table->joinings) {
        json.beginObject();
        writeFieldNames(json, "fields", joining.joined);
        writeFieldNames(json, "illegal_as_in_b", joining.fromB);
        json.key("reason");
        writeDiagnostic(json, joining.reason);
        json.endObject();
    }
    json.endArray();
    json.key("intermediates");
    json.integer(table->intermediates);
    json.key("measures");
    json.beginObject();
    for (const AttributedMeasure& measure : table->measures)
        writeMeasure(json, measure);
    json.endObject();
    json.endObject();
}

void writeFalls(JsonWriter& json, std::string_view key, Accounting accounting,
                const std::array<std::optional<Waterfall>, countOf<Measure>()>& falls)
{
    json.key(key);
    json.beginObject();
    for (std::size_t k = 0; k < falls.size(); ++k) {
        json.key(nameOf(static_cast<Measure>(k), accounting));
        if (!falls[k]) {
            json.null();
            continue;
        }
        json.beginObject();
        for (const WaterfallStep& step : falls[k]->steps) {
            json.key(step.name);
            json.beginObject();
            writeNumber(json, "a", step.a);
            writeNumber(json, "b", step.b);
            json.key("share");
            json.number(step.share);
            json.endObject();
        }
        json.endObject();
    }
    json.endObject();
}

} // namespace

std::string differenceJson(const Comparison& comparison, const Attribution& attribution)
{
    JsonWriter json{JsonWriter::Layout::Indented};
    json.beginObject();
    const auto verdict = [&json, &comparison](std::string_view name, bool value) {
        json.key(name);
        if (comparison.comparable())
            json.boolean(value);
        else
            json.null();
    };
    verdict("equal", comparison.equal());
    verdict("same_subject", comparison.sameSubject());
    writeSide(json, "a", comparison.sides[0]);
    writeSide(json, "b", comparison.sides[1]);
    writeFields(json, "subject", comparison.subject);
    writeFields(json, "mapping", comparison.mapping);
    json.key("irs");
    json.beginObject();
    for (const IrComparison& ir : comparison.irs)
        writeIr(json, ir);
    json.endObject();
    writeTasks(json, comparison);
    json.key("checks");
    json.beginObject();
    writeCounts(json, comparison.checkCounts);
    writeChanges(json, comparison.checks);
    json.endObject();
    json.key("figures");
    json.beginObject();
    for (const FigureGroup& group : comparison.figures)
        writeFacts(json, group.name, group.facts);
    json.endObject();
    json.key("attribution");
    json.beginObject();
    writeTable(json, "time", attribution.time);
    writeTable(json, "work", attribution.work);
    writeFalls(json, "by_component", comparison.accounting, attribution.byComponent);
    writeFalls(json, "by_layer", comparison.accounting, attribution.byLayer);
    json.endObject();
    json.endObject();
    return json.take();
}

} // namespace planscope
