#pragma once

#include "base/entity_id.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace planscope {

/// Positions of a list's entities by id. Where an id stands twice, its first position counts.
template <class Kind>
class EntityIndex {
public:
    /// Entities have a member `id` of type EntityId<Kind>.
    template <class Entity>
    explicit EntityIndex(const std::vector<Entity>& entities)
    {
        m_entries.reserve(entities.size());
        for (std::size_t k = 0; k < entities.size(); ++k)
            m_entries.push_back({entities[k].id.value(), k});
        std::sort(m_entries.begin(), m_entries.end());
    }

    std::optional<std::size_t> find(EntityId<Kind> id) const
    {
        const auto entry = std::lower_bound(m_entries.begin(), m_entries.end(), Entry{id.value(), 0});
        if (entry == m_entries.end() || entry->id != id.value())
            return std::nullopt;
        return entry->position;
    }

    /// Calls visit(position, firstPosition) for each entity whose id an earlier one has.
    template <class Visit>
    void forEachRepetition(Visit&& visit) const
    {
        for (std::size_t k = 1, first = 0; k < m_entries.size(); ++k) {
            if (m_entries[k].id == m_entries[first].id)
                visit(m_entries[k].position, m_entries[first].position);
            else
                first = k;
        }
    }

private:
    struct Entry {
        std::uint64_t id;
        std::size_t position;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> m_entries; ///< sorted
};

} // namespace planscope
