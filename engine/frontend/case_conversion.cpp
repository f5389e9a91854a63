#include "frontend/case_conversion.h"

#include "frontend/candidate_draft.h"
#include "frontend/case_reader.h"
#include "frontend/case_writer.h"
#include "frontend/framework_reader.h"
#include "frontend/study_reader.h"
#include "frontend/system_writer.h"
#include "frontend/whole_case_reader.h"
#include "frontend/whole_spec_writers.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace planscope::whole {
namespace {

/// Makes whole candidates of lawful ones; what is not exact is told at the place of the candidate in its file.
class Converter {
public:
    Converter(const ConversionSettings& settings, ImportAccount& account)
        : m_settings(settings)
        , m_account(account)
    {
        if (!settings.vocabularySize)
            refuse("vocabulary", "model.vocabulary_size",
                   "the file has none, and case/2 counts embedding and head", {}, {});
    }

    std::optional<CaseStatement> convert(const planscope::Candidate& from, const std::string& place)
    {
        const TransformerTraining& training = from.training;
        refuseInexact(training.mapping(), joinPath(place, "mapping"));
        CaseStatement to{from.name,   modelOf(training), workloadOf(training),         mappingOf(training.mapping()),
                         from.system, from.tiers,        bundledFramework(noFramework)};
        if (m_account.refused())
            return std::nullopt;
        if (auto lawful = Training::create(to.model, to.workload, to.mapping); !lawful) {
            m_account.faults().add(placed(std::move(lawful.error()), place));
            return std::nullopt;
        }
        return to;
    }

    void refuseDatatype(Datatype datatype, std::string path)
    {
        if (datatype != Datatype::BFloat16)
            refuse("datatype", std::move(path), "case/2 trains in bfloat16 alone", std::string{nameOf(datatype)},
                   {std::string{nameOf(Datatype::BFloat16)}});
    }

private:
    void refuse(std::string_view code, std::string path, std::string message, std::string given,
                std::vector<std::string> legal)
    {
        m_account.refuse("convert." + std::string{code}, std::move(path), std::move(message), std::move(given),
                         std::move(legal));
    }

    void refuseInexact(const TransformerTrainingMappingSpec& mapping, const std::string& path)
    {
        const bool sequenceParallel = mapping.tensor.communication == TensorCommunication::ReduceScatterAllGather
            && mapping.tensor.degree > 1;
        const std::string recompute{nameOf(mapping.recompute)};
        if (mapping.recompute == RecomputePolicy::Attention)
            refuse("recompute", path + ".recompute",
                   "case/1 recomputes query_key, softmax and drop-out; core_attention recomputes probability_value too",
                   recompute,
                   sequenceParallel ? std::vector<std::string>{"none"} : std::vector<std::string>{"none", "full"});
        else if (mapping.recompute == RecomputePolicy::Full && sequenceParallel)
            refuse("recompute", path + ".recompute",
                   "with sequence parallelism case/2 gathers once more for the weight gradients of qkv and fc1",
                   recompute, {"none"});
        else if (sequenceParallel && !mapping.sequenceParallelAllGatherRedo)
            refuse("redo", path + ".sequence_parallel_all_gather_redo",
                   "case/2 keeps the shard and always gathers again for the weight gradients", "false", {"true"});
        if (mapping.fusedActivation)
            refuse("fused_activation", path + ".fused_activation", "case/2 keeps the input of the activation", "true",
                   {"false"});
    }

    ModelSpec modelOf(const TransformerTraining& training) const
    {
        const TransformerModelSpec& from = training.model();
        ModelSpec to;
        to.name = from.name;
        to.hiddenSize = from.hiddenSize;
        to.feedforwardSize = from.feedforwardSize;
        to.attentionHeads = to.keyValueHeads = from.attentionHeads;
        to.attentionHeadSize = from.attentionHeadSize;
        to.blockCount = from.blockCount;
        to.vocabularySize = m_settings.vocabularySize.value_or(0);
        to.feedforward = Feedforward::Plain;
        to.normalization = Normalization::LayerNorm;
        to.position = m_settings.maximumPositions > 0 ? PositionEncoding::Learned : PositionEncoding::None;
        to.maximumPositions = m_settings.maximumPositions;
        to.tiedEmbeddings = m_settings.tiedEmbeddings;
        return to;
    }
    static WorkloadSpec workloadOf(const TransformerTraining& training)
    {
        WorkloadSpec to;
        to.sequenceLength = training.model().sequenceLength;
        to.globalBatchSize = training.workload().globalBatchSize;
        to.microbatchSize = training.workload().microbatchSize;
        to.hiddenDropout = to.attentionDropout = true;
        return to;
    }
    static Schedule scheduleOf(const PipelineSchedule& from)
    {
        switch (planscope::kindOf(from)) {
        case ScheduleKind::SingleStage: return SingleStage{};
        case ScheduleKind::OneForwardOneBackward: return OneForwardOneBackward{};
        case ScheduleKind::InterleavedOneForwardOneBackward:
            return Interleaved{planscope::virtualStagesOf(from), std::nullopt};
        case ScheduleKind::ForwardOnly: return ForwardOnly{};
        }
        return SingleStage{};
    }
    static MappingSpec mappingOf(const TransformerTrainingMappingSpec& from)
    {
        MappingSpec to;
        to.tensor = {from.tensor.degree, from.tensor.communication == TensorCommunication::ReduceScatterAllGather};
        to.context.degree = 1;
        to.pipeline.degree = from.pipeline.degree;
        to.pipeline.schedule = scheduleOf(from.pipeline.schedule);
        to.data = {from.data.degree, from.data.optimizerSharding};
        to.recompute = from.recompute == RecomputePolicy::Full ? RecomputeKind::Full : RecomputeKind::None;
        to.attention = AttentionKernel::Unfused;
        to.gradientDatatype = GradientDatatype::BFloat16;
        to.vocabulary.multiple = 128;
        return to;
    }

    const ConversionSettings& m_settings;
    ImportAccount& m_account;
};

void noteMeaning(ImportAccount& account, const ConversionSettings& settings)
{
    const auto is = [&account](std::string field, std::string note) {
        account.note(ImportOutcome::Read, std::move(field), {}, std::move(note));
    };
    const auto means = [&account](std::string field, std::string note) {
        account.note(ImportOutcome::Assumed, std::move(field), {}, std::move(note));
    };
    is("model.sequence_length", "workload.sequence_length");
    is("mapping.tensor.communication", "mapping.tensor.sequence_parallel: true for reduce_scatter_all_gather");
    is("mapping.sequence_parallel_all_gather_redo", "what sequence parallelism always does in case/2");
    is("mapping.fused_activation", "false is what case/2 keeps");
    means("model.key_value_heads", "as many as query heads: each has its own key and value in case/1");
    means("model.feedforward", "plain: case/1 has GELU");
    means("model.normalization", "layer_norm: case/1 has two vectors a norm");
    means("model.bias", "none: case/1 has no bias");
    means("model.query_key_norm", "false: case/1 has none");
    means("model.vocabulary_size", "as asked beside the file");
    means("model.position",
          settings.maximumPositions > 0 ? "learned, as asked beside the file"
                                        : "none: case/1 has no rotation, and no table was asked for");
    means("model.tied_embeddings",
          settings.tiedEmbeddings ? "true, as asked beside the file" : "false: tying was not asked for");
    means("workload.hidden_dropout", "true: case/1 keeps its masks");
    means("workload.attention_dropout", "true: case/1 keeps its masks");
    means("mapping.context", "degree 1: case/1 has none");
    means("mapping.attention", "unfused: scores and probabilities are tensors in case/1");
    means("mapping.gradient_datatype", "bfloat16: gradients are sent in two bytes a parameter in case/1");
    means("mapping.loss", "fused: case/1 has no loss");
    means("mapping.vocabulary", "padded to a multiple of 128: case/1 has none");
    means("framework", "none: case/1 counts nothing of it");
    account.note(ImportOutcome::Ignored, "accounting", {},
                 "vector work, the optimizer and static memory are counted by each accounting's own conventions");
}

std::string convertCase(ImportAccount& account, Converter& converter, JsonValue root)
{
    const planscope::ReadCandidate read =
        planscope::readCase(root, {std::string{planscope::caseSchema}, std::string{planscope::studySchema}});
    if (!read.candidate) {
        account.faults().add(read.candidate.error());
        return {};
    }
    converter.refuseDatatype(read.candidate->training.workload().datatype, "workload.datatype");
    const auto statement = converter.convert(*read.candidate, {});
    return statement ? writeCase(*statement) : std::string{};
}

std::string writeStudy(const planscope::Study& study, const std::vector<CaseStatement>& candidates)
{
    const CaseStatement& common = candidates.front();
    return writtenDocument([&](FieldWriter& to) {
        to.text("schema", whole::studySchema);
        to.text("name", study.name.value_or(""));
        to.object("model", [&] { writeModel(to, common.model); });
        to.object("workload", [&] { writeWorkload(to, common.workload, WorkloadForm::OfStudy); });
        writeSystemField(to, *common.system);
        writeFrameworkField(to, *common.framework);
        to.array("candidates", [&] {
            for (const CaseStatement& candidate : candidates)
                to.element([&] {
                    to.text("name", candidate.name);
                    to.integer("microbatch_size", candidate.workload.microbatchSize);
                    to.object("mapping", [&] { writeMapping(to, candidate.mapping); });
                    writeNetworkTiers(to, candidate.tiers);
                });
        });
        if (!study.pinnedA && !study.pinnedB)
            return;
        to.object("pinned", [&] {
            for (const auto& [name, index] : {std::pair{"a", study.pinnedA}, std::pair{"b", study.pinnedB}})
                if (index)
                    to.integer(name, static_cast<std::int64_t>(*index));
        });
    });
}

std::string convertStudy(ImportAccount& account, Converter& converter, JsonValue root)
{
    const planscope::Study study = planscope::readStudy(root);
    converter.refuseDatatype(study.common.workload.datatype, "datatype");
    account.faults().add(study.pinFaults); // a conversion without them would not be the study
    std::vector<CaseStatement> candidates;
    const std::size_t count =
        std::max<std::size_t>(study.candidates.size(), 1); // one that is refused, of an empty study
    for (std::size_t index = 0; index < count; ++index) {
        const planscope::ReadCandidate read = planscope::readStudyCandidate(study, index);
        if (!read.candidate) {
            account.faults().add(read.candidate.error());
            continue;
        }
        if (auto statement = converter.convert(*read.candidate, elementPath("candidates", index)))
            candidates.push_back(std::move(*statement));
    }
    return account.refused() ? std::string{} : writeStudy(study, candidates);
}

/// A schema that is neither a case's nor a study's of equal blocks is told alone.
bool refusesSchema(ImportAccount& account, JsonValue root)
{
    const std::vector<std::string> known{std::string{planscope::caseSchema}, std::string{planscope::studySchema}};
    for (const std::string_view whole : {whole::caseSchema, whole::studySchema})
        if (isOfSchema(root, whole)) {
            account.refuse("convert.already_whole", "schema", "the file is of whole models already", std::string{whole},
                           known);
            return true;
        }
    return isOfOtherSchema(account.faults(), root, planscope::caseSchema, known);
}

} // namespace

CaseImport convertToWhole(std::string_view bytes, const ConversionSettings& settings)
{
    ImportAccount account;
    const auto document = JsonDocument::parse(bytes);
    if (!document) {
        account.faults().add(document.error());
        return std::move(account).take();
    }
    const JsonValue root = document->root();
    const bool isStudy = isOfSchema(root, planscope::studySchema);
    if (!isStudy && refusesSchema(account, root))
        return std::move(account).take();
    Converter converter{settings, account};
    std::string json = isStudy ? convertStudy(account, converter, root) : convertCase(account, converter, root);
    if (!account.refused())
        noteMeaning(account, settings);
    CaseImport conversion = std::move(account).take();
    conversion.caseJson = std::move(json);
    return conversion;
}

} // namespace planscope::whole
