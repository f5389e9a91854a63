#include "derivation/session/synthesis_session.h"

#include "base/canonical_encoding.h"

#include <string>

namespace planscope {
namespace {

/// Both bindings under one digest.
template <class Workload, class Strategy>
struct BothBindings {
    const Workload& workload;
    const Strategy& strategy;
};

template <class Workload, class Strategy>
void describe(CanonicalEncoder& io, const BothBindings<Workload, Strategy>& bindings)
{
    io.field("strategy", bindings.strategy);
    io.field("workload", bindings.workload);
}

class ConflictSearch {
public:
    void compare(std::string_view fact, std::int64_t workload, std::int64_t strategy)
    {
        compare(fact, std::to_string(workload), std::to_string(strategy));
    }

    void compare(std::string_view fact, std::string workload, std::string strategy)
    {
        if (workload == strategy)
            return;
        std::string readable{fact};
        for (char& letter : readable)
            if (letter == '_')
                letter = ' ';
        m_found.push_back(
            {Severity::Error,
             Origin::Import,
             "session.conflict",
             "session." + std::string{fact},
             "the workload is bound to " + readable + ' ' + workload + ", the strategy was chosen for " + strategy,
             "workload " + workload + ", strategy " + strategy,
             {}});
    }

    Diagnostics take() { return std::move(m_found); }

private:
    Diagnostics m_found;
};

/// n for the workload's batch on the strategy's replicas; a replica's share that is no whole number of
/// microbatches has none, and is written as the fraction it is.
std::string microbatchCountText(const WorkloadBinding& workload, const StrategyBinding& strategy)
{
    const WideInteger sequences = static_cast<WideInteger>(strategy.mapping.data.degree) * workload.microbatchSize;
    if (sequences > 0 && workload.globalBatchSize % sequences == 0)
        return decimalDigits(workload.globalBatchSize / sequences);
    return std::to_string(workload.globalBatchSize) + '/' + decimalDigits(sequences);
}

template <class Bindings>
SynthesisSession sealed(Bindings bindings)
{
    SynthesisSession session;
    session.strategyFingerprint = Digest::of(encodeCanonical(bindings.strategy));
    const BothBindings<decltype(bindings.workload), decltype(bindings.strategy)> both{bindings.workload,
                                                                                      bindings.strategy};
    session.fingerprint = Digest::of(encodeCanonical(both));
    session.bindings = std::move(bindings);
    return session;
}

} // namespace

WorkloadBinding bindWorkload(const TransformerTraining& training)
{
    return {training.workload().globalBatchSize, training.workload().microbatchSize, training.shape().microbatchCount,
            training.shape().worldSize, training.workload().datatype};
}

StrategyBinding bindStrategy(const TransformerTraining& training)
{
    return {training.mapping(),          training.workload().globalBatchSize, training.workload().microbatchSize,
            training.shape().worldSize,  training.shape().blocksPerStage,     training.shape().blocksPerVirtualChunk,
            training.workload().datatype};
}

Result<SynthesisSession> synthesisSessionFor(WorkloadBinding workload, StrategyBinding strategy)
{
    ConflictSearch search;
    search.compare("datatype", std::string{nameOf(workload.datatype)}, std::string{nameOf(strategy.datatype)});
    search.compare("global_batch_size", workload.globalBatchSize, strategy.globalBatchSize);
    search.compare("microbatch_size", workload.microbatchSize, strategy.microbatchSize);
    search.compare("world_size", workload.worldSize, strategy.worldSize);
    search.compare("microbatch_count", std::to_string(workload.microbatchCount),
                   microbatchCountText(workload, strategy));
    if (Diagnostics conflicts = search.take(); !conflicts.empty())
        return refuse(std::move(conflicts));
    return sealed(BlockBindings{workload, strategy});
}

SynthesisSession synthesisSessionFor(const TransformerTraining& training)
{
    return sealed(BlockBindings{bindWorkload(training), bindStrategy(training)});
}

SynthesisSession synthesisSessionFor(const whole::Training& training)
{
    return sealed(whole::bindingsOf(training));
}

} // namespace planscope
