#pragma once

#include "frontend/import_format.h"
#include "ui/models/import_fields.h"
#include "ui/models/study_controller.h"
#include "ui/theme/theme.h"

#include <QDialog>

#include <string>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace planscope::ui {

class ImportAccountView;

/// Makes a case of a whole model of one file of another program: shows what the import read, assumed, ignored and
/// refused, and takes what the file leaves open. The case is opened as a study of its own, or added to the open study
/// when that is of whole models. Each change imports anew.
class ImportDialog final : public QDialog {
    Q_OBJECT
public:
    /// Both outlive the dialog.
    ImportDialog(const StudyController* study, const ThemeHolder* theme, QWidget* parent);

    /// Begins with that file; what was said of another is forgotten.
    void put(whole::ImportFormat format, const QString& path, std::string bytes);
    /// What stands above the table: what came of the import, or what is needed.
    QString status() const;
    /// What adding to the open study would do; "" when it cannot be added.
    QString consequence() const;

Q_SIGNALS:
    /// The person wants the case as a study of its own.
    void studyRequested(const QString& caseJson);
    /// The person wants it in the study that is open. Only while that is of whole models.
    void candidateRequested(const QString& caseJson);

private:
    void buildForm(QGridLayout* form);
    QLineEdit* addEntry(QGridLayout* form, int row, int column, const QString& label, int span = 1);
    void showFormat();
    void showBases();
    void import();
    /// Of the form as it stands; nothing when an entry cannot be used, which the status then says.
    std::optional<whole::ImportSettings> settings();
    void showImport(const CaseImport& import);
    void showAssumptions(const CaseImport& import);
    void showConsequence();
    void accepted(bool asStudy);
    void showTheme();
    void say(Role role, const QString& text);

    struct Entry {
        ImportField field;
        QLabel* label;
        QLineEdit* edit;
    };

    const StudyController* m_study;
    const ThemeHolder* m_theme;
    whole::ImportFormat m_format = whole::ImportFormat::HuggingFace;
    QString m_path;
    std::string m_bytes;
    QString m_case; ///< what the import gave; "" when nothing can be opened
    QLabel* m_intro = nullptr;
    QComboBox* m_base = nullptr;
    std::vector<Entry> m_entries;
    QLabel* m_variablesLabel = nullptr;
    QLineEdit* m_variables = nullptr;
    QCheckBox* m_dropOverlap = nullptr;
    QLabel* m_overlapNote = nullptr;
    QLabel* m_status = nullptr;
    ImportAccountView* m_table = nullptr;
    QLabel* m_consequence = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_add = nullptr;
};

} // namespace planscope::ui
