#include "derivation/pass/snapshot.h"

#include <type_traits>

namespace planscope {

std::string canonicalBytesOf(const AnyIr& ir)
{
    return std::visit([](const auto& alternative) { return encodeCanonical(alternative); }, ir);
}

const IrSchema& schemaOf(const AnyIr& ir)
{
    return std::visit([](const auto& alternative) -> const IrSchema& { return alternative.schema; }, ir);
}

IrSnapshot::IrSnapshot(AnyIr ir)
    : m_ir(std::move(ir))
    , m_bytes(canonicalBytesOf(m_ir))
    , m_digest(Digest::of(m_bytes))
{
}

const Digest& IrSnapshot::parentDigest() const
{
    return std::visit(
        [](const auto& alternative) -> const Digest& {
            using Ir = std::remove_cvref_t<decltype(alternative)>;
            if constexpr (Ir::kind == IrKind::Model)
                return alternative.specDigest;
            else
                return alternative.sourceDigest;
        },
        m_ir);
}

} // namespace planscope
