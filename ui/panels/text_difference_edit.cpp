#include "ui/panels/text_difference_edit.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>

namespace planscope::ui {

/// Line numbers of both texts, beside the text and scrolled with it.
class TextDifferenceEdit::Margin final : public QWidget {
public:
    explicit Margin(TextDifferenceEdit* edit)
        : QWidget(edit)
        , m_edit(edit)
    {
    }

protected:
    void paintEvent(QPaintEvent* event) override { m_edit->paintMargin(event); }

private:
    TextDifferenceEdit* m_edit;
};

TextDifferenceEdit::TextDifferenceEdit(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_margin(new Margin(this))
{
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("Difference of the texts of A and B"));
    connect(this, &QPlainTextEdit::updateRequest, this, [this] { m_margin->update(); });
}

TextDifferenceEdit::~TextDifferenceEdit() = default;

void TextDifferenceEdit::setTheme(const Theme& theme)
{
    m_theme = theme;
    setPalette(theme.palette());
    setFont(theme.monospace());
    m_margin->setFont(theme.monospace());
    setViewportMargins(marginWidth(), 0, 0, 0);
    viewport()->update();
}

void TextDifferenceEdit::setDifference(std::shared_ptr<const TextDifference> difference)
{
    if (m_difference == difference)
        return;
    m_difference = std::move(difference);
    m_unfolded.clear();
    showLines();
}

void TextDifferenceEdit::unfoldAll()
{
    for (std::size_t run = 0; m_difference && run < m_difference->runCount(); ++run)
        m_unfolded.insert(run);
    showLines();
}

void TextDifferenceEdit::showLines()
{
    m_lines = m_difference ? m_difference->lines(m_unfolded) : std::vector<DifferenceLine>{};
    QString text;
    for (const DifferenceLine& line : m_lines) {
        if (!text.isEmpty())
            text += QLatin1Char('\n');
        if (line.fold > 0)
            text += tr("⋯ %1 lines are the same: a click or Enter shows them").arg(line.fold);
        else
            text += (line.change == Change::Added       ? QStringLiteral("+ ")
                         : line.change == Change::Removed ? QStringLiteral("− ")
                                                          : QStringLiteral("  "))
                + line.text;
    }
    setPlainText(text);
    setViewportMargins(marginWidth(), 0, 0, 0);
}

int TextDifferenceEdit::marginWidth() const
{
    std::size_t largest = 1;
    for (const DifferenceLine& line : m_lines)
        largest = std::max({largest, line.numberA, line.numberB});
    const int digits = static_cast<int>(std::to_string(largest).size());
    return 2 * (fontMetrics().horizontalAdvance(QLatin1Char('0')) * digits + m_theme.space(2));
}

template <class Visit>
void TextDifferenceEdit::visitVisible(Visit&& visit) const
{
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > viewport()->height())
            return;
        if (const auto line = static_cast<std::size_t>(block.blockNumber()); line < m_lines.size())
            visit(m_lines[line], place);
    }
}

void TextDifferenceEdit::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(viewport());
        visitVisible([&](const DifferenceLine& line, const QRectF& place) {
            const QRectF row(0, place.top(), viewport()->width(), place.height());
            if (line.change != Change::Same)
                painter.fillRect(row, m_theme.wash(line.change == Change::Added ? Role::CandidateB : Role::CandidateA));
            else if (line.fold > 0)
                painter.fillRect(row, m_theme.color(Role::Window));
        });
    }
    QPlainTextEdit::paintEvent(event);
}

void TextDifferenceEdit::paintMargin(QPaintEvent*)
{
    QPainter painter(m_margin);
    painter.fillRect(m_margin->rect(), m_theme.color(Role::Window));
    painter.setFont(font());
    const int half = m_margin->width() / 2;
    visitVisible([&](const DifferenceLine& line, const QRectF& place) {
        const auto number = [&](int left, std::size_t value, Role role) {
            if (value == 0)
                return;
            painter.setPen(m_theme.color(role));
            painter.drawText(QRectF(left, place.top(), half - m_theme.space(1), place.height()),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(value));
        };
        number(0, line.numberA, line.change == Change::Removed ? Role::CandidateA : Role::Muted);
        number(half, line.numberB, line.change == Change::Added ? Role::CandidateB : Role::Muted);
    });
}

void TextDifferenceEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect inside = contentsRect();
    m_margin->setGeometry(QRect(inside.left(), inside.top(), marginWidth(), inside.height()));
}

void TextDifferenceEdit::unfold(int line)
{
    if (line < 0 || static_cast<std::size_t>(line) >= m_lines.size() || m_lines[static_cast<std::size_t>(line)].fold == 0)
        return;
    const int top = verticalScrollBar()->value();
    m_unfolded.insert(m_lines[static_cast<std::size_t>(line)].run);
    showLines();
    QTextCursor place(document()->findBlockByNumber(line));
    setTextCursor(place);
    verticalScrollBar()->setValue(top);
}

void TextDifferenceEdit::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection())
        unfold(cursorForPosition(event->position().toPoint()).blockNumber());
}

void TextDifferenceEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        unfold(textCursor().blockNumber());
    else
        QPlainTextEdit::keyPressEvent(event);
}

void TextDifferenceEdit::stepDifference(bool forward)
{
    std::vector<int> begins; // first lines of blocks that differ
    for (std::size_t k = 0; k < m_lines.size(); ++k)
        if (m_lines[k].change != Change::Same && (k == 0 || m_lines[k - 1].change == Change::Same))
            begins.push_back(static_cast<int>(k));
    if (begins.empty())
        return;
    const int here = textCursor().blockNumber();
    int next = forward ? begins.front() : begins.back();
    if (forward) {
        const auto after = std::upper_bound(begins.begin(), begins.end(), here);
        next = after == begins.end() ? begins.front() : *after;
    } else {
        const auto before = std::lower_bound(begins.begin(), begins.end(), here);
        next = before == begins.begin() ? begins.back() : *(before - 1);
    }
    setTextCursor(QTextCursor(document()->findBlockByNumber(next)));
    centerCursor();
}

} // namespace planscope::ui
