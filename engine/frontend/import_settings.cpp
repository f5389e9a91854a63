#include "frontend/import_settings.h"

#include "frontend/framework_reader.h"
#include "frontend/presets.h"
#include "frontend/system_reader.h"
#include "frontend/whole_spec_readers.h"

#include <cassert>
#include <utility>

namespace planscope::whole {

ImportSettings defaultImportSettings()
{
    ImportSettings settings;
    settings.baseReason = "the default";
    CaseStatement& base = settings.base;
    base.workload.sequenceLength = 4096;
    base.workload.globalBatchSize = 1;
    base.workload.microbatchSize = 1;
    base.mapping.tensor = {1, true};
    base.mapping.context.degree = 1;
    base.mapping.pipeline.degree = 1;
    base.mapping.data = {1, true};
    base.mapping.vocabulary.multiple = 128;
    base.system = bundledSystem("h100_80g_nvl8");
    base.tiers = {0, 1, 1};
    base.framework = bundledFramework("megatron-0.14-te-2.11");
    assert(base.system && base.framework && "both are bundled");
    return settings;
}

ImportSettings importSettingsFrom(const Candidate& base, std::string reason)
{
    ImportSettings settings;
    settings.base = statementOf(base);
    settings.baseReason = std::move(reason);
    return settings;
}

std::string_view bundledModelLike(const ModelSpec& model)
{
    for (const Preset& preset : presets(PresetKind::WholeModels)) {
        ModelSpec bundled = bundledModel(preset);
        bundled.name = model.name;
        if (bundled == model)
            return preset.name;
    }
    return {};
}

Schedule plainSchedule(std::int64_t pipelineDegree)
{
    return pipelineDegree == 1 ? Schedule{SingleStage{}} : Schedule{OneForwardOneBackward{}};
}

} // namespace planscope::whole
