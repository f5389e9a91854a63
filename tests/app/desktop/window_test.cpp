#include "window_test.h"

#include "spec/whole/model_spec.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/name_set_edit.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTest>

namespace planscope::ui {

WindowTest::WindowTest()
{
    qputenv("XDG_DATA_HOME", QFile::encodeName(path(QStringLiteral("data"))));
    openWindow();
}

WindowTest::~WindowTest() = default;

void WindowTest::openWindow()
{
    m_window.reset();
    m_settings = std::make_unique<QSettings>(path(QStringLiteral("settings.ini")), QSettings::IniFormat);
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->resize(1920, 1080);
    m_window->show();
    activate();
}

/// No window manager does it here when a dialog is closed.
void WindowTest::activate()
{
    if (m_window->isActiveWindow())
        return;
    m_window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
}

void WindowTest::openStudy(const char* name)
{
    m_window->session().openBundled(QString::fromLatin1(name));
    settle();
}

void WindowTest::settle()
{
    study().waitForResults();
    QApplication::processEvents();
}

View& WindowTest::bringToFront(const char* exportName)
{
    for (View* const view : m_window->views()) {
        if (view->exportName() != QLatin1String(exportName))
            continue;
        m_window->findChild<QTabWidget*>()->setCurrentWidget(view);
        QApplication::processEvents();
        return *view;
    }
    throw std::invalid_argument(exportName);
}

void WindowTest::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    activate();
    QWidget* const focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : m_window.get(), key, modifiers);
}

QString WindowTest::write(const QString& name, const QByteArray& bytes) const
{
    QFile file(path(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly)) << name.toStdString();
    EXPECT_EQ(file.write(bytes), bytes.size());
    return file.fileName();
}

QString WindowTest::autosaveFolder() const
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

void enterValue(FieldEditor& field, const QString& text)
{
    QWidget* const control = field.control();
    control->setFocus();
    if (auto* const choices = qobject_cast<QComboBox*>(control)) {
        const int wanted = choices->findData(text);
        ASSERT_GE(wanted, 0) << text.toStdString();
        while (choices->currentIndex() != wanted)
            QTest::keyClick(choices, choices->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    } else if (qobject_cast<QCheckBox*>(control) != nullptr) {
        for (int k = 0; k < 2 && field.value() != text; ++k)
            QTest::keyClick(control, Qt::Key_Space);
    } else if (auto* const set = qobject_cast<NameSetEdit*>(control)) {
        // A box at a time; two that differ are two steps.
        const QStringList wanted = text.split(QStringLiteral(", "), Qt::SkipEmptyParts);
        const std::vector<std::string> names = allNames<whole::BiasedLayer>();
        for (std::size_t k = 0; k < names.size(); ++k)
            if (set->boxes()[k]->isChecked() != wanted.contains(QString::fromStdString(names[k])))
                QTest::keyClick(set->boxes()[k], Qt::Key_Space);
    } else {
        QTest::keyClick(control, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(control, Qt::Key_Delete);
        QTest::keyClicks(control, text);
    }
    ASSERT_EQ(field.value(), text);
}

void pasteValue(FieldEditor& field, const QString& text)
{
    QWidget* const control = field.control();
    const bool takesLetters = qobject_cast<QLineEdit*>(control) != nullptr
        || qobject_cast<QAbstractSpinBox*>(control) != nullptr;
    if (!takesLetters || text.isEmpty()) {
        enterValue(field, text);
        return;
    }
    QApplication::clipboard()->setText(text);
    control->setFocus();
    QTest::keyClick(control, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(control, Qt::Key_V, Qt::ControlModifier);
    ASSERT_EQ(field.value(), text);
}

} // namespace planscope::ui
