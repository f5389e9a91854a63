#!/bin/bash
# Llama-3 70B
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
NUM_NODES=8
WORLD_SIZE=$(($GPUS_PER_NODE*$NUM_NODES))
TP=4
if [ -z "$SAVE" ]; then SAVE=/x; fi
DISTRIBUTED_ARGS=(
    --nproc_per_node $GPUS_PER_NODE
    --nnodes $NUM_NODES
    --master_addr localhost
)
MODEL_ARGS=(
    --use-mcore-models
    --disable-bias-linear
    --seq-length 8192
    --max-position-embeddings 8192
    --num-layers 80 --hidden-size 8192 --ffn-hidden-size 28672
    --num-attention-heads 64
    --init-method-std 0.01
    --attention-dropout 0.0 --hidden-dropout 0.0
    --normalization RMSNorm --position-embedding-type rope --swiglu
    --untie-embeddings-and-output-weights
    --group-query-attention --num-query-groups 8
    --no-masked-softmax-fusion # a comment
    --tokenizer-type NullTokenizer --vocab-size 128256
)
TRAINING_ARGS="--micro-batch-size 1 --global-batch-size 128 --bf16 --lr 1e-4 \
   --use-flash-attn --cross-entropy-loss-fusion --cross-entropy-fusion-impl te"
PAR=(--tensor-model-parallel-size ${TP} --pipeline-model-parallel-size 8 --num-layers-per-virtual-pipeline-stage 2 --sequence-parallel --use-distributed-optimizer)
torchrun ${DISTRIBUTED_ARGS[@]} pretrain_gpt.py \
    "${MODEL_ARGS[@]}" $TRAINING_ARGS ${PAR[@]} --save $SAVE 2>&1 | tee log.txt
