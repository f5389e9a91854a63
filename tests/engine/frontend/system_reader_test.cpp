#include "read_text.h"

#include "evaluation/system/system_laws.h"
#include "frontend/presets.h"
#include "frontend/system_reader.h"

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faultsWith(std::string_view piece, std::string_view replacement)
{
    return faultsOf(with(lawfulCase(), piece, replacement));
}

TEST(SystemReader, TurnsTheUnitsOfTheFileIntoBasicOnes)
{
    const ReadCandidate read = readOne(lawfulCase());
    ASSERT_TRUE(read.candidate);
    const SystemProfile& system = *read.candidate->system;
    EXPECT_EQ(system.processingMode, ProcessingMode::Roofline);
    ASSERT_EQ(system.matrix.size(), 2U);
    EXPECT_EQ(system.matrix[0].datatype, TableDatatype::Float16);
    EXPECT_EQ(system.matrix[0].peakOperationsPerSecond, 312e12);
    EXPECT_EQ(system.matrix[0].efficiency, (EfficiencyCurve{{8e9, 0.95}, {0, 0.4}}));
    EXPECT_EQ(system.memoryPeakBytesPerSecond, 2e12);
    EXPECT_EQ(system.memoryEfficiency, (EfficiencyCurve{{4e6, 0.9}, {0, 0.3}}));
    EXPECT_EQ(system.capacityBytes(), 80.0 * 1073741824.0);
    ASSERT_EQ(system.networks.size(), 1U);
    EXPECT_EQ(system.networks[0].peakBytesPerSecond, 3e11);
    EXPECT_EQ(system.networks[0].operations[static_cast<std::size_t>(NetworkOperation::ReduceScatter)],
              (NetworkOperationCost{1.5, -1}));
}

TEST(SystemReader, TellsEachLawByItsPathWithTheDigitsOfTheFile)
{
    EXPECT_THAT(faultsWith(R"("peak_tflops": 250)", R"("peak_tflops": -2.50e1)"),
                ElementsAre("system.peak system.matrix.bfloat16.peak_tflops <-2.50e1> []"));
    EXPECT_THAT(faultsWith(R"("capacity_gib": 80)", R"("capacity_gib": 0)"),
                ElementsAre("system.capacity system.memory.capacity_gib <0> []"));
    EXPECT_THAT(faultsWith(R"("peak_gb_per_second": 2000)", R"("peak_gb_per_second": 0)"),
                ElementsAre("system.bandwidth system.memory.peak_gb_per_second <0> []"));
    EXPECT_THAT(faultsWith(R"("peak_gb_per_second": 300)", R"("peak_gb_per_second": -1)"),
                ElementsAre("system.bandwidth system.networks[0].peak_gb_per_second <-1> []"));
    EXPECT_THAT(faultsWith(R"("efficiency": 0.4)", R"("efficiency": 1.0000001)"),
                ElementsAre("system.efficiency system.matrix.float16.efficiency[1].efficiency <1.0000001> []"));
    EXPECT_THAT(faultsWith(R"("efficiency": 0.7)", R"("efficiency": 0)"),
                ElementsAre("system.efficiency system.networks[0].efficiency <0> []"));
    EXPECT_THAT(faultsWith(R"("efficiency": 0.95)", R"("efficiency": 1)"), IsEmpty());
    EXPECT_THAT(faultsWith(R"("latency_seconds": 1e-05)", R"("latency_seconds": -1e-300)"),
                ElementsAre("system.latency system.networks[0].latency_seconds <-1e-300> []"));
    EXPECT_THAT(faultsWith(R"("latency_seconds": 1e-05)", R"("latency_seconds": 0)"), IsEmpty());
    EXPECT_THAT(faultsWith(R"("size": 10)", R"("size": 0)"), ElementsAre("system.size system.networks[0].size <0> []"));
}

TEST(SystemReader, ThresholdsDescendToZero)
{
    const std::string curve = R"([{"megabyte": 4, "efficiency": 0.9}, {"megabyte": 0, "efficiency": 0.3}])";
    const auto faults = [&curve](std::string_view replacement) { return faultsWith(curve, replacement); };
    EXPECT_THAT(faults(R"([{"megabyte": 0, "efficiency": 0.3}])"), IsEmpty());
    EXPECT_THAT(faults(R"([{"megabyte": -0.0, "efficiency": 0.3}])"), IsEmpty());
    EXPECT_THAT(faults("[]"), ElementsAre("system.thresholds system.memory.efficiency <[]> []"));
    EXPECT_THAT(faults(R"([{"megabyte": 4, "efficiency": 0.9}])"),
                ElementsAre(R"(system.thresholds system.memory.efficiency <[{"megabyte":4,"efficiency":0.9}]> [])"));
    EXPECT_EQ(
        faults(
            R"([{"megabyte": 4, "efficiency": 1}, {"megabyte": 4, "efficiency": 1}, {"megabyte": 0, "efficiency": 1}])")
            .size(),
        1U);
    EXPECT_EQ(
        faults(
            R"([{"megabyte": 4, "efficiency": 1}, {"megabyte": 0, "efficiency": 1},{"megabyte": -1, "efficiency": 1}])")
            .size(),
        1U);
    // A threshold that cannot be read skips the law on the curve; the step's own laws stand.
    EXPECT_THAT(faults(R"([{"megabyte": "x", "efficiency": 2}, {"megabyte": 7, "efficiency": 0.3}])"),
                ElementsAre("file.type system.memory.efficiency[0].megabyte <x> []",
                            "system.efficiency system.memory.efficiency[0].efficiency <2> []"));
    EXPECT_THAT(faults(R"([{"megabyte": 4, "efficiency": 0.9}, 0])"),
                ElementsAre("file.type system.memory.efficiency[1] <0> []"));
    EXPECT_THAT(faults(R"([{"gflop": 0, "efficiency": 0.3}])"),
                ElementsAre("file.missing_field system.memory.efficiency[0].megabyte <> []",
                            "file.unknown_field system.memory.efficiency[0].gflop <0> [megabyte, efficiency]"));
}

TEST(SystemReader, TablesAreNamedByKnownDatatypesAndFloat16IsThere)
{
    EXPECT_THAT(faultsWith(R"("bfloat16": {"peak_tflops": 250)", R"("int8": {"peak_tflops": 250)"),
                ElementsAre("system.datatype system.matrix.int8 "
                            R"(<{"peak_tflops":250,"efficiency":[{"gflop":0,"efficiency":0.3}]}> [])"));
    EXPECT_THAT(faultsWith(R"("bfloat16": {"peak_tflops": 250)", R"("float8": {"peak_tflops": 250)"), IsEmpty());
    EXPECT_THAT(faultsWith(R"("vector": {"float16")", R"("vector": {"float32")"),
                ElementsAre("system.float16 system.vector "
                            R"(<{"float32":{"peak_tflops":78,"efficiency":[{"gflop":0,"efficiency":0.1}]}}> [])"));
    EXPECT_THAT(
        faultsWith(R"({"float16": {"peak_tflops": 78, "efficiency": [{"gflop": 0, "efficiency": 0.1}]}})", "{}"),
        ElementsAre("system.float16 system.vector <{}> []"));
    EXPECT_THAT(
        faultsWith(R"({"float16": {"peak_tflops": 78, "efficiency": [{"gflop": 0, "efficiency": 0.1}]}})", "[]"),
        ElementsAre("file.type system.vector <[]> []"));
    EXPECT_THAT(faultsWith(R"({"float16": {"peak_tflops": 78, "efficiency": [{"gflop": 0, "efficiency": 0.1}]}})",
                           R"({"float16": 1})"),
                ElementsAre("file.type system.vector.float16 <1> []"));
}

TEST(SystemReader, AllOperationsAndNoOthersHaveACost)
{
    EXPECT_THAT(faultsWith("\"reduce_scatter\":", "\"all_to_all\":"),
                ElementsAre("file.missing_field system.networks[0].operations.reduce_scatter <> []",
                            "file.unknown_field system.networks[0].operations.all_to_all "
                            "<{\"volume_factor\":1.5,\"participant_offset\":-1}> [point_to_point, all_reduce, "
                            "reduce_scatter, all_gather]"));
}

TEST(SystemReader, TellsTheLawsInOrderOfTheirCodes)
{
    std::string text = lawfulCase();
    text = with(text, R"("size": 10)", R"("size": -3)");
    text = with(text, R"("efficiency": 0.7)", R"("efficiency": 7)");
    text = with(text, R"("efficiency": 0.95)", R"("efficiency": 95)");
    text = with(text, R"("gflop": 8)", R"("gflop": 0)");
    text = with(text, R"("peak_gb_per_second": 300)", R"("peak_gb_per_second": 0)");
    text = with(text, R"("peak_tflops": 250)", R"("peak_tflops": 0)");
    text = with(text, R"("vector": {"float16")", R"("vector": {"half")");
    std::vector<std::string> codesAndPaths;
    for (const std::string& fault : faultsOf(text))
        codesAndPaths.push_back(fault.substr(0, fault.find(" <")));
    EXPECT_THAT(codesAndPaths,
                ElementsAre("system.peak system.matrix.bfloat16.peak_tflops",
                            "system.bandwidth system.networks[0].peak_gb_per_second",
                            "system.efficiency system.matrix.float16.efficiency[0].efficiency",
                            "system.efficiency system.networks[0].efficiency",
                            "system.thresholds system.matrix.float16.efficiency", "system.size system.networks[0].size",
                            "system.float16 system.vector", "system.datatype system.vector.half"));
}

TEST(SystemReader, AFileIsAProfileWithPathsFromItsRoot)
{
    for (const Preset& preset : presets(PresetKind::Systems)) {
        const auto profile = readSystem(preset.json);
        ASSERT_TRUE(profile) << preset.name;
        EXPECT_EQ(profile->name, preset.name);
        EXPECT_THAT(validate(*profile), IsEmpty());
        EXPECT_EQ(*bundledSystem(preset.name), *profile);
    }
    EXPECT_EQ(bundledSystem("b300"), nullptr);
    EXPECT_EQ(readSystem("{").error()[0].code, "file.syntax");
    EXPECT_THAT(lines(readSystem("[]").error()), ElementsAre("file.type  <[]> []"));
    const std::string broken =
        with(std::string{presets(PresetKind::Systems)[0].json}, R"("capacity_gib": )", R"("capacity_gib": -)");
    ASSERT_FALSE(readSystem(broken));
    EXPECT_EQ(readSystem(broken).error()[0].path, "memory.capacity_gib");
}

} // namespace
} // namespace planscope
