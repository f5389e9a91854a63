#include "dialog_answerer.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QPointer>
#include <QTest>

#include <gtest/gtest.h>

namespace planscope::ui {

DialogAnswerer::DialogAnswerer()
{
    qApp->installEventFilter(this);
}

DialogAnswerer::~DialogAnswerer()
{
    EXPECT_TRUE(m_answers.empty()) << m_answers.size() << " dialogs did not appear";
}

void DialogAnswerer::press(QMessageBox::StandardButton button)
{
    m_answers.push_back([button](QDialog& dialog) {
        auto* const box = qobject_cast<QMessageBox*>(&dialog);
        QAbstractButton* const wanted = box != nullptr ? box->button(button) : nullptr;
        EXPECT_NE(wanted, nullptr) << "the dialog has no such button: " << dialog.windowTitle().toStdString();
        if (wanted != nullptr)
            QTest::mouseClick(wanted, Qt::LeftButton);
        else
            dialog.reject();
    });
}

void DialogAnswerer::escape()
{
    m_answers.push_back([](QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); });
}

void DialogAnswerer::chooseFile(const QString& path)
{
    m_answers.push_back([path](QDialog& dialog) {
        auto* const field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        EXPECT_NE(field, nullptr) << "no file dialog: " << dialog.windowTitle().toStdString();
        if (field != nullptr)
            field->setText(path);
        dialog.accept();
    });
}

void DialogAnswerer::enter(const QString& text)
{
    m_answers.push_back([text](QDialog& dialog) {
        auto* const field = dialog.findChild<QLineEdit*>();
        EXPECT_NE(field, nullptr) << "nothing can be entered: " << dialog.windowTitle().toStdString();
        if (field != nullptr) {
            field->selectAll();
            QTest::keyClicks(field, text);
        }
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
}

bool DialogAnswerer::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && !event->spontaneous())
        if (auto* const dialog = qobject_cast<QDialog*>(watched); dialog != nullptr && dialog->isModal())
            QMetaObject::invokeMethod(
                this, [this, shown = QPointer<QDialog>(dialog)] {
                    if (shown)
                        answer(*shown);
                },
                Qt::QueuedConnection); // when its own event loop runs
    return QObject::eventFilter(watched, event);
}

void DialogAnswerer::answer(QDialog& dialog)
{
    ++m_seen;
    if (const auto* const box = qobject_cast<QMessageBox*>(&dialog))
        m_texts << box->text();
    if (m_answers.empty()) {
        ADD_FAILURE() << "unexpected dialog: " << dialog.windowTitle().toStdString() << "\n"
                      << (m_texts.isEmpty() ? std::string{} : m_texts.back().toStdString());
        dialog.reject();
        return;
    }
    const Answer next = m_answers.front();
    m_answers.pop_front();
    next(dialog);
}

} // namespace planscope::ui
