#pragma once

#include "study/any_result.h"
#include "ui/models/entity_key.h"
#include "ui/models/exact_fact.h"
#include "ui/theme/theme.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace planscope::ui {

/// One line of a card: as shown, and exactly.
struct StripLine {
    QString text;
    QString exact; ///< "" where the text is exact
    Role role = Role::Text;
    friend bool operator==(const StripLine&, const StripLine&) = default;
};

/// How much of something is used, for a bar: above 1 is too much.
struct StripGauge {
    double fraction = 0;
    friend bool operator==(const StripGauge&, const StripGauge&) = default;
};

/// What a card of the derivation strip says.
struct StripCardContent {
    QString title;
    QString subtitle;
    QString schema;           ///< whole name and version, of a snapshot
    EntityKey key;
    QString digest;           ///< whole, "sha256:…"; "" where there is none
    bool isUnchanged = false; ///< the digest is that shown before the last edit
    StripLine headline;
    std::vector<StripLine> lines;
    std::optional<StripGauge> gauge; ///< below the lines
    std::vector<StripLine> notes;    ///< below the gauge
    StripLine verdict;               ///< at the foot of the card
    std::vector<ExactFact> facts;    ///< what a copy of it holds
    friend bool operator==(const StripCardContent&, const StripCardContent&) = default;
};

/// An arrow between two cards: what is done, and how long it took on this computer.
struct StripStep {
    QString name;
    StripLine hostTime; ///< empty where none was taken
    friend bool operator==(const StripStep&, const StripStep&) = default;
};

/// The derivation from left to right: specs, three snapshots; right of the red boundary system and estimate.
struct StripContent {
    static constexpr std::size_t cardCount = 6;
    static constexpr std::size_t leftCards = 4; ///< those left of the boundary
    std::array<StripCardContent, cardCount> cards;
    std::array<StripStep, cardCount>
        steps; ///< steps[k] leads to card k; steps[0] and that across the boundary are empty
    friend bool operator==(const StripContent&, const StripContent&) = default;
};

/// The facts of all cards as tab-separated text below the header "card, figure, value, unit".
QString tabSeparated(const StripContent& content);

/// Requires: a result that was derived (its derivation is there).
/// `before`: the result shown before the last edit of the same candidate, or null.
StripContent stripContentOf(const CandidateResult& result, const CandidateResult* before);
StripContent stripContentOf(const whole::CandidateResult& result, const whole::CandidateResult* before);

} // namespace planscope::ui
