#include "ui/graph/loom_style.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

// The part of a loom's look that only differences have.
namespace planscope::ui {
namespace {

const QString none = QStringLiteral("\u2013");

/// What a half of a cell says.
QString halfText(const LoomCellPair& pair, std::size_t side, LoomLens lens, std::optional<CollectiveKind> collective)
{
    if (!pair.facts[side])
        return none;
    const bool isSecondOfTwo = side == 1 && pair.facts[0] && !pair.replaced;
    const QString value = humanText(*pair.facts[side], lens);
    if (isSecondOfTwo)
        return pair.delta == 0 ? QStringLiteral("=")
            : pair.delta > 0   ? QStringLiteral("\u25b2 %1").arg(value)
                               : QStringLiteral("\u25bc %1").arg(value);
    return collective ? QStringLiteral("%1 %2").arg(lettersOf(*collective), value) : value;
}

} // namespace

void LoomStyle::makePairLooks()
{
    const QFontMetricsF metrics(m_font);
    for (const LoomCellPair& pair : cellPairsOf(*m_scene, *m_difference, m_lens)) {
        if (pair.facts[0] && pair.facts[1] && !pair.replaced)
            m_largestDelta = std::max(m_largestDelta, std::abs(pair.delta));
        const LoomItem& item = m_scene->items()[m_pairLooks.size()];
        for (const std::optional<LoomFacts>& facts : pair.facts)
            if (facts)
                raiseLargest(item.phase, *facts);
        PairLook look;
        look.pair = pair;
        for (std::size_t side = 0; side < 2; ++side) {
            const auto kind = item.tasks.size() == 1 ? m_difference->tasks[item.tasks[0]].collectives[side]
                                                     : std::nullopt;
            const QString words = halfText(pair, side, m_lens, kind);
            look.texts[side] = staticText(words);
            look.widths[side] = metrics.horizontalAdvance(words);
        }
        m_pairLooks.push_back(std::move(look));
    }
}

QColor LoomStyle::deltaFill(double delta) const
{
    constexpr double faintest = 0.3; // a change is seen however small it is
    if (delta == 0 || m_largestDelta <= 0)
        return ground;
    const double strength = faintest + (1 - faintest) * std::abs(delta) / m_largestDelta;
    return mixed(surface, delta > 0 ? increase : decrease, strength);
}

QColor LoomStyle::pairFill(const LoomCellPair& pair) const
{
    switch (pair.change) {
    case Change::Same: return ground;
    case Change::Added: return candidates[1];
    case Change::Removed: return candidates[0];
    case Change::Changed: return deltaFill(pair.delta);
    }
    Q_UNREACHABLE();
}

QString LoomStyle::totalText(LoomPhase phase, bool withUnit) const
{
    const bool isRatio = m_lens == LoomLens::ArithmeticIntensity;
    const auto wordsOf = [this](const LoomFacts& facts) {
        return facts == LoomFacts{} ? none : humanText(facts, m_lens);
    };
    const auto summed = [&](const QString& words) {
        const QString& per = m_input->headings[static_cast<std::size_t>(phase)].per;
        if (isRatio)
            return words;
        return per.isEmpty() || !withUnit ? QStringLiteral("\u03a3 %1").arg(words)
                                          : QStringLiteral("\u03a3 %1 %2").arg(words, per);
    };
    if (!m_difference || m_difference->sides != LoomSides::Both) {
        const LoomFacts& totals = m_scene->totalsOf(phase);
        return totals == LoomFacts{} ? none : summed(wordsOf(totals));
    }
    std::array<LoomFacts, 2> totals;
    for (std::size_t item = 0; item < m_pairLooks.size(); ++item) {
        const LoomItem& shown = m_scene->items()[item];
        for (std::size_t side = 0; side < 2 && shown.phase == phase; ++side)
            if (const auto& facts = m_pairLooks[item].pair.facts[side])
                for (std::int64_t run = 0; run < m_input->tasks[shown.tasks.front()].runs; ++run)
                    totals[side] += *facts;
    }
    if (totals[0] == LoomFacts{} && totals[1] == LoomFacts{})
        return none;
    return summed(QStringLiteral("%1 | %2").arg(wordsOf(totals[0]), wordsOf(totals[1])));
}

} // namespace planscope::ui
