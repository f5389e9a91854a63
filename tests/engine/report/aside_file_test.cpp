#include "report/aside_file.h"
#include "report/csv_table.h"

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/resource.h>
#include <unistd.h>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class PublishedFiles : public testing::Test {
protected:
    void SetUp() override
    {
        std::string path = (std::filesystem::temp_directory_path() / "planscope-files-XXXXXX").string();
        ASSERT_NE(::mkdtemp(path.data()), nullptr);
        m_folder = path;
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::vector<std::string> names() const
    {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(m_folder))
            found.push_back(entry.path().filename().string());
        std::sort(found.begin(), found.end());
        return found;
    }
    std::string content(const std::string& name) const
    {
        std::ifstream stream{m_folder / name, std::ios::binary};
        return {std::istreambuf_iterator<char>{stream}, {}};
    }

    std::filesystem::path m_folder;
};

TEST_F(PublishedFiles, AppearInAFolderThatIsMade)
{
    EXPECT_THAT(publishFiles((m_folder / "new" / "deep").string(), {{"a", "1"}, {"b", "2"}}, ExistingFiles::Refuse),
                IsEmpty());
    EXPECT_EQ(content("new/deep/a"), "1");
    EXPECT_EQ(content("new/deep/b"), "2");
}

TEST_F(PublishedFiles, ExistingOnesAreNamedAndNothingIsWritten)
{
    ASSERT_THAT(publishFiles(m_folder.string(), {{"b", "old"}}, ExistingFiles::Refuse), IsEmpty());
    const Diagnostics faults = publishFiles(m_folder.string(), {{"a", "1"}, {"b", "2"}}, ExistingFiles::Refuse);
    ASSERT_THAT(faults, SizeIs(1));
    EXPECT_EQ(faults[0].code, "file.exists");
    EXPECT_THAT(faults[0].message, HasSubstr("b"));
    EXPECT_THAT(names(), ElementsAre("b"));
    EXPECT_EQ(content("b"), "old");
    EXPECT_THAT(publishFiles(m_folder.string(), {{"a", "1"}, {"b", "2"}}, ExistingFiles::Replace), IsEmpty());
    EXPECT_EQ(content("b"), "2");
}

TEST_F(PublishedFiles, AFileInPlaceOfTheFolderIsTold)
{
    std::ofstream{m_folder / "file"} << "x";
    const Diagnostics faults = publishFiles((m_folder / "file").string(), {{"a", "1"}}, ExistingFiles::Refuse);
    ASSERT_THAT(faults, SizeIs(1));
    EXPECT_EQ(faults[0].code, "file.unwritable");
    EXPECT_EQ(content("file"), "x");
}

TEST_F(PublishedFiles, WithoutRoomNothingIsLeft)
{
    // A limit on the size of files stands for a full disk: the write fails in the middle of the second file.
    struct rlimit before { };
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    struct rlimit small = before;
    small.rlim_cur = 1000;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string folder = (m_folder / "out").string();
    const Diagnostics faults =
        publishFiles(folder, {{"a", "fits"}, {"b", std::string(5000, 'x')}}, ExistingFiles::Refuse);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ASSERT_THAT(faults, SizeIs(1));
    EXPECT_EQ(faults[0].code, "file.unwritable");
    EXPECT_THAT(faults[0].message, HasSubstr("/b cannot be written"));
    EXPECT_THAT(names(), IsEmpty()) << "neither half files nor the folder made for them";
}

TEST_F(PublishedFiles, AFolderThatTakesNoFilesIsTold)
{
    // A folder of the kernel's takes none from anyone, whoever runs the test.
    const Diagnostics faults = publishFiles("/proc/self", {{"a", "1"}}, ExistingFiles::Refuse);
    ASSERT_THAT(faults, SizeIs(1));
    EXPECT_EQ(faults[0].code, "file.unwritable");
}

TEST(CsvTable, QuotesWhatNeedsIt)
{
    CsvTable table{{"name", "size_bytes"}};
    table.row({"plain", "1"});
    table.row({"a,b \"c\"\nd — é", ""});
    EXPECT_EQ(table.text(), "name,size_bytes\r\nplain,1\r\n\"a,b \"\"c\"\"\nd — é\",\r\n");
}

} // namespace
} // namespace planscope
