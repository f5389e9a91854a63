#include "ui/panels/strip_card.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace planscope::ui {
namespace {

constexpr int digestDigits = 12;

QString brief(const QString& digest)
{
    return digest.mid(digest.indexOf(u':') + 1, digestDigits);
}

/// A number and the unit after it stay on one line.
QString withUnitsKept(QString text)
{
    for (qsizetype k = 1; k + 1 < text.size(); ++k)
        if (text[k] == u' ' && text[k - 1].isDigit() && (text[k + 1].isLetter() || text[k + 1] == u'%'))
            text[k] = QChar::Nbsp;
    return text;
}

} // namespace

StripCard::StripCard(QWidget* parent)
    : QWidget(parent)
    , m_digest(new QToolButton(this))
{
    setFocusPolicy(Qt::StrongFocus);
    m_digest->setAutoRaise(true);
    m_digest->setCursor(Qt::PointingHandCursor);
    m_digest->hide();
    connect(m_digest, &QToolButton::clicked, this, [this] { copyDigest(); });
}

void StripCard::setContent(const StripCardContent& content, const Theme& theme, bool rightOfBoundary)
{
    if (content == m_content && theme == m_theme && rightOfBoundary == m_rightOfBoundary)
        return;
    m_content = content;
    m_theme = theme;
    m_rightOfBoundary = rightOfBoundary;
    m_digest->setVisible(!content.digest.isEmpty());
    m_digest->setFont(theme.monospace());
    m_digest->setText(brief(content.digest));
    QPalette link = theme.palette();
    link.setColor(QPalette::ButtonText, theme.color(Role::Accent));
    m_digest->setPalette(link);
    m_digest->setToolTip(tr("%1\nClick to copy").arg(content.digest));
    m_digest->setAccessibleName(tr("Copy the digest of %1").arg(content.title));
    setAccessibleName(content.title);
    QStringList words{content.schema.isEmpty() ? content.subtitle : content.schema, content.digest};
    if (content.isUnchanged)
        words << tr("unchanged");
    words << content.headline.text;
    for (const auto* lines : {&content.lines, &content.notes})
        for (const StripLine& line : *lines)
            words << line.text;
    words << content.verdict.text;
    words.removeAll(QString{});
    setAccessibleDescription(words.join(QStringLiteral(". ")));
    placeDigest();
    update();
}

void StripCard::setSelected(bool selected)
{
    if (selected == m_selected)
        return;
    m_selected = selected;
    update();
}

StripCard::Layout StripCard::layOut(int width) const
{
    const int margin = m_theme.space(3);
    const int inner = std::max(1, width - 2 * margin);
    Layout layout;
    int y = margin;
    const auto add = [&](StripLine line, const QFont& font, bool wraps) {
        if (line.text.isEmpty())
            return;
        line.text = withUnitsKept(line.text);
        const QFontMetrics metrics(font);
        const int height = wraps ? metrics.boundingRect(QRect(0, 0, inner, 10000), Qt::TextWordWrap, line.text).height()
                                 : metrics.height();
        layout.texts.push_back({line, font, QRect(margin, y, inner, height), wraps});
        y += height + m_theme.space(1) / 2;
    };
    QFont title = m_theme.body();
    title.setWeight(QFont::DemiBold);
    add({m_content.title, {}, Role::Text}, title, false);
    add({m_content.subtitle, m_content.schema.isEmpty() ? m_content.subtitle : m_content.schema, Role::Muted},
        m_theme.label(), false);
    if (!m_content.digest.isEmpty()) {
        y += m_theme.space(1);
        const int height = QFontMetrics(m_theme.monospace()).height() + m_theme.space(1);
        const int wide = QFontMetrics(m_theme.monospace()).horizontalAdvance(brief(m_content.digest))
            + m_theme.space(3);
        layout.digest = QRect(margin - 4, y, std::min(wide, inner + 4), height);
        y += height;
        // The line is kept whether or not it says something, so that nothing jumps.
        const int line = QFontMetrics(m_theme.label()).height();
        layout.lock = QRect(margin, y, inner, line);
        y += line + m_theme.space(1);
    }
    if (!m_content.headline.text.isEmpty())
        y += m_theme.space(1);
    add(m_content.headline, m_theme.headline(), true);
    for (const StripLine& line : m_content.lines)
        add(line, m_theme.label(), true);
    if (m_content.gauge) {
        layout.gauge = QRect(margin, y + m_theme.space(1), inner, m_theme.space(2));
        y = layout.gauge.bottom() + 1 + m_theme.space(2);
    }
    for (const StripLine& line : m_content.notes)
        add(line, m_theme.label(), true);
    y += m_theme.space(2);
    add(m_content.verdict, m_theme.label(), true);
    layout.height = y + margin - m_theme.space(1) / 2;
    return layout;
}

int StripCard::heightFor(int width) const
{
    return layOut(width).height;
}

void StripCard::placeDigest()
{
    m_digest->setGeometry(layOut(width()).digest);
}

void StripCard::copyDigest()
{
    QApplication::clipboard()->setText(m_content.digest);
    m_digest->setText(tr("✓ copied"));
    QTimer::singleShot(1500, this, [this] { m_digest->setText(brief(m_content.digest)); });
}

void StripCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isMarked = m_selected || hasFocus();
    painter.setPen(QPen(m_theme.color(isMarked ? Role::Accent : m_rightOfBoundary ? Role::Boundary : Role::Line), 1));
    painter.setBrush(m_selected ? m_theme.wash(Role::Accent) : m_theme.color(Role::Surface));
    painter.drawRoundedRect(frame, 4, 4);
    if (isMarked) {
        painter.setPen(QPen(m_theme.color(Role::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }

    Layout layout = layOut(width());
    // The verdict stands at the foot, wherever the lines above it end.
    if (!m_content.verdict.text.isEmpty())
        layout.texts.back().box.translate(0, height() - layout.height);
    for (const Text& text : layout.texts) {
        painter.setFont(text.font);
        painter.setPen(m_theme.color(text.line.role));
        if (text.wraps)
            painter.drawText(text.box, Qt::TextWordWrap, text.line.text);
        else
            painter.drawText(text.box, Qt::AlignLeft | Qt::AlignVCenter,
                             QFontMetrics(text.font).elidedText(text.line.text, Qt::ElideRight, text.box.width()));
    }
    if (m_content.isUnchanged)
        paintLock(painter, layout.lock);
    if (m_content.gauge)
        paintGauge(painter, layout.gauge);
}

void StripCard::paintLock(QPainter& painter, const QRect& box) const
{
    const double unit = box.height() / 12.0;
    const QColor color = m_theme.color(Role::Ok);
    const QPointF at = box.topLeft();
    painter.setPen(QPen(color, 1.3 * unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(at.x() + 2 * unit, at.y() + 1.5 * unit, 5 * unit, 7 * unit), 0, 180 * 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(at.x() + unit, at.y() + 5 * unit, 7 * unit, 5.5 * unit), unit, unit);
    painter.setFont(m_theme.label());
    painter.setPen(color);
    painter.drawText(box.adjusted(static_cast<int>(10 * unit) + m_theme.space(1), 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("unchanged"));
}

void StripCard::paintGauge(QPainter& painter, const QRect& box) const
{
    const double fraction = m_content.gauge->fraction;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(Role::Line));
    painter.drawRect(box);
    QRectF filled = box;
    filled.setWidth(box.width() * std::clamp(fraction, 0.0, 1.0));
    painter.setBrush(m_theme.color(fraction > 1 ? Role::Warn : Role::Accent));
    painter.drawRect(filled);
    if (fraction > 1) {
        filled.setLeft(box.left() + box.width() / fraction);
        painter.setBrush(QBrush(m_theme.color(Role::Surface), Qt::BDiagPattern));
        painter.drawRect(filled);
    }
}

bool StripCard::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Text& text : layOut(width()).texts)
        if (text.box.contains(help->pos()) && !text.line.exact.isEmpty()) {
            QToolTip::showText(help->globalPos(), text.line.exact.toHtmlEscaped(), this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

void StripCard::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeDigest();
}

void StripCard::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !m_content.key.isNull())
        Q_EMIT selected(m_content.key);
}

void StripCard::mouseDoubleClickEvent(QMouseEvent*)
{
    if (!m_content.key.isNull())
        Q_EMIT activated(m_content.key);
}

void StripCard::keyPressEvent(QKeyEvent* event)
{
    if (m_content.key.isNull())
        return QWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_Space)
        Q_EMIT selected(m_content.key);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT activated(m_content.key);
    else
        QWidget::keyPressEvent(event);
}

} // namespace planscope::ui
