#include "frontend/reference_file.h"

#include "base/json_document.h"
#include "frontend/fault_list.h"
#include "frontend/field_reader.h"

namespace planscope {
namespace {

constexpr std::string_view factNames[] = {"operations", "read_bytes", "write_bytes", "message_bytes"};

void readInvocation(FaultList& faults, const std::string& path, const NamedValue& invocation,
                    std::vector<ReferenceFact>& facts)
{
    if (!invocation.second.isObject())
        return faults.wrongType(path, "an object", invocation.second);
    FieldReader fields{faults, invocation.second, path, {factNames[0], factNames[1], factNames[2], factNames[3]}};
    for (const std::string_view fact : factNames) {
        const auto value = fields.optional(fact);
        if (!value)
            continue;
        if (const auto expected = value->integer())
            facts.push_back({std::string{invocation.first}, std::string{fact}, *expected});
        else
            faults.wrongType(fields.inside(fact), "an integer of at most 64 bits", *value);
    }
}

} // namespace

Result<std::vector<ReferenceFact>> readReference(std::string_view bytes)
{
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        return tl::unexpected(document.error());

    FaultList faults;
    std::vector<ReferenceFact> facts;
    if (document->root().isObject()) {
        FieldReader file{faults, document->root(), {}, {"schema", "facts"}};
        file.oneOf("schema", {"planscope.reference/1"});
        if (const auto object = file.object("facts")) {
            std::vector<NamedValue> invocations;
            for (const JsonValue::Member member : object->members())
                invocations.emplace_back(member.name, member.value);
            for (const NamedValue& invocation : distinct(faults, file.inside("facts"), std::move(invocations)))
                readInvocation(faults, joinPath(file.inside("facts"), invocation.first), invocation, facts);
        }
    } else {
        faults.wrongType({}, "an object", document->root());
    }
    if (!faults.empty())
        return refuse(std::move(faults).take());
    return facts;
}

} // namespace planscope
