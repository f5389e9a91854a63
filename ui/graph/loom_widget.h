#pragma once

#include <QString>
#include <QWidget>

#include "ui/graph/loom_canvas.h"
#include "ui/graph/loom_search.h"
#include "ui/models/entity_key.h"

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace planscope::ui {

class LoomTools;

/// A loom with its controls: what the cells show, what is folded, how many blocks and ranks are drawn, zoom and search.
class LoomWidget final : public QWidget {
    Q_OBJECT
public:
    /// Scenes larger than this are not offered.
    static constexpr std::int64_t mostCells = 100'000;

    explicit LoomWidget(QWidget* parent = nullptr);
    ~LoomWidget() override;

    void setLoom(std::shared_ptr<const LoomInput> input, const Theme& theme, bool stale);
    /// Marks the cells that the key stands for, and shows the first; one without a cell unmarks.
    void setSelected(const EntityKey& key);
    void setLens(LoomLens lens);
    void setMark(LoomMark mark);
    void setOptions(const LoomOptions& options);
    /// What its owner can show instead, by name; offered where there are several.
    void setVariants(const QStringList& names, int current);

    LoomLens lens() const { return m_lens; }
    const LoomOptions& options() const { return m_options; }
    const std::shared_ptr<const LoomInput>& input() const { return m_input; }
    const LoomScene* scene() const { return m_scene.get(); }
    LoomCanvas& canvas() { return *m_canvas; }
    /// The size that shows the whole scene at 100 %.
    QSize fullSize() const;
    /// Exact tab-separated facts of the tasks that are marked, or of the group; empty when nothing is.
    QString selectedText() const;
    QString allText() const; ///< of every task

public Q_SLOTS:
    void openSearch();

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);
    void variantChosen(int variant);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeControls();
    void makeSearch();
    void toggleFold(int bit);
    void mark(bool reveal);
    void rebuildScene();
    void restyle();
    void limitCopies();
    void showControls();
    void search(const QString& typed);
    void stepFound(int by);
    void closeSearch();

    std::shared_ptr<const LoomInput> m_input;
    std::shared_ptr<const LoomScene> m_scene;
    std::optional<LoomSearch> m_search;
    Theme m_theme;
    LoomOptions m_options;
    LoomLens m_lens = LoomLens::PredictedTime;
    LoomMark m_mark = LoomMark::Bar;
    EntityKey m_key;
    std::size_t m_foundAt = 0;

    LoomTools* m_tools;
    LoomCanvas* m_canvas;
    QComboBox* m_markBox = nullptr;
    QToolButton* m_saved = nullptr;
    QComboBox* m_variants = nullptr;
    QSpinBox* m_blocks = nullptr;
    QSpinBox* m_ranks = nullptr;
    QWidget* m_searchBar = nullptr;
    QLineEdit* m_searchField = nullptr;
    QLabel* m_searchCount = nullptr;
};

} // namespace planscope::ui
