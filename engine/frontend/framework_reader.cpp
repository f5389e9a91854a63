#include "frontend/framework_reader.h"

#include "frontend/bundled_names.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

std::int64_t heldBytes(FieldReader& fields, std::string_view name)
{
    const auto bytes = fields.integer(name);
    if (bytes && *bytes < 0)
        fields.faults().add(Diagnostic{Severity::Error,
                                       Origin::Import,
                                       "system.capacity",
                                       fields.inside(name),
                                       "a framework holds 0 or more bytes, but here it is " + fields.asGiven(name),
                                       fields.asGiven(name),
                                       {}});
    return bytes.value_or(0);
}

/// The profile of an object, or nothing when it added a fault.
std::optional<FrameworkProfile> profileInPlace(FaultList& faults, JsonValue object, std::string path)
{
    FaultList found;
    FieldReader fields{found,
                       object,
                       std::move(path),
                       {"schema", "name", "gemm_workspace_bytes", "blas_workspace_bytes", "dummy_weight_gradients",
                        "head_gather_buffer", "loss_mask", "round_logits"}};
    FrameworkProfile profile;
    fields.oneOf("schema", {std::string{frameworkSchema}});
    profile.name = fields.string("name").value_or("");
    profile.gemmWorkspaceBytes = heldBytes(fields, "gemm_workspace_bytes");
    profile.blasWorkspaceBytes = heldBytes(fields, "blas_workspace_bytes");
    profile.dummyWeightGradients = fields.boolean("dummy_weight_gradients").value_or(false);
    profile.headGatherBuffer = fields.boolean("head_gather_buffer").value_or(false);
    profile.lossMask = fields.boolean("loss_mask").value_or(false);
    profile.roundLogits = fields.boolean("round_logits").value_or(false);
    if (found.empty())
        return profile;
    faults.add(found);
    return std::nullopt;
}

FrameworkProfile bundledProfile(const Preset& preset)
{
    const auto document = JsonDocument::parse(preset.json);
    assert(document && document->root().isObject() && "bundled frameworks are well formed");
    FaultList faults;
    auto profile = profileInPlace(faults, document->root(), {});
    assert(profile && "bundled frameworks are lawful");
    return std::move(*profile);
}

std::vector<std::string> knownNames()
{
    std::vector<std::string> names = bundledNames(PresetKind::Frameworks);
    names.insert(names.begin(), std::string{noFramework});
    return names;
}

} // namespace

std::shared_ptr<const FrameworkProfile> readFramework(FieldReader& parent, std::string_view field)
{
    const auto value = parent.required(field);
    if (!value)
        return nullptr;
    if (value->isObject()) {
        auto profile = profileInPlace(parent.faults(), *value, parent.inside(field));
        return profile ? std::make_shared<const FrameworkProfile>(std::move(*profile)) : nullptr;
    }
    if (!value->isString()) {
        parent.faults().wrongType(parent.inside(field), "a framework, or the name of a bundled one,", *value);
        return nullptr;
    }
    auto profile = bundledFramework(value->text());
    if (!profile)
        parent.faults().unknownValue(parent.inside(field), std::string{value->text()}, knownNames());
    return profile;
}

std::shared_ptr<const FrameworkProfile> bundledFramework(std::string_view name)
{
    using Profile = std::shared_ptr<const FrameworkProfile>;
    static const std::vector<Profile> profiles = [] {
        FrameworkProfile none;
        none.name = std::string{noFramework};
        std::vector<Profile> all{std::make_shared<const FrameworkProfile>(std::move(none))};
        for (const Preset& preset : presets(PresetKind::Frameworks))
            all.push_back(std::make_shared<const FrameworkProfile>(bundledProfile(preset)));
        return all;
    }();
    const auto found =
        std::find_if(profiles.begin(), profiles.end(), [name](const Profile& p) { return p->name == name; });
    return found == profiles.end() ? nullptr : *found;
}

} // namespace planscope
