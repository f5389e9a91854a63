#pragma once

#include "ui/export/report_pagination.h"
#include "ui/export/report_table.h"
#include "ui/theme/theme.h"

#include <QPageLayout>
#include <QRectF>
#include <QString>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

class QWidget;

namespace planscope::ui {

/// A heading of a report: of a chapter (level 1) or below one.
struct ReportHeading {
    int level = 1;
    QString title;
    std::size_t piece = 0; ///< of the flow that has it
};

/// What is said on pages of one orientation, from top to bottom: laid out when it is added, set on pages by paginate(),
/// painted last. Begins a page. GUI thread only, since it paints widgets.
class ReportFlow {
public:
    /// Paints into a rectangle as high as the piece.
    using Paint = std::function<void(QPainter& painter, const QRectF& box)>;

    /// `body` is the room on each page. `runningTitle` stands above it; none on a page with an empty one.
    ReportFlow(QString runningTitle, QPageLayout::Orientation orientation, QSizeF body, const Theme& theme);

    void heading(int level, const QString& title);
    /// A line across the page that is no heading: the title of the report.
    void title(const QString& text);
    void text(const QString& words, Role role = Role::Text);
    void caption(const QString& words); ///< small and muted; belongs to what follows
    /// Names with their values, so many beside each other.
    void facts(const std::vector<std::pair<QString, QString>>& facts, int beside = 1);
    /// Names with their digests or other words of equal width.
    void digests(const std::vector<std::pair<QString, QString>>& digests);
    void table(ReportTable table); ///< in parts of some columns where it is too wide
    /// As wide as the body; a widget as it paints itself in that width, whole.
    void widget(std::unique_ptr<QWidget> widget);
    /// As wide as the body.
    void picture(double height, Paint paint);
    /// A picture of rows of one height below a head: pages break between rows, and the head is repeated.
    void pictureRows(double headHeight, Paint head, double rowHeight, const std::vector<Paint>& rows);
    /// A line of a list.
    void listLine(Paint paint);
    /// Over what is left of a page of its own below its heading and caption.
    void fullPage(Paint paint);
    /// Lines of letters of equal width with a mark in front, for texts of files.
    void monospaceLines(const std::vector<std::pair<QString, Role>>& lines);
    void startPage(); ///< what is added next begins a page

    const QString& runningTitle() const { return m_runningTitle; }
    QPageLayout::Orientation orientation() const { return m_orientation; }
    const std::vector<FlowPiece>& pieces() const { return m_pieces; }
    const std::vector<ReportHeading>& headings() const { return m_headings; }
    const Theme& theme() const { return m_theme; }
    double width() const { return m_body.width(); }
    void paint(QPainter& painter, std::size_t piece, double top, double left) const;

private:
    FlowPiece& add(double height, double gap, Paint paint);
    void addTable(ReportTable table); ///< one that fits the width
    /// None of these pieces stands alone at the end of a page or at the begin of one.
    void keepEnds(std::size_t first, std::size_t end);
    void line(const QString& words, const QFont& font, Role role, double gap, bool keepWithNext);

    QString m_runningTitle;
    QPageLayout::Orientation m_orientation;
    QSizeF m_body;
    Theme m_theme;
    std::vector<FlowPiece> m_pieces;
    std::vector<Paint> m_paints;
    std::vector<ReportHeading> m_headings;
    bool m_startsPage = false;
    bool m_isCaptioned = false; ///< the piece before belongs to the next one: nothing but a small gap between
};

} // namespace planscope::ui
