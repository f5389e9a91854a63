#pragma once

#include "base/diagnostic.h"
#include "base/json_document.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// Collects the faults of a file while its fields are read in the order of the files' reference, and hands them out in
/// the order of the contract: by code (file.*, spec.*, the laws, system.*), then as added; unknown fields in file
/// order.
///
/// Of each code it keeps the first 500, so that a hostile file cannot fill the memory; what is left out is counted and
/// told in a last diagnostic, file.more_faults.
class FaultList {
public:
    static constexpr std::size_t mostOfACode = 500;

    bool empty() const { return m_faults.empty(); }

    void missingField(std::string path);
    /// `known`: the names the enclosing object may have.
    void unknownField(std::string path, JsonValue given, std::vector<std::string> known);
    /// `expected` completes "… is expected": "an integer from -2^63 to 2^63 - 1".
    void wrongType(std::string path, std::string_view expected, JsonValue given);
    /// `given`: the second value of that name; the first counts.
    void duplicateKey(std::string path, JsonValue given);
    void unknownValue(std::string path, std::string given, std::vector<std::string> known);
    /// `given` stands in a list that may hold it once.
    void repeatedValue(std::string path, std::string given);
    void add(Diagnostic diagnostic);
    void add(Diagnostics diagnostics);
    void add(const FaultList& others);

    /// Everything added, in the order of the contract.
    Diagnostics take() &&;
    /// At most `most` of the faults, the first of the contract's order, with what they quote cut to a length that can
    /// be told again and again.
    FaultList abridged(std::size_t most) const;

private:
    struct Fault {
        std::size_t rank;         ///< place of the code in the contract's order
        std::size_t filePosition; ///< of an unknown field; 0 for others
        Diagnostic diagnostic;
    };
    void insert(std::size_t filePosition, Diagnostic diagnostic);
    void sort();

    std::vector<Fault> m_faults;
    std::vector<std::size_t> m_countOfRank;
    std::size_t m_omitted = 0;
};

} // namespace planscope
