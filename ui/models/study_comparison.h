#pragma once

#include "compare/any_comparison.h"
#include "ui/models/latest_work.h"
#include "ui/models/study_controller.h"

#include <QObject>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

/// A against B, of one accounting, and why they differ. Immutable; any thread may read it.
struct ComparedPair {
    std::array<AnyResult, 2> results; ///< A, B; both are there
    Comparison comparison;
    Attribution attribution;
};
using ComparedPairPtr = std::shared_ptr<const ComparedPair>;

/// What each task has in each cause's share, in one mode.
struct FollowedCauses {
    ComparedPairPtr pair; ///< of its attribution's time table
    EstimateMode mode = EstimateMode::SystemEvidence;
    std::vector<TaskShares> tasks;
};
using FollowedCausesPtr = std::shared_ptr<const FollowedCauses>;

/// Nothing when `isVoid` has become true meanwhile. Requires: two results of one accounting. Any thread.
ComparedPairPtr comparedPair(const std::array<AnyResult, 2>& results,
                             const std::function<bool()>& isVoid = [] { return false; });
/// Requires: causes of time. Any thread.
FollowedCausesPtr followedCauses(const ComparedPairPtr& pair, EstimateMode mode);

/// Keeps the comparison of a study's pinned candidates up to date while somebody looks at it: made off the GUI thread,
/// an edit makes an unfinished one void, and the last one stays until the next is there. GUI thread only.
class StudyComparison final : public QObject {
    Q_OBJECT
public:
    /// The controller outlives this.
    explicit StudyComparison(StudyController& study, QObject* parent = nullptr);

    /// Nothing is made while nobody looks.
    void setWatched(bool watched);
    /// The last one made; null when a pin is missing, or a pinned candidate has no result.
    const ComparedPairPtr& pair() const { return m_pair; }
    /// One of the results that are there now is not yet compared, or causes are being followed.
    bool isUnderWay() const { return m_compare.isRunning() || m_follow.isRunning(); }
    /// The pinned candidates' places in the study: A, B.
    std::array<std::optional<std::size_t>, 2> pins() const;
    /// Null where nothing is pinned.
    CandidateStatePtr sideState(std::size_t side) const;

    /// Asks for the tasks behind the causes of pair(), told by followed(). No-op when there is no time, or it was
    /// asked. Who asked for a pair of equal blocks gets those of the next one together with it, so
    /// that both are shown in one go.
    void follow(EstimateMode mode);
    /// Of pair() in that mode; null until it was asked for and made.
    FollowedCausesPtr followed(EstimateMode mode) const;

    /// Waits until the results as they stand are compared, and followed where that was asked (exports, tests).
    void wait();

Q_SIGNALS:
    void changed();         ///< pair(), a side's state, or the pins
    void followedChanged(); ///< followed()

private:
    struct Compared {
        ComparedPairPtr pair;
        FollowedCausesPtr followed; ///< null where nobody asks, or there is no time
    };

    void update();
    void collect();
    void collectFollowed();

    StudyController& m_study;
    bool m_watched = false;
    std::array<AnyResult, 2> m_wanted; ///< what m_pair is of, or will be
    ComparedPairPtr m_pair;
    std::array<FollowedCausesPtr, countOf<EstimateMode>()> m_followed;
    std::optional<EstimateMode> m_asked; ///< last, for m_pair
    std::optional<EstimateMode> m_following;
    LatestWork<Compared> m_compare; ///< last: their work ends before the rest goes
    LatestWork<FollowedCauses> m_follow;
};

} // namespace planscope::ui
