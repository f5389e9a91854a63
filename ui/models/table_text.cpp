#include "ui/models/table_text.h"

#include "ui/models/model_roles.h"

#include <QAbstractItemModel>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace planscope::ui {
namespace {

using RowPath = std::vector<int>; ///< rows from the root down

RowPath pathOf(QModelIndex index)
{
    RowPath path;
    for (; index.isValid(); index = index.parent())
        path.insert(path.begin(), index.row());
    return path;
}

void collectAll(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& cells)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells << model.index(row, column, parent);
        collectAll(model, model.index(row, 0, parent), cells);
    }
}

QString quoted(const QString& text)
{
    const auto needsQuotes = [](QChar c) {
        return c == QLatin1Char('\t') || c == QLatin1Char('"') || c == QLatin1Char('\n') || c == QLatin1Char('\r');
    };
    if (std::none_of(text.begin(), text.end(), needsQuotes))
        return text;
    QString doubled = text;
    doubled.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + doubled + QLatin1Char('"');
}

QString exactText(const QVariant& exact, const QVariant& display)
{
    return exact.isValid() ? exact.toString() : display.toString();
}

} // namespace

QString tsvOf(const QAbstractItemModel& model, const QModelIndexList& cells)
{
    QModelIndexList all = cells;
    if (all.isEmpty())
        collectAll(model, {}, all);
    std::set<int> columns;
    std::map<RowPath, std::map<int, QString>> rows;
    for (const QModelIndex& cell : all) {
        columns.insert(cell.column());
        rows[pathOf(cell)][cell.column()] = exactText(cell.data(ExactRole), cell.data(Qt::DisplayRole));
    }
    QStringList header;
    for (const int column : columns)
        header << exactText(model.headerData(column, Qt::Horizontal, ExactRole),
                            model.headerData(column, Qt::Horizontal, Qt::DisplayRole));
    QList<QStringList> lines{header};
    for (const auto& [path, texts] : rows) {
        QStringList line;
        for (const int column : columns)
            line << (texts.contains(column) ? texts.at(column) : QString{});
        lines << line;
    }
    return tsvOf(lines);
}

QString tsvOf(const QList<QStringList>& lines)
{
    QString text;
    for (const QStringList& line : lines)
        for (qsizetype k = 0; k < line.size(); ++k)
            text += quoted(line[k]) + QLatin1Char(k + 1 < line.size() ? '\t' : '\n');
    return text;
}

} // namespace planscope::ui
