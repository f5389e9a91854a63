#include "derivation/dialect/structure_rules.h"

namespace planscope {
namespace {

std::string textOf(const IrSchema& schema)
{
    return excerpt(schema.name) + " " + std::to_string(schema.major) + "." + std::to_string(schema.minor);
}

} // namespace

void checkSchema(Findings& found, const IrSchema& schema, const IrSchema& current)
{
    if (schema.name != current.name || schema.major != current.major || schema.minor < 0
        || schema.minor > current.minor)
        found.add("schema", "schema", "the schema is " + textOf(schema) + ", but " + textOf(current) + " is known",
                  textOf(schema), {textOf(current)});
}

} // namespace planscope
