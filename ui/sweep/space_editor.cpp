#include "ui/sweep/space_editor.h"

#include "ui/models/shown_text.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/field_editor.h"

#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace planscope::ui {

SpaceEditor::SpaceEditor(QWidget* parent)
    : QScrollArea(parent)
    , m_general(new QLabel)
    , m_leftOut(new QLabel)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Space of mappings"));
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(6);
    for (QLabel* label : {m_general, m_leftOut}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->hide();
    }
    column->addWidget(m_general);
    for (std::size_t k = 0; k < spaceFieldCount; ++k) {
        const auto field = static_cast<SpaceField>(k);
        m_editors[k] = new FieldEditor(infoOf(field), choicesOf(field), content);
        column->addWidget(m_editors[k]);
        connect(m_editors[k], &FieldEditor::edited, this, [this, field](const QString& text) {
            m_draft[field] = text;
            Q_EMIT edited();
        });
    }
    column->addWidget(m_leftOut);
    column->addStretch(1);
    setWidget(content);
    addCopyActions(this, {[] { return QString{}; }, [this] { return copyText(); }});
}

void SpaceEditor::setDraft(const SpaceDraft& draft)
{
    m_draft = draft;
    for (std::size_t k = 0; k < spaceFieldCount; ++k)
        m_editors[k]->setValue(draft.values[k]);
}

void SpaceEditor::setProblems(const Diagnostics& problems)
{
    std::array<QStringList, spaceFieldCount> messages;
    std::array<QStringList, spaceFieldCount> codes;
    QStringList general;
    for (const Diagnostic& problem : problems) {
        const QString message = shownText(problem.message);
        const auto field = spaceFieldOf(problem.path);
        if (!field) {
            general << message;
            continue;
        }
        messages[static_cast<std::size_t>(*field)] << message;
        codes[static_cast<std::size_t>(*field)] << QString::fromStdString(problem.code);
    }
    for (std::size_t k = 0; k < spaceFieldCount; ++k)
        m_editors[k]->setMessage(messages[k].join(u'\n'), codes[k].join(QStringLiteral(", ")));
    m_general->setText(general.join(u'\n'));
    m_general->setVisible(!general.isEmpty());
}

void SpaceEditor::setLeftOut(const QString& text)
{
    m_leftOut->setText(text);
    m_leftOut->setVisible(!text.isEmpty());
}

QString SpaceEditor::leftOut() const
{
    return m_leftOut->text();
}

void SpaceEditor::setTheme(const Theme& theme)
{
    setPalette(theme.palette());
    viewport()->setPalette(theme.palette());
    int label = 0;
    for (FieldEditor* editor : m_editors) {
        editor->setTheme(theme);
        label = std::max(label, editor->labelWidth());
    }
    for (FieldEditor* editor : m_editors)
        editor->setColumns(label, 0);
    setMinimumWidth(widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
    m_general->setFont(theme.body());
    QPalette wrong = theme.palette();
    wrong.setColor(QPalette::WindowText, theme.color(Role::Error));
    m_general->setPalette(wrong);
    m_leftOut->setFont(theme.label());
    QPalette muted = theme.palette();
    muted.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_leftOut->setPalette(muted);
}

QString SpaceEditor::copyText() const
{
    QList<QStringList> lines{{QStringLiteral("field"), QStringLiteral("value"), QStringLiteral("problem")}};
    for (std::size_t k = 0; k < spaceFieldCount; ++k) {
        const std::string_view path = infoOf(static_cast<SpaceField>(k)).path;
        lines << QStringList{QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size())), m_draft.values[k],
                             m_editors[k]->message()};
    }
    return tsvOf(lines);
}

} // namespace planscope::ui
