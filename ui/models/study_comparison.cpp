#include "ui/models/study_comparison.h"

namespace planscope::ui {

ComparedPairPtr comparedPair(const std::array<AnyResult, 2>& results, const std::function<bool()>& isVoid)
{
    auto pair = std::make_shared<ComparedPair>();
    pair->results = results;
    pair->comparison = compare(results[0], results[1]);
    if (isVoid())
        return nullptr;
    pair->attribution = attribute(results[0], results[1]);
    return pair;
}

FollowedCausesPtr followedCauses(const ComparedPairPtr& pair, EstimateMode mode)
{
    auto followed = std::make_shared<FollowedCauses>();
    followed->pair = pair;
    followed->mode = mode;
    followed->tasks = attributeTasks(pair->results[0], pair->results[1], pair->attribution.time->causes, mode);
    return followed;
}

StudyComparison::StudyComparison(StudyController& study, QObject* parent)
    : QObject(parent)
    , m_study(study)
    , m_compare([this] { QMetaObject::invokeMethod(this, &StudyComparison::collect, Qt::QueuedConnection); })
    , m_follow([this] { QMetaObject::invokeMethod(this, &StudyComparison::collectFollowed, Qt::QueuedConnection); })
{
    connect(&m_study, &StudyController::candidatesChanged, this, &StudyComparison::update);
    connect(&m_study, &StudyController::stateChanged, this, [this](std::size_t candidate) {
        const auto pinned = pins();
        if (pinned[0] == candidate || pinned[1] == candidate)
            update();
    });
}

void StudyComparison::setWatched(bool watched)
{
    if (m_watched == watched)
        return;
    m_watched = watched;
    if (m_watched)
        update();
}

std::array<std::optional<std::size_t>, 2> StudyComparison::pins() const
{
    const StudyDocument& document = m_study.document();
    const auto inside = [&document](std::optional<std::size_t> pin) {
        return pin && *pin < document.candidates.size() ? pin : std::nullopt;
    };
    return {inside(document.pinnedA), inside(document.pinnedB)};
}

CandidateStatePtr StudyComparison::sideState(std::size_t side) const
{
    const auto pin = pins()[side];
    return pin ? m_study.state(*pin) : nullptr;
}

void StudyComparison::update()
{
    if (!m_watched)
        return;
    std::array<AnyResult, 2> wanted;
    for (std::size_t side = 0; side < wanted.size(); ++side)
        if (const CandidateStatePtr state = sideState(side))
            wanted[side] = state->result;
    if (wanted != m_wanted) {
        m_wanted = wanted;
        if (wanted[0] && wanted[1]) {
            m_compare.start([wanted, asked = m_asked](const auto& isVoid) -> std::shared_ptr<const Compared> {
                ComparedPairPtr pair = comparedPair(wanted, isVoid);
                if (!pair)
                    return nullptr;
                // Of equal blocks that is done at once; of whole models the comparison is not kept waiting for it.
                const bool isQuick = pair->comparison.accounting == Accounting::Block;
                const bool isFollowed = asked && isQuick && pair->attribution.time && !isVoid();
                FollowedCausesPtr followed = isFollowed ? followedCauses(pair, *asked) : nullptr;
                return std::make_shared<const Compared>(Compared{std::move(pair), std::move(followed)});
            });
        } else {
            m_compare.cancel();
            m_pair = nullptr;
        }
    }
    Q_EMIT changed();
}

void StudyComparison::collect()
{
    const std::shared_ptr<const Compared> made = m_compare.take();
    if (!made)
        return;
    m_pair = made->pair;
    m_followed = {};
    if (made->followed)
        m_followed[static_cast<std::size_t>(made->followed->mode)] = made->followed;
    m_asked.reset();
    m_following.reset();
    m_follow.cancel();
    Q_EMIT changed();
}

void StudyComparison::follow(EstimateMode mode)
{
    if (!m_pair || !m_pair->attribution.time)
        return;
    m_asked = mode;
    if (followed(mode) || m_following == mode)
        return;
    m_following = mode;
    m_follow.start([pair = m_pair, mode](const auto&) { return followedCauses(pair, mode); });
}

FollowedCausesPtr StudyComparison::followed(EstimateMode mode) const
{
    return m_followed[static_cast<std::size_t>(mode)];
}

void StudyComparison::collectFollowed()
{
    FollowedCausesPtr made = m_follow.take();
    if (!made)
        return;
    m_following.reset();
    m_followed[static_cast<std::size_t>(made->mode)] = std::move(made);
    Q_EMIT followedChanged();
}

void StudyComparison::wait()
{
    m_compare.wait();
    collect();
    m_follow.wait();
    collectFollowed();
}

} // namespace planscope::ui
