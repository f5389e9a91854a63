#pragma once

#include "frontend/field_reader.h"
#include "frontend/statement_account.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope::whole {

/// The fields of one object of a Hugging Face config.json. A field is read under each of the names that models give it;
/// null counts as absent. What was not read in the end is ignored with a reason, or refused: a name that is not known
/// may change the architecture.
class HuggingFaceFields {
public:
    /// A field that is there and not null.
    struct Given {
        std::string path;
        JsonValue value;
    };

    /// `path` is the object's: "" or "text_config". The account outlives this. Requires: an object.
    HuggingFaceFields(StatementAccount& account, JsonValue object, std::string path);

    /// By the first of the names that is given; refused when a further one says otherwise. All of them count as read.
    std::optional<Given> take(std::initializer_list<std::string_view> names);
    /// Whether the name stands in the file, null or not.
    bool has(std::string_view name) const;
    /// An integer that goes to a field of the case; nothing when it is absent or no integer, which is told.
    std::optional<std::int64_t> integer(std::initializer_list<std::string_view> names, std::string_view destination);
    /// The same; its absence is file.missing_field.
    std::optional<std::int64_t> mandatory(std::initializer_list<std::string_view> names, std::string_view destination);
    /// A truth value; the caller notes where it went.
    std::optional<bool> boolean(const std::optional<Given>& given);
    std::optional<double> number(const std::optional<Given>& given);
    std::optional<std::string> string(const std::optional<Given>& given);

    void ignore(const Given& given, std::string_view reason);
    void refuse(std::string_view code, const Given& given, std::string message, std::vector<std::string> legal = {});

    /// Accounts for every field that was not taken.
    void rest();
    /// The same for an object around the one that is read: what is not refused has no say in it.
    void restOutside();

    std::string pathOf(std::string_view name) const { return joinPath(m_path, name); }

private:
    struct Field {
        std::string_view name;
        JsonValue value;
        bool taken = false;
    };
    std::optional<std::int64_t> integer(const std::optional<Given>& given, std::string_view destination);
    bool refuseByRule(const Field& field);

    StatementAccount& m_account;
    std::string m_path;
    std::vector<Field> m_fields; ///< distinct, in file order
};

} // namespace planscope::whole
