// Package redact takes out of an answer what failed its verification, so that
// what is left can be shown: whole sentences, and with them every sentence
// that would say something else without them. Where too little is left, or the
// parts cannot be told from one another, it says so and the answer is refused.
//
// The unit is the sentence of the whole text, however the model cut it into
// segments. A sentence goes with the one that it leans on ("It must not …",
// "This dose …", "However, …"), and takes with it what it limits ("This does
// not apply to …", "Except in …"); lists, procedures, tables, headings, code,
// quotations and pairs of brackets stay whole or go whole. The words by which
// this is told are listed in eleven languages. They see the form of a sentence
// and not its sense: what limits its neighbour without any such word is not
// seen.
//
// The package does not verify. It takes a verify.Result and gives back a
// cite.Answer, which the caller verifies again as a whole before it leaves.
// It is pure, and linear in the length of the answer.
package redact
