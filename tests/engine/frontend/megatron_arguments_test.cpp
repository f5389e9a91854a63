#include "frontend/megatron_arguments.h"

#include <gmock/gmock.h>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "name=value value", in order; a value that has none here as "?".
std::vector<std::string> arguments(std::string_view text, const std::map<std::string, std::string>& variables = {})
{
    const auto read = readMegatronArguments(text, variables);
    if (!read)
        return {read.error().front().code};
    std::vector<std::string> list;
    for (const MegatronArgument& argument : read->list) {
        std::string line = argument.name;
        for (std::size_t k = 0; k < argument.values.size(); ++k)
            line += (k == 0 ? "=" : " ") + (argument.values[k].unresolved.empty() ? argument.values[k].text : "?");
        list.push_back(line);
    }
    return list;
}

TEST(MegatronArguments, ReadsACommand)
{
    EXPECT_THAT(
        arguments("python -u pretrain_gpt.py --num-layers 24 --swiglu --data-path 0.3 a 0.7 b --hidden-size=512"),
        ElementsAre("num-layers=24", "swiglu", "data-path=0.3 a 0.7 b", "hidden-size=512"));
    EXPECT_THAT(arguments("torchrun --nproc_per_node 8 pretrain_gpt.py \\\n  --num-layers 24 \\\r\n --bf16\n"),
                ElementsAre("nproc-per-node=8", "num-layers=24", "bf16"));
    EXPECT_THAT(arguments("mkdir -p x; a.py --num-layers 24 --bf16 2>&1 | tee log --all"),
                ElementsAre("num-layers=24", "bf16"));
    EXPECT_THAT(arguments("a.py --num-layers 24 --name 'a b' \"c d\" e\\ f # --hidden-size 3"),
                ElementsAre("num-layers=24", "name=a b c d e f"));
}

TEST(MegatronArguments, ReadsVariables)
{
    EXPECT_THAT(arguments("A=24; B=\"--bf16 --lr 1\"\nexport C=x D=$A\na.py --num-layers $A $B --save ${C}/${D}"),
                ElementsAre("num-layers=24", "bf16", "lr=1", "save=x/24"));
    EXPECT_THAT(arguments("ARGS=(\n --num-layers 24 # deep\n --bf16\n)\nARGS+=(--lr 1)\na.py \"${ARGS[@]}\" \"$@\""),
                ElementsAre("num-layers=24", "bf16", "lr=1"));
    EXPECT_THAT(arguments("A=2\nA+=4\na.py --num-layers $A --tp ${TP:-8} --x ${1:-y}"),
                ElementsAre("num-layers=24", "tp=8", "x=y"));
    EXPECT_THAT(arguments("N=4\nL=$((N*6 + 2*3 - 6))\na.py --num-layers $L --a $((${N} / 3)) --b $((N % 3))"),
                ElementsAre("num-layers=24", "a=1", "b=?"));
    EXPECT_THAT(arguments("a.py --num-layers '$A' --hidden-size \"$A\" --x $(cat f) --y `f`"),
                ElementsAre("num-layers=$A", "hidden-size=?", "x=?", "y=?"));
}

TEST(MegatronArguments, ConditionsGiveNoValueDefinitionsDo)
{
    const std::string text = "L=1\nif [ $X = 1 ]; then\n  L=24\nelse\n  L=32\nfi\nfor i in 1 2; do M=$i; done\n"
                             "a.py --num-layers $L --hidden-size $M";
    EXPECT_THAT(arguments(text), ElementsAre("num-layers=?", "hidden-size=?"));
    EXPECT_THAT(arguments(text, {{"L", "24"}, {"M", "64"}}), ElementsAre("num-layers=24", "hidden-size=64"));
}

TEST(MegatronArguments, ReadsBareArgumentsAndListsOfThem)
{
    EXPECT_THAT(arguments("# a file\n--num-layers 24\n--hidden-size 64 --bf16\n\n--lr 1\n"),
                ElementsAre("num-layers=24", "hidden-size=64", "bf16", "lr=1"));
    EXPECT_THAT(arguments("A=(--num-layers 24)\nB=\"--bf16 --lr 1\"\n"), ElementsAre("num-layers=24", "bf16", "lr=1"));
}

TEST(MegatronArguments, ReadsYaml)
{
    EXPECT_THAT(
        arguments("---\n# flat\nnum_layers: 24  # deep\nswiglu: true\nlr: '1e-4'\nname: \"a # b\"\ndata: [a, 2]\n"),
        ElementsAre("num-layers=24", "swiglu=true", "lr=1e-4", "name=a # b", "data=a 2"));
    EXPECT_THAT(arguments("MODEL:\n  num-layers: 24\n  --hidden-size: -1\nTRAIN:\n    bf16: True\n"),
                ElementsAre("num-layers=24", "hidden-size=-1", "bf16=True"));
}

TEST(MegatronArguments, RefusesDeeperYaml)
{
    for (const std::string_view text :
         {"num_layers: 24\n  x: 1\n", "a:\n  num_layers:\n    x: 1\n", "a:\n  num_layers: 1\n    b: 2\n",
          "num_layers: 24\n- a\n", "num_layers: |\n", "num_layers: {a: 1}\n", "num_layers: [1\n", "num_layers: 'x\n",
          "num_layers: &a 1\n", "a:\n\tnum_layers: 1\n", "num_layers: 24\nx\n"})
        EXPECT_THAT(arguments(text), ElementsAre("import.megatron.yaml")) << text;
}

TEST(MegatronArguments, SaysWhatIsNotThere)
{
    EXPECT_THAT(arguments(""), ElementsAre("import.megatron.no_arguments"));
    EXPECT_THAT(arguments("ls --all"), ElementsAre("import.megatron.no_arguments"));
    EXPECT_THAT(arguments("a.py --num-layers 2\nb.py --num-layers 3"), ElementsAre("import.megatron.several_commands"));
    for (const std::string_view text :
         {"a.py --num-layers 'x", "a.py --num-layers \"x", "A=(x", "a.py ${A", "a.py $(A"})
        EXPECT_THAT(arguments(text), ElementsAre("import.megatron.syntax")) << text;
}

TEST(MegatronArguments, NamesTheLine)
{
    const auto read = readMegatronArguments("\n\na.py \\\n --num-layers 2\n", {});
    ASSERT_TRUE(read);
    EXPECT_EQ(read->list.front().line, 4U);
}

TEST(MegatronArguments, AreBounded)
{
    std::string text = "A=xxxxxxxxxxxxxxxx\n";
    for (int k = 0; k < 64; ++k)
        text += "A=\"$A$A\"\n";
    EXPECT_THAT(arguments(text + "a.py --num-layers $A"), ElementsAre("import.megatron.too_long"));
    std::string words = "A=(x x x x)\n";
    for (int k = 0; k < 64; ++k)
        words += "A=(${A[@]} ${A[@]})\n";
    EXPECT_THAT(arguments(words), ElementsAre("import.megatron.too_long"));
}

} // namespace
} // namespace planscope
