#include "frontend/import_format.h"

#include "read_text.h"

namespace planscope::whole {
namespace {

using testing::Optional;

TEST(ImportFormat, TellsConfigurationsFromArguments)
{
    EXPECT_THAT(importFormatOf(R"( {"model_type": "llama"})"), Optional(ImportFormat::HuggingFace));
    EXPECT_THAT(importFormatOf(R"({"num_hidden_layers": 2})"), Optional(ImportFormat::HuggingFace));
    EXPECT_THAT(importFormatOf("#!/bin/bash\na.py --num-layers 2\n"), Optional(ImportFormat::Megatron));
    EXPECT_THAT(importFormatOf("num_layers: 2\n"), Optional(ImportFormat::Megatron));
    EXPECT_THAT(importFormatOf("a.py --num-layers 2\nb.py --num-layers 2\n"), Optional(ImportFormat::Megatron))
        << "which the import then refuses";
}

TEST(ImportFormat, KnowsNothingElse)
{
    for (const std::string& text :
         {std::string{}, std::string{"{"}, std::string{"{}"}, std::string{"hello"},
          repositoryFile("resources/whole_models/llama-3-8b.json"), repositoryFile("resources/systems/a100_80g.json"),
          repositoryFile("resources/studies/gpt3-175B-64xA100.planscope"), repositoryFile("README.md"),
          repositoryFile("packaging/run")})
        EXPECT_EQ(importFormatOf(text), std::nullopt) << text.substr(0, 60);
}

TEST(ImportFormat, ImportsByFormat)
{
    const ImportSettings settings = defaultImportSettings();
    EXPECT_EQ(importCase(ImportFormat::HuggingFace, "{", settings).diagnostics.front().code, "file.syntax");
    EXPECT_EQ(importCase(ImportFormat::Megatron, "ls", settings).diagnostics.front().code,
              "import.megatron.no_arguments");
}

} // namespace
} // namespace planscope::whole
