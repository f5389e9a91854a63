#include "sweep/sweep_record.h"

#include "base/field_writer.h"
#include "frontend/field_reader.h"
#include "sweep/space_reader.h"


namespace planscope::sweep {
namespace {

/// The figures of a point under their names, for reading and for writing.
template <class Visitor, class Of>
void visitFigures(Visitor&& visit, Of& figures)
{
    visit.real("seconds", figures.seconds);
    visit.real("peak_only_seconds", figures.peakOnlySeconds);
    visit.real("tokens_per_second", figures.tokensPerSecond);
    visit.real("mfu", figures.mfu);
    visit.integer("memory_bytes", figures.memoryBytes);
    visit.integer("accelerators", figures.accelerators);
    visit.real("message_bytes", figures.messageBytes);
    visit.flag("over_capacity", figures.overCapacity);
}

struct WriteFigures {
    FieldWriter& to;
    void real(const char* name, double value) { to.number(name, value); }
    void integer(const char* name, std::int64_t value) { to.integer(name, value); }
    void flag(const char* name, bool value) { to.boolean(name, value); }
};

struct ReadFigures {
    FieldReader& fields;
    void real(const char* name, double& value) { value = fields.number(name).value_or(0); }
    void integer(const char* name, std::int64_t& value) { value = fields.integer(name).value_or(0); }
    void flag(const char* name, bool& value) { value = fields.boolean(name).value_or(false); }
};

void writePoints(FieldWriter& to, std::string_view key, const std::vector<EvaluatedPoint>& points)
{
    to.array(key, [&] {
        for (const EvaluatedPoint& point : points)
            to.element([&] {
                to.integer("index", point.index);
                visitFigures(WriteFigures{to}, point.figures);
            });
    });
}

std::vector<EvaluatedPoint> readPoints(FieldReader& parent, std::string_view name)
{
    std::vector<EvaluatedPoint> points;
    const auto list = parent.array(name);
    if (!list)
        return points;
    std::size_t index = 0;
    for (const JsonValue value : list->elements()) {
        const std::string path = elementPath(name, index++);
        if (!value.isObject()) {
            parent.faults().wrongType(path, "a point, which is an object,", value);
            continue;
        }
        FieldReader fields{parent.faults(), value, path,
                           {"index", "seconds", "peak_only_seconds", "tokens_per_second", "mfu", "memory_bytes",
                            "accelerators", "message_bytes", "over_capacity"}};
        EvaluatedPoint& point = points.emplace_back();
        point.index = fields.count("index").value_or(0);
        visitFigures(ReadFigures{fields}, point.figures);
    }
    return points;
}

template <NamedEnum E>
void writeCounts(FieldWriter& to, std::string_view key, const std::array<std::int64_t, countOf<E>()>& counts)
{
    to.object(key, [&] {
        for (std::size_t k = 0; k < counts.size(); ++k)
            to.integer(nameOf(static_cast<E>(k)), counts[k]);
    });
}

FilterCounts readFiltered(FieldReader& parent)
{
    FilterCounts counts{};
    const auto object = parent.object("filtered");
    if (!object)
        return counts;
    FieldReader fields{parent.faults(), *object, "filtered",
                       {"network_tiers.unknown", "network_tiers.capacity", "network_tiers.filling", "integer.overflow",
                        "time.not_finite", "memory.over_capacity", "constraints.at_most", "constraints.at_least"}};
    for (std::size_t k = 0; k < counts.size(); ++k)
        counts[k] = fields.count(nameOf(static_cast<Filter>(k))).value_or(0);
    return counts;
}

Diagnostic damaged(std::string message)
{
    return {Severity::Error, Origin::Import, "sweep.damaged", {}, std::move(message), {}, {}};
}

/// Whether the points stand in the range that was gone through; their figures are the reader's to believe.
bool areWithin(const std::vector<EvaluatedPoint>& points, std::int64_t begin, std::int64_t end)
{
    for (const EvaluatedPoint& point : points)
        if (point.index < begin || point.index >= end)
            return false;
    return true;
}

/// A text that is no digest gives that of nothing, which no bytes have.
Digest readDigest(FieldReader& fields, std::string_view name)
{
    const auto text = fields.string(name);
    return text ? Digest::parse(*text).value_or(Digest{}) : Digest{};
}

/// What the record's fields state, before they are held against each other.
struct Stated {
    Digest digest;
    Shard shard;
    std::int64_t next = 0;
    std::int64_t rowBytes = 0;
    Digest rowsDigest;
    std::int64_t kept = 0;
    FilterCounts filtered{};
    std::vector<EvaluatedPoint> front, best;
};

Result<SweepRecord> recordOf(MappingSpace space, const Stated& stated)
{
    const auto points = PointSpace::create(std::move(space));
    if (!points)
        return refuse(points.error());
    if (stated.shard.number > stated.shard.count)
        return refuse(damaged("the record is of a shard beyond their number"));
    SweepRecord record{*points, stated.shard};
    if (record.spaceDigest != stated.digest)
        return refuse(damaged("the record's digest is not that of its space: it was edited, or made by another "
                              "version with other bundled systems"));
    Tally& tally = record.tally;
    std::int64_t counted = stated.kept;
    for (const std::int64_t count : stated.filtered)
        if (__builtin_add_overflow(counted, count, &counted))
            counted = -1;
    if (stated.next < tally.begin || stated.next > record.last || counted != stated.next - tally.begin
        || !areWithin(stated.front, tally.begin, stated.next) || !areWithin(stated.best, tally.begin, stated.next))
        return refuse(damaged("the record's counts and points contradict its range"));
    tally.end = stated.next;
    tally.kept = stated.kept;
    tally.filtered = stated.filtered;
    for (const EvaluatedPoint& point : stated.front)
        tally.front.add(point);
    for (const EvaluatedPoint& point : stated.best)
        tally.best.add(point);
    record.rowBytes = stated.rowBytes;
    record.rowsDigest = stated.rowsDigest;
    if (tally.front.members() != stated.front || tally.best.points() != stated.best)
        return refuse(damaged("the record's front or its best points are none"));
    return record;
}

} // namespace

SweepRecord::SweepRecord(const PointSpace& points, Shard ofShard)
    : space(points.statement())
    , spaceDigest(spaceDigestOf(space))
    , shard(ofShard)
    , counts(points.counts())
    , last(rangeOf(ofShard, points.size()).second)
    , tally(space, rangeOf(ofShard, points.size()).first)
{
}

Digest spaceDigestOf(const MappingSpace& space)
{
    return Digest::of(writeSpace(space) + evidenceRevision(*space.system).toString());
}

std::string writeRecord(const SweepRecord& record)
{
    return writtenDocument([&](FieldWriter& to) {
        to.text("schema", recordSchema);
        to.boolean("complete", record.isComplete());
        to.text("space_digest", record.spaceDigest.toString());
        to.object("shard", [&] {
            to.integer("number", record.shard.number);
            to.integer("count", record.shard.count);
        });
        to.object("combinations", [&] {
            to.integer("total", record.counts.combinations);
            to.integer("lawful", record.counts.lawful);
            writeCounts<Law>(to, "refused", record.counts.refused);
        });
        to.object("range", [&] {
            to.integer("begin", record.tally.begin);
            to.integer("next", record.tally.end);
            to.integer("end", record.last);
        });
        to.integer("row_bytes", record.rowBytes);
        to.text("rows_digest", record.rowsDigest.toString());
        to.integer("kept", record.tally.kept);
        writeCounts<Filter>(to, "filtered", record.tally.filtered);
        writePoints(to, "best", record.tally.best.points());
        writePoints(to, "front", record.tally.front.members());
        to.raw("space", JsonDocument::parse(writeSpace(record.space))->root().compact());
    });
}

Result<SweepRecord> readRecord(std::string_view bytes)
{
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        return refuse(document.error());
    FaultList faults;
    if (!document->root().isObject()) {
        faults.wrongType({}, "the record of a sweep, which is an object,", document->root());
        return refuse(std::move(faults).take());
    }
    FieldReader fields{faults, document->root(), {},
                       {"schema", "complete", "space_digest", "shard", "combinations", "range", "row_bytes",
                        "rows_digest", "kept", "filtered", "best", "front", "space"}};
    fields.oneOf("schema", {std::string{recordSchema}});
    fields.boolean("complete");
    fields.object("combinations"); // follow from the space
    Stated stated;
    stated.digest = readDigest(fields, "space_digest");
    if (const auto shard = fields.object("shard")) {
        FieldReader inner{faults, *shard, "shard", {"number", "count"}};
        stated.shard = {inner.size("number").value_or(1), inner.size("count").value_or(1)};
    }
    if (const auto range = fields.object("range")) {
        FieldReader inner{faults, *range, "range", {"begin", "next", "end"}};
        stated.next = inner.count("next").value_or(0);
        inner.count("begin");
        inner.count("end");
    }
    stated.rowBytes = fields.count("row_bytes").value_or(0);
    stated.rowsDigest = readDigest(fields, "rows_digest");
    stated.kept = fields.count("kept").value_or(0);
    stated.filtered = readFiltered(fields);
    stated.best = readPoints(fields, "best");
    stated.front = readPoints(fields, "front");
    const auto object = fields.object("space");
    Result<MappingSpace> space = object ? readSpace(*object) : Result<MappingSpace>{refuse(Diagnostics{})};
    if (!space)
        for (Diagnostic& fault : space.error()) {
            fault.path = fault.path.empty() ? "space" : joinPath("space", fault.path);
            faults.add(std::move(fault));
        }
    if (!faults.empty())
        return refuse(std::move(faults).take());
    return recordOf(std::move(*space), stated);
}

} // namespace planscope::sweep
