#include "report/whole_result_explanation.h"

#include "derivation/whole/algebra/whole_explanation.h"
#include "evaluation/whole/peak_explanation.h"
#include "evaluation/whole/step_explanation.h"
#include "report/explanation_subject.h"
#include "report/rank_work_explanation.h"
#include "study/whole_rank_work.h"

namespace planscope::whole {
namespace {

/// Whether all figures of a group are right of the red boundary.
bool isOfTarget(std::string_view group)
{
    return group == "time" || group == "utilisation" || group == "unit_time" || group == "memory";
}

class Collection {
public:
    Collection(const CandidateResult& result, std::string_view wanted)
        : m_result(result), m_wanted(wanted), m_group(wanted.substr(0, wanted.find('.')))
    {
    }

    std::vector<Explanation> take() &&
    {
        if (!m_result.derivation)
            return {};
        if (!isOfTarget(m_group))
            add(explainWhole(inputsOf(m_result.derivation->training)));
        if (wants("stages") && rankWorkOf(m_result)) // else a sum leaves 127 bits
            for (std::size_t stage = 0; stage < m_result.derivation->plan().stages.size(); ++stage)
                if (wantsStage(stage))
                    add(explainRankWork(m_result.derivation->plan(), stage));
        if (m_result.estimate)
            addEstimate(m_result.derivation->plan(), *m_result.estimate);
        return std::move(m_found);
    }

private:
    bool wants(std::string_view group) const { return m_wanted.empty() || m_group == group; }

    void add(Explanation explanation)
    {
        if (standsFor(m_wanted, explanation.subject))
            m_found.push_back(std::move(explanation));
    }
    void add(std::vector<Explanation> explanations)
    {
        for (Explanation& explanation : explanations)
            add(std::move(explanation));
    }

    /// Of the stage that is wanted, or of all.
    bool wantsStage(std::size_t stage) const
    {
        const std::string subject = "stages." + std::to_string(stage);
        return standsFor(m_wanted, subject) || standsFor(subject, m_wanted);
    }

    void addEstimate(const PortablePlanIR& plan, const Estimate& estimate)
    {
        const PeakExplanation peaks{plan, *m_result.framework, *m_result.system, estimate};
        if (wants("stages"))
            for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
                if (wantsStage(stage))
                    add(peaks.stage(stage));
        if (wants("memory"))
            add(peaks.memory());
        if (!estimate.modes)
            return;
        const StepExplanation times{plan, *m_result.system, m_result.tiers, estimate};
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly}) {
            if (wants("time")) {
                add(times.step(mode));
                add(times.stages(mode));
            }
            if (wants("utilisation"))
                add(times.utilisation(mode));
            if (wants("unit_time"))
                add(times.units(mode));
        }
        for (const PlanTask& task : plan.tasks)
            if (standsFor(m_wanted, task.name) || standsFor(task.name, m_wanted))
                for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
                    add(times.task(task, mode));
    }

    const CandidateResult& m_result;
    std::string_view m_wanted;
    std::string_view m_group;
    std::vector<Explanation> m_found;
};

} // namespace

std::vector<Explanation> explainResult(const CandidateResult& result, std::string_view wanted)
{
    return Collection{result, wanted}.take();
}

} // namespace planscope::whole
