#include "ui/graph/loom_of_comparison.h"

#include "ui/graph/loom_of_plan.h"

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

const std::optional<std::size_t>& indexOf(const ComparedTask& task, std::size_t side)
{
    return side == 0 ? task.indexA : task.indexB;
}

/// The facts of one side's tasks, by their place in its plan, with the mode's seconds.
LoomFacts factsOf(const LoomInput& loom, const ComparedTask& task, std::size_t side, EstimateMode mode)
{
    LoomFacts facts = loom.tasks[*indexOf(task, side)].facts;
    facts.seconds = secondsOf(task, side, mode);
    return facts;
}

/// A task of A and one of B that stand in one place are told together.
void join(LoomTaskPair& pair, const ComparedTask& task, const std::array<LoomInput, 2>& looms, EstimateMode mode)
{
    const bool isFirst = !pair.facts[0] && !pair.facts[1];
    for (std::size_t side = 0; side < 2; ++side) {
        if (!indexOf(task, side))
            continue;
        pair.facts[side] = factsOf(looms[side], task, side, mode);
        pair.names[side] = QString::fromStdString(task.name);
        pair.collectives[side] = std::get<TaskKey>(task.key).collective;
    }
    pair.change = isFirst ? task.change : Change::Changed;
}

/// The places of both: B's, and A's that B has not, each behind the one before it in A.
void addPlaces(LoomInput& merged, const std::array<LoomInput, 2>& looms)
{
    const auto find = [&merged](const QString& name) {
        return std::find_if(merged.places.begin(), merged.places.end(),
                            [&](const LoomPlace& place) { return place.name == name; });
    };
    merged.groups = looms[1].groups;
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

void addBoundaries(LoomInput& merged, const LoomInput& side, const std::vector<std::uint32_t>& mergedOf)
{
    const std::vector<std::uint32_t> places = mergedPlaces(merged, side);
    for (LoomBoundary boundary : side.boundaries) {
        const bool isKnown = std::any_of(merged.boundaries.begin(), merged.boundaries.end(),
                                         [&](const LoomBoundary& other) { return other.name == boundary.name; });
        if (isKnown)
            continue;
        if (boundary.producer)
            boundary.producer = mergedOf[*boundary.producer];
        for (std::uint32_t& consumer : boundary.consumers)
            consumer = mergedOf[consumer];
        boundary.place = places[boundary.place];
        merged.boundaries.push_back(std::move(boundary));
    }
}

} // namespace

ComparedLoom mergedLoomOf(const Comparison& comparison, const CandidateResult& a, const CandidateResult& b,
                          EstimateMode mode)
{
    const std::array<LoomInput, 2> looms{loomOf(a), loomOf(b)};
    auto merged = std::make_shared<LoomInput>();
    auto difference = std::make_shared<LoomDifference>();
    difference->blocks = {looms[0].blocks, looms[1].blocks};
    difference->ranks = {looms[0].ranks, looms[1].ranks};
    merged->blocks = looms[1].blocks;
    merged->ranks = looms[1].ranks;
    if (comparison.sides[0].hasTime && comparison.sides[1].hasTime)
        merged->timeSource = timeSource(mode);

    addPlaces(*merged, looms);
    const std::array<std::vector<std::uint32_t>, 2> mergedPlaceOf{mergedPlaces(*merged, looms[0]),
                                                                  mergedPlaces(*merged, looms[1])};
    std::map<std::pair<std::uint32_t, LoomPhase>, std::uint32_t> places;
    std::array<std::vector<std::uint32_t>, 2> mergedOf{std::vector<std::uint32_t>(looms[0].tasks.size()),
                                                       std::vector<std::uint32_t>(looms[1].tasks.size())};
    for (const ComparedTask& task : comparison.tasks) {
        const std::size_t newer = indexOf(task, 1) ? 1 : 0;
        const LoomTask& shown = looms[newer].tasks[*indexOf(task, newer)];
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
        join(difference->tasks[at->second], task, looms, mode);
        for (std::size_t side = 0; side < 2; ++side)
            if (indexOf(task, side))
                mergedOf[side][*indexOf(task, side)] = at->second;
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

ComparedLoom sideLoomOf(const Comparison& comparison, const CandidateResult& a, const CandidateResult& b,
                        EstimateMode mode, std::size_t side)
{
    const std::array<LoomInput, 2> looms{loomOf(a), loomOf(b)};
    auto loom = std::make_shared<LoomInput>(looms[side]);
    auto difference = std::make_shared<LoomDifference>();
    difference->sides = side == 0 ? LoomSides::OnlyA : LoomSides::OnlyB;
    difference->blocks = {looms[0].blocks, looms[1].blocks};
    difference->ranks = {looms[0].ranks, looms[1].ranks};
    difference->tasks.resize(loom->tasks.size());
    if (!loom->timeSource.isEmpty())
        loom->timeSource = timeSource(mode);
    for (const ComparedTask& task : comparison.tasks) {
        const std::optional<std::size_t>& own = indexOf(task, side);
        if (!own)
            continue;
        loom->tasks[*own].facts.seconds = secondsOf(task, side, mode);
        join(difference->tasks[*own], task, looms, mode);
    }
    return {std::move(loom), std::move(difference)};
}

} // namespace planscope::ui
