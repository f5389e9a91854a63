#include "display.h"

#include "desktop/main_window.h"
#include "ui/panels/document_session.h"

#include <QApplication>
#include <QDockWidget>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace planscope::ui::test {
namespace {

/// The real window in this program, with keys from the display: says which of its parts has the focus.
class FocusOnX11 : public testing::Test {
protected:
    FocusOnX11() : m_settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
    {
        QStandardPaths::setTestModeEnabled(true);
        qApp->installEventFilter(&m_released);
        m_window = std::make_unique<MainWindow>(m_settings);
        m_window->show();
        m_window->session().openBundled(QStringLiteral("gpt3-175B-64xA100"));
        m_window->study().setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("7")); // a problem to list
        m_window->study().waitForResults();
    }

    void SetUp() override
    {
        ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get(), 60'000));
    }

    /// The name of the dock that has the focus, "views" in the centre, "" when nothing has it.
    QString place() const
    {
        for (const QWidget* at = QApplication::focusWidget(); at != nullptr; at = at->parentWidget()) {
            if (const auto* dock = qobject_cast<const QDockWidget*>(at))
                return dock->objectName();
            if (qobject_cast<const QTabWidget*>(at))
                return QStringLiteral("views");
        }
        return {};
    }

    /// Presses a key and waits until the window has seen it released.
    void press(const char* key)
    {
        m_released.count = 0;
        ASSERT_TRUE(xdotool({QStringLiteral("key"), QLatin1String(key)}));
        ASSERT_TRUE(waitUntil([this] { return m_released.count > 0; })) << key;
    }

    /// The places that the key visits, each once, sorted: until all have been, or it was pressed that often.
    std::string visited(const char* key, int mostPresses)
    {
        QStringList places;
        for (int k = 0; k < mostPresses && places.size() < 5; ++k) {
            press(key);
            if (const QString here = place(); !places.contains(here))
                places << here;
        }
        places.sort();
        return places.join(u' ').toStdString();
    }

private:
    class Released final : public QObject {
    public:
        int count = 0;

    protected:
        bool eventFilter(QObject* watched, QEvent* event) override
        {
            count += event->type() == QEvent::KeyRelease ? 1 : 0;
            return QObject::eventFilter(watched, event);
        }
    };

    Released m_released;
    QTemporaryDir m_folder;
    QSettings m_settings;
    std::unique_ptr<MainWindow> m_window;
};

const char everyPlace[] = "details editor problems study views";

TEST_F(FocusOnX11, TabComesThroughEveryPane)
{
    EXPECT_EQ(visited("Tab", 400), everyPlace);
}

TEST_F(FocusOnX11, F6GoesFromPaneToPane)
{
    EXPECT_EQ(visited("F6", 5), everyPlace);
    EXPECT_EQ(visited("shift+F6", 5), everyPlace);
}

} // namespace
} // namespace planscope::ui::test
