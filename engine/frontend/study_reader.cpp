#include "frontend/study_reader.h"

#include "frontend/model_reader.h"
#include "frontend/system_reader.h"

namespace planscope {

Study readStudy(JsonValue value)
{
    Study study;
    FieldReader fields{study.faults,
                       value,
                       {},
                       {"schema", "name", "model", "global_batch_size", "datatype", "system", "candidates", "pinned"}};
    fields.oneOf("schema", {std::string{studySchema}});
    readStudyName(fields, value, study);
    study.common.model = readModel(fields, "model");
    study.common.workload.globalBatchSize = fields.size("global_batch_size").value_or(0);
    study.common.workload.datatype = fields.enumeration<Datatype>("datatype").value_or(Datatype::Float16);
    study.common.system = readSystem(fields, "system");
    readStudyCandidates(fields, study);
    return study;
}

ReadCandidate readStudyCandidate(const Study& study, std::size_t index)
{
    if (study.candidates.empty())
        return noCandidate<Candidate>(study);

    ReadCandidate read;
    FaultList faults = faultsToldWith(study, index);
    const JsonValue value = study.candidates[index];
    const std::string place = elementPath("candidates", index);
    if (!value.isObject()) {
        faults.wrongType(place, "a candidate, which is an object,", value);
        read.candidate = refuse(std::move(faults).take());
        return read;
    }
    read.readName(value);
    FieldReader fields{faults, value, place, {"name", "microbatch_size", "mapping", "network_tiers"}};
    CandidateDraft draft = study.common;
    draft.name = fields.string("name").value_or("");
    draft.workload.microbatchSize = fields.size("microbatch_size").value_or(0);
    draft.mapping = readMapping(fields, "mapping");
    draft.tiers = readNetworkTiers(fields, "network_tiers");
    read.candidate = finish(std::move(draft), std::move(faults), place);
    return read;
}

} // namespace planscope
