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
    return readCandidateOf<Candidate>(study, index, [](FieldReader& fields, CandidateDraft& draft) {
        draft.mapping = readMapping(fields, "mapping");
    });
}

} // namespace planscope
