#include "ui/panels/compare_text.h"

#include "ui/models/shown_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/detail_rows.h"
#include "ui/panels/text_difference_edit.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>

namespace planscope::ui {

CompareText::CompareText(QWidget* parent)
    : ComparePart(parent)
    , m_kind(new QComboBox(this))
    , m_form(new QComboBox(this))
    , m_state(new QLabel(this))
    , m_unfold(new QToolButton(this))
    , m_text(new TextDifferenceEdit(this))
    , m_work([this] { QMetaObject::invokeMethod(this, &CompareText::collect, Qt::QueuedConnection); })
{
    for (std::size_t kind = 0; kind < countOf<IrKind>(); ++kind)
        m_kind->addItem(irName(static_cast<IrKind>(kind)));
    m_kind->setCurrentIndex(static_cast<int>(IrKind::PortablePlan));
    m_kind->setAccessibleName(tr("IR"));
    m_form->addItems({tr("Summary"), tr("Canonical, ids as names"), tr("Canonical")});
    m_form->setCurrentIndex(static_cast<int>(IrTextForm::Named));
    m_form->setAccessibleName(tr("Form of the text"));
    m_form->setToolTip(tr("Ids move with their parent's digest; as names, only what differs in meaning is left"));
    m_unfold->setText(tr("Show all lines"));
    m_unfold->setToolTip(tr("Opens every fold of lines that are the same"));
    m_unfold->setAccessibleName(m_unfold->text());
    m_state->setTextFormat(Qt::PlainText);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(16, 8, 16, 8);
    bar->setSpacing(8);
    bar->addWidget(m_kind);
    bar->addWidget(m_form);
    bar->addWidget(m_unfold);
    bar->addStretch(1);
    bar->addWidget(m_state);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_text, 1);
    setFocusProxy(m_text);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &CompareText::request);
    connect(m_form, &QComboBox::currentIndexChanged, this, &CompareText::request);
    connect(m_unfold, &QToolButton::clicked, m_text, &TextDifferenceEdit::unfoldAll);
    addCopyActions(m_text,
                   {[this] { return m_text->textCursor().selection().toPlainText(); }, [this] { return copyText(); }});
}

QString CompareText::title() const
{
    return tr("Text");
}

QString CompareText::exportName() const
{
    return QStringLiteral("text");
}

IrKind CompareText::kind() const
{
    return static_cast<IrKind>(m_kind->currentIndex());
}

IrTextForm CompareText::form() const
{
    return static_cast<IrTextForm>(m_form->currentIndex());
}

void CompareText::show(IrKind wantedKind, IrTextForm wantedForm)
{
    {
        const QSignalBlocker quiet(m_kind);
        m_kind->setCurrentIndex(static_cast<int>(wantedKind));
    }
    {
        const QSignalBlocker quiet(m_form);
        m_form->setCurrentIndex(static_cast<int>(wantedForm));
    }
    request();
}

void CompareText::setShown(const CompareShown& shown, const Theme& theme)
{
    if (m_theme != theme) {
        m_theme = theme;
        setPalette(theme.palette());
        m_text->setTheme(theme);
        for (QWidget* const control : std::initializer_list<QWidget*>{m_kind, m_form, m_unfold})
            control->setFont(theme.body());
        m_state->setFont(theme.label());
    }
    if (m_pair == shown.pair)
        return;
    m_pair = shown.pair;
    request();
}

void CompareText::request()
{
    if (!m_pair)
        return;
    m_work.start([pair = m_pair, wantedKind = kind(), wantedForm = form()](const auto& isVoid) {
        auto made = std::make_shared<Made>();
        made->pair = pair;
        made->kind = wantedKind;
        made->form = wantedForm;
        std::string a = comparableText(pair->results[0], wantedKind, wantedForm);
        std::string b = comparableText(pair->results[1], wantedKind, wantedForm);
        if (!isVoid())
            made->difference = TextDifference(std::move(a), std::move(b));
        return std::shared_ptr<const Made>(std::move(made));
    });
}

void CompareText::collect()
{
    std::shared_ptr<const Made> made = m_work.take();
    if (!made)
        return;
    m_made = std::move(made);
    const TextDifference& difference = m_made->difference;
    m_text->setDifference(std::shared_ptr<const TextDifference>(m_made, &difference));
    m_state->setText(difference.equal()
                         ? tr("= the same text in A and in B")
                         : tr("− %1 lines of A   + %2 lines of B").arg(difference.removed()).arg(difference.added()));
}

void CompareText::wait()
{
    m_work.wait();
    collect();
}

/// The IR that holds what is selected comes in front.
void CompareText::showSelection(const EntityKey& key)
{
    if (key.kind != EntityKey::Kind::Snapshot)
        return;
    if (const auto wanted = enumFromName<IrKind>(key.name.toStdString()))
        m_kind->setCurrentIndex(static_cast<int>(*wanted));
}

void CompareText::stepDifference(bool forward)
{
    m_text->stepDifference(forward);
}

QString CompareText::copyText() const
{
    if (!m_made)
        return {};
    const auto name = [this](std::size_t side) { // on a line of its own
        return shownText(m_made->pair->comparison.sides[side].name.value_or("")).toStdString();
    };
    return QString::fromStdString(
        unifiedDifference(m_made->difference.textA(), m_made->difference.textB(), "A " + name(0), "B " + name(1)));
}

QSize CompareText::exportSize() const
{
    return {1280, 900};
}

} // namespace planscope::ui
