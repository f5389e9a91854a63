#include "report/result_explanation.h"

#include "base/symbolic_arithmetic.h"
#include "derivation/transformer/explanation.h"
#include "evaluation/estimate/estimate_explanation.h"
#include "evaluation/estimate/time_explanation.h"
#include "report/explanation_subject.h"
#include "study/work_total.h"

#include <algorithm>
#include <array>

namespace planscope {
namespace {

constexpr std::array<std::string_view, 8> figureGroups{"shape", "block",      "block_memory", "memory",
                                                       "time",  "block_time", "utilisation",  "primitive"};

class Collection {
public:
    Collection(const CandidateResult& result, std::string_view wanted)
        : m_result(result), m_wanted(wanted), m_group(wanted.substr(0, wanted.find('.')))
    {
        m_isOfTasks = std::find(figureGroups.begin(), figureGroups.end(), m_group) == figureGroups.end();
    }

    std::vector<Explanation> take() &&
    {
        if (!m_result.derivation)
            return {};
        const TransformerTraining& training = m_result.derivation->training;
        const BlockParameters parameters = blockParametersOf(training);
        if (wants("shape"))
            add(explainShape(training));
        if (m_isOfTasks)
            add(explainBlock(parameters));
        if (wants("block") || wants("block_memory"))
            add(explainBlockSums(parameters));
        if (m_result.derivation->complete()) {
            m_invocations = invocationsOf(m_result.derivation->plan());
            addIntensities();
            if (wants("primitive"))
                add(explainPrimitives(m_invocations));
        }
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

    /// Whether a subject below the invocation's can be wanted.
    bool wantsOf(const std::string& invocation) const
    {
        return m_isOfTasks && (standsFor(m_wanted, invocation) || standsFor(invocation, m_wanted));
    }

    void addIntensities()
    {
        SymbolicArithmetic<double> arithmetic;
        for (const Invocation& invocation : m_invocations) {
            const std::string subject = invocationName(invocation.layer, invocation.phase, invocation.collective);
            if (!wantsOf(subject))
                continue;
            const auto symbol = [&](const char* name, const char* meaning, std::int64_t value) {
                return arithmetic.explained(name, meaning, static_cast<double>(value), subject);
            };
            const RealExpression bytes = symbol("read", "bytes read", invocation.facts.read.value())
                + symbol("written", "bytes written", invocation.facts.write.value());
            const RealExpression operations =
                symbol("operations", "operations of a rank", invocation.facts.operations.value());
            if (!arithmeticIntensity(invocation.facts))
                continue;
            ExplanationBuilder<double> builder{subject + ".intensity",
                                               "arithmetic intensity: Williams et al., Roofline, CACM 52(4), 2009"};
            builder.add("intensity", "operations_per_byte", operations / bytes);
            add(std::move(builder).take());
        }
    }

    void addEstimate(const PortablePlanIR& plan, const Estimate& estimate)
    {
        if (wants("memory")) {
            add(explainMemory(plan.program, plan.blockMemory));
            add(explainMemoryShares(*m_result.system, estimate));
        }
        if (!estimate.modes)
            return;
        const EstimateInput input{&plan.program, &plan.blockMemory, m_invocations};
        const TimeExplanation times{input, *m_result.system, m_result.tiers, estimate};
        for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly}) {
            if (wants("time"))
                add(times.iteration(mode));
            if (wants("utilisation"))
                add(times.utilisation(mode));
            if (wants("block_time"))
                add(times.block(mode));
            if (wants("block") || wants("primitive"))
                add(times.phasesAndPrimitives(mode));
        }
        for (const Invocation& invocation : m_invocations)
            if (wantsOf(invocationName(invocation.layer, invocation.phase, invocation.collective)))
                for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
                    add(times.task(invocation, mode));
    }

    const CandidateResult& m_result;
    std::string_view m_wanted;
    std::string_view m_group;
    bool m_isOfTasks = false; ///< the name can be an invocation's or a layer's
    std::vector<Invocation> m_invocations;
    std::vector<Explanation> m_found;
};

} // namespace

std::vector<Explanation> explainResult(const CandidateResult& result, std::string_view wanted)
{
    return Collection{result, wanted}.take();
}

} // namespace planscope
