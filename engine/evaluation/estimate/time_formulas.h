#pragma once

#include "base/explanation.h"
#include "base/symbolic_arithmetic.h"
#include "evaluation/estimate/estimate.h"
#include "evaluation/system/system_profile.h"

#include <string>

namespace planscope {

/// The formulas of time_algebra.h as expressions over the figures of one system in one mode: what InvocationTimer
/// computes, told. Refers to the arithmetic and the profile.
class TimeFormulas {
public:
    using Scalar = RealExpression;
    using Arithmetic = SymbolicArithmetic<double>;

    TimeFormulas(Arithmetic& arithmetic, const SystemProfile& profile, Datatype datatype, EstimateMode mode)
        : m_arithmetic(arithmetic), m_profile(profile), m_datatype(datatype), m_mode(mode)
    {
    }

    /// Seconds of work on an engine, that of a collective on the one that reduces; the facts are explained by the
    /// subject.
    Scalar local(Engine engine, const WorkloadFacts& facts, const std::string& subject) const;
    /// Seconds of a message on a tier. Requires: the message is not nothing.
    Scalar network(const NetworkTier& tier, NetworkOperation operation, std::int64_t participants,
                   const Scalar& message) const;

private:
    struct RateNames;
    Scalar rate(const RateNames& names, double peak, double efficiency) const;

    Arithmetic& m_arithmetic;
    const SystemProfile& m_profile;
    Datatype m_datatype;
    EstimateMode m_mode;
};

/// The seconds of one task: their sum, and both parts where there is a network part.
Explanation taskTimeExplanation(std::string subject, const RealExpression& local, const RealExpression& network);

} // namespace planscope
