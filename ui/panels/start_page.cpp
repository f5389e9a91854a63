#include "ui/panels/start_page.h"

#include "frontend/presets.h"
#include "study/study_document.h"
#include "ui/models/shown_text.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <memory>

namespace planscope::ui {
namespace {

/// "global batch 64 · a100_80g: full recompute; sequence parallel, selective recompute".
QString descriptionOf(const Preset& preset)
{
    const auto document = StudyDocument::parse(preset.json);
    if (!document)
        return {};
    QStringList candidates;
    for (const StudyCandidate& candidate : document->candidates)
        candidates << shownText(candidate.name);
    const QString pattern = document->accounting == Accounting::Whole
        ? StartPage::tr("whole model · global batch %1 · %2: %3")
        : StartPage::tr("global batch %1 · %2: %3");
    return pattern.arg(QString::fromStdString((*document)[WorkloadField::GlobalBatchSize]),
                       QString::fromStdString(document->system), candidates.join(QStringLiteral("; ")));
}

/// One action of the page: what opens, and below it what that is.
QCommandLinkButton* entryOf(const QString& title, const QString& description, const Theme& theme, QWidget* parent)
{
    auto* button = new QCommandLinkButton(title, description, parent);
    button->setFont(theme.body());
    button->setIcon({});
    return button;
}

} // namespace

StartPage::StartPage(ThemeHolder* theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    auto* outer = new QHBoxLayout(this);
    outer->setContentsMargins(24, 24, 24, 24);
    outer->addStretch(1);
    outer->addStretch(1);
    connect(m_theme, &ThemeHolder::changed, this, &StartPage::rebuild);
    rebuild();
}

void StartPage::setRecentFiles(const QStringList& paths)
{
    if (paths == m_recentFiles)
        return;
    m_recentFiles = paths;
    rebuild();
}

void StartPage::rebuild()
{
    const Theme& theme = m_theme->theme();
    delete m_content;
    m_content = new QWidget(this);
    m_content->setMaximumWidth(theme.space(160)); // in a narrower window the texts wrap
    auto* column = new QVBoxLayout(m_content);
    column->setSpacing(theme.space(2));

    const auto addText = [&](const QString& text, const QFont& font, Role role) {
        auto* label = new QLabel(text, m_content);
        label->setFont(font);
        label->setWordWrap(true);
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, theme.color(role));
        label->setPalette(palette);
        column->addWidget(label);
    };
    addText(tr("Planscope"), theme.headline(), Role::Text);
    addText(tr("Explore, compare and defend training plans of Transformer models."), theme.body(), Role::Muted);
    column->addSpacing(theme.space(4));

    addText(tr("Start from a bundled study"), theme.section(), Role::Text);
    for (const Preset& preset : presets(PresetKind::Studies)) {
        const QString name = QString::fromUtf8(preset.name.data(), static_cast<qsizetype>(preset.name.size()));
        QCommandLinkButton* const button = entryOf(name, descriptionOf(preset), theme, m_content);
        connect(button, &QCommandLinkButton::clicked, this, [this, name] { Q_EMIT bundledStudyChosen(name); });
        column->addWidget(button);
    }
    if (!m_recentFiles.isEmpty()) {
        column->addSpacing(theme.space(4));
        addText(tr("Recent files"), theme.section(), Role::Text);
        for (const QString& path : m_recentFiles) {
            QCommandLinkButton* const button = entryOf(QFileInfo(path).fileName(), path, theme, m_content);
            connect(button, &QCommandLinkButton::clicked, this, [this, path] { Q_EMIT fileChosen(path); });
            column->addWidget(button);
        }
    }
    column->addSpacing(theme.space(4));
    auto* open = new QPushButton(tr("&Open…"), m_content);
    open->setFont(theme.body());
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    column->addWidget(open, 0, Qt::AlignLeft);
    addText(tr("A study, a case, a Hugging Face config.json, a script of Megatron-LM or Calculon's files can also be dropped here."), theme.label(), Role::Muted);
    column->addStretch(1);

    constexpr int allItCanTake = 1000;
    static_cast<QHBoxLayout*>(layout())->insertWidget(1, m_content, allItCanTake);
}

} // namespace planscope::ui
