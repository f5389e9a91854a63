#pragma once

#include "base/digest.h"
#include "derivation/distributed/distributed_task_ir.h"
#include "derivation/model/model_ir.h"
#include "derivation/portable_plan/portable_plan_ir.h"
#include "derivation/session/synthesis_session.h"
#include "derivation/whole/distributed/distributed_task_ir.h"
#include "derivation/whole/model/model_ir.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"

#include <memory>
#include <string>
#include <variant>

namespace planscope {

/// The three IRs of each accounting, in the order of IrKind: schemas 1.x, then 2.x.
using AnyIr = std::variant<ModelIR, DistributedTaskIR, PortablePlanIR, whole::ModelIR, whole::DistributedTaskIR,
                           whole::PortablePlanIR>;

inline IrKind kindOf(const AnyIr& ir)
{
    return static_cast<IrKind>(ir.index() % countOf<IrKind>());
}
inline Accounting accountingOf(const AnyIr& ir)
{
    return static_cast<Accounting>(ir.index() / countOf<IrKind>());
}
const IrSchema& schemaOf(const AnyIr& ir);
/// The canonical bytes of the IR itself, without a word on which alternative it is.
std::string canonicalBytesOf(const AnyIr& ir);

/// An IR frozen with its canonical bytes and their digest. Immutable; share freely between threads.
class IrSnapshot {
public:
    explicit IrSnapshot(AnyIr ir);

    IrKind kind() const { return kindOf(m_ir); }
    Accounting accounting() const { return accountingOf(m_ir); }
    const IrSchema& schema() const { return schemaOf(m_ir); }
    const AnyIr& ir() const { return m_ir; }
    /// Requires: the alternative of kind() and accounting() is Ir.
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
