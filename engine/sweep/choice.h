#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace planscope::sweep {

/// Every value that some lawful mapping of the space's model, batch and system can have.
struct AllLegal {
    friend bool operator==(AllLegal, AllLegal) = default;
};
/// from, from + step, … up to `to`. Lawful when from <= to and step >= 1.
struct IntegerRange {
    std::int64_t from = 1;
    std::int64_t to = 1;
    std::int64_t step = 1;
    friend bool operator==(const IntegerRange&, const IntegerRange&) = default;
};
/// Not empty; each value once. The order plays no part.
using IntegerList = std::vector<std::int64_t>;

/// The integers that a field of a space may have, as stated. One fixed value is a list of one.
using IntegerChoice = std::variant<AllLegal, IntegerRange, IntegerList>;

/// The truth values that a flag may have; at least one.
struct FlagChoice {
    bool off = true;
    bool on = false;

    static FlagChoice fixed(bool value) { return {!value, value}; }
    static FlagChoice both() { return {true, true}; }
    bool contains(bool value) const { return value ? on : off; }
    friend bool operator==(FlagChoice, FlagChoice) = default;
};

/// A resolved choice: a finite set of integers, ascending. Immutable.
class IntegerSet {
public:
    /// Requires: a lawful range; a list that is not empty.
    explicit IntegerSet(const IntegerRange& range);
    explicit IntegerSet(IntegerList values);
    /// A choice, with what AllLegal stands for.
    IntegerSet(const IntegerChoice& choice, IntegerList legal);

    std::uint64_t count() const;
    bool contains(std::int64_t value) const;
    /// Requires: 0 <= index < count().
    std::int64_t at(std::int64_t index) const;
    /// The index of a value, or -1.
    std::int64_t indexOf(std::int64_t value) const;
    /// The members from 1 up that divide n, ascending. Costs a factorisation of n for a range, never its length.
    /// Requires: n >= 1.
    IntegerList dividing(std::int64_t n) const;
    /// "1, 2, 4" or "1 to 64", "0 to 64 by 8"; a long list in part.
    std::string text() const;
    /// Each member in digits; none for a range, which is told by its ends.
    std::vector<std::string> listed() const;

private:
    std::variant<IntegerRange, IntegerList> m_values;
};

} // namespace planscope::sweep
