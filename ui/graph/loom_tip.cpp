#include "ui/graph/loom_tip.h"

#include "report/number_format.h"
#include "ui/graph/loom_difference_text.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("LoomTip", text);
}

QString noteLine(const QString& note)
{
    return note.isEmpty() ? QString() : QStringLiteral("<br>%1").arg(note.toHtmlEscaped());
}

/// "33554432 bytes (32.0 MiB)".
QString bytesText(std::int64_t bytes)
{
    return tr("%1 bytes (%2)")
        .arg(QString::fromStdString(exactDigits(bytes)), QString::fromStdString(humanBytes(Bytes{bytes})));
}

/// What the cell's tasks keep, or read for the last time.
QString keptLines(const LoomStyle& style, LoomCellIndex cell)
{
    QString text;
    const auto add = [&](const std::vector<std::uint32_t>& threads, const QString& words) {
        for (const std::uint32_t thread : threads)
            if (const std::uint32_t bundle = style.scene().threads()[thread].bundle; bundle != noLoomBundle)
                for (const std::uint32_t saved : style.scene().bundles()[bundle].saved)
                    text += QStringLiteral("<br>%1")
                                .arg(words.arg(style.input().saved[saved].name,
                                               QString::fromStdString(
                                                   humanBytes(Bytes{style.input().saved[saved].bytes}))));
    };
    add(style.scene().threadsFrom(cell), tr("keeps %1, %2"));
    add(style.scene().threadsTo(cell), tr("frees %1, %2"));
    return text;
}

} // namespace

QString tipOfCell(const LoomStyle& style, LoomCellIndex cell)
{
    const LoomScene& scene = style.scene();
    const LoomItem& item = scene.itemOf(cell);
    QString text = QStringLiteral("<b>%1</b>").arg(style.titleOf(item).toHtmlEscaped());
    const bool isCopy = item.repeats || item.kind == LoomItem::Kind::Boundary;
    if (isCopy && (scene.options().blocks > 1 || scene.options().ranks > 1))
        text += tr("<br>block %1, rank %2").arg(scene.blockOf(cell)).arg(scene.rankOf(cell));
    if (item.kind == LoomItem::Kind::Boundary)
        return text
            + tr("<br>%1 bytes on each rank (%2)")
                  .arg(QString::fromStdString(exactDigits(item.boundaryBytes)),
                       QString::fromStdString(humanBytes(Bytes{item.boundaryBytes})))
            + noteLine(item.note);
    if (style.difference())
        return differenceTip(style, scene.cells()[cell].item);
    if (item.collective)
        text += tr("<br>collective: %1").arg(titleOf(*item.collective));
    text += noteLine(item.note);
    text += QStringLiteral("<table cellspacing=0 cellpadding=1>");
    for (const LoomLens lens : allLoomLenses) {
        const QString exact = exactText(item.facts, lens);
        text += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2</td><td>&nbsp;%3</td></tr>")
                    .arg(titleOf(lens), exact.isEmpty() ? QStringLiteral("\u2013") : exact,
                         exact.isEmpty() ? QString() : unitOf(lens));
    }
    return text + QStringLiteral("</table>") + keptLines(style, cell).mid(4); // the table ends its line
}

QString spokenOfCell(const LoomStyle& style, LoomCellIndex cell)
{
    const LoomItem& item = style.scene().itemOf(cell);
    if (item.kind == LoomItem::Kind::Boundary)
        return tr("%1, %2").arg(item.name, bytesText(item.boundaryBytes));
    if (style.difference())
        return spokenDifference(style, style.scene().cells()[cell].item);
    return tr("%1, %2: %3").arg(style.titleOf(item), titleOf(style.lens()), humanText(item.facts, style.lens()));
}

QString tipOfKept(const LoomStyle& style, std::uint32_t bundle)
{
    const LoomInput& input = style.input();
    const LoomBundle& kept = style.scene().bundles()[bundle];
    const auto lifeOf = [&](const LoomSaved& tensor) {
        return tr("from %1 to %2").arg(input.tasks[tensor.birth].name, input.tasks[tensor.death].name);
    };
    // Where groups are folded, tensors of several lives have one thread.
    QString life;
    QString text;
    for (const std::uint32_t saved : kept.saved) {
        const LoomSaved& tensor = input.saved[saved];
        if (life != lifeOf(tensor)) {
            life = lifeOf(tensor);
            text += text.isEmpty() ? life : QStringLiteral("<br>%1").arg(life);
        }
        text += QStringLiteral("<br><b>%1</b> %2%3")
                    .arg(tensor.name.toHtmlEscaped(), bytesText(tensor.bytes), noteLine(tensor.note));
    }
    if (kept.saved.size() > 1)
        text += tr("<br>together %1").arg(bytesText(kept.bytes));
    return text;
}

} // namespace planscope::ui
