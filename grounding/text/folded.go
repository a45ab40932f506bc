package text

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Folded is a page as those see it who compare it word by word: its folded characters
// without any separators, and the tokens that they came from. White space, case,
// Unicode forms, quotes, dashes, commas, invisible characters, footnote marks and
// markup are folded away. Accents, raised digits, the notation of numbers, the ends
// of sentences, borders of cells and what is struck out are not.
type Folded struct {
	Shown             // places of tokens are bytes of its Text
	Original string   // the page
	Hidden   []string // attributes and addresses of its markup
	Folded   string   // the folded characters of all tokens, nothing between them
	Tokens   []Token  // in order

	room  []byte
	same  bool // the shown text is the page
	ascii bool // the page has no other characters, and is shown as it is
}

// Token is a word, a number or a sign that carries meaning. Offsets are 32 bit:
// a chunk is a part of a request of at most some megabytes.
type Token struct {
	Start, End uint32 // bytes of the shown text
	at         uint32 // bytes of the folded text before it
	Gap        Gap    // what separates it from the token before
	Flags      TokenFlags
}

// Gap is the set of separators between two tokens.
type Gap uint16

// The separators.
const (
	GapSpace   Gap = 1 << iota
	GapBreak       // a line break
	GapHyphen      // a hyphen with nothing between it and a word on its left
	GapDash        // any other dash
	GapStop        // the end of a sentence: . ! 。
	GapAsk         // a question mark
	GapSemi        // ; and :
	GapComma       // , 、
	GapSlash       // / between words
	GapCell        // | or a tab between table cells
	GapElision     // nothing: an elided article before it (l'homme)
	GapDots        // an ellipsis
	GapOther       // quotes, brackets and the rest
)

// TokenFlags say what a token consists of and where folding it lost something.
type TokenFlags uint8

// What a token can be.
const (
	TokenDigit    TokenFlags = 1 << iota // a number or a code
	TokenUnspaced                        // one character of a script without spaces
	TokenSign                            // a sign: =, ✓, <
	TokenMixed                           // letters of look-alike scripts in one word
	TokenLossy                           // vowel signs or a sharp s were folded away
	TokenCapital                         // its first letter is a capital
	TokenStruck                          // the page strikes it out
)

// FoldPage folds a page. It takes time linear in the length of the page.
func FoldPage(page string) Folded {
	t := Folded{room: make([]byte, 0, len(page)), Tokens: make([]Token, 0, likelyTokens(page))}
	t.Fold(page)
	t.room = nil
	return t
}

// Fold folds another page in the room of the one before, whose tokens are gone then.
func (t *Folded) Fold(page string) {
	t.Original = page
	t.Shown, t.Hidden = ShowPage(page)
	f := folder{src: t.Text, out: t.room[:0], tokens: t.Tokens[:0]}
	f.run()
	t.room, t.Folded, t.Tokens = f.out, string(f.out), f.tokens
	t.same = t.Text == page
	t.ascii = t.same && IsASCII(page)
}

// likelyTokens is room for the tokens of most texts: a word for each space, and
// some signs. Scripts without spaces get a part of what they need.
func likelyTokens(page string) int {
	words := strings.Count(page, " ") + 1
	return max(words+words/8, len(page)/8) + 4
}

// Size returns about how many bytes a folded page holds beside the page itself.
func (t *Folded) Size() int {
	const token = 16 // bytes
	return len(t.Text) + len(t.Folded) + len(t.Tokens)*token + 128
}

// Is reports whether token i has one of some flags.
func (t *Folded) Is(i int, want TokenFlags) bool { return t.Tokens[i].Flags&want != 0 }

// Parted reports whether one of some separators stands in front of token i.
func (t *Folded) Parted(i int, by Gap) bool { return t.Tokens[i].Gap&by != 0 }

// Follows reports whether token i exists and nothing but spaces parts it from the
// token in front.
func (t *Folded) Follows(i int) bool {
	return i > 0 && i < len(t.Tokens) && t.Tokens[i].Gap&^GapSpace == 0
}

// Word returns the folded characters of token i.
func (t *Folded) Word(i int) string { return t.Folded[t.Tokens[i].at:t.FoldedEnd(i)] }

// Raw returns token i as it is shown.
func (t *Folded) Raw(i int) string { return t.Text[t.Tokens[i].Start:t.Tokens[i].End] }

// GapText returns what stands between token i and the one before it, up to the ends
// of the page.
func (t *Folded) GapText(i int) string {
	from, to := 0, len(t.Text)
	if i > 0 {
		from = int(t.Tokens[i-1].End)
	}
	if i < len(t.Tokens) {
		to = int(t.Tokens[i].Start)
	}
	return t.Text[from:max(from, to)]
}

// FoldedStart returns the byte of the folded text at which token i begins.
func (t *Folded) FoldedStart(i int) int { return int(t.Tokens[i].at) }

// FoldedEnd returns the byte of the folded text behind token i.
func (t *Folded) FoldedEnd(i int) int {
	if i+1 < len(t.Tokens) {
		return int(t.Tokens[i+1].at)
	}
	return len(t.Folded)
}

// TokenAt returns the token that starts at a byte of the folded text, the number of
// tokens for its end, or -1 where the byte is inside a token.
func (t *Folded) TokenAt(at int) int {
	if at == len(t.Folded) {
		return len(t.Tokens)
	}
	i := sort.Search(len(t.Tokens), func(i int) bool { return int(t.Tokens[i].at) >= at })
	if i < len(t.Tokens) && int(t.Tokens[i].at) == at {
		return i
	}
	return -1
}

// Run is a run of tokens, end exclusive.
type Run struct{ First, End int }

// Empty reports whether a run has no tokens.
func (r Run) Empty() bool { return r.End <= r.First }

// Len is the number of its tokens.
func (r Run) Len() int { return r.End - r.First }

// Passage returns what is shown from the first to the last token of a run.
func (t *Folded) Passage(r Run) string {
	if r.Empty() {
		return ""
	}
	return t.Text[t.Tokens[r.First].Start:t.Tokens[r.End-1].End]
}

// Characters are the folded characters of a run.
func (t *Folded) Characters(r Run) string {
	if r.Empty() {
		return ""
	}
	return t.Folded[t.Tokens[r.First].at:t.FoldedEnd(r.End-1)]
}

// Has reports whether a token of a run has one of some flags.
func (t *Folded) Has(r Run, want TokenFlags) bool {
	return slices.ContainsFunc(t.Tokens[r.First:r.End], func(t Token) bool { return t.Flags&want != 0 })
}

// Source returns where a run stands in the page: its first code point, and its bytes.
func (t *Folded) Source(r Run) (point, from, to int) {
	from, to = int(t.Tokens[r.First].Start), int(t.Tokens[r.End-1].End)
	if t.ascii {
		return from, from, to
	}
	point = utf8.RuneCountInString(t.Text[:from])
	if t.same {
		return point, from, to
	}
	point, end := t.OriginalOf(point, point+utf8.RuneCountInString(t.Text[from:to]))
	from = ByteOf(t.Original, point)
	return point, from, from + ByteOf(t.Original[from:], end-point)
}

// ByteOf returns where a code point of a text begins.
func ByteOf(s string, point int) int {
	at := 0
	for point > 0 && at < len(s) {
		if at+8 <= len(s) && point >= 8 && s[at]|s[at+1]|s[at+2]|s[at+3]|s[at+4]|s[at+5]|s[at+6]|s[at+7] < utf8.RuneSelf {
			at, point = at+8, point-8
			continue
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at, point = at+size, point-1
	}
	return at
}
