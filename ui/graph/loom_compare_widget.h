#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

#include "ui/graph/loom_canvas.h"
#include "ui/graph/loom_of_comparison.h"
#include "ui/models/entity_key.h"

#include <array>
#include <memory>

class QLabel;
class QToolButton;

namespace planscope::ui {

class LoomTools;

/// Two plans as one loom whose cells are split A | B, or as two looms side by side that pan and zoom together.
class LoomCompareWidget final : public QWidget {
    Q_OBJECT
public:
    enum class Form { Merged, SideBySide };
    /// The looms of a comparison: both plans in one, A, B.
    struct Looms {
        ComparedLoom merged;
        std::array<ComparedLoom, 2> sides;
    };

    explicit LoomCompareWidget(QWidget* parent = nullptr);
    ~LoomCompareWidget() override;

    void setLooms(Looms looms, const Theme& theme);
    /// Marks the cells that the key stands for; of a task that was replaced by another, in the place of both.
    void setSelected(const EntityKey& key);
    void setLens(LoomLens lens);
    void setForm(Form form);
    LoomLens lens() const { return m_lens; }
    Form form() const { return m_form; }
    /// Selects the next or the previous cell that is not the same, in reading order.
    void stepDifference(bool forward);

    const LoomCanvas& merged() const { return *m_merged; }
    LoomCanvas& side(std::size_t k) { return *m_sides[k]; }
    std::array<LoomCanvas*, 3> canvases() { return {m_merged, m_sides[0], m_sides[1]}; }
    QSize fullSize() const;
    /// Exact facts of A and B of the tasks that are selected; none where nothing is. A header line first.
    QList<QStringList> selectedLines() const;
    QList<QStringList> allLines() const;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);

private:
    void makeControls();
    void connectCanvas(LoomCanvas* canvas);
    void setOptions(const LoomOptions& options);
    void toggleFold(int bit);
    void rebuild();
    void restyle();
    void showForm();
    EntityKey placeOf(const EntityKey& key) const;
    LoomCanvas* front() const;

    Looms m_looms;
    Theme m_theme;
    LoomOptions m_options;
    LoomLens m_lens = LoomLens::PredictedTime;
    Form m_form = Form::Merged;
    EntityKey m_key;
    std::array<std::shared_ptr<const LoomScene>, 3> m_scenes; ///< merged, A, B

    LoomTools* m_tools;
    QToolButton* m_sideBySide = nullptr;
    QWidget* m_pair;
    LoomCanvas* m_merged;
    std::array<LoomCanvas*, 2> m_sides;
    std::array<QLabel*, 2> m_sideTitles;
};

} // namespace planscope::ui
