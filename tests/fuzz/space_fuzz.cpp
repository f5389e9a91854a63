#include "sweep/point_space.h"
#include "sweep/space_reader.h"
#include "sweep/sweep_record.h"

#include <algorithm>

#include <cstdint>
#include <cstdlib>

/// A space of mappings, or the record of a sweep: read, or refused with a reason. What is read is written such that it
/// reads back to the same bytes; its points are counted, each of a few is where its index says, and the first are
/// evaluated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace planscope;
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    const auto expect = [](bool holds) {
        if (!holds)
            std::abort();
    };
    if (const auto record = sweep::readRecord(bytes))
        expect(sweep::readRecord(sweep::writeRecord(*record)).has_value());
    else
        expect(hasError(record.error()));

    const auto space = sweep::readSpace(bytes);
    if (!space) {
        expect(hasError(space.error()));
        return 0;
    }
    const std::string written = sweep::writeSpace(*space);
    const auto again = sweep::readSpace(written);
    expect(again && sweep::writeSpace(*again) == written);
    const auto points = sweep::PointSpace::create(*space);
    if (!points)
        return 0;
    std::int64_t counted = points->counts().lawful;
    for (const std::int64_t refused : points->counts().refused)
        counted += refused;
    expect(counted == points->counts().combinations);
    for (const std::int64_t index : {std::int64_t{0}, points->size() / 2, points->size() - 1})
        if (index >= 0 && index < points->size())
            expect(points->indexOf(points->at(index)) == index);
    sweep::SweepRecord record{*points, {}};
    sweep::RunOptions alone;
    alone.threads = 1;
    record.last = std::min<std::int64_t>(points->size(), 8);
    expect(sweep::run(*points, record.tally, record.last, alone));
    expect(record.tally.kept >= static_cast<std::int64_t>(record.tally.front.size()));
    return 0;
}
