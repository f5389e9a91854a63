#include "ui/panels/ir_text_view.h"

#include "ui/panels/copy_actions.h"
#include "ui/panels/detail_rows.h"

#include "report/ir_text.h"
#include "report/number_format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {
namespace {

bool isNamePart(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.');
}

std::shared_ptr<const DerivedHistory> derivationOf(const AnyResult& result)
{
    if (result.block())
        return result.block()->derivation;
    return result.whole() ? result.whole()->derivation : nullptr;
}

} // namespace

IrTextView::IrTextView(const ViewContext& context, QWidget* parent)
    : View(context, parent)
    , m_bar(new QHBoxLayout)
    , m_stage(new QComboBox(this))
    , m_form(new QComboBox(this))
    , m_digest(new QLabel(this))
    , m_search(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_text(new QPlainTextEdit(this))
{
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan})
        m_stage->addItem(irName(kind));
    m_stage->setCurrentIndex(static_cast<int>(IrKind::PortablePlan));
    m_stage->setAccessibleName(tr("IR"));
    m_form->addItems({tr("Short"), tr("Detailed"), tr("Canonical JSON")});
    m_form->setAccessibleName(tr("Form of the text"));
    m_digest->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_digest->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_digest->installEventFilter(this);
    m_search->setPlaceholderText(tr("Find in the text"));
    m_search->setAccessibleName(tr("Find in the text"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_previous->setText(QStringLiteral("↑"));
    m_previous->setToolTip(tr("Previous place (Shift+Enter)"));
    m_previous->setAccessibleName(tr("Previous place"));
    m_next->setText(QStringLiteral("↓"));
    m_next->setToolTip(tr("Next place (Enter)"));
    m_next->setAccessibleName(tr("Next place"));
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setUndoRedoEnabled(false);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Text of the IR"));
    m_text->viewport()->installEventFilter(this);

    m_bar->addWidget(m_stage);
    m_bar->addWidget(m_form);
    m_bar->addWidget(m_digest, 1);
    m_bar->addWidget(m_count);
    m_bar->addWidget(m_search);
    m_bar->addWidget(m_previous);
    m_bar->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_bar);
    column->addWidget(m_text, 1);

    connect(m_stage, &QComboBox::currentIndexChanged, this, &IrTextView::showText);
    connect(m_form, &QComboBox::currentIndexChanged, this, &IrTextView::showText);
    connect(m_search, &QLineEdit::textChanged, this, &IrTextView::find);
    connect(m_previous, &QToolButton::clicked, this, [this] { step(false); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(true); });
    addCopyActions(m_text, {[this] { return m_text->textCursor().selection().toPlainText(); },
                            [this] { return copyText(); }});
    setFocusProxy(m_text);
}

QString IrTextView::title() const
{
    return tr("IR text");
}

QString IrTextView::exportName() const
{
    return QStringLiteral("ir-text");
}

QSize IrTextView::exportSize() const
{
    return {1280, 900};
}

QString IrTextView::copyText() const
{
    return m_snapshot ? text() : QString{};
}

QString IrTextView::text() const
{
    return m_text->toPlainText();
}

void IrTextView::show(IrKind kind, Form form)
{
    m_stage->setCurrentIndex(static_cast<int>(kind));
    m_form->setCurrentIndex(static_cast<int>(form));
}

void IrTextView::refresh()
{
    const Theme& theme = context().theme->theme();
    m_bar->setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2));
    m_bar->setSpacing(theme.space(2));
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_stage, m_form, m_search, m_previous, m_next})
        widget->setFont(theme.body());
    m_search->setMinimumWidth(theme.space(25));
    m_search->setMaximumWidth(theme.space(50));
    m_digest->setFont(theme.monospace());
    m_count->setFont(theme.label());
    m_text->setFont(theme.monospace());
    QPalette colors = theme.palette();
    m_text->setPalette(colors);
    colors.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_digest->setPalette(colors);
    m_count->setPalette(colors);
    showText();
}

/// Sets the text anew only when it is another one: an edit right of the boundary leaves it alone.
void IrTextView::showText()
{
    const std::shared_ptr<const DerivedHistory> derivation = derivationOf(anyResult());
    const auto kind = static_cast<IrKind>(m_stage->currentIndex());
    const auto form = static_cast<Form>(m_form->currentIndex());
    const SnapshotPtr snapshot = derivation ? derivation->snapshot(kind) : nullptr;
    const bool same = snapshot == m_snapshot && m_shownForm == m_form->currentIndex();
    m_snapshot = snapshot;
    m_shownForm = m_form->currentIndex();
    if (derivation != m_derivation) {
        m_derivation = derivation;
        m_lineage = derivation ? LineageGraph{*derivation} : LineageGraph{};
    }
    m_digestText = snapshot ? QStringLiteral("%1sha256:%2…  %3")
                                  .arg(isStale() ? tr("▲ stale  ") : QString{},
                                       plainText(snapshot->digest().brief()),
                                       plainText(humanBytes(static_cast<double>(snapshot->bytes().size()))))
                            : QString{};
    showDigest();
    m_digest->setToolTip(snapshot ? plainText(snapshot->digest().toString()) : QString{});
    if (same && snapshot) {
        mark(); // the theme may be another one
        return;
    }
    m_text->setWordWrapMode(form == Form::Canonical ? QTextOption::WrapAnywhere : QTextOption::NoWrap);
    if (!snapshot)
        m_text->setPlainText(
            tr("%1 was not published for this candidate. Mend the fields that Problems names, or clear the "
               "reference that rejects it; its text then shows here.")
                .arg(irName(kind)));
    else if (form == Form::Canonical)
        m_text->setPlainText(plainText(snapshot->bytes()));
    else
        m_text->setPlainText(
            plainText(irText(*snapshot, form == Form::Short ? IrTextDetail::Short : IrTextDetail::Long)));
    find();
    showSelection(context().selection->current());
}

/// As much of it as there is room for.
void IrTextView::showDigest()
{
    m_digest->setText(m_digest->fontMetrics().elidedText(m_digestText, Qt::ElideRight, m_digest->width()));
}

void IrTextView::showSelection(const EntityKey& key)
{
    follow(key);
    mark();
    if (m_selectedPlaces.isEmpty() || m_text->textCursor().block() == m_selectedPlaces.front().block())
        return;
    QTextCursor start = m_selectedPlaces.front();
    start.setPosition(start.selectionStart());
    m_text->setTextCursor(start);
    m_text->centerCursor();
}

/// Once for each selection, so that another text can be chosen while it stands.
void IrTextView::follow(const EntityKey& key)
{
    if (key == m_followed)
        return;
    m_followed = key;
    if (key.kind == EntityKey::Kind::Snapshot) {
        if (const auto kind = enumFromName<IrKind>(key.name.toStdString()))
            m_stage->setCurrentIndex(static_cast<int>(*kind));
        return;
    }
    const std::vector<std::size_t> nodes = m_lineage.find(key);
    if (nodes.empty())
        return;
    const auto stageOf = [this](std::size_t node) { return static_cast<int>(m_lineage.nodes()[node].stage); };
    if (std::none_of(nodes.begin(), nodes.end(),
                     [&](std::size_t node) { return stageOf(node) == m_stage->currentIndex(); }))
        m_stage->setCurrentIndex(stageOf(nodes.front()));
    if (m_form->currentIndex() == static_cast<int>(Form::Short) && placesOf(key).isEmpty())
        m_form->setCurrentIndex(static_cast<int>(Form::Detailed));
}

/// Whether that place is the whole of a name. Values have common words for names, and so have operations of whole
/// models: theirs begin a line, and no colon follows as behind a heading's word.
bool IrTextView::isNamedAt(const QTextCursor& place, EntityKey::Kind kind) const
{
    const QString line = place.block().text();
    const qsizetype begin = place.selectionStart() - place.block().position();
    const qsizetype end = place.selectionEnd() - place.block().position();
    if ((begin > 0 && isNamePart(line[begin - 1])) || (end < line.size() && isNamePart(line[end])))
        return false;
    const bool isKind = kind == EntityKey::Kind::Operation && accounting() == Accounting::Block;
    if (m_shownForm == static_cast<int>(Form::Canonical))
        return QStringView{line}.left(begin).endsWith(isKind ? QLatin1String("\"kind\":\"")
                                                             : QLatin1String("\"name\":\""));
    if (isKind || kind == EntityKey::Kind::Task)
        return true;
    const bool isHeading = end < line.size() && line[end] == QLatin1Char(':') && accounting() == Accounting::Whole;
    return QStringView{line}.left(begin).trimmed().isEmpty() && !isHeading;
}

QList<QTextCursor> IrTextView::placesOf(const EntityKey& key) const
{
    QList<QTextCursor> places;
    for (const std::size_t found : m_lineage.find(key)) {
        const LineageNode& node = m_lineage.nodes()[found];
        if (!m_snapshot || node.stage != m_snapshot->kind())
            continue;
        QTextCursor place(m_text->document());
        while (!(place = m_text->document()->find(node.key.name, place, QTextDocument::FindCaseSensitively)).isNull())
            if (isNamedAt(place, node.key.kind))
                places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    return places;
}

/// Marks the places of the selection and those found.
void IrTextView::mark()
{
    constexpr int mostMarks = 2000;
    const Theme& theme = context().theme->theme();
    QList<QTextEdit::ExtraSelection> marks;
    const auto add = [&marks](const QTextCursor& place, const QColor& ground) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = place;
        selection.format.setBackground(ground);
        marks.push_back(selection);
    };
    m_selectedPlaces = placesOf(context().selection->current());
    for (const QTextCursor& place : m_selectedPlaces)
        add(place, theme.wash(Role::Accent));
    if (const QString wanted = m_search->text(); !wanted.isEmpty()) {
        QTextCursor place = m_text->document()->find(wanted);
        for (int k = 0; !place.isNull() && k < mostMarks; ++k) {
            add(place, theme.wash(Role::Warn));
            place = m_text->document()->find(wanted, place);
        }
    }
    m_text->setExtraSelections(marks);
}

void IrTextView::find()
{
    const QString wanted = m_search->text();
    m_foundCount = wanted.isEmpty() ? 0 : static_cast<int>(text().count(wanted, Qt::CaseInsensitive));
    m_count->setText(wanted.isEmpty() ? QString{} : tr("%n found", nullptr, m_foundCount));
    m_previous->setEnabled(m_foundCount > 0);
    m_next->setEnabled(m_foundCount > 0);
    mark();
    if (m_foundCount > 0 && m_search->hasFocus())
        step(true);
}

/// Past the end it goes on from the other side.
void IrTextView::step(bool forward)
{
    const QString wanted = m_search->text();
    if (m_foundCount == 0)
        return;
    const QTextDocument::FindFlags flags = forward ? QTextDocument::FindFlags{} : QTextDocument::FindBackward;
    QTextCursor place = m_text->document()->find(wanted, m_text->textCursor(), flags);
    if (place.isNull()) {
        QTextCursor edge(m_text->document());
        edge.movePosition(forward ? QTextCursor::Start : QTextCursor::End);
        place = m_text->document()->find(wanted, edge, flags);
    }
    m_text->setTextCursor(place);
    const QString before = text().left(place.selectionStart());
    m_count->setText(tr("%1 of %2").arg(before.count(wanted, Qt::CaseInsensitive) + 1).arg(m_foundCount));
}

void IrTextView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find)) {
        m_search->setFocus();
        m_search->selectAll();
    } else if (event->matches(QKeySequence::FindNext)) {
        step(true);
    } else if (event->matches(QKeySequence::FindPrevious)) {
        step(false);
    } else {
        View::keyPressEvent(event);
    }
}

bool IrTextView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            step(!key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_text->setFocus();
            return true;
        }
    }
    if (watched == m_digest && event->type() == QEvent::Resize)
        showDigest();
    if (watched == m_text->viewport() && event->type() == QEvent::MouseButtonRelease
        && !m_text->textCursor().hasSelection())
        selectWordAt(static_cast<QMouseEvent*>(event)->pos());
    return View::eventFilter(watched, event);
}

void IrTextView::selectWordAt(QPoint position)
{
    QTextCursor word = m_text->cursorForPosition(position);
    const QString line = word.block().text();
    qsizetype begin = word.positionInBlock();
    qsizetype end = begin;
    while (begin > 0 && isNamePart(line[begin - 1]))
        --begin;
    while (end < line.size() && isNamePart(line[end]))
        ++end;
    const int start = word.block().position();
    word.setPosition(start + static_cast<int>(begin));
    word.setPosition(start + static_cast<int>(end), QTextCursor::KeepAnchor);
    for (const LineageNode& node : m_lineage.nodes())
        if (m_snapshot && node.stage == m_snapshot->kind() && node.key.name == word.selectedText()
            && isNamedAt(word, node.key.kind)) {
            m_followed = node.key;
            context().selection->select(node.key);
            return;
        }
}

} // namespace planscope::ui
