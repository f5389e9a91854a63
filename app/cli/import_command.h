#pragma once

#include "cli/exit_code.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace planscope {

/// `import calculon`: a case from Calculon's three files; what became of each of their fields on standard error.
struct ImportCommand {
    std::string modelFile;
    std::string executionFile;
    std::string systemFile;
    std::string caseName;
    std::string output;

    ExitCode run() const;
};

/// What `import hf` and `import megatron` are told beside the file.
struct ImportOptions {
    std::string name;                        ///< of the case; empty: the model's
    std::optional<std::string> templateCase; ///< gives what nothing else says
    std::optional<std::string> system;       ///< a bundled one
    std::optional<std::int64_t> sequenceLength, globalBatchSize, microbatchSize;
    std::optional<std::int64_t> tensorDegree, pipelineDegree, dataDegree;
    std::optional<std::int64_t> ranks, vocabularySize;
    std::map<std::string, std::string> variables;
    bool dropOverlap = false;
    std::string output;
};

/// `import hf`: a case from a Hugging Face config.json.
struct ImportHuggingFaceCommand {
    std::string file;
    ImportOptions options;

    ExitCode run() const;
};

/// `import megatron`: a case from the arguments of a Megatron-LM training.
struct ImportMegatronCommand {
    std::string file;
    ImportOptions options;

    ExitCode run() const;
};

} // namespace planscope
