#include "read_text.h"

#include "frontend/fault_list.h"
#include "frontend/input_file.h"

#include <chrono>
#include <filesystem>

#include <unistd.h>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

std::string repeated(std::string_view piece, std::size_t times)
{
    std::string text;
    text.reserve(piece.size() * times);
    for (std::size_t k = 0; k < times; ++k)
        text += piece;
    return text;
}

TEST(HostileInput, TextThatIsNotJsonIsOneFault)
{
    const std::string inCase = R"({"schema": "planscope.case/1", "name": )";
    for (const std::string& text :
         {std::string{}, std::string{"\0", 1}, std::string{"{"}, std::string{"NaN"}, std::string{"[1,]"}, inCase,
          inCase + "\"\xff\"}", inCase + "\"\xc3\"}", inCase + R"("\ud800"})", inCase + "NaN}", inCase + "Infinity}",
          inCase + "+1}", inCase + "01}", inCase + "\"a\nb\"}", lawfulCase() + "x", repeated("garbage ", 1000)}) {
        const auto faults = faultsOf(text);
        ASSERT_EQ(faults.size(), 1U) << text.substr(0, 80);
        EXPECT_THAT(faults[0], StartsWith("file.syntax ")) << text.substr(0, 80);
    }
}

TEST(HostileInput, EveryTruncationOfACaseIsRefused)
{
    const std::string text = lawfulCase();
    for (std::size_t length = 0; length < text.size(); ++length)
        ASSERT_EQ(faultsOf(text.substr(0, length)).size(), 1U) << length;
}

TEST(HostileInput, DeepNestingIsOneFault)
{
    EXPECT_THAT(faultsOf(repeated("[", 100000)), ElementsAre(StartsWith("file.too_deep ")));
    EXPECT_THAT(faultsOf(repeated(R"({"model":)", 100000)), ElementsAre(StartsWith("file.too_deep ")));
    EXPECT_THAT(faultsOf(repeated("[", 64) + repeated("]", 64)), ElementsAre(StartsWith("file.type ")));
}

TEST(HostileInput, NumbersOutOfReachAreMistypedOrUnlawful)
{
    const auto faults = [](std::string_view piece, std::string_view replacement) {
        return faultsOf(with(lawfulCase(), piece, replacement));
    };
    const std::string digits = repeated("9", 400);
    EXPECT_THAT(faults(R"("hidden_size": 1000)", R"("hidden_size": )" + digits),
                ElementsAre("file.type model.hidden_size <" + digits + "> []"));
    EXPECT_THAT(faults(R"("peak_tflops": 312)", R"("peak_tflops": 1e308)"),
                ElementsAre("system.peak system.matrix.float16.peak_tflops <1e308> []"));
    EXPECT_THAT(faults(R"("peak_tflops": 312)", R"("peak_tflops": 1e-400)"),
                ElementsAre("system.peak system.matrix.float16.peak_tflops <1e-400> []"));
    EXPECT_THAT(faults(R"("volume_factor": 1.5)", R"("volume_factor": 1e999)"),
                ElementsAre("file.type system.networks[0].operations.reduce_scatter.volume_factor <1e999> []"));
    EXPECT_THAT(faults(R"("efficiency": 0.7)", R"("efficiency": -1e999)"),
                ElementsAre("file.type system.networks[0].efficiency <-1e999> []"));
    EXPECT_THAT(faults(R"("capacity_gib": 80)", R"("capacity_gib": 1.7e308)"),
                ElementsAre("system.capacity system.memory.capacity_gib <1.7e308> []"));
    EXPECT_THAT(faults(R"("gflop": 8)", R"("gflop": 1e300)"),
                ElementsAre(StartsWith("system.thresholds system.matrix.float16.efficiency <")));
    EXPECT_THAT(faults(R"("tensor": 0)", R"("tensor": -0.0)"), ElementsAre("file.type network_tiers.tensor <-0.0> []"));
    EXPECT_THAT(faults(R"("tensor": 0)", R"("tensor": -9223372036854775808)"), testing::IsEmpty());
}

TEST(HostileInput, AListOfFaultsHasAnEnd)
{
    std::string text = R"({"schema": "planscope.case/1")";
    for (int k = 0; k < 100000; ++k)
        text += ",\"x" + std::to_string(k) + "\":0,\"x" + std::to_string(k) + "\":1";
    const auto begin = std::chrono::steady_clock::now();
    const auto faults = faultsOf(text + "}");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{5}) << "generous: sanitizers";
    ASSERT_EQ(faults.size(), 6U + 2 * FaultList::mostOfACode + 1);
    EXPECT_EQ(faults[0], "file.missing_field name <> []") << "what matters is not crowded out";
    EXPECT_EQ(faults[6], "file.unknown_field x0 <0> [schema, name, model, workload, mapping, system, network_tiers]");
    EXPECT_EQ(faults.back(), "file.more_faults  <> []");
}

TEST(HostileInput, AStudysFaultsDoNotMultiply)
{
    const std::string large = repeated("x", 1 << 20);
    std::string text = R"({"schema": "planscope.study/1", "name": ")" + large + R"(", "model": 1, "datatype": [")"
        + large + R"("], "candidates": [{})";
    text += repeated(",{}", 1000) + "]}";
    const auto source = CandidateSource::open(text);
    ASSERT_TRUE(source);
    ASSERT_EQ(source->count(), 1001U);
    EXPECT_GT(source->read(0).candidate.error().back().given.size(), large.size());
    for (std::size_t index = 1; index < source->count(); ++index) {
        const ReadCandidate read = source->read(index);
        std::size_t told = 0;
        for (const Diagnostic& diagnostic : read.candidate.error())
            told += diagnostic.given.size();
        ASSERT_LT(told, 2000U);
    }
}

/// A file of this process in the temporary folder, removed at the end.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view bytes)
        : m_path(std::filesystem::temp_directory_path() / ("planscope_input_" + std::to_string(::getpid())))
    {
        std::ofstream{m_path, std::ios::binary} << bytes;
    }
    ~TemporaryFile() { std::filesystem::remove(m_path); }
    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

std::vector<std::string> faultsOfFile(const std::string& path)
{
    const auto bytes = readInput(path);
    return bytes ? std::vector<std::string>{} : lines(bytes.error());
}

TEST(InputFile, IsReadByteForByte)
{
    const std::string bytes{"a\0b\r\n\xff", 6};
    EXPECT_EQ(readInput(TemporaryFile{bytes}.path()).value(), bytes);
    EXPECT_EQ(readInput(TemporaryFile{""}.path()).value(), "");
}

TEST(InputFile, ThatCannotBeReadIsOneFault)
{
    const std::string folder = std::filesystem::temp_directory_path().string();
    EXPECT_THAT(faultsOfFile(folder), ElementsAre("file.not_a_file  <> []"));
    EXPECT_THAT(faultsOfFile(folder + "/no such file"), ElementsAre("file.not_found  <> []"));
    EXPECT_THAT(faultsOfFile(""), ElementsAre("file.not_found  <> []"));
    EXPECT_THAT(faultsOfFile(TemporaryFile{"x"}.path() + "/below"), ElementsAre("file.not_found  <> []"));
    EXPECT_THAT(faultsOfFile(folder + "/" + repeated("long", 2000)), ElementsAre("file.unreadable  <> []"));
}

TEST(InputFile, HasALimitHoweverLongItIs)
{
    EXPECT_THAT(faultsOfFile("/dev/zero"), ElementsAre("file.too_large  <> []"));
    const TemporaryFile file{""};
    std::filesystem::resize_file(file.path(), std::uintmax_t{64} << 20);
    EXPECT_EQ(readInput(file.path()).value().size(), std::size_t{64} << 20);
    std::filesystem::resize_file(file.path(), (std::uintmax_t{64} << 20) + 1);
    EXPECT_THAT(faultsOfFile(file.path()), ElementsAre("file.too_large  <> []"));
}

} // namespace
} // namespace planscope
