#pragma once

#include "desktop/main_window.h"
#include "ui/panels/document_session.h"

#include <QSettings>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <memory>

namespace planscope::ui {

class FieldEditor;

/// The real window at 1920 × 1080 with settings and kept copies in a folder of its own.
class WindowTest : public testing::Test {
protected:
    WindowTest();
    ~WindowTest() override;

    /// Ends the window there is, if any, and makes another one on the same settings and kept copies.
    void openWindow();
    /// A bundled study with all its results.
    void openStudy(const char* name = "gpt3-175B-64xA100");
    void settle(); ///< waits for all results and lets them be shown

    MainWindow& window() { return *m_window; }
    StudyController& study() { return m_window->study(); }
    CandidateResultPtr result() { return anyResult().block(); }
    AnyResult anyResult() { return study().currentState()->result; }
    /// The view of that export name, in front.
    template <class Type = View>
    Type& showView(const char* exportName)
    {
        return dynamic_cast<Type&>(bringToFront(exportName));
    }
    /// Presses a key where the focus is.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {});

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const;
    /// The folder where a crashed program's documents are kept.
    QString autosaveFolder() const;

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;

private:
    void activate();
    View& bringToFront(const char* exportName);
};

/// Gives a field a text by keys alone: letters for a spin box or a line, arrows for a list of choices, the space bar
/// for a box to tick. Requires: a text that the control can take.
void enterValue(FieldEditor& field, const QString& text);
/// The same in one edit, without values in between: pastes where that can be.
void pasteValue(FieldEditor& field, const QString& text);

} // namespace planscope::ui
