// Package text is the one reader of text: it tells what the words, numbers, names
// and sentences of a text are, and where they stand.
//
// Show gives a text as people see it: the digits of every script as 0 to 9,
// compatibility forms (NFKC), no invisible characters, divided words whole.
// Whatever compares words or numbers compares shown texts. Disguised finds the
// words whose letters only look like another word.
//
// FoldPage is for whoever compares word by word: ShowPage takes the markup away, and
// what is left becomes tokens of folded characters, each with what parts it from the
// one before.
//
// Read reads a text once: its words in folded form with their places, its numbers
// (value, unit, kind), names and language. Sentences cuts a page into sentences;
// SentencesAround gives the whole sentences around a place and the heading, list
// lead-in or table head that governs them.
//
// What words do (deny, except, compare, count, …) is data: one file a language in
// lang/, parsed once at start. Language.Class asks for the roles of a word, WordSet
// for the words of one key. docs/extending.md shows how to add a word or a language.
//
// The package does not parse grammar, does not translate, and judges nothing: what
// it calls a name or a language is a guess. All of it takes time linear in the
// length of the text.
//
// Start reading at shown.go (what is read), read.go (words), numbers.go and
// sentences.go; lexis.go has the roles of words, data.go the files.
package text
