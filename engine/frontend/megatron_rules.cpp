#include "frontend/megatron_rules.h"

#include <algorithm>
#include <iterator>

namespace planscope::whole {
namespace {

constexpr std::string_view experts = "mixture-of-experts layers are not derived";
constexpr std::string_view latent = "multi-head latent attention is not derived";
constexpr std::string_view multiToken = "multi-token prediction is not derived";
constexpr std::string_view eightBits = "training in eight or four bits is not derived";
constexpr std::string_view fullySharded = "sharding of gradients or parameters over data-parallel ranks is not derived";
constexpr std::string_view offloading = "offloading is not derived";
constexpr std::string_view adamAlone = "Adam alone is derived";
constexpr std::string_view masterTypes = "master parameters and moments are derived in fp32 alone";
constexpr std::string_view instances = "more than one instance of the distributed optimizer is not derived";
constexpr std::string_view window = "attention within a sliding window is not derived";
constexpr std::string_view softmax = "softmax of another kind is not derived";
constexpr std::string_view attentionForm = "attention of this form is not derived";
constexpr std::string_view hybrid = "blocks that differ from layer to layer are not derived";
constexpr std::string_view otherModel = "a training of this kind is not derived";
constexpr std::string_view encoders = "models with an encoder are not derived";
constexpr std::string_view activation = "of activations SwiGLU and GELU are derived";
constexpr std::string_view position = "positions of this kind are not derived";
constexpr std::string_view partRotation = "a rotation of a part of each head is not derived";
constexpr std::string_view distributed = "kept activations spread over tensor ranks are not derived";
constexpr std::string_view obsolete = "Megatron-core no longer takes this argument";
constexpr std::string_view gradient = "weight gradients are derived as added at once to the main gradient";
constexpr std::string_view fusion = "what the unfused kernel keeps is not derived";
constexpr std::string_view graphs = "CUDA graphs and what they hold are not derived";
constexpr std::string_view local = "Transformer Engine alone is derived";
constexpr std::string_view residual = "a residual of another form is not derived";
constexpr std::string_view halfLoss = "a loss in fp16 is not derived";
constexpr std::string_view buffers = "communication buffers are not derived";
constexpr std::string_view extraIds = "further tokens are not derived; count them in the vocabulary";
constexpr std::string_view elsewhere = "the arguments of the model stand in another file; give them here";
constexpr std::string_view quantization = "quantised training is not derived";
constexpr std::string_view overlap = "communication that overlaps with computation is not derived, nor are its buffers";
constexpr std::string_view withoutExperts = "counts only with --num-experts";
constexpr std::string_view withoutLatent = "counts only with --multi-latent-attention";
constexpr std::string_view withoutMultiToken = "counts only with --mtp-num-layers";
constexpr std::string_view withoutEightBits = "counts only with --fp8-format";
constexpr std::string_view withoutFullySharded = "counts only with fully sharded data parallelism";
constexpr std::string_view withoutOffload = "counts only with --optimizer-cpu-offload";
constexpr std::string_view withoutWindow = "counts only with --window-size";
constexpr std::string_view withoutGraphs = "counts only with CUDA graphs";
constexpr std::string_view precisionAware = "the types of its parts say what is kept";
constexpr std::string_view nothingOverlaps = "nothing overlaps";
constexpr std::string_view withoutDeferral = "counts only with --defer-embedding-wgrad-compute";
constexpr std::string_view fullBatch = "steps of the full batch are derived";
constexpr std::string_view angles = "changes the angles of the rotation, not the work";
constexpr std::string_view numerics = "changes the numerics, not the work";
constexpr std::string_view optimisation = "of the course of the optimisation, not of its work";
constexpr std::string_view checkpoints = "of checkpoints";
constexpr std::string_view data = "of the data";
constexpr std::string_view running = "of how the program is run and watched";
constexpr std::string_view groups = "of how processes are grouped and reached";
constexpr std::string_view launcher = "of the launcher";

/// Refusals come first, so that a pattern that ignores cannot hide one.
constexpr MegatronRule rules[] = {
    {"num-experts", "experts", experts, {}},
    {"num-moe-experts", "experts", experts, {}},
    {"expert-model-parallel-size", "experts", experts, "1"},
    {"multi-latent-attention", "latent_attention", latent, {}},
    {"mtp-num-layers", "multi_token_prediction", multiToken, {}},
    {"fp8-format", "fp8", eightBits, {}},
    {"fp8", "fp8", eightBits, {}},
    {"fp4-format", "fp8", eightBits, {}},
    {"fp4", "fp8", eightBits, {}},
    {"fp8-param-gather", "fp8", eightBits, {}},
    {"fp8-param", "fp8", eightBits, {}},
    {"fp4-param-gather", "fp8", eightBits, {}},
    {"use-megatron-fsdp", "fsdp", fullySharded, {}},
    {"use-custom-fsdp", "fsdp", fullySharded, {}},
    {"use-torch-fsdp2", "fsdp", fullySharded, {}},
    {"data-parallel-sharding-strategy", "fsdp", fullySharded, "no_shard"},
    {"cpu-offloading-num-layers", "offload", offloading, {}},
    {"cpu-offloading", "offload", offloading, {}},
    {"optimizer-cpu-offload", "offload", offloading, {}},
    {"optimizer", "optimizer", adamAlone, "adam"},
    {"exp-avg-dtype", "optimizer", masterTypes, "fp32"},
    {"exp-avg-sq-dtype", "optimizer", masterTypes, "fp32"},
    {"main-params-dtype", "optimizer", masterTypes, "fp32"},
    {"num-distributed-optimizer-instances", "optimizer", instances, "1"},
    {"window-size", "window", window, {}},
    {"softmax-type", "attention", softmax, "vanilla"},
    {"qk-l2-norm", "attention", attentionForm, {}},
    {"attention-output-gate", "attention", attentionForm, {}},
    {"heterogeneous-layers-config-path", "layers", hybrid, {}},
    {"heterogeneous-layers-config-encoded-json", "layers", hybrid, {}},
    {"no-rope-freq", "layers", hybrid, {}},
    {"is-hybrid-model", "layers", hybrid, {}},
    {"hybrid-override-pattern", "layers", hybrid, {}},
    {"hybrid-attention-ratio", "layers", hybrid, {}},
    {"hybrid-mlp-ratio", "layers", hybrid, {}},
    {"mamba-state-dim", "layers", hybrid, {}},
    {"spec", "model", otherModel, {}},
    {"use-legacy-models", "model", otherModel, {}},
    {"retro-add-retriever", "model", otherModel, {}},
    {"vision-pretraining", "model", otherModel, {}},
    {"perform-rl-step", "model", otherModel, {}},
    {"skip-train", "model", otherModel, {}},
    {"decoder-num-layers", "model", encoders, {}},
    {"decoder-seq-length", "model", encoders, {}},
    {"squared-relu", "activation", activation, {}},
    {"quick-geglu", "activation", activation, {}},
    {"use-te-activation-func", "activation", activation, {}},
    {"activation-func-clamp-value", "activation", activation, {}},
    {"glu-linear-offset", "activation", activation, {}},
    {"mrope-section", "position", position, {}},
    {"rotary-percent", "position", partRotation, "1.0"},
    {"distribute-saved-activations", "recompute", distributed, {}},
    {"checkpoint-activations", "obsolete", obsolete, {}},
    {"batch-size", "obsolete", obsolete, {}},
    {"model-parallel-size", "obsolete", obsolete, {}},
    {"warmup", "obsolete", obsolete, {}},
    {"no-gradient-accumulation-fusion", "gradient", gradient, {}},
    {"defer-embedding-wgrad-compute", "gradient", gradient, {}},
    {"delay-wgrad-compute", "gradient", gradient, {}},
    {"no-rope-fusion", "fusion", fusion, {}},
    {"enable-cuda-graph", "cuda_graph", graphs, "none"},
    {"external-cuda-graph", "cuda_graph", graphs, "none"},
    {"cuda-graph-impl", "cuda_graph", graphs, "none"},
    {"full-iteration-cuda-graph", "cuda_graph", graphs, "none"},
    {"transformer-impl", "transformer_impl", local, "transformer_engine"},
    {"fp32-residual-connection", "residual", residual, {}},
    {"apply-residual-connection-post-layernorm", "residual", residual, {}},
    {"fp16-lm-cross-entropy", "datatype", halfLoss, {}},
    {"use-nccl-ub", "buffers", buffers, {}},
    {"nccl-ub", "buffers", buffers, {}},
    {"vocab-extra-ids", "vocabulary", extraIds, {}},
    {"yaml-cfg", "elsewhere", elsewhere, {}},
    {"use-checkpoint-args", "elsewhere", elsewhere, {}},
    {"use-mp-args-from-checkpoint-args", "elsewhere", elsewhere, {}},
    {"kitchen-config-file", "quantization", quantization, {}},
    {"kitchen-recipe-number", "quantization", quantization, {}},
    {"overlap-grad-reduce", "overlap", overlap, {}},
    {"overlap-param-gather", "overlap", overlap, {}},
    {"overlap-param-gather-with-optimizer-step", "overlap", overlap, {}},
    {"tp-comm-overlap", "overlap", overlap, {}},
    {"overlap-p2p-communication-warmup-flush", "overlap", overlap, {}},
    {"overlap-moe-expert-parallel-comm", "overlap", overlap, {}},

    {"moe-*", {}, withoutExperts, {}},
    {"expert-tensor-parallel-size", {}, withoutExperts, {}},
    {"q-lora-rank", {}, withoutLatent, {}},
    {"kv-lora-rank", {}, withoutLatent, {}},
    {"qk-head-dim", {}, withoutLatent, {}},
    {"qk-pos-emb-head-dim", {}, withoutLatent, {}},
    {"v-head-dim", {}, withoutLatent, {}},
    {"mtp-loss-scaling-factor", {}, withoutMultiToken, {}},
    {"fp8-*", {}, withoutEightBits, {}},
    {"fp4-*", {}, withoutEightBits, {}},
    {"no-fp8-wgrad", {}, withoutEightBits, {}},
    {"first-last-layers-bf16", {}, withoutEightBits, {}},
    {"num-layers-at-*", {}, withoutEightBits, {}},
    {"fsdp-*", {}, withoutFullySharded, {}},
    {"torch-fsdp2-*", {}, withoutFullySharded, {}},
    {"suggested-communication-unit-size", {}, withoutFullySharded, {}},
    {"keep-fp8-transpose-cache", {}, withoutFullySharded, {}},
    {"enable-full-sharding-in-hsdp", {}, withoutFullySharded, {}},
    {"optimizer-offload-fraction", {}, withoutOffload, {}},
    {"use-torch-optimizer-for-cpu-offload", {}, withoutOffload, {}},
    {"overlap-cpu-optimizer-d2h-h2d", {}, withoutOffload, {}},
    {"no-pin-cpu-*", {}, withoutOffload, {}},
    {"window-attn-skip-freq", {}, withoutWindow, {}},
    {"cuda-graph-*", {}, withoutGraphs, {}},
    {"te-rng-tracker", {}, withoutGraphs, {}},
    {"use-precision-aware-optimizer", {}, precisionAware, {}},
    {"tp-comm-*", {}, nothingOverlaps, {}},
    {"disable-tp-comm-*", {}, nothingOverlaps, {}},
    {"no-overlap-p2p-communication", {}, nothingOverlaps, {}},
    {"wgrad-deferral-limit", {}, withoutDeferral, {}},
    {"rampup-batch-size", {}, fullBatch, {}},
    {"decrease-batch-size-if-needed", {}, fullBatch, {}},
    {"rotary-base", {}, angles, {}},
    {"rotary-interleaved", {}, angles, {}},
    {"rotary-seq-len-interpolation-factor", {}, angles, {}},
    {"use-rope-scaling", {}, angles, {}},
    {"rope-scaling-factor", {}, angles, {}},
    {"rope-type", {}, angles, {}},
    {"relative-attention-*", {}, angles, {}},
    {"norm-epsilon", {}, numerics, {}},
    {"apply-layernorm-1p", {}, numerics, {}},
    {"openai-gelu", {}, numerics, {}},
    {"no-persist-layer-norm", {}, numerics, {}},
    {"no-masked-softmax-fusion", {}, numerics, {}},
    {"no-bias-dropout-fusion", {}, numerics, {}},
    {"disable-bf16-reduced-precision-matmul", {}, numerics, {}},
    {"calculate-per-token-loss", {}, numerics, {}},
    {"loss-scale", {}, numerics, {}},
    {"loss-scale-window", {}, numerics, {}},
    {"initial-loss-scale", {}, numerics, {}},
    {"min-loss-scale", {}, numerics, {}},
    {"hysteresis", {}, numerics, {}},
    {"deterministic-mode", {}, numerics, {}},
    {"no-async-tensor-model-parallel-allreduce", {}, numerics, {}},
    {"use-mcore-models", {}, numerics, {}},
    {"enable-experimental", {}, numerics, {}},
    {"no-gradient-reduce-div-fusion", {}, numerics, {}},
    {"no-clone-scatter-output-in-embedding", {}, numerics, {}},
    {"batch-invariant-mode", {}, numerics, {}},
    {"lr", {}, optimisation, {}},
    {"lr-*", {}, optimisation, {}},
    {"min-lr", {}, optimisation, {}},
    {"decoupled-*", {}, optimisation, {}},
    {"adam-*", {}, optimisation, {}},
    {"sgd-momentum", {}, optimisation, {}},
    {"muon-*", {}, optimisation, {}},
    {"weight-decay", {}, optimisation, {}},
    {"weight-decay-*", {}, optimisation, {}},
    {"start-weight-decay", {}, optimisation, {}},
    {"end-weight-decay", {}, optimisation, {}},
    {"clip-grad", {}, optimisation, {}},
    {"override-opt-*", {}, optimisation, {}},
    {"use-checkpoint-opt-*", {}, optimisation, {}},
    {"seed", {}, optimisation, {}},
    {"init-method-*", {}, optimisation, {}},
    {"embedding-init-method-std", {}, optimisation, {}},
    {"data-parallel-random-init", {}, optimisation, {}},
    {"save", {}, checkpoints, {}},
    {"save-*", {}, checkpoints, {}},
    {"load", {}, checkpoints, {}},
    {"load-*", {}, checkpoints, {}},
    {"no-save-*", {}, checkpoints, {}},
    {"no-load-*", {}, checkpoints, {}},
    {"ckpt-*", {}, checkpoints, {}},
    {"no-ckpt-*", {}, checkpoints, {}},
    {"dist-ckpt-*", {}, checkpoints, {}},
    {"non-persistent-*", {}, checkpoints, {}},
    {"persistent-save-interval", {}, checkpoints, {}},
    {"async-save", {}, checkpoints, {}},
    {"finetune", {}, checkpoints, {}},
    {"pretrained-checkpoint", {}, checkpoints, {}},
    {"no-initialization", {}, checkpoints, {}},
    {"auto-detect-ckpt-format", {}, checkpoints, {}},
    {"use-dist-ckpt", {}, checkpoints, {}},
    {"use-persistent-ckpt-worker", {}, checkpoints, {}},
    {"replication", {}, checkpoints, {}},
    {"replication-*", {}, checkpoints, {}},
    {"distrib-optim-*", {}, checkpoints, {}},
    {"no-strict-*", {}, checkpoints, {}},
    {"no-use-tokenizer-*", {}, checkpoints, {}},
    {"exit-on-missing-checkpoint", {}, checkpoints, {}},
    {"dump-param-to-param-group-map", {}, checkpoints, {}},
    {"data-path", {}, data, {}},
    {"data-cache-path", {}, data, {}},
    {"data-args-path", {}, data, {}},
    {"train-*", {}, data, {}},
    {"valid-*", {}, data, {}},
    {"test-*", {}, data, {}},
    {"split", {}, data, {}},
    {"mock-data", {}, data, {}},
    {"num-workers", {}, data, {}},
    {"dataloader-type", {}, data, {}},
    {"no-mmap-bin-files", {}, data, {}},
    {"vocab-file", {}, data, {}},
    {"merge-file", {}, data, {}},
    {"tokenizer-*", {}, data, {}},
    {"tiktoken-*", {}, data, {}},
    {"legacy-tokenizer", {}, data, {}},
    {"trust-remote-code", {}, data, {}},
    {"reset-position-ids", {}, data, {}},
    {"reset-attention-mask", {}, data, {}},
    {"eod-mask-loss", {}, data, {}},
    {"no-create-attention-mask-in-dataloader", {}, data, {}},
    {"num-dataset-builder-threads", {}, data, {}},
    {"per-split-*", {}, data, {}},
    {"mid-level-*", {}, data, {}},
    {"allow-ambiguous-*", {}, data, {}},
    {"object-storage-*", {}, data, {}},
    {"full-validation", {}, data, {}},
    {"multiple-validation-sets", {}, data, {}},
    {"sample-rate", {}, data, {}},
    {"mask-prob", {}, data, {}},
    {"short-seq-prob", {}, data, {}},
    {"log-*", {}, running, {}},
    {"no-log-*", {}, running, {}},
    {"logging-level", {}, running, {}},
    {"timing-*", {}, running, {}},
    {"tensorboard-*", {}, running, {}},
    {"wandb-*", {}, running, {}},
    {"one-logger-*", {}, running, {}},
    {"no-one-logger", {}, running, {}},
    {"enable-one-logger", {}, running, {}},
    {"app-tag-*", {}, running, {}},
    {"eval-*", {}, running, {}},
    {"profile", {}, running, {}},
    {"profile-*", {}, running, {}},
    {"use-pytorch-profiler", {}, running, {}},
    {"record-memory-history", {}, running, {}},
    {"memory-snapshot-path", {}, running, {}},
    {"straggler-*", {}, running, {}},
    {"disable-straggler-*", {}, running, {}},
    {"no-barrier-*", {}, running, {}},
    {"config-logger-dir", {}, running, {}},
    {"check-*", {}, running, {}},
    {"no-check-*", {}, running, {}},
    {"iterations-to-skip", {}, running, {}},
    {"rerun-*", {}, running, {}},
    {"error-injection-*", {}, running, {}},
    {"result-rejected-*", {}, running, {}},
    {"inprocess-*", {}, running, {}},
    {"enable-ft-package", {}, running, {}},
    {"calc-ft-timeouts", {}, running, {}},
    {"ft-*", {}, running, {}},
    {"manual-gc", {}, running, {}},
    {"manual-gc-*", {}, running, {}},
    {"no-manual-gc-eval", {}, running, {}},
    {"run-workload-*", {}, running, {}},
    {"adlr-*", {}, running, {}},
    {"empty-unused-memory-level", {}, running, {}},
    {"exit-*", {}, running, {}},
    {"inference-*", {}, running, {}},
    {"enable-msc", {}, running, {}},
    {"disable-msc", {}, running, {}},
    {"distributed-*", {}, groups, {}},
    {"local-rank", {}, groups, {}},
    {"lazy-mpu-init", {}, groups, {}},
    {"use-cpu-initialization", {}, groups, {}},
    {"init-model-with-meta-device", {}, groups, {}},
    {"pipeline-model-parallel-comm-backend", {}, groups, {}},
    {"high-priority-stream-groups", {}, groups, {}},
    {"nccl-communicator-config-path", {}, groups, {}},
    {"disable-gloo-process-groups", {}, groups, {}},
    {"ddp-*", {}, groups, {}},
    {"no-align-*", {}, groups, {}},
    {"align-*", {}, groups, {}},
    {"use-tp-pp-dp-mapping", {}, groups, {}},
    {"no-scatter-gather-*", {}, groups, {}},
    {"use-ring-exchange-p2p", {}, groups, {}},
    {"use-sharp", {}, groups, {}},
    {"sharp-*", {}, groups, {}},
    {"disable-symmetric-registration", {}, groups, {}},
    {"hierarchical-context-parallel-sizes", {}, groups, {}},
    {"node-rank", {}, launcher, {}},
    {"master-addr", {}, launcher, {}},
    {"master-port", {}, launcher, {}},
    {"rdzv-*", {}, launcher, {}},
    {"standalone", {}, launcher, {}},
    {"max-restarts", {}, launcher, {}},
    {"tee", {}, launcher, {}},
    {"redirects", {}, launcher, {}},
    {"role", {}, launcher, {}},
    {"monitor-interval", {}, launcher, {}},
    {"start-method", {}, launcher, {}},
    {"no-python", {}, launcher, {}},
    {"local-addr", {}, launcher, {}},
    {"module", {}, launcher, {}},
    {"use-env", {}, launcher, {}},
    {"hostfile", {}, launcher, {}},
    {"hosts", {}, launcher, {}},
    {"num-gpus", {}, launcher, {}},
    {"num-nodes", {}, launcher, {}},
    {"ntasks", {}, launcher, {}},
    {"ntasks-*", {}, launcher, {}},
    {"gpus-per-node", {}, launcher, {}},
    {"nodes", {}, launcher, {}},
    {"container-*", {}, launcher, {}},
    {"export", {}, launcher, {}},
    {"label", {}, launcher, {}},
    {"mpi", {}, launcher, {}},
};

bool matches(std::string_view pattern, std::string_view name)
{
    if (pattern.ends_with('*'))
        return name.starts_with(pattern.substr(0, pattern.size() - 1));
    return name == pattern;
}

} // namespace

const MegatronRule* megatronRule(std::string_view name)
{
    const auto rule = std::find_if(std::begin(rules), std::end(rules),
                                   [name](const MegatronRule& known) { return matches(known.name, name); });
    return rule == std::end(rules) ? nullptr : &*rule;
}

} // namespace planscope::whole
