#pragma once

#include "ui/graph/loom_difference.h"
#include "ui/graph/loom_lens.h"
#include "ui/graph/loom_scene.h"
#include "ui/theme/theme.h"

#include <QColor>
#include <QFont>
#include <QStaticText>

#include <array>
#include <memory>
#include <vector>

namespace planscope::ui {

QColor mixed(const QColor& ground, const QColor& over, double share);

/// "AR", "RS", "AG": the letters of a collective's shape.
QString lettersOf(CollectiveKind kind);
QString titleOf(CollectiveKind kind); ///< "all-reduce"
QString titleOf(LoomPhase phase);     ///< "Activation gradient"
QString shortTitleOf(LoomPhase phase);

/// Everything about a scene's look that does not depend on where it is seen: colours, labels and the scale of the lens,
/// made once for a scene, theme and lens.
class LoomStyle {
public:
    static constexpr int strengthCount = 12; ///< steps of a fill

    struct ItemLook {
        double fraction = 0; ///< of the largest value; 0 also where there is none
        QStaticText value;   ///< "1.17 ms"
        double valueWidth = 0;
        QStaticText letters; ///< "AG"; "Σ" for a folded group; a boundary's name
        double lettersWidth = 0;
        QColor fill;                                    ///< by strength
        std::array<double, countOf<Engine>()> shares{}; ///< of a folded group's bar, by engine; they add up to 1
    };

    struct BundleLook {
        QStaticText text;
        double width = 0;
    };

    /// How a cell of a difference looks: what A and what B have, and how they differ.
    struct PairLook {
        LoomCellPair pair;
        std::array<QStaticText, 2> texts; ///< "AG 1.17 ms", "▲ 1.44 ms", "=", "–"
        std::array<double, 2> widths{};
    };

    /// A difference, where there is one, is of that input.
    LoomStyle(std::shared_ptr<const LoomScene> scene, std::shared_ptr<const LoomInput> input, const Theme& theme,
              LoomLens lens, LoomMark mark, std::shared_ptr<const LoomDifference> difference = nullptr);

    const LoomScene& scene() const { return *m_scene; }
    const LoomInput& input() const { return *m_input; }
    const Theme& theme() const { return m_theme; }
    LoomLens lens() const { return m_lens; }
    LoomMark mark() const { return m_mark; }
    /// Value of a full bar. Columns whose sums are of the same have one scale.
    double largest(LoomPhase phase) const { return m_largest[static_cast<std::size_t>(phase)]; }
    const ItemLook& lookOf(std::uint32_t item) const { return m_looks[item]; }
    /// Null where one plan is shown by itself.
    const LoomDifference* difference() const { return m_difference.get(); }
    /// Requires: a difference.
    const PairLook& pairLookOf(std::uint32_t item) const { return m_pairLooks[item]; }
    /// Of cells that both sides have, in the lens, without its sign.
    double largestDelta() const { return m_largestDelta; }
    /// The ground of a changed cell: the stronger, the more it differs.
    QColor deltaFill(double delta) const;
    /// A cell's name as people read it; of a folded group "mlp, forward: sum of 9".
    QString titleOf(const LoomItem& item) const;
    /// What the tasks of a phase come to, of A and of B where both are shown: "Σ 12.1 ms", "Σ 12.1 | 13.4 ms",
    /// "Σ 2.1 s"; with what it is of where that is told: "Σ 2.1 s a microbatch".
    QString totalText(LoomPhase phase, bool withUnit = true) const;
    QColor engineColor(Engine engine) const { return m_engines[static_cast<std::size_t>(engine)]; }
    QColor fillOf(Engine engine, double fraction) const;
    const QFont& font() const { return m_font; }
    double textHeight() const { return m_textHeight; }
    bool draws(Engine engine) const;
    bool draws(CollectiveKind kind) const;
    /// The label of a thread with something kept: "16.0 MiB", "2 tensors 16.1 MiB".
    const BundleLook& bundleLookOf(std::uint32_t bundle) const { return m_bundleLooks[bundle]; }

    QColor surface, stripe, ground, line, thread, text, muted, accent, collective, saved;
    QColor increase, decrease;
    std::array<QColor, 2> candidates; ///< A, B

private:
    void makeLooks();
    void raiseLargest(LoomPhase phase, const LoomFacts& facts);
    void makePairLooks();
    QColor pairFill(const LoomCellPair& pair) const;
    QStaticText staticText(const QString& text) const;

    std::shared_ptr<const LoomScene> m_scene;
    std::shared_ptr<const LoomInput> m_input;
    Theme m_theme;
    LoomLens m_lens;
    LoomMark m_mark;
    QFont m_font;
    double m_textHeight = 0;
    std::array<double, loomPhaseCount> m_largest{};
    std::array<QColor, countOf<Engine>()> m_engines;
    std::vector<ItemLook> m_looks;
    std::vector<BundleLook> m_bundleLooks;
    std::shared_ptr<const LoomDifference> m_difference;
    std::vector<PairLook> m_pairLooks;
    double m_largestDelta = 0;
};

} // namespace planscope::ui
