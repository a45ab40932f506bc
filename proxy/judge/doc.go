// Package judge asks a model whether evidence carries a claim: the second
// opinion on what words alone leave open.
//
// Six kinds of servers are spoken to. A file each says how one is asked and
// how its reply is read: chat (any chat model, many claims in one call), nli
// (Text Embeddings Inference), rerank and score (vLLM, llama.cpp), minicheck
// (Bespoke-MiniCheck) and guardian (Granite Guardian).
//
// A Judge takes questions and gives an Opinion on each. It makes
// calls and keeps a bounded cache; it decides nothing about the answer and logs
// nothing. Its opinion is that of a model, and what stands in the evidence may
// try to sway a model: the prompts say that evidence is data, which is no
// guarantee.
//
// Start reading at Judge.Ask. A further kind is one more file and a line in
// protocols.
package judge
