#include "frontend/calculon_import.h"

#include "base/json_document.h"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::StartsWith;

/// Three files in Calculon's form: the training of Table 5's 22B model with full recompute.
struct CalculonFiles {
    std::string model = R"({"hidden": 6144, "feedforward": 24576, "seq_size": 2048, "attn_heads": 64,
        "attn_size": 96, "num_blocks": 48})";
    std::string execution = R"({"num_procs": 8, "tensor_par": 8, "pipeline_par": 1, "data_par": 1,
        "tensor_par_net": 0, "pipeline_par_net": 1, "data_par_net": 1, "batch_size": 4, "microbatch_size": 4,
        "datatype": "float16", "fused_activation": false, "attention_type": "multihead",
        "activation_recompute": "full", "pipeline_interleaving": 1, "optimizer_sharding": false,
        "tensor_par_comm_type": "ar", "tensor_par_overlap": "none", "seq_par_ag_redo": false,
        "data_par_overlap": false, "weight_offload": false, "activations_offload": false,
        "optimizer_offload": false, "training": true})";
    std::string system = R"({
        "matrix": {"float16": {"tflops": 312, "gflops_efficiency": [[128, 0.950], [16, 0.9], [1, 0.6], [0, 0.1]]}},
        "vector": {"float16": {"tflops": 78, "gflops_efficiency": [[16, 0.95], [1, 0.5], [0, 0.1]]}},
        "mem1": {"GiB": 80, "GBps": 2048, "MB_efficiency": [[100, 0.90], [10, 0.75], [1, 0.6], [0, 0.3]]},
        "mem2": {"GiB": 512, "GBps": 32, "MB_efficiency": [[0, 0.3]]},
        "processing_mode": "no_overlap",
        "networks": [
            {"bandwidth": 300, "efficiency": 0.65, "size": 8, "latency": 0.00001, "must_be_filled": true,
             "ops": {"p2p": [1.0, null], "reduce_scatter": [1.5, -1], "all_gather": [1.5, -1], "all_reduce": [2.0, -1]},
             "processor_usage": 0.15},
            {"bandwidth": 25, "efficiency": 0.9, "size": 65536, "latency": 2e-5, "must_be_filled": false,
             "ops": {"p2p": [1.0, null], "reduce_scatter": [1.0, 0], "all_gather": [1.0, 0], "all_reduce": [1.0, 0]},
             "processor_usage": 0.02}]})";

    CalculonImport import() const { return importCalculon(model, execution, system, "tab5/megatron-22B_full"); }
};

/// The files with one piece of text changed; the piece must stand there.
std::string changed(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

CalculonImport importWithExecution(const std::string& from, const std::string& to)
{
    CalculonFiles files;
    files.execution = changed(files.execution, from, to);
    return files.import();
}
CalculonImport importWithSystem(const std::string& from, const std::string& to)
{
    CalculonFiles files;
    files.system = changed(files.system, from, to);
    return files.import();
}

std::vector<std::string> faultsOf(const CalculonImport& imported)
{
    EXPECT_EQ(imported.caseJson.empty(), !imported.diagnostics.empty());
    std::vector<std::string> faults;
    for (const Diagnostic& diagnostic : imported.diagnostics)
        faults.push_back(diagnostic.code + " at " + diagnostic.path);
    return faults;
}

std::vector<std::string> rowsOf(const CalculonImport& imported, ImportOutcome outcome)
{
    std::vector<std::string> rows;
    for (const ImportRow& row : imported.rows)
        if (row.outcome == outcome)
            rows.push_back(row.field + " = " + row.value + ": " + row.note);
    return rows;
}

/// A field of the imported case, compact: "mapping.recompute".
std::string fieldOf(const CalculonImport& imported, std::string path)
{
    const auto document = JsonDocument::parse(imported.caseJson);
    EXPECT_TRUE(document.has_value()) << testing::PrintToString(faultsOf(imported));
    std::optional<JsonValue> value = document ? std::optional{document->root()} : std::nullopt;
    path += '.';
    for (std::size_t dot = path.find('.'); value && dot != std::string::npos; dot = path.find('.')) {
        value = value->find(path.substr(0, dot));
        path.erase(0, dot + 1);
    }
    return value ? value->compact() : "absent";
}

TEST(CalculonImport, GivesTheCaseOfTable5)
{
    const CalculonImport imported = CalculonFiles{}.import();
    EXPECT_THAT(faultsOf(imported), IsEmpty());
    const auto got = JsonDocument::parse(imported.caseJson);
    ASSERT_TRUE(got.has_value());

    std::ifstream file{PLANSCOPE_SOURCE_DIR "/tests/oracle/cases.json"};
    const auto cases = JsonDocument::parse(std::string{std::istreambuf_iterator<char>{file}, {}});
    ASSERT_TRUE(cases.has_value());
    std::size_t compared = 0;
    for (const JsonValue entry : cases->root().elements()) {
        const JsonValue wanted = *entry.find("case");
        if (wanted.find("name") && wanted.find("name")->text() == "tab5/megatron-22B_full") {
            EXPECT_EQ(got->root().compact(), wanted.compact());
            ++compared;
        }
    }
    EXPECT_EQ(compared, 1U);
}

TEST(CalculonImport, SaysWhatBecameOfEachField)
{
    const CalculonImport imported = CalculonFiles{}.import();
    EXPECT_THAT(rowsOf(imported, ImportOutcome::Read),
                IsSupersetOf({"model.hidden = 6144: model.hidden_size",
                              "execution.activation_recompute = full: mapping.recompute",
                              "execution.tensor_par_comm_type = ar: mapping.tensor.communication: all_reduce",
                              "system.networks[0].latency = 0.00001: latency_seconds"}));
    EXPECT_THAT(rowsOf(imported, ImportOutcome::Assumed),
                ElementsAre(StartsWith("system.networks[0].ops.p2p[1] = : participant_offset 0"),
                            StartsWith("system.networks[1].ops.p2p[1] = : participant_offset 0"),
                            StartsWith("model.name = : megatron-22B"), StartsWith("system.name = : a100_80g")));
    EXPECT_THAT(rowsOf(imported, ImportOutcome::Ignored),
                ElementsAre(StartsWith("system.mem2 = {\"GiB\":512"),
                            StartsWith("system.networks[0].processor_usage = 0.15"),
                            StartsWith("system.networks[1].processor_usage = 0.02")));
    EXPECT_THAT(rowsOf(imported, ImportOutcome::Refused), IsEmpty());
}

TEST(CalculonImport, TranslatesEveryChoice)
{
    const auto read = [](const std::string& from, const std::string& to, const std::string& path) {
        return fieldOf(importWithExecution(from, to), path);
    };
    EXPECT_EQ(read("\"full\"", "\"none\"", "mapping.recompute"), "\"none\"");
    EXPECT_EQ(read("\"full\"", "\"attn_only\"", "mapping.recompute"), "\"attention\"");
    EXPECT_EQ(read("\"ar\"", "\"rs_ag\"", "mapping.tensor.communication"), "\"reduce_scatter_all_gather\"");
    EXPECT_EQ(read("\"float16\"", "\"bfloat16\"", "workload.datatype"), "\"bfloat16\"");
    EXPECT_EQ(read("\"fused_activation\": false", "\"fused_activation\": true", "mapping.fused_activation"), "true");
    EXPECT_EQ(read("\"optimizer_sharding\": false", "\"optimizer_sharding\": true", "mapping.data.optimizer_sharding"),
              "true");
    EXPECT_EQ(
        read("\"seq_par_ag_redo\": false", "\"seq_par_ag_redo\": true", "mapping.sequence_parallel_all_gather_redo"),
        "true");
    EXPECT_EQ(read("\"data_par_net\": 1", "\"data_par_net\": 0", "network_tiers.data"), "0");
    EXPECT_EQ(fieldOf(importWithSystem("no_overlap", "roofline"), "system.processing_mode"), "\"roofline\"");
}

TEST(CalculonImport, TellsTheScheduleFromStagesAndInterleaving)
{
    const auto schedule = [](const std::string& stages, const std::string& interleaving) {
        CalculonFiles files;
        files.execution = changed(files.execution, "\"pipeline_par\": 1", "\"pipeline_par\": " + stages);
        files.execution =
            changed(files.execution, "\"num_procs\": 8", "\"num_procs\": " + std::to_string(8 * std::stoi(stages)));
        files.execution =
            changed(files.execution, "\"pipeline_interleaving\": 1", "\"pipeline_interleaving\": " + interleaving);
        return fieldOf(files.import(), "mapping.pipeline.schedule");
    };
    EXPECT_EQ(schedule("1", "1"), R"({"kind":"single_stage"})");
    EXPECT_EQ(schedule("4", "1"), R"({"kind":"one_forward_one_backward"})");
    EXPECT_EQ(schedule("4", "3"), R"({"kind":"interleaved_one_forward_one_backward","virtual_stages":3})");
    // The laws refuse these two in their own words.
    EXPECT_EQ(schedule("1", "2"), R"({"kind":"interleaved_one_forward_one_backward","virtual_stages":2})");
    EXPECT_EQ(schedule("4", "0"), R"({"kind":"interleaved_one_forward_one_backward","virtual_stages":0})");
}

TEST(CalculonImport, PutsAnUnknownSystemInPlaceDigitForDigit)
{
    const CalculonImport imported = importWithSystem("\"tflops\": 312", "\"tflops\": 312.50");
    EXPECT_THAT(rowsOf(imported, ImportOutcome::Assumed),
                IsSupersetOf({"system.name = : calculon: the file does not say"}));
    EXPECT_EQ(fieldOf(imported, "system.schema"), "\"planscope.system/1\"");
    EXPECT_EQ(fieldOf(imported, "system.matrix.float16.peak_tflops"), "312.50");
    EXPECT_EQ(fieldOf(imported, "system.memory.efficiency"),
              R"([{"megabyte":100,"efficiency":0.90},{"megabyte":10,"efficiency":0.75},)"
              R"({"megabyte":1,"efficiency":0.6},{"megabyte":0,"efficiency":0.3}])");
    EXPECT_THAT(fieldOf(imported, "system.networks"),
                StartsWith(R"([{"name":"tier 0","peak_gb_per_second":300,"efficiency":0.65,"latency_seconds":0.00001,)"
                           R"("size":8,"must_be_filled":true,"operations":{)"
                           R"("point_to_point":{"volume_factor":1.0,"participant_offset":0},)"
                           R"("all_reduce":{"volume_factor":2.0,"participant_offset":-1},)"));
}

TEST(CalculonImport, CallsAnUnknownModelByNoOnesName)
{
    CalculonFiles files;
    files.model = changed(files.model, "\"num_blocks\": 48", "\"num_blocks\": 24");
    EXPECT_EQ(fieldOf(files.import(), "model.name"), "\"calculon\"");
    EXPECT_EQ(fieldOf(files.import(), "model.block_count"), "24");
}

TEST(CalculonImport, RefusesByNameWhatIsNotDerived)
{
    const auto refused = [](const std::string& from, const std::string& to) {
        return faultsOf(importWithExecution(from, to));
    };
    EXPECT_THAT(refused("\"ar\"", "\"p2p_rs_ag\""),
                ElementsAre("import.calculon.p2p_rs_ag at execution.tensor_par_comm_type"));
    EXPECT_THAT(refused("multihead", "multiquery"),
                ElementsAre("import.calculon.multiquery at execution.attention_type"));
    EXPECT_THAT(refused("\"training\": true", "\"training\": false"),
                ElementsAre("import.calculon.inference at execution.training"));
    for (const std::string overlap : {"\"ring\"", "\"pipe\""})
        EXPECT_THAT(refused("\"none\"", overlap),
                    ElementsAre("import.calculon.overlap at execution.tensor_par_overlap"));
    EXPECT_THAT(refused("\"data_par_overlap\": false", "\"data_par_overlap\": true"),
                ElementsAre("import.calculon.overlap at execution.data_par_overlap"));
    for (const std::string name : {"weight_offload", "activations_offload", "optimizer_offload"})
        EXPECT_THAT(refused('"' + name + "\": false", '"' + name + "\": true"),
                    ElementsAre("import.calculon.offload at execution." + name));
    EXPECT_THAT(refused("\"float16\"", "\"float8\""), ElementsAre("import.calculon.datatype at execution.datatype"));
    EXPECT_THAT(refused("\"num_procs\": 8", "\"num_procs\": 16"),
                ElementsAre("import.calculon.num_procs at execution.num_procs"));
}

TEST(CalculonImport, NamesTheWordsThatWouldDo)
{
    const CalculonImport imported = importWithExecution("\"full\"", "\"partial\"");
    ASSERT_EQ(imported.diagnostics.size(), 1U);
    const Diagnostic& fault = imported.diagnostics.front();
    EXPECT_EQ(fault.code, "import.calculon.unknown_value");
    EXPECT_EQ(fault.given, "partial");
    EXPECT_THAT(fault.legal, ElementsAre("none", "attn_only", "full"));
    EXPECT_THAT(rowsOf(imported, ImportOutcome::Refused),
                ElementsAre(StartsWith("execution.activation_recompute = partial")));
}

TEST(CalculonImport, NamesMissingUnknownMistypedAndDoubledFields)
{
    EXPECT_THAT(faultsOf(importWithExecution("\"data_par\": 1,", "")),
                ElementsAre("file.missing_field at execution.data_par"));
    EXPECT_THAT(faultsOf(importWithExecution("\"data_par\": 1", "\"data_par\": 1.0")),
                ElementsAre("file.type at execution.data_par"));
    EXPECT_THAT(faultsOf(importWithExecution("\"data_par\": 1", "\"data_par\": 1, \"data_par\": 2")),
                ElementsAre("file.duplicate_key at execution.data_par"));
    EXPECT_THAT(faultsOf(importWithExecution("\"training\"", "\"pipeline_par_overlap\": false, \"training\"")),
                ElementsAre("file.unknown_field at execution.pipeline_par_overlap"));
    EXPECT_THAT(faultsOf(importWithSystem("[16, 0.9]", "[16]")),
                ElementsAre("file.type at system.matrix.float16.gflops_efficiency[1]"));
    EXPECT_THAT(faultsOf(importWithSystem("[1.0, null]", "[null, 0]")),
                ElementsAre("file.type at system.networks[0].ops.p2p"));
    EXPECT_THAT(faultsOf(importWithSystem("\"matrix\": {\"float16\"", "\"matrix\": {\"int8\"")),
                ElementsAre("file.unknown_field at system.matrix.int8"));
    EXPECT_THAT(faultsOf(importWithSystem("\"mem1\": {", "\"mem1\": 80, \"mem3\": {")),
                ElementsAre("file.unknown_field at system.mem3", "file.type at system.mem1"));
}

TEST(CalculonImport, TellsTheFaultsOfAllThreeFilesAtOnce)
{
    const CalculonImport imported = importCalculon("{\"hidden\": }", "[]", "{}", "case");
    EXPECT_THAT(faultsOf(imported),
                IsSupersetOf({"file.syntax at model", "file.type at execution", "file.missing_field at system.matrix",
                              "file.missing_field at system.networks"}));
}

TEST(CalculonImport, DoesWithoutTheFieldsItIgnores)
{
    CalculonFiles files;
    files.system = changed(files.system, R"("mem2": {"GiB": 512, "GBps": 32, "MB_efficiency": [[0, 0.3]]},)", "");
    files.system = changed(files.system, R"(, -1]},
             "processor_usage": 0.15)",
                           ", -1]}");
    EXPECT_EQ(fieldOf(files.import(), "system"), "\"a100_80g\"");
}

TEST(CalculonImport, ReadsListsUpToABound)
{
    std::string steps = "[0, 0.1]";
    for (int k = 0; k < 1000; ++k)
        steps += ", [0, 0.1]";
    EXPECT_THAT(faultsOf(importWithSystem("[0, 0.1]", steps)),
                ElementsAre("import.calculon.too_many at system.matrix.float16.gflops_efficiency"));
}

} // namespace
} // namespace planscope
