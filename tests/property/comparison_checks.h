#pragma once

#include "compare/attribution.h"
#include "compare/comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <rapidcheck.h>

/// What holds of every comparison and attribution, whatever is compared.
namespace planscope {

inline Change mirrored(Change change)
{
    return change == Change::Added ? Change::Removed : change == Change::Removed ? Change::Added : change;
}

template <class Compared>
bool sidesMirror(const Compared& here, const Compared& there)
{
    return here.a == there.b && here.b == there.a;
}

inline void checkEntitiesMirror(const std::vector<ComparedEntity>& here, const std::vector<ComparedEntity>& there)
{
    RC_ASSERT(here.size() == there.size());
    for (std::size_t k = 0; k < here.size(); ++k) {
        RC_ASSERT(here[k].key == there[k].key);
        RC_ASSERT(here[k].part == there[k].part);
        RC_ASSERT(here[k].change == mirrored(there[k].change));
        RC_ASSERT(std::equal(here[k].facts.begin(), here[k].facts.end(), there[k].facts.begin(), there[k].facts.end(),
                             [](const auto& x, const auto& y) { return x.name == y.name && sidesMirror(x, y); }));
        RC_ASSERT(std::equal(here[k].attributes.begin(), here[k].attributes.end(), there[k].attributes.begin(),
                             there[k].attributes.end(),
                             [](const auto& x, const auto& y) { return x.name == y.name && sidesMirror(x, y); }));
    }
}

/// compare(a, b) and compare(b, a).
inline void checkMirror(const Comparison& here, const Comparison& there)
{
    RC_ASSERT(here.equal() == there.equal());
    RC_ASSERT(here.tasks.size() == there.tasks.size());
    for (std::size_t k = 0; k < here.tasks.size(); ++k) {
        RC_ASSERT(here.tasks[k].key == there.tasks[k].key);
        RC_ASSERT(here.tasks[k].change == mirrored(there.tasks[k].change));
        RC_ASSERT(here.tasks[k].indexA == there.tasks[k].indexB);
        for (std::size_t fact = 0; fact < here.tasks[k].facts.size(); ++fact)
            RC_ASSERT(sidesMirror(here.tasks[k].facts[fact], there.tasks[k].facts[fact]));
    }
    for (std::size_t k = 0; k < here.irs.size(); ++k) {
        checkEntitiesMirror(here.irs[k].entities, there.irs[k].entities);
        RC_ASSERT(here.irs[k].entityCounts.totalA() == there.irs[k].entityCounts.totalB());
        RC_ASSERT(here.irs[k].edgeCounts.totalA() == there.irs[k].edgeCounts.totalB());
        RC_ASSERT(!here.irs[k].identical()
                  || (!here.irs[k].entityCounts.anyDifference() && !here.irs[k].edgeCounts.anyDifference()));
    }
    checkEntitiesMirror(here.checks, there.checks);
    for (std::size_t group = 0; group < here.figures.size(); ++group)
        for (std::size_t k = 0; k < here.figures[group].facts.size(); ++k)
            RC_ASSERT(sidesMirror(here.figures[group].facts[k], there.figures[group].facts[k]));
}

inline void checkAddsUp(const Number& a, const Number& b, const std::vector<double>& shares)
{
    double largest = 0;
    for (const double share : shares)
        largest = std::max(largest, std::abs(share));
    const double scale = std::max(std::abs(a.toDouble()), std::abs(b.toDouble()));
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    // The second term counts only for shares a thousand times larger than A and B, which cancel.
    RC_ASSERT(std::abs(sum - (b - a).toDouble()) <= std::max(1e-12 * scale, 1e-15 * largest));
}

/// Every share is part of the difference, and no field is in two causes of a table. Gives the fields of all causes.
inline FieldSet checkShares(const Attribution& attribution)
{
    FieldSet known;
    for (const auto* table : {&attribution.time, &attribution.work}) {
        if (!*table)
            continue;
        FieldSet seen;
        for (const Cause& cause : (*table)->causes) {
            RC_ASSERT((seen & cause.fields).empty());
            seen = seen | cause.fields;
        }
        known = known | seen;
        for (const AttributedMeasure& measure : (*table)->measures)
            checkAddsUp(measure.a, measure.b, measure.shares);
    }
    for (const auto* falls : {&attribution.byCause, &attribution.byComponent, &attribution.byLayer})
        for (const auto& fall : *falls)
            if (fall) {
                std::vector<double> shares;
                for (const WaterfallStep& step : fall->steps)
                    shares.push_back(step.share);
                checkAddsUp(fall->a, fall->b, shares);
            }
    return known;
}

/// attribute(a, b) and attribute(b, a), where nothing is joined.
inline void checkTurned(const Attribution& attribution, const Attribution& turned)
{
    if (attribution.work->joinings.empty() && turned.work->joinings.empty())
        for (std::size_t k = 0; k < attribution.work->measures.size(); ++k) {
            const AttributedMeasure& here = attribution.work->measures[k];
            const double scale = std::max({1.0, here.a.toDouble(), here.b.toDouble()});
            for (std::size_t cause = 0; cause < here.shares.size(); ++cause)
                RC_ASSERT(std::abs(here.shares[cause] + turned.work->measures[k].shares[cause]) <= 1e-9 * scale);
        }
}

} // namespace planscope
