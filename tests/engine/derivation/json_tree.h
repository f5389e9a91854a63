#pragma once

#include "base/json_document.h"
#include "base/json_writer.h"

#include <cassert>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace planscope {

/// A JSON value that can be changed and written again.
struct JsonTree {
    JsonKind kind = JsonKind::Null;
    std::string text;               ///< of scalars
    std::vector<std::string> names; ///< of an object's members, one for each child
    std::vector<JsonTree> children;
};

inline JsonTree treeOf(JsonValue value)
{
    JsonTree tree;
    tree.kind = value.kind();
    tree.text = value.text();
    if (value.isArray())
        for (const JsonValue element : value.elements())
            tree.children.push_back(treeOf(element));
    if (value.isObject())
        for (const JsonValue::Member member : value.members()) {
            tree.names.emplace_back(member.name);
            tree.children.push_back(treeOf(member.value));
        }
    return tree;
}

inline JsonTree treeOf(const std::string& text)
{
    const auto document = JsonDocument::parse(text);
    assert(document);
    return treeOf(document->root());
}

inline void write(JsonWriter& writer, const JsonTree& tree)
{
    switch (tree.kind) {
    case JsonKind::Object:
        writer.beginObject();
        for (std::size_t k = 0; k < tree.children.size(); ++k) {
            writer.key(tree.names[k]);
            write(writer, tree.children[k]);
        }
        writer.endObject();
        return;
    case JsonKind::Array:
        writer.beginArray();
        for (const JsonTree& child : tree.children)
            write(writer, child);
        writer.endArray();
        return;
    case JsonKind::String: writer.string(tree.text); return;
    case JsonKind::Null:
    case JsonKind::Boolean:
    case JsonKind::Number: writer.raw(tree.text); return;
    }
}

inline std::string textOf(const JsonTree& tree)
{
    JsonWriter writer;
    write(writer, tree);
    return writer.take();
}

/// Visits every value below and including `tree`, outer ones first; the path is as diagnostics write it.
inline void forEachValue(JsonTree& tree, const std::function<void(JsonTree&, const std::string&)>& visit,
                         const std::string& path = {})
{
    visit(tree, path);
    for (std::size_t k = 0; k < tree.children.size(); ++k) {
        const std::string place = tree.kind == JsonKind::Array ? path + "[" + std::to_string(k) + "]"
            : path.empty()                                     ? tree.names[k]
                                                               : path + "." + tree.names[k];
        forEachValue(tree.children[k], visit, place);
    }
}

} // namespace planscope
