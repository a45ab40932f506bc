package syntax

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// mostWords bounds the words and signs of a sentence: what is longer is no sentence, and
// is read up to there.
const mostWords = 400

// cutter cuts a text into the words and signs of a sentence.
type cutter struct {
	t     *text.Text
	words []Word
	forms []form
}

// form is how a word is written.
type form struct {
	fold string // folded, without what a short form has behind it
	look look
}

// look tells what a word looks like.
type look uint8

const (
	capital  look = 1 << iota // begins with a capital
	acronym                   // has a capital within: "RNA", "mTOR"
	figure                    // begins with a digit
	compound                  // has a hyphen within
	opener                    // the first word of the sentence, or of what is quoted
	tail                      // what a short form ends with: "n't", "'s"
	colon                     // it is no word but that sign
)

func (f *form) is(l look) bool { return f.look&l != 0 }

// cut reads all words, and the signs before, between and behind them.
func (c *cutter) cut() {
	at := 0
	for i := 0; i < len(c.t.Words) && len(c.words) < mostWords; {
		c.signs(at, c.t.Words[i].Start)
		next := c.end(i)
		c.word(i, next)
		i, at = next, c.t.Words[next-1].End
	}
	if len(c.words) < mostWords {
		c.signs(at, len(c.t.Text))
	}
}

// end returns the first word behind i that is not part of the same one: "well-known",
// "2.75", "5mg", "U.S", "R&D".
func (c *cutter) end(i int) int {
	for i++; i < len(c.t.Words); i++ {
		before, after := &c.t.Words[i-1], &c.t.Words[i]
		if !joins(c.t.Text[before.End:after.Start], before, after) {
			break
		}
	}
	return i
}

// joins reports whether what stands between two words makes one of them.
func joins(between string, before, after *text.Word) bool {
	digits := before.Flags.Has(text.Digits) && after.Flags.Has(text.Digits)
	switch between {
	case "", "-", "‑", "_", "&", "'":
		return true
	case ".", ":":
		return digits || before.End-before.Start == 1 && after.End-after.Start == 1
	case ",", "–", "/":
		return digits
	}
	return false
}

// word adds the words [from,to) of the text as one, or as two for a short form.
func (c *cutter) word(from, to int) {
	first, last := &c.t.Words[from], &c.t.Words[to-1]
	f := form{fold: first.Fold, look: c.lookOf(first)}
	if to > from+1 {
		f.fold = text.Fold(c.t.Text[first.Start:last.End])
		f.look |= compoundLook(f.fold)
	}
	if n := capitals(c.t.Text[first.Start:last.End]); n > 1 || n == 1 && !f.is(capital) {
		f.look |= acronym
	}
	n := tailLength(f.fold)
	if n == 0 {
		c.add(first.Start, last.End, f)
		return
	}
	end := last.End
	for range n {
		_, size := utf8.DecodeLastRuneInString(c.t.Text[:end])
		end -= size
	}
	rest := form{fold: f.fold[len(f.fold)-n:], look: tail}
	f.fold = f.fold[:len(f.fold)-n]
	c.add(first.Start, end, f)
	c.add(end, last.End, rest)
}

func compoundLook(fold string) look {
	if strings.ContainsAny(fold, "-‑") {
		return compound
	}
	return 0
}

func (c *cutter) lookOf(w *text.Word) (l look) {
	if w.Flags.Has(text.Capital) {
		l |= capital
	}
	if w.Flags.Has(text.Digits) {
		l |= figure
	}
	if c.opens() {
		l |= opener
	}
	return l
}

// opens reports whether a sentence begins with the next word.
func (c *cutter) opens() bool {
	for i := len(c.words) - 1; i >= 0; i-- {
		if c.forms[i].fold != "" || c.words[i].Tag == Comma {
			return false
		}
		if c.words[i].Tag == Stop || c.words[i].Tag == Quote {
			return true
		}
	}
	return true
}

func capitals(s string) (n int) {
	for _, r := range s {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n
}

// tails are what short forms end with.
var tails = []string{"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"}

// tailLength is the length of what a short form has behind the word, 0 for none.
func tailLength(fold string) int {
	if strings.IndexByte(fold, '\'') < 0 {
		return 0
	}
	for _, t := range tails {
		if strings.HasSuffix(fold, t) && len(fold) > len(t) {
			return len(t)
		}
	}
	return 0
}

func (c *cutter) add(start, end int, f form) {
	c.words = append(c.words, Word{Start: int32(start), End: int32(end), Phrase: None})
	c.forms = append(c.forms, f)
}

// signs adds the signs between two bytes.
func (c *cutter) signs(from, to int) {
	for i, r := range c.t.Text[from:to] {
		tag, ok := signTag(r, c.t.Text, from+i)
		if !ok {
			continue
		}
		at := from + i
		c.words = append(c.words, Word{Start: int32(at), End: int32(at + utf8.RuneLen(r)), Tag: tag, Phrase: None})
		c.forms = append(c.forms, form{look: signLook(r)})
	}
}

func signLook(r rune) look {
	if r == ':' {
		return colon
	}
	return 0
}

// signTag tells what a sign does; not ok for white space, and for what only shows how a
// word is printed.
func signTag(r rune, s string, at int) (tag Tag, ok bool) {
	switch {
	case unicode.IsSpace(r), r == '.' && shortens(s, at):
		return 0, false
	case r == '-', r == '–':
		return Comma, strings.HasSuffix(s[:at], " ")
	case strings.ContainsRune("*_#`~", r):
		return 0, false
	}
	if k := slices.IndexFunc(signTags[:], func(t signList) bool { return strings.ContainsRune(t.signs, r) }); k >= 0 {
		return signTags[k].tag, true
	}
	return Sign, true
}

// shortens reports whether a point only ends an abbreviation or an initial: the sentence
// goes on behind it.
func shortens(s string, at int) bool {
	if strings.TrimRight(s[at+1:], " \"”'’)]") == "" {
		return false
	}
	word := s[strings.LastIndexAny(s[:at], " (\"'“‘")+1 : at]
	return len(word) == 1 || strings.Contains(word, ".") || abbreviations[text.Fold(word)]
}

// abbreviations are the words that a point follows within a sentence.
var abbreviations = text.WordSet("pointed")

type signList struct {
	signs string
	tag   Tag
}

var signTags = [...]signList{
	{",:—，：、", Comma}, {".;!?…|。；！？", Stop}, {"([{（", Opening}, {")]}）", Closing}, {"\"“”„«»'‘’", Quote},
}
