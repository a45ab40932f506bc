package claim

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// fence takes a fenced block. A fence is no hiding place: what is plain text is read like any
// other. What the comments and strings of code say, package verify asks.
func (s *splitter) fence(start, end int) {
	head, body, _ := strings.Cut(s.text[start:end], "\n")
	info := strings.TrimLeft(strings.TrimSpace(head), "`~")
	prose, code := isProse(info, body), start // code starts here that is not emitted yet
	tell := func(from, to int) {
		s.emit(code, from, Code)
		s.prose(from, to)
		code = to
	}
	if speaks(info) {
		tell(start+len(head)-len(info), start+len(head))
	}
	for at := start + len(head); at < end; {
		at++ // the line's end
		to := end
		if n := strings.IndexByte(s.text[at:end], '\n'); n >= 0 {
			to = at + n
		}
		l := s.text[at:to]
		if bare := strings.TrimLeft(strings.TrimSpace(l), commentSigns); bare != "" && (prose || isPlain(strings.TrimSpace(l))) {
			tell(at+strings.Index(l, bare), to)
		}
		at = to
	}
	s.emit(code, end, Code)
}

// commentSigns open a comment in one language or another.
const commentSigns = "#/-*;%!<>'\" \t"

// isPlain reports whether a line of a block of code is none.
func isPlain(l string) bool {
	if bare := strings.TrimLeft(l, commentSigns); bare != l {
		return speaks(bare)
	}
	if isProgram(l) {
		return measures(l, " ")
	}
	return speaks(l) || proseOpening.MatchString(l)
}

// proseFormats are the names of fences that hold plain text.
var proseFormats = wordSet("proseFormats")

// isProse reports whether a fenced block holds plain text: no programming
// language is named, and few of its lines look like code; or each of its lines is a word.
func isProse(info, body string) bool {
	info = strings.ToLower(strings.TrimSpace(info))
	lines, code, words := 0, 0, 0
	for l := range strings.SplitSeq(body, "\n") {
		if l = strings.Trim(l, " \t\r`~"); l == "" {
			continue
		}
		switch lines++; {
		case aWord.MatchString(l) && !keywords[l]:
			words++
		case isProgram(l):
			code++
		}
	}
	return proseFormats[info] || lines > 0 && (words == lines || info == "" && code*3 <= lines)
}

// aWord matches a line that is one word of a language, and no name in a program.
var aWord = regexp.MustCompile(`^(?:\p{L}[\p{Ll}\p{Lo}\p{M}'’-]*|\p{Lu}+)[.!?。]?$`)

// programSigns match what prose has no use for: brackets and operators, a bracket
// right behind a word, a semicolon at the end.
var programSigns = regexp.MustCompile("[{}=<>$\\\\`]|[^ ]\\(|;$")

// isProgram reports whether a line has the signs of a program, or opens with a
// word that opens a statement.
func isProgram(l string) bool {
	first, rest, spaced := strings.Cut(l, " ")
	return !spaced || programSigns.MatchString(l) || keywords[first] && !strings.HasSuffix(rest, ".")
}

// keywords open a line of a program.
var keywords = wordSet("keywords")

// speaks reports whether a stretch of a fenced block tells a reader something:
// it has a measure, a finite verb, a full stop, or opens as a sentence does.
func speaks(s string) bool {
	t := text.Read(s)
	if measures(s, "") {
		return true
	}
	words, wide := 0, 0
	for i := range t.Words {
		switch w := &t.Words[i]; {
		case unspaced(w.Script):
			wide += utf8.RuneCountInString(w.Fold)
		case !w.Flags.Has(text.Digits):
			words++
		}
	}
	const fewest, runes = 2, 4
	if wide >= runes {
		return true
	}
	if words < fewest || len(strings.Fields(s)) > 2*words {
		return false
	}
	if anyStates(clauses(t, nil)) || statesNumber(t) {
		return true
	}
	first := text.Unknown.Class(t.Words[0].Fold)
	return words > fewest && (text.EndsSentence(lastSign(s)) || first.Has(function))
}

// proseOpening matches a line that opens as a sentence does: three words or more, the
// first of them capitalised or in a script without capitals.
var proseOpening = regexp.MustCompile(`^(?:\p{Lu}\P{Lu}|[^\x00-\x7F])\pL*[,;:]? \pL+[,;:]? \pL+`)

// measures reports whether s holds a date, an amount of money, a percentage or
// a number with a unit that programs do not use; between is what must at least
// stand between the number and its unit.
func measures(s, between string) bool {
	for _, n := range stated(s) {
		switch n.Kind {
		case text.Percent, text.PercentPoint, text.Money, text.Date:
			if between == "" {
				return true
			}
		}
		if n.Unit != "" && !programUnits[strings.ToLower(n.Unit)] && strings.Contains(n.Text, between) {
			return true
		}
	}
	return false
}

// programUnits are units that stand in style sheets and settings.
var programUnits = wordSet("programUnits")
