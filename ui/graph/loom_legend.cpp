#include "ui/graph/loom_legend.h"

#include "ui/graph/loom_difference_painter.h"
#include "ui/graph/loom_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace planscope::ui {
namespace {

constexpr double margin = 8;
constexpr double scaleBar = 72;
constexpr double fillStep = 6;
constexpr double gap = 6;       ///< between the parts of an entry
constexpr double entryGap = 16; ///< between entries
constexpr double engineMark = 10;
constexpr double collectiveMark = 18;

QString engineTitle(Engine engine)
{
    switch (engine) {
    case Engine::Matrix: return QCoreApplication::translate("Loom", "matrix");
    case Engine::Vector: return QCoreApplication::translate("Loom", "vector");
    case Engine::Collective: return QCoreApplication::translate("Loom", "collective");
    }
    return {};
}

QString scaleTitle(const LoomStyle& style)
{
    const QString title = titleOf(style.lens());
    return style.lens() == LoomLens::PredictedTime && !style.input().timeSource.isEmpty()
        ? QStringLiteral("%1 (%2)").arg(title, style.input().timeSource)
        : title;
}

/// "2.81 ms"; where what is done once a step has a scale of its own "2.81 ms, a step 202 ms"; empty where all is 0.
QString endOfScale(const LoomStyle& style)
{
    const double most = style.largest(LoomPhase::Forward);
    const double ofStep = style.largest(LoomPhase::Optimizer);
    const LoomHeading& step = style.input().headings[static_cast<std::size_t>(LoomPhase::Optimizer)];
    const QString words = most > 0 ? humanValue(most, style.lens()) : QString();
    if (step.per == style.input().headings.front().per || ofStep <= 0)
        return words;
    const QString apart = QStringLiteral("%1 %2").arg(step.per, humanValue(ofStep, style.lens()));
    return words.isEmpty() ? apart : QStringLiteral("%1, %2").arg(words, apart);
}

double barWidth(const LoomStyle& style)
{
    return style.mark() == LoomMark::Fill ? LoomStyle::strengthCount * fillStep : scaleBar;
}

} // namespace

LoomLegend::LoomLegend(const LoomStyle& style)
    : m_style(style)
{
    // The scale comes first: without it a bar says nothing. A split cell has none.
    const bool isSplit = style.difference() && style.difference()->sides == LoomSides::Both;
    if (!isSplit && !endOfScale(style).isEmpty()) {
        Entry scale;
        scale.words = scaleTitle(style);
        scale.width = widthOf(scale.words) + 10 + widthOf(QStringLiteral("0")) + gap + barWidth(style) + gap
            + widthOf(endOfScale(style));
        m_entries.push_back(scale);
    }
    if (style.difference())
        addDifference();
    if (!isSplit)
        addMarks();
}

void LoomLegend::addMarks()
{
    const LoomStyle& style = m_style;
    // Collectives are told by their shapes; as a colour they show only in folded cells.
    const bool folded = style.scene().options().folded != 0;
    for (const Engine engine : {Engine::Matrix, Engine::Vector, Engine::Collective}) {
        if (!style.draws(engine) || (engine == Engine::Collective && !folded))
            continue;
        Entry entry;
        entry.kind = Entry::Kind::Engine;
        entry.engine = engine;
        entry.words = engineTitle(engine);
        entry.width = engineMark + gap + widthOf(entry.words);
        m_entries.push_back(entry);
    }
    for (std::size_t k = 0; k < countOf<CollectiveKind>(); ++k) {
        const auto kind = static_cast<CollectiveKind>(k);
        if (!style.draws(kind))
            continue;
        Entry entry;
        entry.kind = Entry::Kind::Collective;
        entry.collective = kind;
        entry.words = QStringLiteral("%1 %2").arg(lettersOf(kind), titleOf(kind));
        entry.width = collectiveMark + gap + widthOf(entry.words);
        m_entries.push_back(entry);
    }
    if (!style.input().messageTitle.isEmpty() && !style.input().boundaries.empty())
        add(Entry::Kind::Message, style.input().messageTitle);
    if (!style.scene().bundles().empty())
        add(Entry::Kind::Kept, QCoreApplication::translate("Loom", "kept for backward: bytes"));
}

void LoomLegend::add(Entry::Kind kind, const QString& words)
{
    Entry entry;
    entry.kind = kind;
    entry.words = words;
    entry.width = collectiveMark + gap + widthOf(words);
    m_entries.push_back(entry);
}

/// Names what is drawn and nothing else.
void LoomLegend::addDifference()
{
    const auto has = [this](auto&& holds) {
        for (std::uint32_t item = 0; item < m_style.scene().items().size(); ++item)
            if (m_style.scene().items()[item].kind != LoomItem::Kind::Boundary && holds(m_style.pairLookOf(item).pair))
                return true;
        return false;
    };
    const auto tr = [](const char* text) { return QCoreApplication::translate("Loom", text); };
    const auto bothSides = [](const LoomCellPair& pair) { return pair.facts[0] && pair.facts[1] && !pair.replaced; };
    const LoomSides sides = m_style.difference()->sides;
    if (sides == LoomSides::Both)
        add(Entry::Kind::Split, tr("left A, right B: %1").arg(scaleTitle(m_style)));
    const QString most = humanValue(m_style.largestDelta(), m_style.lens());
    if (has([&](const LoomCellPair& pair) { return bothSides(pair) && pair.delta > 0; }))
        add(Entry::Kind::More, tr("B more, by up to %1").arg(most));
    if (has([&](const LoomCellPair& pair) { return bothSides(pair) && pair.delta < 0; }))
        add(Entry::Kind::Less, tr("B less, by up to %1").arg(most));
    if (sides != LoomSides::OnlyB
        && has([](const LoomCellPair& pair) { return pair.facts[0] && (pair.replaced || !pair.facts[1]); }))
        add(Entry::Kind::OnlyA, tr("A only"));
    if (sides != LoomSides::OnlyA
        && has([](const LoomCellPair& pair) { return pair.facts[1] && (pair.replaced || !pair.facts[0]); }))
        add(Entry::Kind::OnlyB, tr("B only"));
    if (has([&](const LoomCellPair& pair) {
            return bothSides(pair) && pair.change == Change::Changed && pair.delta == 0;
        }))
        add(Entry::Kind::Elsewhere, tr("differs in another fact"));
}

void LoomLegend::paintMark(QPainter& painter, Entry::Kind kind, const QRectF& mark) const
{
    const auto sign = [&](double delta) {
        const QColor fill = m_style.deltaFill(delta);
        painter.fillRect(mark, fill);
        painter.setPen(Theme::textOn(fill));
        painter.drawText(mark, Qt::AlignCenter, delta > 0 ? QStringLiteral("\u25b2") : QStringLiteral("\u25bc"));
    };
    const auto hatch = [&](std::size_t side) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(m_style.candidates[side], 1));
        painter.setBrush(QBrush(m_style.candidates[side], hatchOf(side)));
        painter.drawRect(mark);
    };
    switch (kind) {
    case Entry::Kind::Split:
        painter.fillRect(mark, m_style.ground);
        painter.fillRect(QRectF(std::floor(mark.center().x()), mark.top(), 1, mark.height()), m_style.muted);
        break;
    case Entry::Kind::More: sign(m_style.largestDelta()); break;
    case Entry::Kind::Less: sign(-m_style.largestDelta()); break;
    case Entry::Kind::OnlyA: hatch(0); break;
    case Entry::Kind::OnlyB: hatch(1); break;
    case Entry::Kind::Elsewhere:
        painter.setPen(QPen(m_style.muted, 1, Qt::DashLine));
        painter.setBrush(m_style.ground);
        painter.drawRect(mark);
        break;
    case Entry::Kind::Message:
        painter.setPen(QPen(m_style.muted, 1));
        painter.setBrush(m_style.surface);
        painter.drawRoundedRect(mark, mark.height() / 2, mark.height() / 2);
        break;
    case Entry::Kind::Kept: {
        QPen dashed(m_style.saved, 1);
        dashed.setDashPattern({3, 3});
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(dashed);
        painter.drawLine(QPointF(mark.left(), std::floor(mark.center().y())),
                         QPointF(mark.right(), std::floor(mark.center().y())));
        break;
    }
    case Entry::Kind::Scale:
    case Entry::Kind::Engine:
    case Entry::Kind::Collective: break;
    }
}

double LoomLegend::widthOf(const QString& words) const
{
    return QFontMetricsF(m_style.font()).horizontalAdvance(words);
}

std::vector<LoomLegend::Place> LoomLegend::placesIn(double width) const
{
    std::vector<Place> places;
    Place next{margin, 0};
    for (const Entry& entry : m_entries) {
        if (next.left > margin && next.left + entry.width > width - margin)
            next = {margin, next.line + 1};
        places.push_back(next);
        next.left += entry.width + entryGap;
    }
    return places;
}

double LoomLegend::heightFor(double width) const
{
    const std::vector<Place> places = placesIn(width);
    const int lines = places.empty() ? 1 : places.back().line + 1;
    return std::ceil(lines * (m_style.textHeight() + 4) + 10);
}

void LoomLegend::paint(QPainter& painter, const QRectF& band) const
{
    painter.save();
    painter.setClipRect(band);
    painter.setFont(m_style.font());
    const std::vector<Place> places = placesIn(band.width());
    const double line = m_style.textHeight() + 4;
    for (std::size_t k = 0; k < m_entries.size(); ++k) {
        const double middle = std::round(band.top() + 5 + (places[k].line + 0.5) * line);
        painter.setRenderHint(QPainter::Antialiasing, true);
        if (m_entries[k].kind == Entry::Kind::Scale)
            paintScale(painter, band.left() + places[k].left, middle);
        else
            paintEntry(painter, m_entries[k], band.left() + places[k].left, middle);
    }
    painter.restore();
}

double LoomLegend::paintWords(QPainter& painter, double left, double middle, const QString& words,
                              const QColor& color) const
{
    const double width = widthOf(words);
    const double height = m_style.textHeight();
    painter.setPen(color);
    painter.drawText(QRectF(left, middle - height / 2, width + 2, height), Qt::AlignLeft | Qt::AlignVCenter, words);
    return left + width;
}

void LoomLegend::paintScale(QPainter& painter, double left, double middle) const
{
    constexpr double height = 8;
    double x = paintWords(painter, left, middle, m_entries.front().words, m_style.text) + 10;
    x = paintWords(painter, x, middle, QStringLiteral("0"), m_style.muted) + gap;
    if (m_style.mark() == LoomMark::Fill) {
        for (int k = 0; k < LoomStyle::strengthCount; ++k)
            painter.fillRect(QRectF(std::round(x + k * fillStep), middle - height / 2, fillStep, height),
                             m_style.fillOf(Engine::Matrix, static_cast<double>(k) / (LoomStyle::strengthCount - 1)));
    } else {
        const QRectF bar(std::round(x), middle - height / 2, scaleBar, height);
        painter.fillRect(bar, m_style.ground);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(QRectF(bar.left(), bar.center().y(), bar.width(), 1), m_style.muted);
        for (const double part : {0.0, 0.5, 1.0})
            painter.fillRect(QRectF(std::round(bar.left() + part * (bar.width() - 1)), bar.top(), 1, height),
                             m_style.muted);
    }
    paintWords(painter, x + barWidth(m_style) + gap, middle, endOfScale(m_style), m_style.muted);
}

void LoomLegend::paintEntry(QPainter& painter, const Entry& entry, double left, double middle) const
{
    const double x = std::round(left);
    const double height = engineMark;
    if (entry.kind == Entry::Kind::Engine) {
        painter.fillRect(QRectF(x, middle - height / 2, engineMark, height), m_style.engineColor(entry.engine));
        paintWords(painter, x + engineMark + gap, middle, entry.words, m_style.muted);
        return;
    }
    const QRectF shape(x + 0.5, middle - height / 2 + 0.5, collectiveMark, height);
    if (entry.kind != Entry::Kind::Collective) {
        paintMark(painter, entry.kind, shape);
        paintWords(painter, x + collectiveMark + gap, middle, entry.words, m_style.muted);
        return;
    }
    constexpr double tint = 0.35;
    painter.setPen(QPen(m_style.collective, 1));
    painter.setBrush(mixed(m_style.surface, m_style.collective, tint));
    painter.drawPolygon(outlineOf(entry.collective, shape));
    paintWords(painter, x + collectiveMark + gap, middle, entry.words, m_style.muted);
}

} // namespace planscope::ui
