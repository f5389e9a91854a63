#pragma once

#include "ui/theme/theme.h"

#include <QString>

#include <vector>

class QAbstractItemModel;
class QPainter;

namespace planscope::ui {

struct ReportColumn {
    QString heading;
    bool isNumber = false;    ///< right-aligned, and never broken but in the heading
    bool isMonospace = false; ///< digests: never broken either
};

struct ReportCell {
    QString text;
    Role role = Role::Text;
};

struct ReportRow {
    std::vector<ReportCell> cells;
    bool isTotal = false;       ///< sums up rows above it
    bool isHeading = false;     ///< its first cell stands above the rows that follow
    bool keepsWithNext = false; ///< on one page with the next row
};

/// A table as a page shows it.
struct ReportTable {
    std::vector<ReportColumn> columns;
    std::vector<ReportRow> rows;
};

/// Of an item model what it displays, totals marked; of those columns, or of all.
ReportTable tableOf(const QAbstractItemModel& model, const std::vector<int>& columns = {});

/// The table, or, where even its narrowest columns are wider than that together, tables of some of them each below the
/// other: each has the first column, which says whose the row is. Two columns are never parted.
std::vector<ReportTable> tablesThatFit(ReportTable table, const Theme& theme, double width);

/// A table set in a width. Where it is too wide, its widest columns of words break their lines. A value.
class ReportTableLayout {
public:
    ReportTableLayout(ReportTable table, const Theme& theme, double width);

    const ReportTable& table() const { return m_table; }
    double headHeight() const { return m_headHeight; }
    double rowHeight(std::size_t row) const { return m_rowHeights[row]; }
    /// At most the width it was set in, unless words that never break need more.
    double width() const { return m_width; }

    // From the painter's origin.
    void paintHead(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row) const;

private:
    QFont fontOf(const ReportRow& row, std::size_t column) const;
    void setWidths(double available);
    void paintCell(QPainter& painter, std::size_t column, const QString& text, const QFont& font, double height) const;

    ReportTable m_table;
    Theme m_theme;
    std::vector<double> m_lefts;
    std::vector<double> m_widths;
    std::vector<double> m_rowHeights;
    double m_headHeight = 0;
    double m_width = 0;
};

} // namespace planscope::ui
