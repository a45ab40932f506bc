package verify

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/match"
)

// Claims are held against words, and text taken from a page has words that its layout
// has cut up: "oc-\ncurred", "emis\u00adsions", "ﬁrst". A quote is found in spite of
// that; a claim that says the same in whole words would look unsupported. So a claim's
// evidence is the text as it reads, and places in the one are told in the other.

// plain is a text as it reads.
type plain struct {
	text    string
	anchors []anchor // behind each difference, in order
}

// anchor is a place in code points of the original and of the text as it reads.
type anchor struct{ original, plain int }

// ligatures are the letters that one character of print stands for.
var ligatures = map[rune]string{'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl", 'ﬅ': "st", 'ﬆ': "st"}

// laidOut are what a text holds that may not read as it is written.
var laidOut = []string{"-\n", "-\r\n", "\u00ad", "\xef\xac", "\\%", "\u00a0", "\u2009", "\u202f"}

// reads returns a text as it reads.
func reads(text string) plain {
	for _, mark := range laidOut {
		if strings.Contains(text, mark) {
			return rewritten(text)
		}
	}
	return plain{text: text}
}

// rewritten writes a text anew without what its layout did to it.
func rewritten(text string) plain {
	var out strings.Builder
	out.Grow(len(text))
	var anchors []anchor
	original, written := 0, 0
	for i := 0; i < len(text); {
		length, instead := laid(text, i)
		if length == 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			out.WriteString(text[i : i+size])
			i, original, written = i+size, original+1, written+1
			continue
		}
		out.WriteString(instead)
		original += utf8.RuneCountInString(text[i : i+length])
		written += len(instead)
		anchors = append(anchors, anchor{original, written})
		i += length
	}
	if anchors == nil {
		return plain{text: text}
	}
	return plain{out.String(), anchors}
}

// laid returns how many bytes at a place of a text are its layout's, and the ASCII
// letters or signs that they stand for.
func laid(text string, at int) (length int, instead string) {
	switch text[at] {
	case '-':
		return divided(text, at)
	case '\\':
		if strings.HasPrefix(text[at:], `\%`) {
			return 1, ""
		}
	case 0xc2:
		if rest, soft := strings.CutPrefix(text[at:], "\u00ad"); soft {
			return len("\u00ad") + lineBreak(rest), ""
		}
		return thousands(text, at)
	case 0xe2:
		return thousands(text, at)
	case 0xef:
		r, size := utf8.DecodeRuneInString(text[at:])
		if letters := ligatures[r]; letters != "" {
			return size, letters
		}
	}
	return 0, ""
}

// thousands reads a space that does not break in front of three digits of a number.
func thousands(text string, at int) (length int, instead string) {
	r, size := utf8.DecodeRuneInString(text[at:])
	if r != '\u00a0' && r != '\u2009' && r != '\u202f' {
		return 0, ""
	}
	before := text[max(0, at-4):at]
	lead := len(before) - len(strings.TrimRight(before, "0123456789"))
	behind := text[at+size : min(len(text), at+size+4)]
	group := len(behind) - len(strings.TrimLeft(behind, "0123456789"))
	if lead < 1 || lead > 3 || group != 3 || text[at-lead] == '0' {
		return 0, ""
	}
	return size, ""
}

// divided reads a hyphen at the end of a line. It divides a word, unless one letter
// stands in front of it (p-\nvalue), or both parts are words of their own and the
// whole is none (long-\nterm).
func divided(text string, at int) (length int, instead string) {
	length = lineBreak(text[at+1:])
	if length == 0 {
		return 0, ""
	}
	length++
	const longest = 40 // bytes of a part that are read
	head, tail := text[max(0, at-longest):at], text[at+length:min(len(text), at+length+longest)]
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	head = head[strings.LastIndexFunc(head, notLetter)+1:]
	if end := strings.IndexFunc(tail, notLetter); end >= 0 {
		tail = tail[:end]
	}
	if r, _ := utf8.DecodeRuneInString(tail); head == "" || !unicode.IsLower(r) {
		return 0, ""
	}
	head = strings.ToLower(head)
	if utf8.RuneCountInString(head) == 1 || match.Listed(head) && match.Listed(tail) && !match.Listed(head+tail) {
		return length, "-"
	}
	return length, ""
}

// lineBreak is the length of a line's end at the start of a text, and of the blanks
// behind it.
func lineBreak(text string) int {
	rest := strings.TrimPrefix(text, "\r")
	if !strings.HasPrefix(rest, "\n") {
		return 0
	}
	return len(text) - len(strings.TrimLeft(rest[1:], " \t"))
}

// toPlain returns where a code point of the original stands in the text as it reads.
func (p *plain) toPlain(i int) int {
	return p.across(i, func(a anchor) (from, to int) { return a.original, a.plain })
}

// toOriginal is the way back.
func (p *plain) toOriginal(i int) int {
	return p.across(i, func(a anchor) (from, to int) { return a.plain, a.original })
}

// across takes a place in one text to the other: it is as far behind the last difference
// before it, and not behind the next.
func (p *plain) across(i int, ends func(anchor) (from, to int)) int {
	k := sort.Search(len(p.anchors), func(k int) bool { from, _ := ends(p.anchors[k]); return from > i })
	if k > 0 {
		from, to := ends(p.anchors[k-1])
		i += to - from
	}
	if k < len(p.anchors) {
		_, next := ends(p.anchors[k])
		i = min(i, next)
	}
	return i
}
