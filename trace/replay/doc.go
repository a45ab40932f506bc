// Package replay decides stored traces again, under another policy: what
// would have become of the answers that models gave. The model is not asked
// again. So it can be told of an answer that it passes, or that it would have
// needed a repair or been refused, and the rest is not known.
//
// The attempts of an exchange are gone through as the gateway did: the first
// answer that passes is the one, as many repairs as the policy allows, as far
// as they were recorded. Under the policy that a trace was made with the
// outcome is the recorded one.
//
// The package is pure: lines in, decisions out. The age of sources is counted
// from the time of the trace, so that the same traces give the same decisions
// on any day. A policy's judge is a model, and is not asked.
package replay
