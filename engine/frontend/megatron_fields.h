#pragma once

#include "frontend/megatron_arguments.h"
#include "frontend/statement_account.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope::whole {

/// Why a field that the arguments do not say is as it is.
inline constexpr std::string_view ofMegatron = "Megatron-core's default";

/// The arguments of a Megatron training, read by name; the last of a name counts. What was not read in the end is
/// ignored with a reason, or refused: by name where its feature is not derived, and as unknown else.
class MegatronFields {
public:
    /// An argument that is given.
    struct Given {
        std::string path; ///< "--num-layers"
        std::string text; ///< its values, as rows show them
        const MegatronArgument* argument;
    };

    /// `dropOverlap`: what asks for overlapping communication is ignored, not refused. Both outlive this.
    MegatronFields(StatementAccount& account, const MegatronArguments& arguments, bool dropOverlap);

    std::optional<Given> take(std::string_view name);
    /// The single value of an argument, told where it is none, several, or has no value here.
    std::optional<std::string> word(const std::optional<Given>& given);
    /// An integer; told where it is none.
    std::optional<std::int64_t> integer(const std::optional<Given>& given);
    std::optional<double> number(const std::optional<Given>& given);
    /// A flag is set by standing there, or by true; false counts as absent.
    bool flag(const std::optional<Given>& given);

    /// An integer that goes to a field of the case.
    std::optional<std::int64_t> integer(std::string_view name, std::string_view destination);
    /// The same; the absence of both names is file.missing_field.
    std::optional<std::int64_t> mandatory(std::string_view name, std::string_view otherName,
                                          std::string_view destination);
    /// The same; where it is absent, Megatron-core's default.
    std::int64_t defaulted(std::string_view name, std::string_view destination, std::int64_t otherwise);
    /// A flag and the field of the case it sets: `says` where it is set, `otherwise` by Megatron-core's default.
    bool setting(std::string_view name, std::string_view destination, std::string_view says,
                 std::string_view otherwise);
    /// An integer of the launcher, which takes a program after it.
    std::optional<std::int64_t> launched(std::string_view name, std::string_view note);

    void ignore(const Given& given, std::string_view reason);
    void refuse(std::string_view code, const Given& given, std::string message, std::vector<std::string> legal = {});
    /// Of what the arguments do not say.
    void refuseAbsent(std::string_view code, std::string_view name, std::string message,
                      std::vector<std::string> legal = {});

    /// Accounts for every argument that was not taken.
    void rest();

private:
    struct Field {
        const MegatronArgument* argument;
        bool taken = false;
    };
    void account(const MegatronArgument& argument);

    StatementAccount& m_account;
    std::vector<Field> m_fields; ///< the last of each name, in the order of the text
    bool m_dropOverlap;
};

} // namespace planscope::whole
