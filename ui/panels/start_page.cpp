#include "ui/panels/start_page.h"

#include "frontend/presets.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <memory>

namespace planscope::ui {

StartPage::StartPage(ThemeHolder* theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(24, 24, 24, 24);
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
    m_content->setMaximumWidth(640);
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

    addText(tr("Bundled studies"), theme.section(), Role::Text);
    for (const Preset& preset : presets(PresetKind::Studies)) {
        const QString name = QString::fromUtf8(preset.name.data(), static_cast<qsizetype>(preset.name.size()));
        auto* button = new QCommandLinkButton(name, m_content);
        button->setFont(theme.body());
        connect(button, &QCommandLinkButton::clicked, this, [this, name] { Q_EMIT bundledStudyChosen(name); });
        column->addWidget(button);
    }
    if (!m_recentFiles.isEmpty()) {
        column->addSpacing(theme.space(4));
        addText(tr("Recent files"), theme.section(), Role::Text);
        for (const QString& path : m_recentFiles) {
            auto* button = new QCommandLinkButton(QFileInfo(path).fileName(), path, m_content);
            connect(button, &QCommandLinkButton::clicked, this, [this, path] { Q_EMIT fileChosen(path); });
            column->addWidget(button);
        }
    }
    column->addSpacing(theme.space(4));
    auto* open = new QPushButton(tr("&Open…"), m_content);
    open->setFont(theme.body());
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    column->addWidget(open, 0, Qt::AlignLeft);
    addText(tr("A study, a case or a system profile can also be dropped here."), theme.label(), Role::Muted);
    column->addStretch(1);

    auto* outer = static_cast<QVBoxLayout*>(layout());
    outer->addWidget(m_content, 1, Qt::AlignHCenter);
}

} // namespace planscope::ui
