#include "report/whole_result_explanation.h"

#include "derivation/whole/algebra/whole_explanation.h"
#include "report/explanation_subject.h"

namespace planscope::whole {

std::vector<Explanation> explainResult(const CandidateResult& result, std::string_view wanted)
{
    if (!result.derivation)
        return {};
    std::vector<Explanation> explanations = explainWhole(inputsOf(result.derivation->training));
    std::erase_if(explanations,
                  [wanted](const Explanation& explanation) { return !standsFor(wanted, explanation.subject); });
    return explanations;
}

} // namespace planscope::whole
