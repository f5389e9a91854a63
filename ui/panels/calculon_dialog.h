#pragma once

#include "ui/models/calculon_collection.h"
#include "ui/theme/theme.h"

#include <QDialog>
#include <QStringList>

#include <array>

class QLabel;
class QPushButton;

namespace planscope::ui {

class ImportAccountView;

/// Collects the three files of one of Calculon's runs, by drops or by choosing them, says what is still missing, and shows
/// what the import read, assumed, ignored and refused before anything is opened.
class CalculonDialog final : public QDialog {
    Q_OBJECT
public:
    CalculonDialog(const ThemeHolder* theme, QWidget* parent);

    void put(CalculonFile kind, const QString& path, std::string bytes);
    void clear();
    /// What stands above the table: what is missing, or what came of the import.
    QString status() const;

Q_SIGNALS:
    /// Files were chosen or dropped here; whoever reads files says what they are.
    void filesChosen(const QStringList& paths);
    /// The person wants the case that came out.
    void caseAccepted(const QString& json);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void showTheme();
    void showFiles();
    void showImport(const CalculonImport& import);
    void say(Role role, const QString& text);

    const ThemeHolder* m_theme;
    CalculonCollection m_files;
    QString m_case; ///< what the import gave; "" when nothing can be opened
    QLabel* m_intro = nullptr;
    std::array<QLabel*, countOf<CalculonFile>()> m_names{};
    QLabel* m_status = nullptr;
    ImportAccountView* m_table = nullptr;
    QPushButton* m_open = nullptr;
};

} // namespace planscope::ui
