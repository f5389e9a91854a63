#pragma once

#include "base/digest.h"
#include "derivation/distributed/distributed_task_ir.h"
#include "derivation/model/model_ir.h"
#include "derivation/portable_plan/portable_plan_ir.h"

#include <memory>
#include <string>
#include <variant>

namespace planscope {

/// Its index is IrKind.
using AnyIr = std::variant<ModelIR, DistributedTaskIR, PortablePlanIR>;

inline IrKind kindOf(const AnyIr& ir)
{
    return static_cast<IrKind>(ir.index());
}
const IrSchema& schemaOf(const AnyIr& ir);
/// The canonical bytes of the IR itself, without a word on which alternative it is.
std::string canonicalBytesOf(const AnyIr& ir);

/// An IR frozen with its canonical bytes and their digest. Immutable; share freely between threads.
class IrSnapshot {
public:
    explicit IrSnapshot(AnyIr ir);

    IrKind kind() const { return kindOf(m_ir); }
    const IrSchema& schema() const { return schemaOf(m_ir); }
    const AnyIr& ir() const { return m_ir; }
    /// Requires: kind() == Ir::kind.
    template <class Ir>
    const Ir& as() const
    {
        return std::get<Ir>(m_ir);
    }
    const std::string& bytes() const { return m_bytes; }
    const Digest& digest() const { return m_digest; }
    /// The digest of the snapshot this one was derived from; for a ModelIR, of its spec.
    const Digest& parentDigest() const;

private:
    AnyIr m_ir;
    std::string m_bytes;
    Digest m_digest;
};
using SnapshotPtr = std::shared_ptr<const IrSnapshot>;

} // namespace planscope
