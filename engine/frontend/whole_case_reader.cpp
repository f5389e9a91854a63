#include "frontend/whole_case_reader.h"

#include "frontend/candidate_draft.h"
#include "frontend/framework_reader.h"
#include "frontend/mapping_reader.h"
#include "frontend/system_reader.h"
#include "frontend/whole_spec_readers.h"

namespace planscope::whole {
namespace {

/// As planscope::finish().
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

} // namespace

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
    draft.operands.microbatchSize = draft.workload.microbatchSize = fields.size("microbatch_size").value_or(0);
    draft.mapping = readMapping(fields, "mapping", draft.operands);
    draft.tiers = readNetworkTiers(fields, "network_tiers");
    read.candidate = finish(std::move(draft), std::move(faults), place);
    return read;
}

} // namespace planscope::whole
