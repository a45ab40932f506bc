package quote

import (
	"cmp"
	"strings"
	"sync"

	"vouchsafe/grounding/text"
)

// Text is a chunk prepared for matching. It is immutable and safe for concurrent use.
type Text struct {
	text.Folded

	page         string // of which it is a part; "" for all of it
	struck       bool   // some of it is struck out
	languageOnce sync.Once
	languageIs   text.Language
}

// Prepare folds a chunk once, for any number of searches. It takes time linear
// in the length of the chunk.
func Prepare(original string) *Text {
	t := &Text{Folded: text.FoldPage(original)}
	t.struck = t.Has(run(0, len(t.Tokens)), text.TokenStruck)
	return t
}

// Size returns about how many bytes a prepared text holds.
func (t *Text) Size() int { return len(t.Original) + t.Folded.Size() }

// run is the tokens from one to another, end exclusive.
func run(first, end int) text.Run { return text.Run{First: first, End: end} }

// some reports whether something holds of a token of a run.
func some(in text.Run, holds func(i int) bool) bool {
	for i := in.First; i < in.End; i++ {
		if holds(i) {
			return true
		}
	}
	return false
}

// language is the text's, told when first asked for.
func (t *Text) language() text.Language {
	t.languageOnce.Do(func() { t.languageIs = text.LanguageOf(cmp.Or(t.page, t.Text)) })
	return t.languageIs
}

// class is the roles of a folded word in the language of the text. A word that has
// none in any language is told without that.
func (t *Text) class(word string) text.Class {
	if text.Unknown.Class(word) == 0 {
		return 0
	}
	return t.language().Class(word)
}

// valueOf is the value of a folded number word in the language of the text. A word that
// is no number in any language is told without that.
func (t *Text) valueOf(word string) (value string, ok bool) {
	if !text.Unknown.Class(word).Has(text.NumberWord | text.OrdinalWord) {
		return "", false
	}
	return t.language().NumberValue(word)
}

// negates reports whether token i negates in the language of the text. Some words do
// so in one language and are nothing else in any other.
func (t *Text) negates(i int) bool {
	word := t.Word(i)
	return sureNegators[word] || text.Unknown.IsNegator(word) && t.language().IsNegator(word)
}

var sureNegators = text.WordSet("sure_negators")

// hasWord reports whether a folded word is a token of the text.
func (t *Text) hasWord(word string) bool {
	return some(run(0, len(t.Tokens)), func(i int) bool { return t.Word(i) == word })
}

// hits calls yield with every place where the folded characters occur and that
// begins and ends with a token, until it returns false.
func (t *Text) hits(folded string, from int, yield func(text.Run) bool) {
	if folded == "" {
		return
	}
	for at, tries := from, 0; tries < maxHits; tries++ {
		found := find(t.Folded.Folded[at:], folded)
		if found < 0 {
			return
		}
		at += found
		first, end := t.TokenAt(at), t.TokenAt(at+len(folded))
		if first >= 0 && end > 0 && !yield(run(first, end)) {
			return
		}
		at++
	}
}

// maxHits bounds how many occurrences are looked at, so that a chunk of one
// repeated character costs no more than any other.
const maxHits = 256

// Bounds of find. strings.Index compares needles of up to 63 bytes in hardware and
// longer ones by a slow hash.
const (
	probe     = 48 // bytes of a long needle that are searched for
	maxProbes = 64 // places that may share these bytes
)

// find is strings.Index for long needles, linear as long as few places share
// the first bytes of the needle; beyond that it leaves the rest to strings.Index.
func find(s, needle string) int {
	if len(needle) <= probe {
		return strings.Index(s, needle)
	}
	at := 0
	for range maxProbes {
		found := strings.Index(s[at:], needle[:probe])
		if found < 0 {
			return -1
		}
		at += found
		if strings.HasPrefix(s[at+probe:], needle[probe:]) {
			return at
		}
		at++
	}
	if found := strings.Index(s[at:], needle); found >= 0 {
		return at + found
	}
	return -1
}
