#pragma once

#include "compare/comparison.h"
#include "study/result_figures.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

/// For this folder's .cpp files alone.
namespace planscope {

/// The facts of a group that both sides have in the same order, because one walk lists them.
class FigureSink {
public:
    FigureSink(std::vector<FigureGroup>& groups, bool isA)
        : m_groups(groups)
        , m_isA(isA)
    {
    }

    void integer(std::string_view name, std::int64_t value, FigureUnit unit)
    {
        add(name, Number::integer(value), unit);
    }
    void real(std::string_view name, double value, FigureUnit unit) { add(name, Number::real(value), unit); }
    void capacity(std::string_view name, double value, FigureUnit unit) { add(name, Number::wholeOrReal(value), unit); }
    template <class Unit>
    void total(std::string_view name, const Total<Unit>& value, FigureUnit unit)
    {
        const auto narrow = value.narrow();
        add(name, narrow ? Number::integer(narrow->value()) : Number::real(value.toDouble()), unitOf(value, unit));
    }
    /// Facts of that path, absent where there is no group; at the root a group of figures of that name begins with it.
    template <class Group>
    void group(std::string_view name, const Group* fields)
    {
        if (m_path.empty())
            openGroup(name);
        facts(name, fields);
    }
    /// The same in the group that is open.
    template <class Group>
    void facts(std::string_view path, const Group* fields)
    {
        const std::size_t outer = m_path.size();
        const bool outerAbsent = m_absent;
        m_path.append(path).append(1, '.');
        m_absent = m_absent || fields == nullptr;
        static const Group absent{};
        visitFields(*this, fields ? *fields : absent);
        m_absent = outerAbsent;
        m_path.resize(outer);
    }

    /// The group that the facts which follow belong to.
    void openGroup(std::string_view name)
    {
        if (m_isA)
            m_groups.push_back({name, {}});
        else
            m_group =
                static_cast<std::size_t>(std::find_if(m_groups.begin(), m_groups.end(),
                                                      [name](const FigureGroup& group) { return group.name == name; })
                                         - m_groups.begin());
        m_next = 0;
    }

private:
    void add(std::string_view name, const Number& value, FigureUnit unit) { add(name, value, unitOf(name, unit)); }
    void add(std::string_view name, const Number& value, FactUnit unit)
    {
        if (m_isA) {
            m_groups.back().facts.push_back({m_path + std::string{name}, unit, {}, {}});
            if (!m_absent)
                m_groups.back().facts.back().a = value;
        } else if (ComparedFact& fact = m_groups[m_group].facts[m_next++]; !m_absent) {
            fact.b = value;
        }
    }

    static FactUnit unitOf(const Total<OperationsUnit>&, FigureUnit) { return FactUnit::InOperations; }
    static FactUnit unitOf(const Total<BytesUnit>&, FigureUnit) { return FactUnit::InBytes; }
    static FactUnit unitOf(std::string_view name, FigureUnit unit)
    {
        switch (unit) {
        case FigureUnit::InBytes: return FactUnit::InBytes;
        case FigureUnit::InSeconds: return FactUnit::InSeconds;
        case FigureUnit::Count: break;
        }
        return name == "operations"                       ? FactUnit::InOperations
            : name == "hfu" || name.substr(0, 3) == "mfu" ? FactUnit::Ratio
            : name == "tokens_per_second"                 ? FactUnit::TokensPerSecond
                                                          : FactUnit::Count;
    }

    std::vector<FigureGroup>& m_groups;
    bool m_isA;
    std::string m_path;
    bool m_absent = false;
    std::size_t m_group = 0; ///< B: the group being filled, and the next of its facts
    std::size_t m_next = 0;
};

} // namespace planscope
