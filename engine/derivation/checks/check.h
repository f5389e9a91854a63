#pragma once

#include "derivation/checks/exact_count.h"
#include "derivation/pass/pass_manager.h"

#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// One check under way: any number of comparisons, one outcome. The first difference decides the outcome and
/// names the culprit; a check that found none reports the totals it compared.
///
/// A culprit is given as a callable, so that its name is only made when it is needed.
class Check {
public:
    Check(std::vector<CheckOutcome>& outcomes, std::string_view code, std::string_view subject)
        : m_outcomes(outcomes), m_index(outcomes.size())
    {
        CheckOutcome& outcome = m_outcomes.emplace_back();
        outcome.code = code;
        outcome.subject = subject;
    }
    Check(const Check&) = delete;
    Check& operator=(const Check&) = delete;

    template <class Culprit>
    void equal(ExactCount expected, ExactCount actual, const Culprit& culprit)
    {
        if (!(expected == actual) && outcome().passed)
            fail(expected.toString(), actual.toString(), culprit());
    }
    template <class Culprit>
    void holds(bool truth, std::string_view expected, std::string_view actual, const Culprit& culprit)
    {
        if (!truth && outcome().passed)
            fail(std::string{expected}, std::string{actual}, culprit());
    }
    /// The whole that the comparisons were parts of; compared too, and shown when all is well.
    void total(ExactCount expected, ExactCount actual)
    {
        equal(expected, actual, [this] { return outcome().subject; });
        if (outcome().passed)
            show(expected.toString(), actual.toString());
    }
    /// The same for a whole that is told in words.
    void total(std::string_view expected)
    {
        if (outcome().passed)
            show(std::string{expected}, std::string{expected});
    }

private:
    CheckOutcome& outcome() { return m_outcomes[m_index]; }
    void show(std::string expected, std::string actual)
    {
        outcome().expected = std::move(expected);
        outcome().actual = std::move(actual);
    }
    void fail(std::string expected, std::string actual, std::string culprit)
    {
        show(std::move(expected), std::move(actual));
        outcome().culprit = std::move(culprit);
        outcome().passed = false;
    }

    std::vector<CheckOutcome>& m_outcomes;
    std::size_t m_index;
};

} // namespace planscope
