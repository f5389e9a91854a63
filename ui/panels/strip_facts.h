#pragma once

#include "study/any_result.h"
#include "ui/models/exact_fact.h"

#include <string>
#include <vector>

namespace planscope::ui {

// What a copy of a card of the derivation strip holds; names as files have them.

std::vector<ExactFact> specsFacts(const TransformerTraining& training);
std::vector<ExactFact> specsFacts(const whole::Training& training);
/// `report`: of the checkpoint that the snapshot passed; null for the model.
std::vector<ExactFact> snapshotFacts(const IrSnapshot& snapshot, const CheckpointReport* report);
/// `framework`: its name; "" where there is none.
std::vector<ExactFact> systemFacts(const ResultHead& result, Datatype datatype, const std::string& framework);
/// The headline numbers in both modes.
std::vector<ExactFact> estimateFacts(const CandidateResult& result);
std::vector<ExactFact> estimateFacts(const whole::CandidateResult& result);

} // namespace planscope::ui
