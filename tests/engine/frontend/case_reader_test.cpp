#include "read_text.h"

#include <functional>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A field of the lawful case: where it stands, its value, and what the object around it may hold.
struct Place {
    std::string path;
    JsonValue value;
};

void collect(JsonValue value, const std::string& path, std::vector<Place>& to)
{
    if (value.isObject()) {
        for (const JsonValue::Member member : value.members()) {
            const std::string inside = path.empty() ? std::string{member.name} : path + "." + std::string{member.name};
            to.push_back({inside, member.value});
            collect(member.value, inside, to);
        }
    } else if (value.isArray()) {
        std::size_t index = 0;
        for (const JsonValue element : value.elements())
            collect(element, path + "[" + std::to_string(index++) + "]", to);
    }
}

/// The value written compactly; at the field of that position `edit` decides what stands there.
std::string rewritten(JsonValue value, std::size_t position,
                      const std::function<std::string(std::string, JsonValue)>& edit)
{
    std::string text;
    const auto separate = [&text] { text += text.size() > 1 ? "," : ""; };
    if (value.isObject()) {
        text = "{";
        for (const JsonValue::Member member : value.members()) {
            const std::string key = "\"" + std::string{member.name} + "\":";
            const std::string field = member.value.position() == position
                ? edit(key, member.value)
                : key + rewritten(member.value, position, edit);
            if (!field.empty()) {
                separate();
                text += field;
            }
        }
        return text + "}";
    }
    if (value.isArray()) {
        text = "[";
        for (const JsonValue element : value.elements()) {
            separate();
            text += rewritten(element, position, edit);
        }
        return text + "]";
    }
    return value.compact();
}

class EachField : public testing::Test {
protected:
    EachField() { collect(m_document->root(), {}, m_fields); }

    std::vector<std::string> faultsWhen(const Place& field,
                                        const std::function<std::string(std::string, JsonValue)>& edit)
    {
        return faultsOf(rewritten(m_document->root(), field.value.position(), edit));
    }

    const std::string m_text = lawfulCase();
    Result<JsonDocument> m_document = JsonDocument::parse(m_text);
    std::vector<Place> m_fields;
};

bool isTable(const std::string& path)
{
    return path == "system.matrix.float16" || path == "system.matrix.bfloat16" || path == "system.vector.float16";
}

TEST_F(EachField, IsReadWhenNothingIsChanged)
{
    EXPECT_THAT(faultsOf(m_text), IsEmpty());
    EXPECT_GT(m_fields.size(), 80U);
}

TEST_F(EachField, IsMissedByItsPathAlone)
{
    for (const Place& field : m_fields) {
        if (field.path == "mapping.world_size" || isTable(field.path))
            continue;
        SCOPED_TRACE(field.path);
        const auto faults = faultsWhen(field, [](const std::string&, JsonValue) { return std::string{}; });
        EXPECT_THAT(faults, ElementsAre("file.missing_field " + field.path + " <> []")) << "it breaks nothing else";
    }
}

TEST_F(EachField, IsToldWhenItIsOfAnotherType)
{
    for (const Place& field : m_fields) {
        SCOPED_TRACE(field.path);
        // Nothing may be null or an array of null; a number is wrong wherever none stands.
        for (const std::string value : {"null", "[null]", "{}", "true", "5.5"}) {
            const bool isKindOf = field.value.compact() == value
                || (value == "5.5" && field.value.kind() == JsonKind::Number && !field.value.integer())
                || (value == "true" && field.value.kind() == JsonKind::Boolean)
                || (value == "{}" && field.value.isObject()) || (value == "[null]" && field.value.isArray());
            const bool takesDoubles = field.path.find("system.") == 0 && field.path != "system.networks[0].size"
                && field.value.kind() == JsonKind::Number;
            if (isKindOf || (value == "5.5" && takesDoubles))
                continue;
            const auto faults = faultsWhen(field, [&](const std::string& key, JsonValue) { return key + value; });
            EXPECT_THAT(faults, ElementsAre("file.type " + field.path + " <" + value + "> []"));
        }
    }
}

TEST_F(EachField, IsToldWhenItStandsTwiceAndTheFirstCounts)
{
    for (const Place& field : m_fields) {
        SCOPED_TRACE(field.path);
        const auto faults = faultsWhen(field, [](const std::string& key, JsonValue value) {
            return key + value.compact() + "," + key + "[0, 1]," + key + "2";
        });
        EXPECT_THAT(faults, ElementsAre("file.duplicate_key " + field.path + " <[0,1]> []"));
    }
}

TEST_F(EachField, MayNotHaveAnUnknownNeighbour)
{
    for (const Place& field : m_fields) {
        SCOPED_TRACE(field.path);
        const auto faults = faultsWhen(field, [](const std::string& key, JsonValue value) {
            return key + value.compact() + R"(,"extra": {"b" : 1.50, "a": "x"})";
        });
        const std::string parent = field.path.substr(0, field.path.rfind('.') + 1);
        ASSERT_EQ(faults.size(), 1U);
        const std::string code = isTable(field.path) ? "system.datatype " : "file.unknown_field ";
        EXPECT_EQ(faults[0].rfind(code + (field.path.find('.') == std::string::npos ? "" : parent)
                                      + R"(extra <{"b":1.50,"a":"x"}> [)",
                                  0),
                  0U)
            << faults[0];
    }
}

TEST_F(EachField, ThatIsASizeIsAtLeastOne)
{
    for (const Place& field : m_fields) {
        if (!field.value.integer() || field.path.find("system.") == 0 || field.path.find("network_tiers.") == 0)
            continue;
        SCOPED_TRACE(field.path);
        for (const std::string value : {"0", "-0", "-7", "-9223372036854775808"})
            EXPECT_THAT(faultsWhen(field, [&](const std::string& key, JsonValue) { return key + value; }),
                        ElementsAre("spec.positive " + field.path + " <" + value + "> []"));
    }
}

TEST_F(EachField, ThatIsAnIntegerIsWrittenAsOne)
{
    for (const Place& field : m_fields) {
        const bool isInteger = field.value.integer()
            && (field.path.find("system.") != 0 || field.path == "system.networks[0].size");
        if (!isInteger)
            continue;
        SCOPED_TRACE(field.path);
        for (const std::string value :
             {"8.0", "1e3", "9223372036854775808", "-9223372036854775809", "1.5", "100000000000000000000000000000"})
            EXPECT_THAT(faultsWhen(field, [&](const std::string& key, JsonValue) { return key + value; }),
                        ElementsAre("file.type " + field.path + " <" + value + "> []"));
    }
}

TEST(CaseReader, ANameThatIsNotKnownIsToldWithThoseThatAre)
{
    const auto faults = [](std::string_view piece, std::string_view replacement) {
        return faultsOf(with(lawfulCase(), piece, replacement));
    };
    EXPECT_THAT(faults(R"("datatype": "float16")", R"("datatype": "float32")"),
                ElementsAre("spec.unknown_value workload.datatype <float32> [float16, bfloat16]"));
    EXPECT_THAT(
        faults("reduce_scatter_all_gather", "ring"),
        ElementsAre("spec.unknown_value mapping.tensor.communication <ring> [all_reduce, reduce_scatter_all_gather]"));
    EXPECT_THAT(faults("interleaved_one_forward_one_backward", "gpipe"),
                ElementsAre("spec.unknown_value mapping.pipeline.schedule.kind <gpipe> [single_stage, "
                            "one_forward_one_backward, interleaved_one_forward_one_backward, forward_only]"));
    EXPECT_THAT(faults(R"("recompute": "attention")", R"("recompute": "")"),
                ElementsAre("spec.unknown_value mapping.recompute <> [none, attention, full]"));
    EXPECT_THAT(faults("planscope.system/1", "planscope.system/2"),
                ElementsAre("spec.unknown_value system.schema <planscope.system/2> [planscope.system/1]"));
    EXPECT_THAT(faults("roofline", "overlap"),
                ElementsAre("spec.unknown_value system.processing_mode <overlap> [no_overlap, roofline]"));
    EXPECT_THAT(faults("planscope.case/1", "planscope.case/7"),
                ElementsAre("spec.unknown_value schema <planscope.case/7> "
                            "[planscope.case/1, planscope.case/2, planscope.study/1, planscope.study/2]"));
}

TEST(CaseReader, ACaseInAnArrayIsNoStudy)
{
    const std::string text = "[" + with(lawfulCase(), "planscope.case/1", "planscope.study/1") + "]";
    EXPECT_THAT(faultsOf(text),
                ElementsAre("spec.unknown_value schema <planscope.study/1> [planscope.case/1, planscope.case/2]"));
}

TEST(CaseReader, AnotherSchemaIsToldAlone)
{
    const std::string text =
        with(with(lawfulCase(), "planscope.case/1", "planscope.case/3"), R"("block_count")", R"("layers")");
    EXPECT_THAT(faultsOf("[" + text + "]"),
                ElementsAre("spec.unknown_value schema <planscope.case/3> [planscope.case/1, planscope.case/2]"));
    EXPECT_THAT(faultsOf(R"({"schema": "planscope.study/9", "candidates": []})"),
                ElementsAre("spec.unknown_value schema <planscope.study/9> "
                            "[planscope.case/1, planscope.case/2, planscope.study/1, planscope.study/2]"));
}

TEST(CaseReader, VirtualStagesBelongToTheInterleavedKind)
{
    const auto faults = [](std::string_view schedule) {
        return faultsOf(
            with(lawfulCase(), R"({"kind": "interleaved_one_forward_one_backward", "virtual_stages": 2})", schedule));
    };
    EXPECT_THAT(faults(R"({"kind": "interleaved_one_forward_one_backward"})"),
                ElementsAre("file.missing_field mapping.pipeline.schedule.virtual_stages <> []"));
    EXPECT_THAT(faults(R"({"kind": "one_forward_one_backward"})"), IsEmpty());
    EXPECT_THAT(faults(R"({"virtual_stages": null, "kind": "one_forward_one_backward"})"),
                ElementsAre("file.unknown_field mapping.pipeline.schedule.virtual_stages <null> [kind]"));
    EXPECT_THAT(faults(R"({})"), ElementsAre("file.missing_field mapping.pipeline.schedule.kind <> []"));
    EXPECT_THAT(faults(R"({"virtual_stages": 2})"),
                ElementsAre("file.missing_field mapping.pipeline.schedule.kind <> []"));
    EXPECT_THAT(faults(R"({"virtual_stages": 2, "kind": 7})"),
                ElementsAre("file.type mapping.pipeline.schedule.kind <7> []"));
    EXPECT_THAT(faults(R"({"kind": 7})"), ElementsAre("file.type mapping.pipeline.schedule.kind <7> []"));
    EXPECT_THAT(faults(R"({"x": 1, "kind": null})"),
                ElementsAre("file.unknown_field mapping.pipeline.schedule.x <1> [kind, virtual_stages]",
                            "file.type mapping.pipeline.schedule.kind <null> []"));
    EXPECT_THAT(
        faults(R"({"kind": "interleaved_one_forward_one_backward", "kind": "single_stage", "virtual_stages": 2})"),
        ElementsAre("file.duplicate_key mapping.pipeline.schedule.kind <single_stage> []"));
}

TEST(CaseReader, AMissingOrMistypedParentIsOneFault)
{
    EXPECT_THAT(faultsOf(
                    R"({"schema": "planscope.case/1", "name": "n", "model": 5, "workload": [], "mapping": null,
                 "system": true})"),
                ElementsAre("file.missing_field network_tiers <> []", "file.type model <5> []",
                            "file.type workload <[]> []", "file.type mapping <null> []", "file.type system <true> []"));
    EXPECT_THAT(faultsOf("{}"),
                ElementsAre("file.missing_field schema <> []", "file.missing_field name <> []",
                            "file.missing_field model <> []", "file.missing_field workload <> []",
                            "file.missing_field mapping <> []", "file.missing_field system <> []",
                            "file.missing_field network_tiers <> []"));
}

TEST(CaseReader, TellsEverythingInTheOrderOfTheContract)
{
    std::string text = lawfulCase();
    text = with(text, R"("datatype": "float16")", R"("datatype": "int8", "z": 1)"); // unknown value, field
    text = with(text, R"("hidden_size": 1000)",
                R"("hidden_size": -1, "hidden_size": 2, "a": [1, 2])");               // positive, duplicate
    text = with(text, R"("attention_heads": 10)", R"("attention_heads": 7)");         // t does not divide
    text = with(text, R"("recompute": "attention",)", "");                            // missing
    text = with(text, R"("fused_activation": false)", R"("fused_activation": "no")"); // type
    text = with(text, R"("world_size": 18)", R"("world_size": 19)");
    text = with(text, R"("capacity_gib": 80)", R"("capacity_gib": -80)");
    text = with(text, R"("latency_seconds": 1e-05)", R"("latency_seconds": -1e-05)");
    text = with(text, R"("peak_tflops": 78)", R"("peak_tflops": 0.0)");
    EXPECT_THAT(faultsOf(text),
                ElementsAre("file.missing_field mapping.recompute <> []",
                            "file.unknown_field model.a <[1,2]> [name, hidden_size, feedforward_size, sequence_length, "
                            "attention_heads, attention_head_size, block_count]",
                            "file.unknown_field workload.z <1> [global_batch_size, microbatch_size, datatype]",
                            "file.type mapping.fused_activation <no> []", "file.duplicate_key model.hidden_size <2> []",
                            "spec.positive model.hidden_size <-1> []",
                            "spec.unknown_value workload.datatype <int8> [float16, bfloat16]",
                            "mapping.world_size mapping.world_size <19> [18]",
                            "mapping.tensor.divides_heads mapping.tensor.degree <2> [1]",
                            "system.peak system.vector.float16.peak_tflops <0.0> []",
                            "system.capacity system.memory.capacity_gib <-80> []",
                            "system.latency system.networks[0].latency_seconds <-1e-05> []"));
}

TEST(CaseReader, UnknownFieldsComeInFileOrder)
{
    EXPECT_THAT(
        faultsOf(
            R"({"z": 0, "mapping": 1, "a": 0, "network_tiers": {"q": 1, "tensor": 0, "pipeline": 0, "data": 0, "b": 2},
                             "model": "gpt3-175B", "c": 3, "c": 4, "workload": 2, "system": "a100_80g", "name": "",
                             "schema": "planscope.case/1"})"),
        ElementsAre("file.unknown_field z <0> [schema, name, model, workload, mapping, system, network_tiers]",
                    "file.unknown_field a <0> [schema, name, model, workload, mapping, system, network_tiers]",
                    "file.unknown_field network_tiers.q <1> [tensor, pipeline, data]",
                    "file.unknown_field network_tiers.b <2> [tensor, pipeline, data]",
                    "file.unknown_field c <3> [schema, name, model, workload, mapping, system, network_tiers]",
                    "file.type workload <2> []", "file.type mapping <1> []", "file.duplicate_key c <4> []"));
}

TEST(CaseReader, KeepsTheNameAsTheFileHasIt)
{
    const auto read = [](std::string_view name) {
        return readOne(with(lawfulCase(), R"("name": "lawful")", std::string{R"("name": )"} + std::string{name}));
    };
    EXPECT_EQ(read(R"("caf\u00e9")").name, "café");
    EXPECT_EQ(read(R"("a\"b")").nameJson, R"("a\"b")");
    EXPECT_EQ(read("5.0").name, std::nullopt);
    EXPECT_EQ(read("5.0").nameJson, "5.0");
    EXPECT_EQ(read("null").nameJson, "null");
    EXPECT_EQ(readOne("{}").nameJson, "null");
    EXPECT_EQ(readOne("5").nameJson, "null");
    EXPECT_EQ(read(R"("x", "name": "y")").name, "x");
}

TEST(CaseReader, WhatIsNoObjectIsNoCase)
{
    EXPECT_THAT(faultsOf("5"), ElementsAre("file.type  <5> []"));
    EXPECT_THAT(faultsOf("\"text\""), ElementsAre("file.type  <text> []"));
    EXPECT_THAT(faultsOf("[[1, {\"b\": 1, \"a\": 2}]]"), ElementsAre("file.type  <[1,{\"b\":1,\"a\":2}]> []"));
    EXPECT_THAT(faultsOf("[null]"), ElementsAre("file.type  <null> []"));
}

TEST(CaseReader, BundledModelsAndSystemsGoByName)
{
    std::string text = R"({"schema": "planscope.case/1", "name": "n", "model": "gpt3-175B",
        "workload": {"global_batch_size": 64, "microbatch_size": 1, "datatype": "float16"},
        "mapping": {"tensor": {"degree": 8, "communication": "all_reduce"},
          "pipeline": {"degree": 1, "schedule": {"kind": "single_stage"}},
          "data": {"degree": 1, "optimizer_sharding": false}, "recompute": "none",
          "fused_activation": false, "sequence_parallel_all_gather_redo": false},
        "system": "a100_80g", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}})";
    const ReadCandidate read = readOne(text);
    ASSERT_TRUE(read.candidate);
    EXPECT_EQ(read.candidate->training.model().hiddenSize, 12288);
    EXPECT_EQ(read.candidate->system->name, "a100_80g");
    EXPECT_EQ(read.candidate->system, readOne(text).candidate->system) << "one object for one bundled profile";
    EXPECT_EQ(read.candidate->tiers, (NetworkTierBinding{0, 1, 1}));

    const auto faults = faultsOf(with(with(text, "gpt3-175B", "gpt-9"), "a100_80g", "b300"));
    ASSERT_EQ(faults.size(), 2U);
    EXPECT_EQ(faults[0].rfind("spec.unknown_value model <gpt-9> [anthropic-52B, chinchilla, ", 0), 0U) << faults[0];
    EXPECT_EQ(faults[1], "spec.unknown_value system <b300> [a100_80e, a100_80g, h100_80g_nvl8]");
}

TEST(CaseReader, CountsRanksBeyond64Bits)
{
    const std::string text = R"({"schema": "planscope.case/1", "name": "n",
        "model": {"name": "m", "hidden_size": 1099511627776, "feedforward_size": 1099511627776, "sequence_length": 1,
                  "attention_heads": 1099511627776, "attention_head_size": 1, "block_count": 1099511627776},
        "workload": {"global_batch_size": 1099511627776, "microbatch_size": 1, "datatype": "float16"},
        "mapping": {"tensor": {"degree": 1099511627776, "communication": "all_reduce"},
          "pipeline": {"degree": 1099511627776, "schedule": {"kind": "one_forward_one_backward"}},
          "data": {"degree": 1099511627776, "optimizer_sharding": false}, "recompute": "none",
          "fused_activation": false, "sequence_parallel_all_gather_redo": false},
        "system": "a100_80g", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}})";
    EXPECT_THAT(faultsOf(text),
                ElementsAre("integer.overflow shape.world_size <1329227995784915872903807060280344576> []"));
    EXPECT_THAT(
        faultsOf(with(text, R"({"tensor": {"deg)", R"({"world_size": 9223372036854775807, "tensor": {"deg)")),
        ElementsAre(
            "mapping.world_size mapping.world_size <9223372036854775807> [1329227995784915872903807060280344576]"));
}

} // namespace
} // namespace planscope
