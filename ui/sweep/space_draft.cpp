#include "ui/sweep/space_draft.h"

#include "frontend/presets.h"
#include "sweep/space_reader.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace planscope::ui {
namespace {

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

constexpr std::array<FieldInfo, spaceFieldCount> fields{{
    {"mapping.world_size", "Accelerators", "", FieldKind::Text, "How many tensor × pipeline × data may come to"},
    {"mapping.tensor.degree", "Tensor parallel", "", FieldKind::Text, "Ranks that share each layer"},
    {"mapping.pipeline.degree", "Pipeline parallel", "", FieldKind::Text, "Stages that the blocks are cut into"},
    {"mapping.data.degree", "Data parallel", "", FieldKind::Text, "Replicas of the model"},
    {"workload.microbatch_size", "Microbatch", "", FieldKind::Text, "Sequences that pass a stage at once"},
    {"mapping.pipeline.virtual_stages", "Virtual stages", "", FieldKind::Text,
     "Chunks of a stage; 1 does not interleave"},
    {"mapping.tensor.communication", "Communication", "", FieldKind::NameSet, "How tensor ranks exchange activations"},
    {"mapping.recompute", "Recompute", "", FieldKind::NameSet, "What the backward pass computes again"},
    {"mapping.sequence_parallel_all_gather_redo", "All-gather redo", "", FieldKind::NameSet,
     "Whether inputs of sharded layers are gathered again in backward"},
    {"mapping.data.optimizer_sharding", "Optimizer sharding", "", FieldKind::NameSet,
     "Whether replicas share the optimizer's state"},
    {"mapping.fused_activation", "Fused activation", "", FieldKind::NameSet, "Whether GeLU keeps nothing of its own"},
    {"network_tiers.tensor", "Tensor tier", "", FieldKind::Text, "Networks that tensor groups may be on"},
    {"network_tiers.pipeline", "Pipeline tier", "", FieldKind::Text, "Networks that stages may be on"},
    {"network_tiers.data", "Data tier", "", FieldKind::Text, "Networks that replicas may be on"},
    {"constraints.within_capacity", "Within capacity", "", FieldKind::Boolean,
     "Leaves out mappings whose first stage does not fit the memory"},
    {"objectives", "Pareto front of", "", FieldKind::Text,
     "One to three of time, tokens_per_second, memory, mfu, accelerators, message_bytes; the first ranks the best"},
    {"top", "Best kept", "", FieldKind::Text, "How many of the best by the first objective are told"},
}};

bool isFlag(SpaceField field)
{
    return field == SpaceField::AllGatherRedo || field == SpaceField::OptimizerSharding
        || field == SpaceField::FusedActivation;
}

QJsonValue integerOf(const QString& text)
{
    bool isInteger = false;
    const qlonglong value = text.toLongLong(&isInteger);
    return isInteger ? QJsonValue{value} : QJsonValue{text};
}

/// What was typed in the reader's form; what has no form goes to the reader as text, for it to refuse.
QJsonValue choiceOf(const QString& typed)
{
    const QString text = typed.trimmed();
    static const QRegularExpression range(
        QStringLiteral(R"(^(\d+)\s*(?:to|–|-|\.\.\.?|…)\s*(\d+)(?:\s*by\s*(\d+))?$)"));
    if (const auto match = range.match(text); match.hasMatch()) {
        QJsonObject object{{QStringLiteral("from"), integerOf(match.captured(1))},
                           {QStringLiteral("to"), integerOf(match.captured(2))}};
        if (!match.captured(3).isEmpty())
            object.insert(QStringLiteral("step"), integerOf(match.captured(3)));
        return object;
    }
    if (!text.contains(u','))
        return integerOf(text);
    QJsonArray list;
    for (const QString& item : text.split(u','))
        list.append(integerOf(item.trimmed()));
    return list;
}

QJsonValue namesOf(const QString& typed, bool asFlags)
{
    QJsonArray list;
    for (const std::string& item : itemsOf(typed.toStdString())) {
        const QString name = QString::fromStdString(item);
        if (asFlags && (name == QLatin1String("on") || name == QLatin1String("off")))
            list.append(name == QLatin1String("on"));
        else
            list.append(name);
    }
    return list;
}

QJsonValue valueOf(SpaceField field, const QString& typed)
{
    if (field == SpaceField::Objectives)
        return namesOf(typed, false);
    switch (infoOf(field).kind) {
    case FieldKind::NameSet: return namesOf(typed, isFlag(field));
    case FieldKind::Boolean: return typed == QLatin1String("true");
    default: return choiceOf(typed);
    }
}

void insert(QJsonObject& object, const QStringList& path, const QJsonValue& value)
{
    if (path.size() == 1) {
        object.insert(path.front(), value);
        return;
    }
    QJsonObject inner = object.value(path.front()).toObject();
    insert(inner, path.mid(1), value);
    object.insert(path.front(), inner);
}

} // namespace

const FieldInfo& infoOf(SpaceField field)
{
    return fields[static_cast<std::size_t>(field)];
}

std::vector<std::string> choicesOf(SpaceField field)
{
    if (isFlag(field))
        return {"off", "on"};
    switch (field) {
    case SpaceField::Communication: return allNames<TensorCommunication>();
    case SpaceField::Recompute: return allNames<RecomputePolicy>();
    default: return {};
    }
}

SpaceDraft draftAround(const TransformerTraining& training, const NetworkTierBinding& tiers)
{
    const TransformerTrainingMappingSpec& mapping = training.mapping();
    SpaceDraft draft;
    draft[SpaceField::WorldSize] =
        QString::number(mapping.tensor.degree * mapping.pipeline.degree * mapping.data.degree);
    for (const SpaceField field : {SpaceField::TensorDegree, SpaceField::PipelineDegree, SpaceField::DataDegree,
                                   SpaceField::MicrobatchSize, SpaceField::VirtualStages})
        draft[field] = textOf("all");
    for (const SpaceField field :
         {SpaceField::Communication, SpaceField::Recompute, SpaceField::AllGatherRedo, SpaceField::OptimizerSharding})
        draft[field] = QString::fromStdString(listOf(choicesOf(field)));
    draft[SpaceField::FusedActivation] = mapping.fusedActivation ? textOf("on") : textOf("off");
    draft[SpaceField::TensorTier] = QString::number(tiers.tensor);
    draft[SpaceField::PipelineTier] = QString::number(tiers.pipeline);
    draft[SpaceField::DataTier] = QString::number(tiers.data);
    draft[SpaceField::WithinCapacity] = textOf("true");
    draft[SpaceField::Objectives] = textOf("time, memory");
    draft[SpaceField::Top] = textOf("20");
    return draft;
}

Result<sweep::MappingSpace> spaceOf(const SpaceDraft& draft, const std::string& name,
                                    const TransformerTraining& training,
                                    const std::shared_ptr<const SystemProfile>& system)
{
    // The reader wants a model, a batch and a system too. Any will do: the study's take their place.
    QJsonObject file{{QStringLiteral("schema"), textOf(sweep::spaceSchema)},
                     {QStringLiteral("name"), QString::fromStdString(name)},
                     {QStringLiteral("model"), textOf(presets(PresetKind::Models)[0].name)},
                     {QStringLiteral("system"), textOf(presets(PresetKind::Systems)[0].name)}};
    const auto state = [&file](std::string_view path, const QJsonValue& value) {
        insert(file, textOf(path).split(u'.'), value);
    };
    state("workload.global_batch_size", 1);
    state("workload.datatype", textOf(nameOf(training.workload().datatype)));
    for (std::size_t k = 0; k < spaceFieldCount; ++k) {
        const auto field = static_cast<SpaceField>(k);
        state(infoOf(field).path, valueOf(field, draft[field]));
    }
    const QByteArray bytes = QJsonDocument(file).toJson(QJsonDocument::Compact);
    auto space = sweep::readSpace(std::string_view{bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (space) {
        space->model = training.model();
        space->globalBatchSize = training.workload().globalBatchSize;
        space->system = system;
    }
    return space;
}

std::optional<SpaceField> spaceFieldOf(std::string_view path)
{
    for (std::size_t k = 0; k < spaceFieldCount; ++k) {
        const std::string_view own = fields[k].path;
        if (path.starts_with(own) && (path.size() == own.size() || path[own.size()] == '[' || path[own.size()] == '.'))
            return static_cast<SpaceField>(k);
    }
    return std::nullopt;
}

} // namespace planscope::ui
