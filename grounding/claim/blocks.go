package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The predicates below take a line without its outer white space.

// isATX reports whether l, which starts with '#', is a heading.
func isATX(l string) bool {
	rest := strings.TrimLeft(l, "#")
	return len(l)-len(rest) <= 6 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// isUnderline reports whether l makes a title of the line before it.
func isUnderline(l string) bool {
	return len(l) >= 3 && (strings.Trim(l, "=") == "" || strings.Trim(l, "-") == "")
}

// isBoldLine reports whether a whole paragraph is one emphasised phrase.
func isBoldLine(p string) bool {
	for _, mark := range [...]string{"**", "__"} {
		inner, ok := strings.CutPrefix(p, mark)
		if !ok {
			continue
		}
		inner = strings.TrimSuffix(inner, ":")
		inner, ok = strings.CutSuffix(inner, mark)
		return ok && !strings.Contains(inner, mark) && !strings.Contains(inner, "\n")
	}
	return false
}

// isListItem reports whether l starts with the mark of a list item.
func isListItem(l string) bool { return listMarker(l) > 0 }

// listMarker returns the length of a list item's mark with the white space on
// both sides of it, or 0: bullets, "1.", "1)", "(1)", "a)".
func listMarker(l string) int {
	i := 0
	for i < len(l) && (l[i] == ' ' || l[i] == '\t' || l[i] == '\n' || l[i] == '\r') {
		i++
	}
	if i < len(l) && class[l[i]] == letterByte && (i+1 == len(l) || l[i+1] != ')') {
		return 0 // a word, as nearly always
	}
	m := bullet(l[i:])
	if m == 0 {
		m = ordinal(l[i:])
	}
	if m == 0 {
		return 0
	}
	j := i + m
	for j < len(l) && (l[j] == ' ' || l[j] == '\t') {
		j++
	}
	if j == i+m && j < len(l) { // "-5" and "*note*" are no list items
		return 0
	}
	return j
}

// bullet returns the length of a bullet at the start of l, or 0.
func bullet(l string) int {
	r, n := utf8.DecodeRuneInString(l)
	if strings.ContainsRune("-*+•‣◦▪●–—·・", r) {
		return n
	}
	return 0
}

// ordinal returns the length of "12.", "3)", "(4)", "b)", "1、" at the start of l, or 0.
func ordinal(l string) int {
	i := 0
	open := strings.HasPrefix(l, "(")
	if open {
		i = 1
	}
	d := i
	for i < len(l) && i-d < 3 && l[i] >= '0' && l[i] <= '9' {
		i++
	}
	letter := i == d && i < len(l) && (l[i]|0x20) >= 'a' && (l[i]|0x20) <= 'z'
	if letter {
		i++
	}
	if i == d || i >= len(l) {
		return 0
	}
	if l[i] == ')' || l[i] == '.' && !open && !letter {
		return i + 1
	}
	return 0
}

// wraps reports whether line next goes on with the sentence of line prev: text
// that was wrapped at a width, not a new item on a line of its own.
func wraps(prev, next string) bool {
	r, _ := utf8.DecodeRuneInString(next)
	if unicode.IsLower(r) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(prev)
	switch {
	case last == ',' || last == ';' || last == '(':
		return true
	case isTerminal(last) || last == ':':
		return false
	}
	const wrapped = 60 // shortest line that was broken at a width, in bytes
	return len(prev) >= wrapped
}

// title returns Heading where s, marked up as a title, is no more than one: a
// short phrase without a number and without a verb that states something.
// Facts in a title are to be supported like any others.
func title(s string) Kind {
	s = strings.Trim(s, "#|*_=- \t\r\n")
	s = s[listMarker(s):]
	if len(s) > 120 || strings.HasSuffix(s, ".") || states(s) || numberIn(s) || verdictHeading(s) || hides(s) {
		return ""
	}
	return Heading
}
