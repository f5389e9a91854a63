#include "desktop/report_exporter.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <csignal>

#include <sys/resource.h>

namespace planscope::ui {
namespace {

const QString study = QStringLiteral("megatron-22B-8xA100");
const QString a4 = QStringLiteral("a4");

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray{};
}

class ReportExporter : public testing::Test {
protected:
    ReportExporter() { qputenv("SOURCE_DATE_EPOCH", "1700000000"); }
    ~ReportExporter() override { qunsetenv("SOURCE_DATE_EPOCH"); }
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QStringList files() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    QTemporaryDir m_folder;
};

TEST_F(ReportExporter, writesAPdfAndNothingElse)
{
    ASSERT_EQ(reportOf(study, path("r.pdf"), a4, false), 0);
    EXPECT_EQ(files(), QStringList{QStringLiteral("r.pdf")});
    const QByteArray bytes = bytesOf(path("r.pdf"));
    EXPECT_TRUE(bytes.startsWith("%PDF-"));
    EXPECT_TRUE(bytes.trimmed().endsWith("%%EOF"));
}

TEST_F(ReportExporter, writesAWholeModelTheSameTwice)
{
    const QString whole = QStringLiteral("llama-3-70b-64xH100");
    ASSERT_EQ(reportOf(whole, path("r.pdf"), a4, false), 0);
    ASSERT_EQ(reportOf(whole, path("again.pdf"), a4, false), 0);
    EXPECT_TRUE(bytesOf(path("r.pdf")).startsWith("%PDF-"));
    EXPECT_EQ(bytesOf(path("r.pdf")), bytesOf(path("again.pdf")));
}

TEST_F(ReportExporter, refusesAFileThatIsThereUnlessForced)
{
    ASSERT_EQ(reportOf(study, path("r.pdf"), a4, false), 0);
    const QByteArray before = bytesOf(path("r.pdf"));
    EXPECT_EQ(reportOf(study, path("r.pdf"), QStringLiteral("letter"), false), 2);
    EXPECT_EQ(bytesOf(path("r.pdf")), before);
    EXPECT_EQ(reportOf(study, path("r.pdf"), QStringLiteral("letter"), true), 0);
    EXPECT_NE(bytesOf(path("r.pdf")), before);
    EXPECT_EQ(files().size(), 1);
}

TEST_F(ReportExporter, aFullDiskLeavesWhatWasThere)
{
    ASSERT_EQ(reportOf(study, path("r.pdf"), a4, false), 0);
    const QByteArray before = bytesOf(path("r.pdf"));
    rlimit usual{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    rlimit small = usual;
    small.rlim_cur = 4096;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const int replaced = reportOf(study, path("r.pdf"), QStringLiteral("letter"), true);
    const int made = reportOf(study, path("other.pdf"), a4, false);
    ::setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(replaced, 2);
    EXPECT_EQ(made, 2);
    EXPECT_EQ(bytesOf(path("r.pdf")), before);
    EXPECT_EQ(files(), QStringList{QStringLiteral("r.pdf")}) << "no half file is left";
}

TEST_F(ReportExporter, aDateThatIsNoneIsRefusedAndNothingWritten)
{
    for (const char* const date : {"yesterday", "17e8", "-1", "253402300800", "99999999999999999999"}) {
        qputenv("SOURCE_DATE_EPOCH", date);
        testing::internal::CaptureStderr();
        EXPECT_EQ(reportOf(study, path("report.pdf"), a4, false), 2) << date;
        EXPECT_NE(testing::internal::GetCapturedStderr().find("SOURCE_DATE_EPOCH"), std::string::npos) << date;
    }
    EXPECT_TRUE(files().isEmpty());
    qputenv("SOURCE_DATE_EPOCH", "");
    EXPECT_EQ(reportOf(study, path("report.pdf"), a4, false), 0) << "as if it were not set";
}

TEST_F(ReportExporter, saysWhyItCannot)
{
    EXPECT_EQ(reportOf({}, path("r.pdf"), a4, false), 2);
    EXPECT_EQ(reportOf(QStringLiteral("no such study"), path("r.pdf"), a4, false), 2);
    EXPECT_EQ(reportOf(study, path("r.pdf"), QStringLiteral("a3"), false), 2);
    EXPECT_EQ(reportOf(study, {}, a4, false), 2);
    EXPECT_EQ(reportOf(study, QStringLiteral("/proc/no/r.pdf"), a4, false), 2) << "a folder that nobody may write";
    EXPECT_EQ(reportOf(study, m_folder.path(), a4, true), 2) << "a folder";
    EXPECT_TRUE(files().isEmpty());
}

} // namespace
} // namespace planscope::ui
