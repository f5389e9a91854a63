#include "desktop/view_exporter.h"
#include "ui/panels/control_style.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMap>
#include <QStyle>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

/// The style of the program itself, put back at the end.
class VectorExport : public testing::Test {
protected:
    VectorExport() : m_before(QApplication::style()->name()) { QApplication::setStyle(new ControlStyle); }
    ~VectorExport() override { QApplication::setStyle(m_before); }

    /// The exported pictures by file name.
    QMap<QString, QString> svgOf(const QString& study, const char* theme)
    {
        EXPECT_EQ(exportViewsOf(study, m_folder.path(), QLatin1String(theme), QStringLiteral("1")), 0);
        QMap<QString, QString> pictures;
        const QDir folder(m_folder.path());
        for (const QString& name : folder.entryList({QStringLiteral("*.svg")})) {
            QFile file(folder.filePath(name));
            EXPECT_TRUE(file.open(QIODevice::ReadOnly));
            pictures[name] = QString::fromUtf8(file.readAll());
        }
        return pictures;
    }
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;

private:
    QString m_before;
};

void expectVectors(const QMap<QString, QString>& pictures)
{
    EXPECT_GE(pictures.size(), 8);
    for (auto picture = pictures.begin(); picture != pictures.end(); ++picture) {
        EXPECT_FALSE(picture->contains(QStringLiteral("<image"))) << picture.key().toStdString();
        EXPECT_TRUE(picture->contains(QStringLiteral("<text"))) << picture.key().toStdString();
    }
}

TEST_F(VectorExport, NoPictureOfAnyViewHoldsAnImage)
{
    for (const char* theme : {"light", "dark"}) {
        const QMap<QString, QString> pictures = svgOf(QStringLiteral("gpt3-175B-64xA100"), theme);
        expectVectors(pictures);
        for (const char* text : {"Iteration time", "18.0 s", "Forward", "Pipeline bubble"})
            EXPECT_TRUE(pictures[QStringLiteral("estimate.svg")].contains(QLatin1String(text))) << text;
    }
}

TEST_F(VectorExport, HatchingBeyondTheCapacityIsNoImage)
{
    QFile bundled(QStringLiteral(PLANSCOPE_SOURCE_DIR "/resources/studies/gpt3-175B-64xA100.planscope"));
    ASSERT_TRUE(bundled.open(QIODevice::ReadOnly));
    QByteArray bytes = bundled.readAll();
    bytes.replace("\"microbatch_size\": 1", "\"microbatch_size\": 8");
    QFile over(path("over.planscope"));
    ASSERT_TRUE(over.open(QIODevice::WriteOnly));
    over.write(bytes);
    over.close();
    const QMap<QString, QString> pictures = svgOf(over.fileName(), "light");
    expectVectors(pictures);
    EXPECT_TRUE(pictures[QStringLiteral("overview.svg")].contains(QStringLiteral("over capacity")));
}

} // namespace
} // namespace planscope::ui
