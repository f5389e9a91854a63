#pragma once

#include "base/quantity.h"
#include "report/csv_table.h"
#include "study/result_head.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What the tables of results of both accountings share. For this folder's .cpp files alone.
namespace planscope {

/// A result of one accounting and its place among all, from 0; never null.
template <class ResultOf>
struct NumberedResult {
    std::size_t index = 0;
    std::shared_ptr<const ResultOf> result;
};
template <class ResultOf>
using NumberedResults = std::vector<NumberedResult<ResultOf>>;

using Fields = std::vector<std::string>;

inline std::string digits(std::int64_t value)
{
    return std::to_string(value);
}
template <class Unit>
std::string digits(Quantity<Unit> quantity)
{
    return std::to_string(quantity.value());
}
template <class Unit>
std::string digits(const std::optional<Quantity<Unit>>& quantity)
{
    return quantity ? digits(*quantity) : std::string{};
}

/// A row's first fields, and room for the rest.
inline Fields rowOf(std::size_t index, const ResultHead& result)
{
    return {std::to_string(index + 1), result.name.value_or("")};
}

inline void append(Fields& row, Fields more)
{
    for (std::string& field : more)
        row.push_back(std::move(field));
}

} // namespace planscope
