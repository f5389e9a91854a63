#include "ui/models/entity_match.h"

namespace planscope::ui {
namespace {

QLatin1String latin(std::string_view name)
{
    return {name.data(), static_cast<int>(name.size())};
}

} // namespace

bool standsFor(const EntityKey& key, const QString& task, Layer layer, Primitive primitive)
{
    switch (key.kind) {
    case EntityKey::Kind::Task: return key.name == task;
    case EntityKey::Kind::Layer: return key.name == latin(nameOf(layer));
    case EntityKey::Kind::Primitive: return key.name == latin(nameOf(primitive));
    case EntityKey::Kind::None:
    case EntityKey::Kind::Snapshot:
    case EntityKey::Kind::Operation:
    case EntityKey::Kind::Value:
    case EntityKey::Kind::Check:
    case EntityKey::Kind::Rank:
    case EntityKey::Kind::Component:
    case EntityKey::Kind::Stage:
    case EntityKey::Kind::Edge:
    case EntityKey::Kind::Mapping: return false;
    }
    return false;
}

} // namespace planscope::ui
