package quote

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// Text is a chunk prepared for matching: its folded characters without any
// separators, and the tokens they came from. It is immutable and safe for
// concurrent use.
type Text struct {
	original string
	folded   string  // the folded characters of all tokens, nothing between them
	tokens   []token // in order
	marks    []mark  // footnote marks that were left out, in order
	strikes  bool    // words are struck out in it

	languageOnce sync.Once
	languageIs   lexis.Language
	indexOnce    sync.Once
	indexed      *index
}

// token is a word, a number or a sign that carries meaning. Offsets are 32 bit:
// a chunk is a part of a request of at most some megabytes.
type token struct {
	start, end uint32 // bytes of the original
	char       uint32 // code points of the original before start
	at         uint32 // bytes of the folded text before it
	gap        gap    // what separates it from the token before
	flags      flags
}

// gap is the set of separators between two tokens.
type gap uint16

const (
	gapSpace   gap = 1 << iota
	gapBreak       // a line break
	gapHyphen      // a hyphen with nothing between it and a word on its left
	gapDash        // any other dash
	gapStop        // the end of a sentence: . ! 。
	gapAsk         // a question mark
	gapSemi        // ; and :
	gapComma       // , 、
	gapSlash       // / between words
	gapCell        // | between table cells, and tags that end a block
	gapElision     // nothing: an elided article before it (l'homme)
	gapOther       // quotes, brackets and the rest
	gapDots        // an ellipsis
)

// flags say what a token consists of and where folding it lost something.
type flags uint8

const (
	hasDigit  flags = 1 << iota // a number or a code
	unspaced                    // one character of a script without spaces
	symbol                      // a sign: %, <, $
	mixed                       // letters of look-alike scripts in one word
	lossy                       // vowel signs or a sharp s were folded away
	upperCase                   // its first letter is a capital
	power                       // raised digits were folded into it
)

// mark is a footnote mark in the gap before a token.
type mark struct {
	token int // the token behind it
	text  string
}

// Prepare folds a chunk once, for any number of searches. It takes time linear
// in the length of the chunk.
func Prepare(original string) *Text {
	t := &Text{}
	f := folder{src: original, out: make([]byte, 0, len(original)), tokens: make([]token, 0, likelyTokens(original))}
	f.run()
	t.original, t.folded, t.tokens, t.marks, t.strikes = original, string(f.out), f.tokens, f.marks, f.strikes
	return t
}

// likelyTokens is room for the tokens of most texts: a word for each space, and
// some signs. Scripts without spaces get a part of what they need.
func likelyTokens(text string) int {
	words := strings.Count(text, " ") + 1
	return max(words+words/8, len(text)/8) + 4
}

// language is the text's, told when first asked for.
func (t *Text) language() lexis.Language {
	t.languageOnce.Do(func() { t.languageIs = lexis.LanguageOf(t.plain()) })
	return t.languageIs
}

// plays reports whether a folded word has one of some roles in the language of
// the text. A word that has none of them in any language is told without that.
func (t *Text) plays(word string, roles lexis.Class) bool {
	return lexis.Unknown.Class(word).Has(roles) && t.language().Class(word).Has(roles)
}

// negator reports whether a folded word negates in the language of the text.
func (t *Text) negator(word string) bool {
	return lexis.Unknown.IsNegator(word) && t.language().IsNegator(word)
}

// valueOf is the value of a number word in the language of the text.
func (t *Text) valueOf(word string) (value string, ok bool) {
	if _, ok := lexis.Unknown.NumberValue(word); !ok {
		return "", false
	}
	return t.language().NumberValue(word)
}

// index is the text's, made when first asked for: most quotes are found
// without.
func (t *Text) index() *index {
	t.indexOnce.Do(func() { t.indexed = newIndex(t) })
	return t.indexed
}

// plain returns the start of the text without markup, enough to tell the
// language by.
func (t *Text) plain() string {
	const enough, roomForWord = 2048, 64
	var out strings.Builder
	out.Grow(min(len(t.original), enough+roomForWord))
	for i := 0; i < len(t.tokens) && out.Len() < enough; i++ {
		if t.tokens[i].gap != 0 {
			out.WriteByte(' ')
		}
		out.WriteString(t.raw(i))
	}
	return out.String()
}

// Size returns about how many bytes a prepared text holds, its index included.
func (t *Text) Size() int { return len(t.original) + len(t.folded) + len(t.tokens)*tokenSize + 256 }

// tokenSize is what a token takes up with its part of the index.
const tokenSize = 20 + 40

// word returns the folded characters of token i.
func (t *Text) word(i int) string { return t.folded[t.tokens[i].at:t.foldedEnd(i)] }

// raw returns token i as it stands in the original.
func (t *Text) raw(i int) string { return t.original[t.tokens[i].start:t.tokens[i].end] }

// gapBefore returns what stands between token i and the one before it.
func (t *Text) gapBefore(i int) string {
	return t.original[t.tokens[i-1].end:max(t.tokens[i-1].end, t.tokens[i].start)]
}

// foldedEnd returns the byte of the folded text behind token i.
func (t *Text) foldedEnd(i int) int {
	if i+1 < len(t.tokens) {
		return int(t.tokens[i+1].at)
	}
	return len(t.folded)
}

// tokenAt returns the token that starts at a byte of the folded text, or -1.
func (t *Text) tokenAt(at int) int {
	i := sort.Search(len(t.tokens), func(i int) bool { return int(t.tokens[i].at) >= at })
	if i < len(t.tokens) && int(t.tokens[i].at) == at {
		return i
	}
	return -1
}

// markBefore returns the footnote mark in front of token i, if any.
func (t *Text) markBefore(i int) string {
	at := sort.Search(len(t.marks), func(k int) bool { return t.marks[k].token >= i })
	if at < len(t.marks) && t.marks[at].token == i {
		return t.marks[at].text
	}
	return ""
}

// span is a run of tokens, end exclusive.
type span struct{ first, end int }

func (s span) empty() bool { return s.end <= s.first }

// bytes returns where a span of tokens lies in the original.
func (t *Text) bytes(s span) (start, end int) {
	return int(t.tokens[s.first].start), int(t.tokens[s.end-1].end)
}

// chars returns the same in code points.
func (t *Text) chars(s span) (start, end int) {
	last := t.tokens[s.end-1]
	return int(t.tokens[s.first].char), int(last.char) + utf8.RuneCountInString(t.original[last.start:last.end])
}

// wholeRunes reports whether a span of bytes does not begin or end inside a code
// point.
func (t *Text) wholeRunes(start, end int) bool {
	return utf8.RuneStart(t.original[start]) && (end >= len(t.original) || utf8.RuneStart(t.original[end]))
}

// hasWord reports whether a folded word is a token of the text.
func (t *Text) hasWord(word string) bool { return t.index().has(t, word) }

// hits calls yield with every place where the folded characters occur and that
// begins and ends with a token, until it returns false.
func (t *Text) hits(folded string, from int, yield func(span) bool) {
	if folded == "" {
		return
	}
	for at, tries := from, 0; tries < maxHits; tries++ {
		found := find(t.folded[at:], folded)
		if found < 0 {
			return
		}
		at += found
		first, end := t.tokenAt(at), t.endAt(at+len(folded))
		if first >= 0 && end > 0 && !yield(span{first, end}) {
			return
		}
		at++
	}
}

// probe is how many bytes of a needle are searched for by strings.Index, which
// compares up to 63 bytes at a time in hardware and longer ones by a slow hash.
const probe = 48

// find is strings.Index for long needles, linear as long as few places share
// the first bytes of the needle; beyond maxProbes of them it leaves the rest to
// strings.Index.
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

const maxProbes = 64

// maxHits bounds how many occurrences are looked at, so that a chunk of one
// repeated character costs no more than any other.
const maxHits = 256

// endAt returns the token behind the one that ends at a byte of the folded
// text, or -1 where that byte is inside a token.
func (t *Text) endAt(at int) int {
	if at == len(t.folded) {
		return len(t.tokens)
	}
	return t.tokenAt(at)
}
