#include "ui/graph/loom_search.h"

#include <QStringList>

#include <algorithm>
#include <string_view>

namespace planscope::ui {

LoomSearch::LoomSearch(const LoomScene& scene, const LoomInput& input)
{
    std::vector<std::string> names;
    for (const LoomItem& item : scene.items())
        names.push_back(item.name.toLower().toStdString());
    for (const LoomThread& thread : scene.threads())
        if (thread.bundle != noLoomBundle && scene.blockOf(thread.from) == 0 && scene.rankOf(thread.from) == 0)
            for (const std::uint32_t saved : scene.bundles()[thread.bundle].saved)
                names[scene.cells()[thread.from].item].append(" keeps ").append(
                    input.saved[saved].name.toLower().toStdString());
    const bool copies = scene.options().blocks > 1 || scene.options().ranks > 1;
    m_text.reserve(scene.cells().size() * 48);
    m_starts.reserve(scene.cells().size() + 1);
    for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell) {
        m_starts.push_back(static_cast<std::uint32_t>(m_text.size()));
        m_text += names[scene.cells()[cell].item];
        if (copies)
            m_text.append(" block ")
                .append(std::to_string(scene.blockOf(cell)))
                .append(" rank ")
                .append(std::to_string(scene.rankOf(cell)));
        m_text += '\n';
    }
    m_starts.push_back(static_cast<std::uint32_t>(m_text.size()));
}

std::vector<LoomCellIndex> LoomSearch::find(const QString& typed) const
{
    std::vector<std::string> words;
    for (const QString& word : typed.toLower().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    std::vector<LoomCellIndex> found;
    if (words.empty())
        return found;
    // The longest word is the rarest guess; only lines that have it are looked at for the others.
    std::sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    const std::string_view text = m_text;
    std::size_t cell = 0;
    for (std::size_t at = text.find(words.front()); at != std::string_view::npos; at = text.find(words.front(), at)) {
        cell = static_cast<std::size_t>(std::upper_bound(m_starts.begin() + static_cast<std::ptrdiff_t>(cell),
                                                         m_starts.end(), static_cast<std::uint32_t>(at))
                                        - m_starts.begin())
            - 1;
        const std::string_view line = text.substr(m_starts[cell], m_starts[cell + 1] - m_starts[cell]);
        if (std::all_of(words.begin() + 1, words.end(),
                        [&](const std::string& word) { return line.find(word) != std::string_view::npos; }))
            found.push_back(static_cast<LoomCellIndex>(cell));
        at = m_starts[++cell];
        if (cell + 1 >= m_starts.size())
            break;
    }
    return found;
}

} // namespace planscope::ui
