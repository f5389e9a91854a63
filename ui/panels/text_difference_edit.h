#pragma once

#include "ui/models/text_difference.h"
#include "ui/theme/theme.h"

#include <QPlainTextEdit>

#include <memory>
#include <set>
#include <vector>

namespace planscope::ui {

/// Two texts as one, line by line: − and A's ground for what A alone has, + and B's for what B alone has, line numbers
/// of both in the margin, and what is the same folded. A click or Enter on a fold opens it.
class TextDifferenceEdit final : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit TextDifferenceEdit(QWidget* parent = nullptr);
    ~TextDifferenceEdit() override;

    void setTheme(const Theme& theme);
    void setDifference(std::shared_ptr<const TextDifference> difference);
    void unfoldAll();
    /// Goes to the next or the previous block of changed lines; past the end on from the other side.
    void stepDifference(bool forward);
    const std::vector<DifferenceLine>& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Margin;
    void showLines();
    void unfold(int line);
    int marginWidth() const;
    void paintMargin(QPaintEvent* event);
    /// Calls with each line in sight and its place in the viewport.
    template <class Visit>
    void visitVisible(Visit&& visit) const;

    Theme m_theme;
    std::shared_ptr<const TextDifference> m_difference;
    std::set<std::size_t> m_unfolded;
    std::vector<DifferenceLine> m_lines;
    Margin* m_margin;
};

} // namespace planscope::ui
