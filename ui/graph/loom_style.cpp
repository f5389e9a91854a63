#include "ui/graph/loom_style.h"

#include "report/number_format.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr qsizetype longestAxis = 2; ///< letters of an axis that have room beside a value

QString translated(const char* text)
{
    return QCoreApplication::translate("Loom", text);
}

} // namespace

QColor mixed(const QColor& ground, const QColor& over, double share)
{
    const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return QColor(part(ground.red(), over.red()), part(ground.green(), over.green()), part(ground.blue(), over.blue()));
}

QString lettersOf(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce: return QStringLiteral("AR");
    case CollectiveKind::ReduceScatter: return QStringLiteral("RS");
    case CollectiveKind::AllGather: return QStringLiteral("AG");
    case CollectiveKind::AllToAll: return QStringLiteral("AA");
    case CollectiveKind::Broadcast: return QStringLiteral("BC");
    }
    return {};
}

QString titleOf(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce: return translated(QT_TRANSLATE_NOOP("Loom", "all-reduce"));
    case CollectiveKind::ReduceScatter: return translated(QT_TRANSLATE_NOOP("Loom", "reduce-scatter"));
    case CollectiveKind::AllGather: return translated(QT_TRANSLATE_NOOP("Loom", "all-gather"));
    case CollectiveKind::AllToAll: return translated(QT_TRANSLATE_NOOP("Loom", "all-to-all"));
    case CollectiveKind::Broadcast: return translated(QT_TRANSLATE_NOOP("Loom", "broadcast"));
    }
    return {};
}

QString titleOf(LoomPhase phase)
{
    switch (phase) {
    case LoomPhase::Forward: return translated(QT_TRANSLATE_NOOP("Loom", "Forward"));
    case LoomPhase::Recompute: return translated(QT_TRANSLATE_NOOP("Loom", "Recompute, recommunication"));
    case LoomPhase::ActivationGradient: return translated(QT_TRANSLATE_NOOP("Loom", "Activation gradient"));
    case LoomPhase::WeightGradient: return translated(QT_TRANSLATE_NOOP("Loom", "Weight gradient"));
    case LoomPhase::Optimizer: return translated(QT_TRANSLATE_NOOP("Loom", "Optimizer"));
    }
    return {};
}

QString shortTitleOf(LoomPhase phase)
{
    switch (phase) {
    case LoomPhase::Forward: return translated(QT_TRANSLATE_NOOP("Loom", "Forward"));
    case LoomPhase::Recompute: return translated(QT_TRANSLATE_NOOP("Loom", "Recompute"));
    case LoomPhase::ActivationGradient: return translated(QT_TRANSLATE_NOOP("Loom", "Act. grad."));
    case LoomPhase::WeightGradient: return translated(QT_TRANSLATE_NOOP("Loom", "Wt. grad."));
    case LoomPhase::Optimizer: return translated(QT_TRANSLATE_NOOP("Loom", "Optimizer"));
    }
    return {};
}

LoomStyle::LoomStyle(std::shared_ptr<const LoomScene> scene, std::shared_ptr<const LoomInput> input, const Theme& theme,
                     LoomLens lens, LoomMark mark, std::shared_ptr<const LoomDifference> difference)
    : surface(theme.color(Role::Surface))
    , stripe(mixed(surface, theme.color(Role::Line), 0.22))
    , ground(mixed(surface, theme.color(Role::Line), 0.62))
    , line(theme.color(Role::Line))
    , thread(mixed(surface, theme.color(Role::Muted), 0.75))
    , text(theme.color(Role::Text))
    , muted(theme.color(Role::Muted))
    , accent(theme.color(Role::Accent))
    , collective(theme.color(Role::Collective))
    , saved(theme.color(Role::MemoryActivationCheckpoints))
    , increase(theme.color(Role::Increase))
    , decrease(theme.color(Role::Decrease))
    , candidates{theme.color(Role::CandidateA), theme.color(Role::CandidateB)}
    , m_scene(std::move(scene))
    , m_input(std::move(input))
    , m_theme(theme)
    , m_lens(lens)
    , m_mark(mark)
    , m_font(theme.label())
    , m_textHeight(QFontMetricsF(m_font).height())
    , m_engines{theme.color(Role::Matrix), theme.color(Role::Vector), theme.color(Role::Collective)}
    , m_difference(std::move(difference))
{
    if (m_difference)
        makePairLooks();
    makeLooks();
}

QString LoomStyle::titleOf(const LoomItem& item) const
{
    if (item.kind != LoomItem::Kind::Group)
        return item.name;
    return QCoreApplication::translate("Loom", "%1, %2: sum of %3")
        .arg(item.name, m_input->headings[static_cast<std::size_t>(item.phase)].title.toLower())
        .arg(item.tasks.size());
}

QStaticText LoomStyle::staticText(const QString& words) const
{
    QStaticText made(words);
    made.setTextFormat(Qt::PlainText);
    made.setPerformanceHint(QStaticText::AggressiveCaching);
    made.prepare({}, m_font);
    return made;
}

void LoomStyle::raiseLargest(LoomPhase phase, const LoomFacts& facts)
{
    const double value = valueOf(facts, m_lens).value_or(0);
    const QString& per = m_input->headings[static_cast<std::size_t>(phase)].per;
    for (std::size_t other = 0; other < m_largest.size(); ++other)
        if (m_input->headings[other].per == per)
            m_largest[other] = std::max(m_largest[other], value);
}

void LoomStyle::makeLooks()
{
    const QFontMetricsF metrics(m_font);
    for (const LoomItem& item : m_scene->items())
        if (item.kind != LoomItem::Kind::Boundary)
            raiseLargest(item.phase, item.facts);
    for (const LoomItem& item : m_scene->items()) {
        ItemLook look;
        QString value = humanText(item.facts, m_lens);
        if (item.kind == LoomItem::Kind::Boundary)
            value = QCoreApplication::translate("Loom", "%1 %2")
                        .arg(item.name, QString::fromStdString(humanBytes(Bytes{item.boundaryBytes})));
        else if (largest(item.phase) > 0)
            look.fraction = valueOf(item.facts, m_lens).value_or(0) / largest(item.phase);
        const QString letters = item.kind == LoomItem::Kind::Group ? QStringLiteral("\u03a3")
            : item.kind == LoomItem::Kind::Boundary                ? item.name
            : !item.collective                                     ? QString()
            : item.axis.isEmpty() || item.axis.size() > longestAxis
            ? lettersOf(*item.collective)
            : QStringLiteral("%1 %2").arg(lettersOf(*item.collective), item.axis);
        look.value = staticText(value);
        look.valueWidth = metrics.horizontalAdvance(value);
        look.letters = staticText(letters);
        look.lettersWidth = metrics.horizontalAdvance(letters);
        look.fill = m_difference ? pairFill(m_pairLooks[m_looks.size()].pair) : fillOf(item.engine, look.fraction);
        double whole = 0;
        for (const std::uint32_t task : item.tasks) {
            const double share = valueOf(m_input->tasks[task].facts, m_lens).value_or(0);
            look.shares[static_cast<std::size_t>(m_input->tasks[task].engine)] += share;
            whole += share;
        }
        for (double& share : look.shares)
            share = whole > 0 ? share / whole : 0;
        m_looks.push_back(std::move(look));
    }
    for (const LoomBundle& bundle : m_scene->bundles()) {
        const QString size = QString::fromStdString(humanBytes(Bytes{bundle.bytes}));
        const QString words = bundle.saved.size() == 1
            ? size
            : QCoreApplication::translate("Loom", "%1 tensors %2").arg(bundle.saved.size()).arg(size);
        m_bundleLooks.push_back({staticText(words), metrics.horizontalAdvance(words)});
    }
}

QColor LoomStyle::fillOf(Engine engine, double fraction) const
{
    const double step = std::ceil(fraction * (strengthCount - 1)) / (strengthCount - 1);
    return mixed(surface, engineColor(engine), 0.22 + 0.78 * step);
}

bool LoomStyle::draws(Engine engine) const
{
    return std::any_of(m_input->tasks.begin(), m_input->tasks.end(),
                       [&](const LoomTask& task) { return task.engine == engine; });
}

bool LoomStyle::draws(CollectiveKind kind) const
{
    return std::any_of(m_scene->items().begin(), m_scene->items().end(),
                       [&](const LoomItem& item) { return item.collective == kind; });
}

} // namespace planscope::ui
