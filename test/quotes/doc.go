// Package quotes tests how many faithful quotes are verified and how many falsified
// ones, by kind of change, in files of passages and of quotes written by hand. A file of
// one's own is measured by
//
//	VOUCHSAFE_QUOTES=quotes.jsonl go test -v ./test/quotes -run Labelled
//
// Each line of it is an object with chunk_text, snippet, label ("faithful" or
// "tampered") and mutation.
package quotes
