#pragma once

#include <QDialog>
#include <QMessageBox>
#include <QStringList>

#include <deque>
#include <functional>

namespace planscope::ui {

/// Answers modal dialogs in the order in which answers were given; one without an answer is a failure and is closed.
/// Lives while the dialogs appear.
class DialogAnswerer final : public QObject {
public:
    using Answer = std::function<void(QDialog&)>;

    DialogAnswerer();
    ~DialogAnswerer() override; ///< fails when an answer was not asked for

    void press(QMessageBox::StandardButton button); ///< clicks that button of a message box
    void escape();                                  ///< presses Esc
    void chooseFile(const QString& path);           ///< of a file dialog
    void enter(const QString& text);                ///< into an input dialog, and accepts

    /// Of the message boxes seen.
    const QStringList& texts() const { return m_texts; }
    int seen() const { return m_seen; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void answer(QDialog& dialog);

    std::deque<Answer> m_answers;
    QStringList m_texts;
    int m_seen = 0;
};

} // namespace planscope::ui
