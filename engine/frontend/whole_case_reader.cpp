#include "frontend/whole_case_reader.h"

#include "frontend/candidate_draft.h"
#include "frontend/framework_reader.h"
#include "frontend/mapping_reader.h"
#include "frontend/system_reader.h"
#include "frontend/whole_spec_readers.h"

namespace planscope::whole {

Result<Candidate> finish(CandidateDraft draft, FaultList faults, const std::string& place)
{
    if (const LawSet broken = brokenLaws(draft.operands); !broken.empty())
        faults.add(placed(describeBrokenLaws(draft.operands, broken), place));
    if (!faults.empty())
        return refuse(std::move(faults).take());

    auto training = Training::create(std::move(draft.model), draft.workload, std::move(draft.mapping));
    if (!training)
        return refuse(placed(std::move(training.error()), place));
    return Candidate{std::move(draft.name), std::move(*training), std::move(draft.system), draft.tiers,
                     std::move(draft.framework)};
}

ReadCandidate readCase(JsonValue value)
{
    ReadCandidate read;
    FaultList faults;
    read.readName(value);
    FieldReader fields{
        faults,
        value,
        {},
        {"schema", "name", "model", "workload", "mapping", "system", "network_tiers", "framework"}};
    CandidateDraft draft;
    fields.oneOf("schema", {std::string{caseSchema}});
    draft.name = fields.string("name").value_or("");
    draft.model = readModel(fields, "model", draft.operands);
    draft.workload = readWorkload(fields, "workload", WorkloadForm::OfCase, draft.operands);
    draft.mapping = readMapping(fields, "mapping", draft.operands);
    draft.system = readSystem(fields, "system");
    draft.tiers = readNetworkTiers(fields, "network_tiers");
    draft.framework = readFramework(fields, "framework");
    read.candidate = finish(std::move(draft), std::move(faults), {});
    return read;
}

Study readStudy(JsonValue value)
{
    Study study;
    FieldReader fields{study.faults,
                       value,
                       {},
                       {"schema", "name", "model", "workload", "system", "framework", "candidates", "pinned"}};
    fields.oneOf("schema", {std::string{studySchema}});
    readStudyName(fields, value, study);
    study.common.model = readModel(fields, "model", study.common.operands);
    study.common.workload = readWorkload(fields, "workload", WorkloadForm::OfStudy, study.common.operands);
    study.common.system = readSystem(fields, "system");
    study.common.framework = readFramework(fields, "framework");
    readStudyCandidates(fields, study);
    return study;
}

ReadCandidate readStudyCandidate(const Study& study, std::size_t index)
{
    return readCandidateOf<Candidate>(study, index, [](FieldReader& fields, CandidateDraft& draft) {
        draft.operands.microbatchSize = draft.workload.microbatchSize;
        draft.mapping = readMapping(fields, "mapping", draft.operands);
    });
}

} // namespace planscope::whole
