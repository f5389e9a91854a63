#include "ui/graph/loom_of_comparison.h"

#include "report/number_format.h"
#include "ui/graph/loom_of_plan.h"
#include "ui/graph/loom_of_whole_plan.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace planscope::ui {
namespace {

std::optional<double> secondsOf(const ComparedTask& task, std::size_t side, EstimateMode mode)
{
    const ComparedFact& fact =
        task[mode == EstimateMode::PeakOnly ? TaskFact::PeakOnlySeconds : TaskFact::SystemEvidenceSeconds];
    const std::optional<Number>& seconds = side == 0 ? fact.a : fact.b;
    return seconds ? std::optional{seconds->toDouble()} : std::nullopt;
}

QString timeSource(EstimateMode mode)
{
    return mode == EstimateMode::PeakOnly ? QCoreApplication::translate("Loom", "peak only")
                                          : QCoreApplication::translate("Loom", "system evidence");
}

LoomInput drawnOf(const AnyResult& result)
{
    return result.block() ? loomOf(*result.block()) : loomOf(*result.whole(), lastStageOf(*result.whole()));
}

/// A task as A and as B have it: where it stands in their looms, and its facts with the mode's seconds.
struct Match {
    std::array<std::optional<std::size_t>, 2> index;
    std::array<LoomFacts, 2> facts;
    Change change = Change::Same;
};

/// A task of the plans.
Match matchOf(const ComparedTask& task, const std::array<LoomInput, 2>& looms, EstimateMode mode)
{
    Match match{{task.indexA, task.indexB}, {}, task.change};
    for (std::size_t side = 0; side < 2; ++side)
        if (match.index[side]) {
            match.facts[side] = looms[side].tasks[*match.index[side]].facts;
            match.facts[side].seconds = secondsOf(task, side, mode);
        }
    return match;
}

/// What the loom of a whole model has behind the plan's tasks, once a step: by name.
class StepMatches {
public:
    StepMatches(const Comparison& comparison, const std::array<LoomInput, 2>& looms, EstimateMode mode)
        : m_comparison(comparison)
        , m_looms(looms)
        , m_mode(mode)
    {
    }

    void addTo(std::vector<Match>& matches) const
    {
        const std::array<std::size_t, 2> first{static_cast<std::size_t>(m_comparison.taskCounts.totalA()),
                                               static_cast<std::size_t>(m_comparison.taskCounts.totalB())};
        std::vector<bool> isMatched(m_looms[0].tasks.size());
        for (std::size_t k = first[1]; k < m_looms[1].tasks.size(); ++k) {
            Match match;
            match.index[1] = k;
            for (std::size_t other = first[0]; other < m_looms[0].tasks.size(); ++other)
                if (m_looms[0].tasks[other].name == m_looms[1].tasks[k].name) {
                    match.index[0] = other;
                    isMatched[other] = true;
                }
            matches.push_back(judged(match));
        }
        for (std::size_t k = first[0]; k < m_looms[0].tasks.size(); ++k)
            if (!isMatched[k])
                matches.push_back(judged({{k, std::nullopt}, {}, {}}));
    }

private:
    Match judged(Match match) const
    {
        for (std::size_t side = 0; side < 2; ++side)
            if (match.index[side]) {
                const LoomTask& task = m_looms[side].tasks[*match.index[side]];
                match.facts[side] = task.facts;
                match.facts[side].seconds = secondsOfStep(task, side);
            }
        const std::size_t either = match.index[1] ? 1 : 0;
        const std::string name = m_looms[either].tasks[*match.index[either]].name.toStdString();
        for (const ComparedStepPart& part : m_comparison.stepParts)
            if (part.name == name)
                match.change = part.change;
        return match;
    }

    /// Its key names the figure: "stage.3.time.gradients".
    std::optional<double> secondsOfStep(const LoomTask& task, std::size_t side) const
    {
        const std::string path = "time." + std::string{nameOf(m_mode)} + ".stages["
            + task.key.name.section(QLatin1Char('.'), 1, 1).toStdString() + "]."
            + task.key.name.section(QLatin1Char('.'), 3).toStdString();
        const ComparedFact* const fact = m_comparison.figure(path);
        const std::optional<Number>* const seconds = !fact ? nullptr : side == 0 ? &fact->a : &fact->b;
        return seconds && *seconds ? std::optional{(*seconds)->toDouble()} : std::nullopt;
    }

    const Comparison& m_comparison;
    const std::array<LoomInput, 2>& m_looms;
    EstimateMode m_mode;
};

/// In program order.
std::vector<Match> matchesOf(const Comparison& comparison, const std::array<LoomInput, 2>& looms, EstimateMode mode)
{
    std::vector<Match> matches;
    for (const ComparedTask& task : comparison.tasks)
        matches.push_back(matchOf(task, looms, mode));
    StepMatches(comparison, looms, mode).addTo(matches);
    return matches;
}

/// A task of A and one of B that stand in one place are told together.
void join(LoomTaskPair& pair, const Match& match, const std::array<LoomInput, 2>& looms)
{
    const bool isFirst = !pair.facts[0] && !pair.facts[1];
    for (std::size_t side = 0; side < 2; ++side) {
        if (!match.index[side])
            continue;
        const LoomTask& task = looms[side].tasks[*match.index[side]];
        pair.facts[side] = match.facts[side];
        pair.names[side] = task.name;
        pair.collectives[side] = task.collective;
    }
    pair.change = isFirst ? match.change : Change::Changed;
}

/// The places of both: B's, and A's that B has not, each behind the one before it in A.
void addPlaces(LoomInput& merged, const std::array<LoomInput, 2>& looms)
{
    const auto find = [&merged](const QString& name) {
        return std::find_if(merged.places.begin(), merged.places.end(),
                            [&](const LoomPlace& place) { return place.name == name; });
    };
    merged.groups = looms[1].groups;
    for (std::size_t k = 0; k < std::min(merged.groups.size(), looms[0].groups.size()); ++k)
        if (merged.groups[k].note != looms[0].groups[k].note)
            merged.groups[k].note.clear(); // it is not of both
    merged.places = looms[1].places;
    merged.headings = looms[1].headings;
    merged.namesBlocks = looms[1].namesBlocks;
    auto after = merged.places.begin();
    for (const LoomPlace& place : looms[0].places) {
        auto at = find(place.name);
        if (at == merged.places.end())
            at = merged.places.insert(after, place);
        after = at + 1;
    }
}

/// Where each place of one side stands in both.
std::vector<std::uint32_t> mergedPlaces(const LoomInput& merged, const LoomInput& side)
{
    std::map<QString, std::uint32_t> known;
    for (std::uint32_t place = 0; place < merged.places.size(); ++place)
        known.emplace(merged.places[place].name, place);
    std::vector<std::uint32_t> places;
    for (const LoomPlace& place : side.places)
        places.push_back(known.at(place.name));
    return places;
}

void addDependencies(LoomInput& merged, const LoomInput& side, const std::vector<std::uint32_t>& mergedOf)
{
    for (std::uint32_t k = 0; k < side.tasks.size(); ++k) {
        std::vector<std::uint32_t>& known = merged.tasks[mergedOf[k]].dependencies;
        for (const std::uint32_t dependency : side.tasks[k].dependencies)
            if (const std::uint32_t from = mergedOf[dependency];
                from < mergedOf[k] && std::find(known.begin(), known.end(), from) == known.end())
                known.push_back(from);
    }
}

/// What is told beside B's bytes where A's are others, or go elsewhere.
QString noteOfBoth(const LoomBoundary& b, const LoomBoundary& a)
{
    QStringList ofA{QString::fromStdString(humanBytes(Bytes{a.bytes}))};
    if (!a.note.isEmpty())
        ofA << a.note;
    const QString toldOfA =
        QCoreApplication::translate("Loom", "A: %1").arg(ofA.join(QStringLiteral(", ")));
    return b.note.isEmpty() ? toldOfA : QStringLiteral("%1\n%2").arg(b.note, toldOfA);
}

void addBoundaries(LoomInput& merged, const LoomInput& side, const std::vector<std::uint32_t>& mergedOf)
{
    const std::vector<std::uint32_t> places = mergedPlaces(merged, side);
    for (LoomBoundary boundary : side.boundaries) {
        const auto known = std::find_if(merged.boundaries.begin(), merged.boundaries.end(),
                                        [&](const LoomBoundary& other) { return other.name == boundary.name; });
        if (known != merged.boundaries.end()) {
            if (known->bytes != boundary.bytes || known->note != boundary.note)
                known->note = noteOfBoth(*known, boundary);
            continue;
        }
        if (boundary.producer)
            boundary.producer = mergedOf[*boundary.producer];
        for (std::uint32_t& consumer : boundary.consumers)
            consumer = mergedOf[consumer];
        boundary.place = places[boundary.place];
        merged.boundaries.push_back(std::move(boundary));
    }
}

} // namespace

ComparedLoom mergedLoomOf(const Comparison& comparison, const AnyResult& a, const AnyResult& b, EstimateMode mode)
{
    const std::array<LoomInput, 2> looms{drawnOf(a), drawnOf(b)};
    auto merged = std::make_shared<LoomInput>();
    auto difference = std::make_shared<LoomDifference>();
    difference->blocks = {looms[0].blocks, looms[1].blocks};
    difference->ranks = {looms[0].ranks, looms[1].ranks};
    merged->blocks = looms[1].blocks;
    merged->ranks = looms[1].ranks;
    merged->messageTitle = looms[1].messageTitle;
    if (comparison.sides[0].hasTime && comparison.sides[1].hasTime)
        merged->timeSource = timeSource(mode);

    addPlaces(*merged, looms);
    const std::array<std::vector<std::uint32_t>, 2> mergedPlaceOf{mergedPlaces(*merged, looms[0]),
                                                                  mergedPlaces(*merged, looms[1])};
    std::map<std::pair<std::uint32_t, LoomPhase>, std::uint32_t> places;
    std::array<std::vector<std::uint32_t>, 2> mergedOf{std::vector<std::uint32_t>(looms[0].tasks.size()),
                                                       std::vector<std::uint32_t>(looms[1].tasks.size())};
    for (const Match& match : matchesOf(comparison, looms, mode)) {
        const std::size_t newer = match.index[1] ? 1 : 0;
        const LoomTask& shown = looms[newer].tasks[*match.index[newer]];
        const std::uint32_t place = mergedPlaceOf[newer][shown.place];
        const auto [at, isNew] =
            places.try_emplace({place, shown.phase}, static_cast<std::uint32_t>(merged->tasks.size()));
        if (isNew) {
            merged->tasks.push_back(shown);
            merged->tasks.back().place = place;
            merged->tasks.back().dependencies.clear();
            difference->tasks.emplace_back();
        } else if (newer == 1) { // B's names the place that both have a task in
            LoomTask& target = merged->tasks[at->second];
            target.name = shown.name;
            target.key = shown.key;
            target.collective = shown.collective;
        }
        join(difference->tasks[at->second], match, looms);
        for (std::size_t side = 0; side < 2; ++side)
            if (match.index[side])
                mergedOf[side][*match.index[side]] = at->second;
    }
    for (std::size_t k = 0; k < merged->tasks.size(); ++k) {
        const LoomTaskPair& pair = difference->tasks[k];
        merged->tasks[k].facts = pair.facts[1] ? *pair.facts[1] : *pair.facts[0];
    }
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
        addDependencies(*merged, looms[side], mergedOf[side]);
        addBoundaries(*merged, looms[side], mergedOf[side]);
    }
    return {std::move(merged), std::move(difference)};
}

ComparedLoom sideLoomOf(const Comparison& comparison, const AnyResult& a, const AnyResult& b, EstimateMode mode,
                        std::size_t side)
{
    const std::array<LoomInput, 2> looms{drawnOf(a), drawnOf(b)};
    auto loom = std::make_shared<LoomInput>(looms[side]);
    auto difference = std::make_shared<LoomDifference>();
    difference->sides = side == 0 ? LoomSides::OnlyA : LoomSides::OnlyB;
    difference->blocks = {looms[0].blocks, looms[1].blocks};
    difference->ranks = {looms[0].ranks, looms[1].ranks};
    difference->tasks.resize(loom->tasks.size());
    if (!loom->timeSource.isEmpty())
        loom->timeSource = timeSource(mode);
    for (const Match& match : matchesOf(comparison, looms, mode)) {
        const std::optional<std::size_t>& own = match.index[side];
        if (!own)
            continue;
        loom->tasks[*own].facts.seconds = match.facts[side].seconds;
        join(difference->tasks[*own], match, looms);
    }
    return {std::move(loom), std::move(difference)};
}

} // namespace planscope::ui
