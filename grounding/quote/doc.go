// Package quote answers one question: is this snippet in that chunk, in those words?
// And if not, does the chunk have a place that the snippet was meant for, and what
// was changed there?
//
// Prepare folds a chunk once (text.FoldPage): its meaningful characters with nothing
// between them, and the tokens that they came from. Text.Find then costs, in order:
// one search for the folded snippet, a walk over the tokens of a hit, and only if
// there is no hit, a look for stretches of the snippet, a walk over the place and the
// snippet side by side and a guard over every difference. The Result has an Outcome.
//
// No similarity is ever a proof. A snippet is Verified if its tokens are the
// source's own, evident typos apart. Numbers, units and their case, signs,
// negations, exceptions, quantifiers, modal verbs and names never differ, in no mode.
// A snippet neither begins nor ends inside a word or a number, and not right behind
// a negation that governs it. Other cuts do no harm: the claim is judged against the
// whole sentence, and that is what the reader is shown.
//
// Start reading at match.go (Find), then compare.go (a hit: what separates tokens),
// token.go (what folding hid), guard.go and word.go (differences), edge.go and
// negation.go (cuts), ellipsis.go. What is folded away is decided in grounding/text.
// A rule about what stands between two words is a line in borderRules, with a pair in
// testdata that shows why.
package quote
