#pragma once

#include "base/json_document.h"
#include "evaluation/estimate/estimate.h"

#include <memory>
#include <string>
#include <vector>

namespace planscope::test {

/// A case with known answers: what the estimate reads of it, taken from the answers and not from the algebra.
struct OracleCase {
    std::string name;
    PlanProgram program;
    BlockMemory blockMemory;
    std::vector<Invocation> invocations; ///< empty where the answers do not list them
    SystemProfile system;
    NetworkTierBinding tiers;
    JsonValue expected;

    EstimateInput input() const { return {&program, &blockMemory, invocations}; }
};

/// The accepted cases of tests/oracle/cases.json; the documents live as long as the program.
const std::vector<OracleCase>& oracleCases();
/// Requires: there is one of that name.
const OracleCase& oracleCase(const std::string& name);

} // namespace planscope::test
