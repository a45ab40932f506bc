package claim

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// fence takes a fenced block. A fence is no hiding place: what is plain text is
// read like any other, and in code the lines that speak to a reader are.
func (s *splitter) fence(start, end int) {
	head, body, _ := strings.Cut(s.text[start:end], "\n")
	info := strings.TrimLeft(strings.TrimSpace(head), "`~")
	f := fenced{splitter: s, at: start, data: dataFormats[strings.ToLower(strings.TrimSpace(info))]}
	f.prose = isProse(info, body)
	if speaks(info) {
		f.claim(start+len(head)-len(info), start+len(head))
	}
	at := start + len(head)
	for at < end {
		at++ // the line's end
		to := at + len(s.text[at:end])
		if n := strings.IndexByte(s.text[at:end], '\n'); n >= 0 {
			to = at + n
		}
		f.line(at, to)
		at = to
	}
	f.code(end)
}

// fenced cuts the lines of a fenced block into code and claims.
type fenced struct {
	*splitter
	at    int  // code starts here that is not emitted yet
	data  bool // the block holds data, not a program
	prose bool // the block holds plain text
}

// code emits the code gathered so far, up to end.
func (f *fenced) code(end int) {
	f.emit(f.at, end, Code)
	f.at = end
}

// claim emits [start,end) as text, and what is before it as code.
func (f *fenced) claim(start, end int) {
	f.code(start)
	f.splitter.prose(start, end)
	f.at = end
}

// line takes one line of the body.
func (f *fenced) line(start, end int) {
	l := f.text[start:end]
	body := strings.TrimSpace(l)
	bare := strings.TrimLeft(body, commentSigns)
	switch {
	case bare == "":
	case f.prose, bare != body && speaks(bare), f.plain(body):
		f.claim(start+strings.Index(l, bare), end)
	case f.data && tellsData(body):
		f.claim(start, end)
	default:
		f.within(start, l)
	}
}

// commentSigns open a comment in one language or another.
const commentSigns = "#/-*;%!<>'\" \t"

// plain reports whether a line of a block of code is none.
func (f *fenced) plain(l string) bool {
	if isProgram(l) {
		return measures(l, " ")
	}
	return speaks(l) || proseOpening.MatchString(l)
}

// tellsData reports whether a line of data tells a reader something.
func tellsData(l string) bool {
	const fewestWords = 4 // a key among them
	return numberIn(l) || len(strings.Fields(l)) >= fewestWords || len(spoken(l)) > 0
}

// literals matches the string literals and the trailing comment of a line of code.
var literals = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"?|'(?:[^'\\\\]|\\\\.)*'?|`[^`]*`?|(?:#|//|--|/\\*|<!--).*")

// spoken returns the string literals and comments of a line that speak, as spans.
func spoken(l string) (out [][]int) {
	for _, at := range literals.FindAllStringIndex(l, -1) {
		inner := l[at[0]:at[1]]
		if quote := inner[0]; strings.IndexByte("\"'`", quote) >= 0 {
			at = []int{at[0] + 1, at[0] + len(strings.TrimRight(inner, string(quote)))}
		}
		if at[0] < at[1] && speaks(strings.TrimLeft(l[at[0]:at[1]], commentSigns)) {
			out = append(out, at)
		}
	}
	return out
}

// within looks into a line of code for string literals and comments that speak.
func (f *fenced) within(start int, l string) {
	for _, at := range spoken(l) {
		f.claim(start+at[0], start+at[1])
	}
}

// dataFormats are the names of fences that hold data: what stands in them is
// told to the reader, numbers too. proseFormats hold plain text.
var (
	dataFormats  = wordSet("dataFormats")
	proseFormats = wordSet("proseFormats")
)

// isProse reports whether a fenced block holds plain text: no programming
// language is named, and few of its lines look like code.
func isProse(info, body string) bool {
	if info = strings.ToLower(strings.TrimSpace(info)); info != "" {
		return proseFormats[info]
	}
	lines, code := 0, 0
	for l := range strings.SplitSeq(body, "\n") {
		if l = strings.Trim(l, " \t\r`~"); l == "" {
			continue
		}
		lines++
		if isProgram(l) || !strings.Contains(l, " ") {
			code++
		}
	}
	return lines > 0 && code*3 <= lines
}

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
