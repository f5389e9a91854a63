#pragma once

#include "study/study_document.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace planscope::ui {

class LegalSpinBox;
class NameSetEdit;

/// One field of a study: label, control by the field's kind, unit, and below them what the importer says of the value.
/// A wrong value stays as it was typed.
class FieldEditor final : public QWidget {
    Q_OBJECT
public:
    /// `choices`: the names of a Choice, in order.
    FieldEditor(const FieldInfo& info, std::vector<std::string> choices, QWidget* parent = nullptr);

    /// An Integer steps through them; of an IntegerList the first is what stating nothing comes to.
    void setLegalValues(std::function<std::vector<std::string>()> legalValues);
    void setValue(const QString& text); ///< without telling edited()
    QString value() const;
    /// What is wrong with the value, and the stable codes of it; empty when nothing is. Of a warning the value is lawful.
    void setMessage(const QString& message, const QString& codes, Severity severity = Severity::Error);
    QString message() const;
    QString messageCodes() const;
    void setTheme(const Theme& theme);
    /// In place of the field's own; `exact` on hover.
    void setUnit(const QString& unit, const QString& exact);
    /// So that the controls of a column of editors stand below one another, in px; a label that is wider wraps.
    void setColumns(int labelWidth, int unitWidth);
    int labelWidth() const; ///< px, in one line
    int unitWidth() const;  ///< px
    QWidget* control() const { return m_control; }

Q_SIGNALS:
    void edited(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void colourMessage();
    void showWhole(const QString& text);

    FieldInfo m_info;
    QLabel* m_label = nullptr;
    QLabel* m_unit = nullptr;
    QLabel* m_message = nullptr;
    Severity m_severity = Severity::Error; ///< of the message
    Theme m_theme;
    QWidget* m_control = nullptr;
    LegalSpinBox* m_spinBox = nullptr; ///< one of the five, by kind
    QComboBox* m_comboBox = nullptr;
    int m_choiceCount = 0; ///< of the combo box, without a wrong value that it shows
    QCheckBox* m_checkBox = nullptr;
    QLineEdit* m_lineEdit = nullptr;
    NameSetEdit* m_nameSet = nullptr;
    std::function<std::vector<std::string>()> m_legalValues; ///< of a line
    QString m_value; ///< as set or edited last; a check box cannot show a wrong one
};

} // namespace planscope::ui
