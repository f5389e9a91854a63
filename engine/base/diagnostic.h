#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace planscope {

enum class Severity { Error, Warning };

/// The part of the derivation in which a fault lies.
enum class Origin {
    Import,       ///< a file or a spec states something unusable
    Work,         ///< the block algebra or the model IR
    Distribution, ///< the distributed tasks
    Plan,         ///< the portable plan
    Check,        ///< an independent check or a reference contradicts a checkpoint
    Evaluation,   ///< right of the red boundary: system profile, tiers, capacity
};

/// One fault, told so that it can be mended: what, where, the value given and the legal ones.
struct Diagnostic {
    Severity severity = Severity::Error;
    Origin origin = Origin::Import;
    std::string code;               ///< stable, dotted: "mapping.tensor.divides_heads"
    std::string path;               ///< dotted place in the case or entity in the IR; "" is the whole
    std::string message;            ///< one sentence for a person, with the numbers in it
    std::string given;              ///< the value as written in the file; "" when there is none
    std::vector<std::string> legal; ///< every legal value, or empty where no finite list exists

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Faults are collected, never thrown one by one.
using Diagnostics = std::vector<Diagnostic>;

/// A value, or everything that is wrong with the input that should have given it.
template <class T>
using Result = tl::expected<T, Diagnostics>;

inline tl::unexpected<Diagnostics> refuse(Diagnostics diagnostics)
{
    return tl::unexpected<Diagnostics>{std::move(diagnostics)};
}
inline tl::unexpected<Diagnostics> refuse(Diagnostic diagnostic)
{
    return tl::unexpected<Diagnostics>{Diagnostics{std::move(diagnostic)}};
}

std::string_view toString(Severity severity); ///< "error", "warning"
std::string_view toString(Origin origin);     ///< "import", "work", …

bool hasError(const Diagnostics& diagnostics);
void append(Diagnostics& to, Diagnostics from);

/// The text, or its beginning and "…" when it is longer than that many bytes; never cuts a UTF-8 character. For
/// diagnostics that quote what a file says, however long.
std::string excerpt(std::string_view text, std::size_t longest = 200);

/// One line: "error: mapping.tensor.degree: message [mapping.tensor.divides_heads]".
std::string oneLine(const Diagnostic& diagnostic);

} // namespace planscope
