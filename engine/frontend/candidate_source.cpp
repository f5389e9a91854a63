#include "frontend/candidate_source.h"

#include "frontend/case_reader.h"
#include "frontend/study_reader.h"
#include "frontend/whole_case_reader.h"

#include <cassert>

namespace planscope {

Result<CandidateSource> CandidateSource::open(std::string_view bytes)
{
    auto document = JsonDocument::parse(bytes);
    if (!document)
        return tl::unexpected(std::move(document.error()));

    CandidateSource source;
    source.m_document = std::make_shared<const JsonDocument>(std::move(*document));
    const JsonValue root = source.m_document->root();
    if (isOfSchema(root, studySchema))
        source.m_study = std::make_shared<const Study>(readStudy(root));
    else if (isOfSchema(root, whole::studySchema))
        source.m_wholeStudy = std::make_shared<const whole::Study>(whole::readStudy(root));
    if (const StudyFrame* const study = source.frame()) {
        source.m_items = study->candidates;
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

Accounting CandidateSource::accounting(std::size_t index) const
{
    assert(index < count());
    const bool isWhole = m_wholeStudy || (!m_study && isOfSchema(m_items[index], whole::caseSchema));
    return isWhole ? Accounting::Whole : Accounting::Block;
}

const StudyFrame* CandidateSource::frame() const
{
    return m_wholeStudy ? static_cast<const StudyFrame*>(m_wholeStudy.get()) : m_study.get();
}

std::optional<std::pair<std::size_t, std::size_t>> CandidateSource::pinned() const
{
    const StudyFrame* const study = frame();
    if (!study || !study->pinnedA || !study->pinnedB)
        return std::nullopt;
    return std::pair{*study->pinnedA, *study->pinnedB};
}

Diagnostics CandidateSource::pinFaults() const
{
    const StudyFrame* const study = frame();
    return study ? FaultList{study->pinFaults}.take() : Diagnostics{};
}

whole::ReadCandidate CandidateSource::readWhole(std::size_t index) const
{
    assert(accounting(index) == Accounting::Whole);
    return m_wholeStudy ? whole::readStudyCandidate(*m_wholeStudy, index) : whole::readCase(m_items[index]);
}

ReadCandidate CandidateSource::read(std::size_t index) const
{
    assert(index < count());
    if (m_study)
        return readStudyCandidate(*m_study, index);
    std::vector<std::string> schemas{std::string{caseSchema}, std::string{whole::caseSchema}};
    if (!m_isArray)
        for (const std::string_view schema : {studySchema, whole::studySchema})
            schemas.emplace_back(schema);
    return readCase(m_items[index], schemas);
}

} // namespace planscope
