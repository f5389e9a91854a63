#include "report/rank_work_explanation.h"

#include "base/symbolic_arithmetic.h"
#include "evaluation/whole/step_algebra.h"
#include "study/whole_rank_work.h"

#include <array>
#include <limits>
#include <map>
#include <string>

namespace planscope::whole {
namespace {

using Arithmetic = SymbolicArithmetic<std::int64_t>;

constexpr std::string_view workSource =
    "each task once a microbatch; those of the block once a block too; the optimizer once a step";
constexpr std::string_view messageSource = "whole buffers, as often as the rank sends or receives them in a step";

/// One fact of work, by its name in results' JSON.
struct Fact {
    std::string_view name;
    std::string_view unit;
    std::int64_t (*of)(const WorkloadFacts&);
};
constexpr std::array<Fact, 4> facts{{
    {"operations", "operations", [](const WorkloadFacts& work) { return work.operations.value(); }},
    {"read_bytes", "bytes", [](const WorkloadFacts& work) { return work.read.value(); }},
    {"write_bytes", "bytes", [](const WorkloadFacts& work) { return work.write.value(); }},
    {"message_bytes", "bytes", [](const WorkloadFacts& work) { return work.message.value(); }},
}};

class WorkExplanation {
public:
    WorkExplanation(const PortablePlanIR& plan, std::size_t stage)
        : m_plan(plan), m_stage(stage), m_prefix("stages." + std::to_string(stage) + '.')
    {
        for (std::size_t unit = 0; unit < m_totals.size(); ++unit)
            m_totals[unit] = totalsOf(plan, static_cast<Unit>(unit));
    }

    std::vector<Explanation> run() &&
    {
        Expression tensor;
        for (const Fact& fact : facts) {
            Expression total;
            for (std::size_t k = 0; k < countOf<Phase>(); ++k) {
                const std::string phase{nameOf(static_cast<Phase>(k))};
                const Expression sum = ofPhase(k, fact);
                const std::string subject = "work." + phase + '.' + std::string{fact.name};
                add(subject, workSource, fact.name, fact.unit, sum);
                total = total + named(phase, "of all microbatches", sum, subject);
            }
            if (fact.name == "message_bytes")
                tensor = total;
            total = total
                + m_arithmetic.explained("optimizer", "once a step", fact.of(m_plan.stages[m_stage].optimizer),
                                         m_prefix + "optimizer_step");
            add("work.total." + std::string{fact.name}, workSource, fact.name, fact.unit, total);
        }
        addMessages(tensor);
        return std::move(m_explanations);
    }

private:
    void add(const std::string& what, std::string_view source, std::string_view fact, std::string_view unit,
             const Expression& sum)
    {
        ExplanationBuilder<std::int64_t> builder{m_prefix + what, source};
        builder.add(fact, unit, sum);
        m_explanations.push_back(std::move(builder).take());
    }

    /// A symbol for a sum that has an explanation of its own; the sum itself where no symbol can hold it.
    Expression named(const std::string& name, const char* meaning, const Expression& sum, const std::string& subject)
    {
        return sum.statedValue() > std::numeric_limits<std::int64_t>::max()
            ? sum
            : m_arithmetic.explained(name, meaning, sum.value(), m_prefix + subject);
    }

    Expression ofPhase(std::size_t phase, const Fact& fact)
    {
        return workOfStage(
            m_plan, m_stage,
            [this](double count) { return m_arithmetic.literal(static_cast<std::int64_t>(count)); },
            [&](Unit unit) {
                const std::string name{nameOf(unit)};
                return m_arithmetic.explained(name, "one microbatch through one run of it",
                                              fact.of(m_totals[static_cast<std::size_t>(unit)][phase].facts),
                                              "program." + name + '.' + std::string{nameOf(static_cast<Phase>(phase))}
                                                  + '.' + std::string{fact.name});
            });
    }

    /// The subject that explains the bytes of one message.
    std::string subjectOf(std::string_view what) const
    {
        if (what.ends_with("_forward"))
            return "edges.forward";
        return what.ends_with("_backward") ? "edges.backward" : m_prefix + std::string{what};
    }

    /// `tensor`: what the tasks' collectives exchange.
    void addMessages(const Expression& tensor)
    {
        std::map<std::string_view, StageMessage> sums; // by what they are, of all chunks
        for (const StageMessage& message : messagesOf(m_plan, static_cast<std::int64_t>(m_stage))) {
            const auto [known, isNew] = sums.emplace(message.what, message);
            if (!isNew)
                known->second.count += message.count;
        }
        std::array<Expression, countOf<MessageGroup>()> groups;
        groups[static_cast<std::size_t>(MessageGroup::Tensor)] = tensor;
        for (const auto& [what, message] : sums) {
            const std::string name{what.substr(what.find('.') + 1)}; // without "pipeline."
            const Expression bytes = m_arithmetic.explained(name, "one message, bytes", message.bytes.value(),
                                                            subjectOf(what));
            Expression& group = groups[static_cast<std::size_t>(messageGroupOf(message.group))];
            group = group + (message.count == 1 ? bytes : m_arithmetic.literal(message.count) * bytes);
        }
        for (std::size_t k = 0; k < groups.size(); ++k)
            add("messages." + std::string{nameOf(static_cast<MessageGroup>(k))}, messageSource, "bytes", "bytes",
                groups[k]);
    }

    const PortablePlanIR& m_plan;
    std::size_t m_stage;
    std::string m_prefix;
    std::array<std::array<PhaseTotals, countOf<Phase>()>, countOf<Unit>()> m_totals;
    Arithmetic m_arithmetic;
    std::vector<Explanation> m_explanations;
};

} // namespace

std::vector<Explanation> explainRankWork(const PortablePlanIR& plan, std::size_t stage)
{
    return WorkExplanation{plan, stage}.run();
}

} // namespace planscope::whole
