#include "ui/panels/calculon_dialog.h"

#include "ui/panels/dropped_files.h"
#include "ui/panels/import_account_view.h"

#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace planscope::ui {
namespace {

QString kindName(CalculonFile kind)
{
    switch (kind) {
    case CalculonFile::Model: return CalculonDialog::tr("Model");
    case CalculonFile::Execution: return CalculonDialog::tr("Execution");
    case CalculonFile::System: return CalculonDialog::tr("System");
    }
    return {};
}

} // namespace

CalculonDialog::CalculonDialog(const ThemeHolder* theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_intro(new QLabel(tr("Drop Calculon's model, execution and system files here or on the window, in any order."), this))
    , m_status(new QLabel(this))
    , m_table(new ImportAccountView(this))
{
    setWindowTitle(tr("Import from Calculon"));
    setAcceptDrops(true);
    m_intro->setWordWrap(true);
    m_status->setWordWrap(true);
    m_status->setAccessibleName(tr("State of the import"));
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    for (std::size_t k = 0; k < m_names.size(); ++k) {
        const auto kind = static_cast<CalculonFile>(k);
        const int row = static_cast<int>(k);
        m_names[k] = new QLabel(this);
        m_names[k]->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* choose = new QPushButton(tr("Choose…"), this);
        choose->setAutoDefault(false);
        choose->setAccessibleName(tr("Choose the file: %1").arg(kindName(kind)));
        connect(choose, &QPushButton::clicked, this, [this, kind] {
            const QStringList paths = QFileDialog::getOpenFileNames(
                this, tr("Calculon's files: %1").arg(kindName(kind)), {}, tr("JSON files (*.json);;All files (*)"));
            if (!paths.isEmpty())
                Q_EMIT filesChosen(paths);
        });
        grid->addWidget(new QLabel(kindName(kind), this), row, 0);
        grid->addWidget(m_names[k], row, 1);
        grid->addWidget(choose, row, 2);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_open = buttons->addButton(tr("Open as a study"), QDialogButtonBox::AcceptRole);
    m_open->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        const QString json = m_case;
        accept();
        Q_EMIT caseAccepted(json);
    });

    for (QLabel* const label : {m_intro, m_status})
        label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_intro);
    column->addLayout(grid);
    column->addWidget(m_status);
    column->addWidget(m_table, 100);
    column->addStretch(1); // while there is no table
    column->addWidget(buttons);
    connect(m_theme, &ThemeHolder::changed, this, &CalculonDialog::showTheme);
    showTheme();
    showFiles();
}

void CalculonDialog::put(CalculonFile kind, const QString& path, std::string bytes)
{
    m_files.put(kind, path, std::move(bytes));
    showFiles();
}

void CalculonDialog::clear()
{
    m_files = {};
    showFiles();
}

QString CalculonDialog::status() const
{
    return m_status->text();
}

void CalculonDialog::showTheme()
{
    const Theme& theme = m_theme->theme();
    setFont(theme.body());
    const int margin = theme.space(4);
    layout()->setContentsMargins(margin, margin, margin, margin);
    layout()->setSpacing(theme.space(3));
    resize(theme.space(240), theme.space(150));
    showFiles();
}

void CalculonDialog::say(Role role, const QString& text)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme->theme().color(role));
    m_status->setPalette(colors);
    m_status->setText(text);
}

void CalculonDialog::showFiles()
{
    for (std::size_t k = 0; k < m_names.size(); ++k) {
        const QString path = m_files.pathOf(static_cast<CalculonFile>(k));
        m_names[k]->setText(path.isEmpty() ? tr("– missing") : QStringLiteral("✓ ") + QFileInfo(path).fileName());
        m_names[k]->setToolTip(path);
        QPalette colors = palette();
        colors.setColor(QPalette::WindowText, m_theme->theme().color(path.isEmpty() ? Role::Muted : Role::Text));
        m_names[k]->setPalette(colors);
    }
    if (m_files.isComplete()) {
        showImport(m_files.import());
        return;
    }
    QStringList missing;
    for (const CalculonFile kind : m_files.missing())
        missing << kindName(kind).toLower();
    say(Role::Muted, tr("Still missing: %1.").arg(missing.join(tr(", "))));
    m_case.clear();
    m_table->hide();
    m_open->setEnabled(false);
}

void CalculonDialog::showImport(const CalculonImport& import)
{
    m_case = QString::fromStdString(import.caseJson);
    const int refused = countOfOutcome(import, ImportOutcome::Refused);
    if (m_case.isEmpty())
        say(Role::Error,
            tr("✖ %n field(s) refused: there is no case to open. Choose another file in place of the faulty one.", nullptr,
               refused));
    else
        say(Role::Ok, tr("✓ A case came out: %1 fields read, %2 assumed, %3 ignored.")
                          .arg(countOfOutcome(import, ImportOutcome::Read))
                          .arg(countOfOutcome(import, ImportOutcome::Assumed))
                          .arg(countOfOutcome(import, ImportOutcome::Ignored)));
    m_table->setRows(import.rows, m_theme->theme());
    m_table->show();
    m_open->setEnabled(!m_case.isEmpty());
}

void CalculonDialog::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFilesOf(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void CalculonDialog::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    Q_EMIT filesChosen(localFilesOf(event->mimeData()));
}

} // namespace planscope::ui
