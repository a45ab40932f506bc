package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The predicates below take a line without the white space around it.

// isHeading reports whether a line is a heading of Markdown.
func isHeading(l string) bool {
	rest := strings.TrimLeft(l, "#")
	marks := len(l) - len(rest)
	return marks > 0 && marks <= 6 && (rest == "" || rest[0] == ' ')
}

// isUnderline reports whether a line makes a heading of the line before it.
func isUnderline(l string) bool {
	return len(l) >= 3 && (strings.Trim(l, "=") == "" || strings.Trim(l, "-") == "")
}

// isBold reports whether a whole paragraph is one emphasised phrase.
func isBold(p string) bool {
	for _, mark := range []string{"**", "__"} {
		inner, opens := strings.CutPrefix(p, mark)
		inner, closes := strings.CutSuffix(strings.TrimSuffix(inner, ":"), mark)
		if opens && closes {
			return !strings.Contains(inner, mark) && !strings.Contains(inner, "\n")
		}
	}
	return false
}

// isFence reports whether a line opens a fenced block, which may be quoted.
func isFence(l string) bool {
	l = strings.TrimLeft(l, "> ")
	return strings.HasPrefix(l, "~~~") || strings.HasPrefix(l, "```") && !strings.Contains(strings.TrimLeft(l, "`"), "`")
}

// fenceEnd returns where the line behind a fenced block starts whose body starts at
// a byte. A block that is never closed runs to the end of the text.
func fenceEnd(s string, from int, opening string) int {
	opening = strings.TrimLeft(opening, "> ")
	mark := opening[:len(opening)-len(strings.TrimLeft(opening, opening[:1]))]
	for at := from; at < len(s); {
		end := strings.IndexByte(s[at:], '\n')
		if end < 0 {
			end = len(s) - at
		}
		l := strings.TrimLeft(strings.TrimSpace(s[at:at+end]), "> ")
		at += end + 1
		if strings.HasPrefix(l, mark) && strings.Trim(l, mark[:1]) == "" {
			return min(at, len(s))
		}
	}
	return len(s)
}

// ListMarker returns the length of the mark of a list item at the start of a line,
// with the white space on both sides of it, or 0: "- ", "1. ", "(b) ".
func ListMarker(l string) int {
	start := len(l) - len(strings.TrimLeft(l, " \t\r\n"))
	mark := bullet(l[start:])
	if mark == 0 {
		mark = itemNumber(l[start:])
	}
	end := start + mark
	rest := strings.TrimLeft(l[end:], " \t")
	if mark == 0 || end < len(l) && len(rest) == len(l)-end { // "-5" is no item
		return 0
	}
	return len(l) - len(rest)
}

// bullet returns the length of a bullet at the start of a line, or 0.
func bullet(l string) int {
	r, n := utf8.DecodeRuneInString(l)
	if n > 0 && strings.ContainsRune("-*+•‣◦▪●–—·・", r) {
		return n
	}
	return 0
}

// itemNumber returns the length of "12.", "3)", "(4)", "b)" at the start of a line, or 0.
func itemNumber(l string) int {
	inner, bracket := strings.CutPrefix(l, "(")
	const mostDigits = 3
	digits := 0
	for digits < len(inner) && digits < mostDigits && inner[digits] >= '0' && inner[digits] <= '9' {
		digits++
	}
	n := digits
	if n == 0 && len(inner) > 1 && letterByte(inner[0]) {
		n = 1
	}
	if n == 0 || n >= len(inner) {
		return 0
	}
	if inner[n] == ')' || inner[n] == '.' && !bracket && digits > 0 {
		return len(l) - len(inner) + n + 1
	}
	return 0
}

// wrapped is the least length of a line that was broken at a width, in bytes.
const wrapped = 60

// EndsWithRemark reports whether brackets behind a stop end a line: what they hold, such as the name of
// its source, is of that line.
func EndsWithRemark(line string) bool {
	if !strings.HasSuffix(line, ")") {
		return false
	}
	open := strings.LastIndexByte(line, '(')
	if open < 0 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line[:open], " \"'”’»)"))
	return EndsSentence(last)
}

// wraps reports whether a line goes on with the sentence of the line before it.
func wraps(line, next string) bool {
	first, _ := utf8.DecodeRuneInString(next)
	if unicode.IsLower(first) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	switch {
	case strings.ContainsRune(",;(", last):
		return true
	case EndsSentence(last) || last == ':', EndsWithRemark(line):
		return false
	}
	return len(line) >= wrapped
}
