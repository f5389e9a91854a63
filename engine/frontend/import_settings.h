#pragma once

#include "frontend/import_account.h"
#include "frontend/whole_case_statement.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace planscope::whole {

/// What an import is told beside the file. The system and the framework of the base are not null.
struct ImportSettings {
    std::string name;       ///< of the case; empty: the model's
    CaseStatement base;     ///< gives what neither the file nor the rest of this says; its model does not count
    std::string baseReason; ///< why it does, as rows say it: "the default"

    // Said beside the file; these win over it.
    std::optional<std::int64_t> sequenceLength, globalBatchSize, microbatchSize;
    std::optional<std::int64_t> tensorDegree, pipelineDegree, dataDegree;
    std::optional<std::int64_t> ranks;            ///< t·c·p·D; Megatron arguments leave it to the launcher
    std::optional<std::int64_t> vocabularySize;   ///< rows of the published embedding; likewise the tokenizer's
    std::map<std::string, std::string> variables; ///< of a shell script
    bool dropOverlap = false; ///< take arguments that ask for overlapping communication as if they did not
};

/// A base of one H100: sequences of 4096 tokens one at a time, sequence parallelism and a sharded optimizer where there
/// are ranks for them, nothing recomputed, fused attention and loss, a vocabulary padded to a multiple of 128, fp32
/// gradients, Megatron-core's framework profile.
ImportSettings defaultImportSettings();

/// The same with a case as the base; `reason` tells where it is from.
ImportSettings importSettingsFrom(const Candidate& base, std::string reason);

/// The bundled model of these dimensions, whatever its name; empty when there is none.
std::string_view bundledModelLike(const ModelSpec& model);

/// The schedule of p stages that are not interleaved.
Schedule plainSchedule(std::int64_t pipelineDegree);

} // namespace planscope::whole
