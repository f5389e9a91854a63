#include "derivation/pass/snapshot.h"

#include "base/match.h"

namespace planscope {

std::string canonicalBytesOf(const AnyIr& ir)
{
    return std::visit(Match{
                          [](const ModelIR& model) { return encodeCanonical(model); },
                          [](const DistributedTaskIR& tasks) { return encodeCanonical(tasks); },
                          [](const PortablePlanIR& plan) { return encodeCanonical(plan); },
                      },
                      ir);
}

const IrSchema& schemaOf(const AnyIr& ir)
{
    return std::visit(Match{
                          [](const ModelIR& model) -> const IrSchema& { return model.schema; },
                          [](const DistributedTaskIR& tasks) -> const IrSchema& { return tasks.schema; },
                          [](const PortablePlanIR& plan) -> const IrSchema& { return plan.schema; },
                      },
                      ir);
}

IrSnapshot::IrSnapshot(AnyIr ir)
    : m_ir(std::move(ir))
    , m_bytes(canonicalBytesOf(m_ir))
    , m_digest(Digest::of(m_bytes))
{
}

const Digest& IrSnapshot::parentDigest() const
{
    return std::visit(Match{
                          [](const ModelIR& model) -> const Digest& { return model.specDigest; },
                          [](const DistributedTaskIR& tasks) -> const Digest& { return tasks.sourceDigest; },
                          [](const PortablePlanIR& plan) -> const Digest& { return plan.sourceDigest; },
                      },
                      m_ir);
}

} // namespace planscope
