#include "frontend/case_reader.h"

#include "frontend/candidate_draft.h"
#include "frontend/model_reader.h"
#include "frontend/system_reader.h"

namespace planscope {
namespace {

TransformerTrainingWorkloadSpec readWorkload(FieldReader& parent)
{
    const auto workload = parent.object("workload");
    if (!workload)
        return {};
    FieldReader fields{
        parent.faults(), *workload, parent.inside("workload"), {"global_batch_size", "microbatch_size", "datatype"}};
    TransformerTrainingWorkloadSpec spec;
    spec.globalBatchSize = fields.size("global_batch_size").value_or(0);
    spec.microbatchSize = fields.size("microbatch_size").value_or(0);
    spec.datatype = fields.enumeration<Datatype>("datatype").value_or(Datatype::Float16);
    return spec;
}

} // namespace

ReadCandidate readCase(JsonValue value, const std::vector<std::string>& knownSchemas)
{
    ReadCandidate read;
    FaultList faults;
    if (!value.isObject()) {
        faults.wrongType({}, "a case, which is an object,", value);
        read.candidate = refuse(std::move(faults).take());
        return read;
    }
    read.readName(value);
    if (isOfOtherSchema(faults, value, caseSchema, knownSchemas)) {
        read.candidate = refuse(std::move(faults).take());
        return read;
    }
    FieldReader fields{
        faults, value, {}, {"schema", "name", "model", "workload", "mapping", "system", "network_tiers"}};
    CandidateDraft draft;
    fields.string("schema");
    draft.name = fields.string("name").value_or("");
    draft.model = readModel(fields, "model");
    draft.workload = readWorkload(fields);
    draft.mapping = readMapping(fields, "mapping");
    draft.system = readSystem(fields, "system");
    draft.tiers = readNetworkTiers(fields, "network_tiers");
    read.candidate = finish(std::move(draft), std::move(faults), {});
    return read;
}

} // namespace planscope
