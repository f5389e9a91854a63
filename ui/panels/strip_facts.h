#pragma once

#include "study/candidate_result.h"
#include "ui/models/exact_fact.h"

#include <vector>

namespace planscope::ui {

// What a copy of a card of the derivation strip holds; names as files have them.

std::vector<ExactFact> specsFacts(const TransformerTraining& training);
/// `report`: of the checkpoint that the snapshot passed; null for the model.
std::vector<ExactFact> snapshotFacts(const IrSnapshot& snapshot, const CheckpointReport* report);
std::vector<ExactFact> systemFacts(const CandidateResult& result);
/// The headline numbers in both modes.
std::vector<ExactFact> estimateFacts(const CandidateResult& result);

} // namespace planscope::ui
