#include "cli/import_grammar.h"

#include "cli/command_options.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace planscope {
namespace {

constexpr const char* importFooter =
    R"(The case goes to standard output or -o; a line for every field that was read,
assumed, ignored or refused goes to standard error. A file that asks for what is
not derived makes no case.

Examples:
  planscope-cli import hf config.json --tensor 8 -o case.json
  planscope-cli import megatron train.sh --ranks 1024 -o case.json)";

constexpr const char* calculonFooter =
    R"(Example:
  planscope-cli import calculon --model megatron-22B.json --execution full.json \
      --system a100_80g.json -o case.json)";

constexpr const char* huggingFaceFooter =
    R"(Dense decoders of the types llama, mistral, qwen2, qwen3 and gpt2 are read, also
as the text_config of a multimodal file. Refused by name: mixture of experts,
latent attention, a sliding window in use, blocks that differ from layer to
layer, and any field that is not known, since it may change the architecture.

The file gives the model. The rest of the case is that of the template, else one
rank, sequences of 4096 tokens, no recompute, fused attention and loss.

Examples:
  planscope-cli import hf config.json
  planscope-cli import hf config.json --sequence-length 8192 \
      --global-batch-size 128 --tensor 8 --pipeline 4 --data 2 -o case.json
  planscope-cli import hf config.json --template case.json)";

constexpr const char* megatronFooter =
    R"(FILE is a shell script or line (variables, arrays, continued lines; nothing is
run), a file of arguments, or YAML of "name: value" lines in sections one deep at
most. What it does not say is as in Megatron-core 0.14. A variable that the text
gives no value, or gives one in a condition, is defined with --define.

Refused by name: experts, latent attention, fp8, fp16, offload, fully sharded data
parallelism, recompute of some blocks, overlapping communication (--no-overlap
drops it), and any argument that is not known.

Examples:
  planscope-cli import megatron train.sh --ranks 1024 --vocabulary-size 128256
  planscope-cli import megatron arguments.yaml --define SEQ=8192 -o case.json)";

void addImportOptions(CLI::App& command, ImportOptions& options)
{
    command.add_option("--template", options.templateCase, "a case of a whole model that gives what nothing else says")
        ->option_text("CASE");
    command.add_option("--system", options.system, "a bundled system (planscope-cli presets systems)")
        ->option_text("NAME");
    command.add_option("--name", options.name, "name of the case")->option_text("NAME (the model's)");
    addOutput(command, options.output);
}

} // namespace

void ImportGrammar::addTo(CLI::App& app)
{
    CLI::App* command = addCommand(app, "import", "make a case from another tool's files", importFooter);
    command->require_subcommand(1);
    m_command = command;
    addCalculon(*command);
    addHuggingFace(*command);
    addMegatron(*command);
}

void ImportGrammar::addCalculon(CLI::App& command)
{
    CLI::App* calculon =
        addCommand(command, "calculon", "from Calculon's model, execution and system files", calculonFooter);
    const auto addSource = [calculon](const char* flag, std::string& target, const char* description,
                                      const char* text) {
        calculon->add_option(flag, target, description)->required()->option_text(text);
    };
    addSource("--model", m_calculon.modelFile, "Calculon's model file", "M (required)");
    addSource("--execution", m_calculon.executionFile, "Calculon's execution file", "E (required)");
    addSource("--system", m_calculon.systemFile, "Calculon's system file", "S (required)");
    m_calculon.caseName = "calculon";
    calculon->add_option("--name", m_calculon.caseName, "name of the case")->option_text("NAME (calculon)");
    addOutput(*calculon, m_calculon.output);
}

void ImportGrammar::addHuggingFace(CLI::App& command)
{
    CLI::App* hf = addCommand(command, "hf", "from a Hugging Face config.json", huggingFaceFooter);
    hf->add_option("FILE", m_huggingFace.file, "the config.json; \"-\" is standard input")
        ->required()
        ->option_text(" ");
    ImportOptions& options = m_huggingFace.options;
    addNumber(*hf, "--sequence-length", options.sequenceLength, "tokens of a sequence");
    addNumber(*hf, "--global-batch-size", options.globalBatchSize, "sequences of a step");
    addNumber(*hf, "--microbatch-size", options.microbatchSize, "sequences of a microbatch");
    addNumber(*hf, "--tensor", options.tensorDegree, "tensor-parallel ranks");
    addNumber(*hf, "--pipeline", options.pipelineDegree, "pipeline stages");
    addNumber(*hf, "--data", options.dataDegree, "data-parallel replicas");
    addImportOptions(*hf, options);
}

void ImportGrammar::addMegatron(CLI::App& command)
{
    CLI::App* megatron =
        addCommand(command, "megatron", "from the arguments of a Megatron-LM training", megatronFooter);
    megatron->add_option("FILE", m_megatron.file, "a script, arguments or YAML; \"-\" is standard input")
        ->required()
        ->option_text(" ");
    ImportOptions& options = m_megatron.options;
    addNumber(*megatron, "--ranks", options.ranks, "ranks of the training, where its launcher does not say");
    addNumber(*megatron, "--vocabulary-size", options.vocabularySize,
              "rows of the model's vocabulary, where the tokenizer's files say");
    megatron
        ->add_option_function<std::vector<std::string>>(
            "--define",
            [&options](const std::vector<std::string>& definitions) {
                for (const std::string& definition : definitions) {
                    const std::size_t equals = definition.find('=');
                    if (equals == 0 || equals == std::string::npos)
                        throw CLI::ValidationError("--define", "is NAME=VALUE");
                    options.variables[definition.substr(0, equals)] = definition.substr(equals + 1);
                }
            },
            "the value of a variable of the script; may be given again")
        ->option_text("NAME=VALUE");
    megatron->add_flag("--no-overlap", options.dropOverlap,
                       "take arguments that ask for overlapping communication as if they did not");
    addImportOptions(*megatron, options);
}

ImportGrammar::Chosen ImportGrammar::chosen() const
{
    if (m_command->got_subcommand("hf"))
        return m_huggingFace;
    if (m_command->got_subcommand("megatron"))
        return m_megatron;
    return m_calculon;
}

} // namespace planscope
