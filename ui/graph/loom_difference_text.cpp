#include "ui/graph/loom_difference_text.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("LoomDifference", text);
}

QString exactOr(const std::optional<LoomFacts>& facts, LoomLens lens, const QString& absent)
{
    const QString exact = facts ? exactText(*facts, lens) : QString();
    return exact.isEmpty() ? absent : exact;
}

QString namesOf(const LoomTaskPair& task)
{
    if (task.names[0].isEmpty() || task.names[0] == task.names[1])
        return task.names[1];
    return task.names[1].isEmpty() ? task.names[0] : QStringLiteral("%1 | %2").arg(task.names[0], task.names[1]);
}

QString nameOf(const LoomStyle& style, std::uint32_t item)
{
    const LoomItem& shown = style.scene().items()[item];
    return shown.tasks.size() == 1 ? namesOf(style.difference()->tasks[shown.tasks[0]]) : style.titleOf(shown);
}

} // namespace

QString titleOf(Change change)
{
    switch (change) {
    case Change::Same: return tr("same");
    case Change::Changed: return tr("changed");
    case Change::Added: return tr("B only");
    case Change::Removed: return tr("A only");
    }
    Q_UNREACHABLE();
}

QString differenceTip(const LoomStyle& style, std::uint32_t item)
{
    const LoomCellPair& pair = style.pairLookOf(item).pair;
    QString text = QStringLiteral("<b>%1</b><br>%2").arg(nameOf(style, item).toHtmlEscaped(), titleOf(pair.change));
    text += QStringLiteral("<table cellspacing=0 cellpadding=1><tr><td></td><td align=right>&nbsp;&nbsp;A</td>"
                           "<td align=right>&nbsp;&nbsp;B</td><td></td></tr>");
    for (const LoomLens lens : allLoomLenses) {
        const QString none = QStringLiteral("\u2013");
        text += QStringLiteral("<tr><td>%1</td><td align=right>&nbsp;&nbsp;%2</td><td align=right>&nbsp;&nbsp;%3</td>"
                               "<td>&nbsp;%4</td></tr>")
                    .arg(titleOf(lens), exactOr(pair.facts[0], lens, none), exactOr(pair.facts[1], lens, none),
                         unitOf(lens));
    }
    return text + QStringLiteral("</table>");
}

QString spokenDifference(const LoomStyle& style, std::uint32_t item)
{
    const LoomCellPair& pair = style.pairLookOf(item).pair;
    const auto side = [&](std::size_t k) {
        return pair.facts[k] ? humanText(*pair.facts[k], style.lens()) : tr("none");
    };
    return tr("%1, %2. %3: A %4, B %5")
        .arg(nameOf(style, item), titleOf(pair.change), titleOf(style.lens()), side(0), side(1));
}

QList<QStringList> differenceLines(const LoomDifference& difference, const std::vector<std::uint32_t>& tasks)
{
    QStringList header{tr("task"), tr("change")};
    for (const LoomLens lens : allLoomLenses)
        for (const char side : {'A', 'B'})
            header << QStringLiteral("%1 %2 (%3)").arg(titleOf(lens)).arg(QLatin1Char(side)).arg(unitOf(lens));
    QList<QStringList> lines{header};
    for (const std::uint32_t task : tasks) {
        const LoomTaskPair& pair = difference.tasks[task];
        QStringList line{namesOf(pair), titleOf(pair.change)};
        for (const LoomLens lens : allLoomLenses)
            for (const auto& facts : pair.facts)
                line << exactOr(facts, lens, {});
        lines << line;
    }
    return lines;
}

} // namespace planscope::ui
