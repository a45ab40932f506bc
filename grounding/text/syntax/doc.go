// Package syntax reads the phrases and clauses of an English sentence: which word is
// a verb and which a noun, where a noun phrase ends, what the members of a list are,
// who does what, and what hangs on what.
//
// It is a shallow parser. A hidden Markov model gives each word a tag (tag.go), from
// what the word may be (lexicon.go) and from what may follow what. Rules join tags to
// phrases and phrases to clauses. Where a phrase may belong to more than one other,
// the result says so, and whoever asks decides what to make of it.
//
// The main types are Sentence, Word and Phrase in sentence.go. A Reader reads one
// sentence after the other in the same room. The result is a guess, with a known rate
// of errors; it never fails. All of it takes time linear in the length of a sentence.
//
// Start reading at sentence.go. Only English is known.
package syntax
