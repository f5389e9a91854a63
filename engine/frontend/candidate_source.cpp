#include "frontend/candidate_source.h"

#include "frontend/case_reader.h"
#include "frontend/study_reader.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

bool isStudy(JsonValue root)
{
    const auto schema = root.find("schema");
    return schema && schema->isString() && schema->text() == studySchema;
}

} // namespace

Result<CandidateSource> CandidateSource::open(std::string_view bytes)
{
    auto document = JsonDocument::parse(bytes);
    if (!document)
        return tl::unexpected(std::move(document.error()));

    CandidateSource source;
    source.m_document = std::make_shared<const JsonDocument>(std::move(*document));
    const JsonValue root = source.m_document->root();
    if (isStudy(root)) {
        source.m_study = std::make_shared<const Study>(readStudy(root));
        source.m_items = source.m_study->candidates;
        if (source.m_items.empty())
            source.m_items.push_back(root);
    } else if (root.isArray()) {
        source.m_isArray = true;
        source.m_items.reserve(root.childCount());
        for (const JsonValue element : root.elements())
            source.m_items.push_back(element);
    } else {
        source.m_items.push_back(root);
    }
    return source;
}

std::optional<std::pair<std::size_t, std::size_t>> CandidateSource::pinned() const
{
    if (!m_study || !m_study->pinnedA || !m_study->pinnedB)
        return std::nullopt;
    const std::pair pins{*m_study->pinnedA, *m_study->pinnedB};
    const bool own = std::max(pins.first, pins.second) < m_study->candidates.size();
    return own ? std::optional{pins} : std::nullopt;
}

ReadCandidate CandidateSource::read(std::size_t index) const
{
    assert(index < count());
    if (m_study)
        return readStudyCandidate(*m_study, index);
    std::vector<std::string> schemas{std::string{caseSchema}};
    if (!m_isArray)
        schemas.emplace_back(studySchema);
    return readCase(m_items[index], schemas);
}

} // namespace planscope
