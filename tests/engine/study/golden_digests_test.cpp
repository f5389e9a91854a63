#include "frontend/candidate_source.h"
#include "frontend/presets.h"
#include "study/candidate_result.h"

#include <gtest/gtest.h>

#include <string>

namespace planscope {
namespace {

/// The digests of the published validation cases, as first published. They never change: a change of an IR's content or
/// form is a new schema version, which these would show.
struct GoldenDigests {
    const char* preset;
    const char* model;
    const char* distributed;
    const char* portablePlan;
    const char* session;
};

constexpr GoldenDigests golden[] = {
    {"tab5-gpt3-175B-full",
     "092595248d38b9c0e5b74e7432771fc3cc1f6c8cd94c35d1ba1658c01e32db02",
     "b4af504506c506c93595b7015e8c4e4d370d3f1b9d8e52d26e5a21d1238a9728",
     "62b8c2dc689d3acf5de3c978f8f5af5e3eff8e52cc6d01c396b0fd801d89074d",
     "189cc4dbba5b16faed19ffc042fbbba5dba75906931d8cd1325923b1dd0ba6b9"},
    {"tab5-gpt3-175B-seqsel",
     "092595248d38b9c0e5b74e7432771fc3cc1f6c8cd94c35d1ba1658c01e32db02",
     "aa1e2b44d820a22959323cc913b2ff60095182848d6f5680d22e16e066857f74",
     "0903509786b98718a07ab9c63183f952a5e8b2235dd9db427e4c32345e0361c3",
     "87119b946f61e5400f20edb8c676e749b1cc96465518b0cd1b53aed8b90cab13"},
    {"tab5-megatron-1T-full",
     "968147e7a6b55ae5c7113eb26e9d1a3f24a948aadb1b0e681ee6ae35d24be6d2",
     "2a310c53763cc300963b536901c5f7c9197291834148a7a6cb12550583935683",
     "beff40b4c441bddf2a4712554cfe5b1244cd98c393b159588f5bedc39fde9953",
     "5c09483107bf16d2e4b79628986b37dce7413af4055963f761a4372d49ad9e64"},
    {"tab5-megatron-1T-seqsel",
     "968147e7a6b55ae5c7113eb26e9d1a3f24a948aadb1b0e681ee6ae35d24be6d2",
     "a67782e65a0768197ace731c87bebcd1a68a52f139a762bd5a1cd7d50624491f",
     "c49b90130ff357e1337b389c6f6b06bc89fafee244c3a602c6e2d6053eabd3f7",
     "af5e10039faa7780d527d158b7b598ad7f536d486c35adac3ea7ddf6243fd3e1"},
    {"tab5-megatron-22B-full",
     "f2f72bc003557b245a0da4bffaddcda706628af497c02cdc8899261ba9b4c4e2",
     "8cd4d4df923ec93fafae8d672a91dc1a97f8e03c4d86fcf40988b9163274c047",
     "abfc67f1532b5e75b1461de7bb431a758941871c3e56cf6fcfa080842c07b1f8",
     "262279b7eb0d01f6f8f904bb45df6682f76fc19232bf6b90bccafed6d85aefab"},
    {"tab5-megatron-22B-seqsel",
     "f2f72bc003557b245a0da4bffaddcda706628af497c02cdc8899261ba9b4c4e2",
     "77219834626a3c19d48c2bbb0b4568a5c00f8c74962e5c13cc4900c8b7e73362",
     "a9f0860a2e75e346755902cd1a9209ddfaeb42daa8bd38444b236c960274b662",
     "c1fdc7ebf588479014197fb2639219a6c25caef22c7baa7a02947506ac2adfec"},
    {"tab5-turing-530B-full",
     "63bce4e1e18a3dd3f6612ecc8edc4747c7ec972bb064442bdb0ae47fc6f8997d",
     "4e8eecdb22f86f438cfe43e4c62d9819916d44a7a99a3dbd464e4b21f945223f",
     "70990210e5df246c99694f55e841ae52481ea16e0cc9f4dbd77daf9a1f0b3ab5",
     "a3e0a436fb16200e2b3fca6744c41a7a1daf73cb20c1202742661e4ad0d972e5"},
    {"tab5-turing-530B-seqsel",
     "63bce4e1e18a3dd3f6612ecc8edc4747c7ec972bb064442bdb0ae47fc6f8997d",
     "7dd42f0f604377abcfa47eb484691b9dd2dc78622e7c413df06acb61f2a8b413",
     "06dc77a4c43a58db4b66a823ec107ffeed053acf85a55868607044b0b2e31403",
     "9bbc708cd17bbdb63e54c7bf196ef62bb6214b021542e29f0876ca0b79ee277c"},
};

std::string digits(const Digest& digest)
{
    return digest.toString().substr(std::string_view{"sha256:"}.size());
}

TEST(GoldenDigests, areThoseFirstPublished)
{
    for (const GoldenDigests& expected : golden) {
        const Preset* const preset = findPreset(PresetKind::Cases, expected.preset);
        ASSERT_NE(preset, nullptr) << expected.preset;
        const auto source = CandidateSource::open(preset->json);
        const auto derivation = derive(source->read(0).candidate->training);
        ASSERT_TRUE(derivation && (*derivation)->complete()) << expected.preset;
        EXPECT_EQ(digits((*derivation)->snapshot(IrKind::Model)->digest()), expected.model) << expected.preset;
        EXPECT_EQ(digits((*derivation)->snapshot(IrKind::Distributed)->digest()), expected.distributed) << expected.preset;
        EXPECT_EQ(digits((*derivation)->snapshot(IrKind::PortablePlan)->digest()), expected.portablePlan)
            << expected.preset;
        EXPECT_EQ(digits((*derivation)->session.fingerprint), expected.session) << expected.preset;
    }
}

} // namespace
} // namespace planscope
