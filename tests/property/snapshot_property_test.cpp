#include "derivation/distributed/distributed_verifier.h"
#include "derivation/model/model_verifier.h"
#include "derivation/portable_plan/portable_plan_verifier.h"
#include "property/random_training.h"
#include "study/candidate_result.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace planscope {
namespace {

/// The derivation of some lawful training; those beyond 64 bits are refused for that reason and left out.
DerivationPtr anyDerivation()
{
    const TransformerTraining training = *anyTraining();
    const auto derivation = derive(training);
    if (!derivation) {
        RC_ASSERT(derivation.error().size() == 1u);
        RC_ASSERT(derivation.error().front().code == "integer.overflow");
        RC_DISCARD("beyond 64 bits");
    }
    RC_ASSERT((*derivation)->complete());
    RC_ASSERT((*derivation)->diagnostics.empty());
    return *derivation;
}

template <class Ir>
void checkSnapshot(const IrSnapshot& snapshot)
{
    const Ir& ir = snapshot.as<Ir>();
    RC_ASSERT(verify(ir).empty());
    RC_ASSERT(Digest::of(snapshot.bytes()) == snapshot.digest());
    const auto decoded = decodeCanonical<Ir>(snapshot.bytes());
    RC_ASSERT(decoded.has_value());
    RC_ASSERT(*decoded == ir);
    RC_ASSERT(encodeCanonical(*decoded) == snapshot.bytes());
}

RC_GTEST_PROP(Snapshots, AreLegalAndReadBackAsWritten, ())
{
    const DerivationPtr derivation = anyDerivation();
    checkSnapshot<ModelIR>(*derivation->snapshot(IrKind::Model));
    checkSnapshot<DistributedTaskIR>(*derivation->snapshot(IrKind::Distributed));
    checkSnapshot<PortablePlanIR>(*derivation->snapshot(IrKind::PortablePlan));
}

RC_GTEST_PROP(Snapshots, NameTheirParents, ())
{
    const DerivationPtr derivation = anyDerivation();
    const auto& model = *derivation->snapshot(IrKind::Model);
    const auto& distributed = *derivation->snapshot(IrKind::Distributed);
    const auto& plan = *derivation->snapshot(IrKind::PortablePlan);
    RC_ASSERT(model.parentDigest() == Digest::of(encodeCanonical(derivation->training.model())));
    RC_ASSERT(distributed.parentDigest() == model.digest());
    RC_ASSERT(plan.parentDigest() == distributed.digest());
}

} // namespace
} // namespace planscope
