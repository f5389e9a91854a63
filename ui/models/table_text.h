#pragma once

#include <QList>
#include <QModelIndexList>
#include <QString>
#include <QStringList>

class QAbstractItemModel;

namespace planscope::ui {

/// The exact values of those cells as tab-separated text: a header row, then a line for each row, in the model's
/// order; the columns are those that any cell stands in. No cell stands for all of them, children of trees included.
/// A text that holds a tab, a quote or a line break is quoted, its quotes doubled.
QString tsvOf(const QAbstractItemModel& model, const QModelIndexList& cells = {});

/// Lines of cells as tab-separated text, quoted in the same way; the first line is the header.
QString tsvOf(const QList<QStringList>& lines);

} // namespace planscope::ui
