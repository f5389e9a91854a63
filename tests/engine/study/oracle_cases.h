#pragma once

#include "base/json_document.h"
#include "frontend/candidate_source.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace planscope::testing_study {

/// The cases with known answers. Handles into the one document, read once.
class OracleCases {
public:
    struct Entry {
        std::string name;
        JsonValue stated;
        JsonValue expected;

        ReadCandidate read() const { return CandidateSource::open(stated.compact())->read(0); }
        bool derives() const { return expected.find("block").has_value(); }
    };

    static const std::vector<Entry>& all()
    {
        static const OracleCases cases;
        return cases.m_entries;
    }

    /// A legal candidate by name.
    static Candidate candidate(std::string_view name)
    {
        for (const Entry& entry : all())
            if (entry.name == name)
                return entry.read().candidate.value();
        ADD_FAILURE() << "no case is named " << name;
        std::abort();
    }

private:
    OracleCases()
        : m_document(parse())
    {
        for (const JsonValue entry : m_document.root().elements()) {
            const JsonValue stated = *entry.find("case");
            const auto name = stated.find("name");
            m_entries.push_back({name ? std::string{name->text()} : std::string{}, stated, *entry.find("expected")});
        }
    }

    static JsonDocument parse()
    {
        std::ifstream file{PLANSCOPE_SOURCE_DIR "/tests/oracle/cases.json"};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        return JsonDocument::parse(text).value();
    }

    JsonDocument m_document;
    std::vector<Entry> m_entries;
};

} // namespace planscope::testing_study
