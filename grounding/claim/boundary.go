package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// boundaries finds where sentences end inside one paragraph.
type boundaries struct {
	text string // up to the end of the paragraph
	at   int    // no sentence ends before this byte: behind a list item's mark
}

// next returns the end of the sentence that starts at from.
func (b *boundaries) next(from int) int {
	code := false
	for i := max(from, b.at); i < len(b.text); {
		if c := b.text[i]; c == ' ' || class[c] == letterByte {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(b.text[i:])
		i += n
		if r == '`' {
			code = !code && strings.IndexByte(b.text[i:], '`') >= 0
		}
		if code || !isTerminal(r) {
			continue
		}
		if end, ok := b.ends(from, i-n, r); ok {
			return end
		}
		i = b.afterRun(i)
	}
	return len(b.text)
}

// ends decides whether the terminal r at byte i ends the sentence that starts
// at from, and returns where it then ends, with its closing quotes, brackets
// and citation markers.
func (b *boundaries) ends(from, i int, r rune) (int, bool) {
	end := b.trail(b.afterRun(i + utf8.RuneLen(r)))
	if end >= len(b.text) {
		return end, true
	}
	if isFullWidth(r) {
		return end, true
	}
	after, _ := utf8.DecodeRuneInString(b.text[end:])
	if !unicode.IsSpace(after) {
		return 0, false
	}
	rest := strings.TrimLeftFunc(b.text[end:], unicode.IsSpace)
	if rest == "" {
		return len(b.text), true
	}
	if startsLower(rest) {
		return 0, false
	}
	if lone := b.text[from:i]; isBare(lone) {
		return 0, false
	}
	if r == '.' && end == i+1 && inAbbreviation(b.text[from:i], rest) {
		return 0, false
	}
	return end, true
}

// afterRun steps over further terminals: "...", "?!".
func (b *boundaries) afterRun(end int) int {
	for end < len(b.text) {
		next, n := utf8.DecodeRuneInString(b.text[end:])
		if !isTerminal(next) {
			break
		}
		end += n
	}
	return end
}

// trail steps over what belongs to a sentence behind its full stop: closing
// quotes and brackets, emphasis, citation markers ("[1]", "【2】", "¹").
func (b *boundaries) trail(end int) int {
	for end < len(b.text) {
		r, n := utf8.DecodeRuneInString(b.text[end:])
		switch {
		case strings.ContainsRune("\"')]}”’»›*_」』）】", r), isSuperscript(r):
			end += n
			continue
		}
		m := markerLen(strings.TrimLeft(b.text[end:], " "))
		if m == 0 {
			return end
		}
		end += m + len(b.text[end:]) - len(strings.TrimLeft(b.text[end:], " "))
	}
	return end
}

// markerLen returns the length of a citation marker at the start of s, or 0:
// a short bracket such as "[1, 2]", "[^3]", "[†4]".
func markerLen(s string) int {
	close := ""
	switch {
	case strings.HasPrefix(s, "["):
		close = "]"
	case strings.HasPrefix(s, "【"):
		close = "】"
	default:
		return 0
	}
	end := strings.Index(s[:min(len(s), longestMarker)], close)
	if end < 0 || !isMarker(strings.TrimLeft(strings.TrimPrefix(s[:end], "【"), "[^")) {
		return 0
	}
	end += len(close)
	if end < len(s) && s[end] == '(' { // a Markdown link
		return 0
	}
	return end
}

// isMarker reports whether the inside of a bracket only points at evidence:
// numbers of up to three digits, handles ("c1", "L4-L9"), words such as
// "passage". "[50 mg]" states something.
func isMarker(inner string) bool {
	numbered := false
	for part := range strings.FieldsFuncSeq(inner, func(r rune) bool { return strings.ContainsRune(" ,;:-–_#./|&†‡", r) }) {
		digits := strings.Trim(part, "0123456789") == ""
		handle := strings.ContainsAny(part, "0123456789") && (part[0] < '0' || part[0] > '9')
		switch {
		case digits && len(part) <= 3, handle:
			numbered = true
		case !holdsLower(references, part) && part != "and":
			return false
		}
	}
	return numbered
}

// longestMarker is the greatest length of a citation marker, in bytes.
const longestMarker = 40

// isTerminal reports whether r can end a sentence.
func isTerminal(r rune) bool {
	switch r {
	case '.', '!', '?', '…':
		return true
	case '。', '！', '？', '．', '｡', '؟', '۔', '।', '॥', '‼', '⁇', '⁈', '⁉':
		return true
	}
	return false
}

// isFullWidth reports whether r ends a sentence without a space behind it.
func isFullWidth(r rune) bool {
	switch r {
	case '。', '！', '？', '．', '｡':
		return true
	}
	return false
}

// isSuperscript reports whether r is a raised digit.
func isSuperscript(r rune) bool {
	return r == '¹' || r == '²' || r == '³' || r == '⁰' || r >= '⁴' && r <= '⁹'
}

// startsLower reports whether s goes on in lower case, a quote or bracket
// before it apart.
func startsLower(s string) bool {
	s = strings.TrimLeft(s, "\"'“‘«(")
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

// inAbbreviation reports whether the full stop between before and after, which
// is not empty and starts in no lower case, belongs to an abbreviation, an
// initial or a day's ordinal.
func inAbbreviation(before, after string) bool {
	word := before[strings.LastIndexFunc(before, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("([{\"'“‘«—–/", r)
	})+1:]
	if word == "" {
		return false
	}
	if strings.Trim(word, "0123456789") == "" {
		return len(word) <= 2 && isMonth(firstWord(after))
	}
	low := strings.ToLower(strings.Trim(word, "*_"))
	digit := after[0] >= '0' && after[0] <= '9'
	if digit && (abbreviatesNumber[low]) {
		return true
	}
	if abbreviations[low] {
		return true
	}
	initial := utf8.RuneCountInString(low) == 1 && !digit
	if initial || strings.Contains(low, ".") || maybeAbbreviations[low] {
		return !opensSentence[strings.ToLower(firstWord(after))]
	}
	return false
}

// firstWord returns the letters at the start of s.
func firstWord(s string) string {
	s = strings.TrimLeft(s, "\"'“‘«(*_")
	for i, r := range s {
		if !unicode.IsLetter(r) {
			return s[:i]
		}
	}
	return s
}
