#include "base/canonical_encoding.h"
#include "derivation/distributed/distributed_verifier.h"
#include "derivation/model/model_verifier.h"
#include "derivation/portable_plan/portable_plan_verifier.h"
#include "study/snapshot_verification.h"

#include <cstdint>
#include <cstdlib>

namespace {

/// Whatever decodes as an IR, canonical or not, must survive its verifier and come back from its own bytes.
template <class Ir>
void decodeAndVerify(planscope::JsonValue json)
{
    Ir ir;
    planscope::CanonicalDecoder decoder{json};
    decoder.decode(ir);
    if (!decoder.take().empty())
        return;
    planscope::verify(ir);
    const auto again = planscope::decodeCanonical<Ir>(planscope::encodeCanonical(ir));
    if (!again || *again != ir)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    planscope::verifySnapshots(bytes);
    const auto document = planscope::JsonDocument::parse(bytes);
    if (!document)
        return 0;
    decodeAndVerify<planscope::ModelIR>(document->root());
    decodeAndVerify<planscope::DistributedTaskIR>(document->root());
    decodeAndVerify<planscope::PortablePlanIR>(document->root());
    return 0;
}
