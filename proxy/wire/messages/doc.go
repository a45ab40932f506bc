// Package messages reads and writes Anthropic's interface, POST /v1/messages, so that
// its clients are served by the same gateway: Read turns a request into one for a chat
// completion, with what its document and search_result blocks hold as chunks beside the
// messages; a Call writes the reply, whole or as events, with Anthropic's citations that
// point at the source sentences.
//
// It knows nothing of verifying: what a reply may say has been decided before. What
// cannot be said in a chat completion goes along (native.go), and back to an upstream of the
// interface's own as it came (Request, Reply, Events); for any other it is an error or is
// left out as the documentation says. A tool that the upstream itself runs is an error.
//
// Start reading at Read and Call.AppendReply. The shapes are those of
// https://docs.anthropic.com/en/api/messages.
package messages
