package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
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
func isListItem(l string) bool { return lexis.ListMarker(l) > 0 }

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
	case lexis.EndsSentence(last) || last == ':':
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
	s = s[lexis.ListMarker(s):]
	if len(s) > 120 || strings.HasSuffix(s, ".") || states(s) || numberIn(s) || verdictHeading(s) || hides(s) {
		return ""
	}
	return Heading
}

// isFence reports whether l opens a fenced block. Backticks behind the mark
// make it code within a line, as Markdown has it.
func isFence(l string) bool {
	return strings.HasPrefix(l, "~~~") || strings.HasPrefix(l, "```") && !strings.Contains(strings.TrimLeft(l, "`"), "`")
}

// fenceEnd finds the end of a fenced block whose body starts at from: where
// the closing line starts and where the line behind it does. An unclosed
// fence runs to the end of the text, as Markdown has it.
func fenceEnd(text string, from int, mark string) (body, next int) {
	for at := from; at < len(text); {
		end := lineEnd(text, at, len(text))
		l := strings.TrimSpace(text[at:end])
		if strings.HasPrefix(l, mark) && strings.Trim(l, mark[:1]) == "" {
			return at, end + 1
		}
		at = end + 1
	}
	return len(text), len(text)
}

// lineEnd returns where the line that starts at from ends, at most limit.
func lineEnd(text string, from, limit int) int {
	if i := strings.IndexByte(text[from:limit], '\n'); i >= 0 {
		return from + i
	}
	return limit
}

// fence takes a fenced block whose first line is [start,end) and returns where
// the line behind it starts. A fence is no hiding place: what is plain text is
// read like any other, and in code the lines that speak to a reader are.
func (s *splitter) fence(start, end int) int {
	open := strings.TrimSpace(s.text[start:end])
	mark := open[:len(open)-len(strings.TrimLeft(open, open[:1]))]
	info := open[len(mark):]
	bodyStart := min(end+1, len(s.text))
	bodyEnd, next := fenceEnd(s.text, bodyStart, mark)
	next = min(next, len(s.text))
	f := fenced{splitter: s, at: start, data: dataFormats[strings.ToLower(strings.TrimSpace(info))]}
	prose := isProse(info, s.text[bodyStart:bodyEnd])
	if speaks(info) {
		f.claim(end-len(info), end)
	}
	for at := bodyStart; at < bodyEnd; {
		to := lineEnd(s.text, at, bodyEnd)
		f.line(at, to, prose)
		at = to + 1
	}
	f.code(next)
	return next
}

// fenced cuts the lines of a fenced block into code and claims.
type fenced struct {
	*splitter
	at   int  // code starts here that is not emitted yet
	data bool // the block holds data, not a program
}

// code emits the code gathered so far, up to end.
func (f *fenced) code(end int) {
	f.emit(f.at, end, Code)
	f.at = end
}

// claim emits [start,end) as text, and what is before it as code.
func (f *fenced) claim(start, end int) {
	f.code(start)
	f.sentences(start, end)
	f.at = end
}

// line takes one line of the body.
func (f *fenced) line(start, end int, prose bool) {
	l := f.text[start:end]
	body := strings.TrimSpace(l)
	bare := strings.TrimLeft(body, commentSigns)
	switch {
	case body == "":
	case prose, len(bare) < len(body) && speaks(bare), f.plain(body):
		f.claim(start+strings.Index(l, bare), end)
	case f.data && (numberIn(body) || f.speaksWithin(body) || len(strings.Fields(body)) >= fewestDataWords):
		f.claim(start, end)
	default:
		f.within(start, l)
	}
}

// fewestDataWords is how many words, a key among them, make a line of data a
// claim.
const fewestDataWords = 4

// plain reports whether a line of a block of code is none.
func (f *fenced) plain(l string) bool {
	return isProgram(l) && measures(l, " ") || !isProgram(l) && (speaks(l) || opensLikeProse(l))
}

// commentSigns open a comment in one language or another.
const commentSigns = "#/-*;%!<>'\" \t"

// speaksWithin reports whether a string literal of a line speaks.
func (f *fenced) speaksWithin(l string) bool {
	for at := 0; at < len(l); {
		from, to := literal(l, at)
		if speaks(l[from:to]) {
			return true
		}
		at = max(to, at) + 1
	}
	return false
}

// within looks into a line of code for string literals and comments that speak.
func (f *fenced) within(start int, l string) {
	for at := 0; at < len(l); {
		from, to := literal(l, at)
		if rest := l[at:from]; from > at {
			if i := commentAt(rest); i >= 0 && speaks(strings.TrimLeft(l[at+i:], commentSigns)) {
				f.claim(start+at+i, start+len(l))
				return
			}
		}
		if speaks(l[from:to]) {
			f.claim(start+from, start+to)
		}
		at = max(to, at) + 1
	}
}

// literal returns the next string literal of l from byte at on, without its
// quotes; an empty span at the end of l for none.
func literal(l string, at int) (from, to int) {
	i := strings.IndexAny(l[at:], "\"'`")
	if i < 0 {
		return len(l), len(l)
	}
	from = at + i + 1
	for to = from; to < len(l) && l[to] != l[from-1]; to++ {
		if l[to] == '\\' && to+1 < len(l) {
			to++
		}
	}
	return from, to
}

// commentAt returns where a comment starts in a line of code, -1 for none.
func commentAt(l string) int {
	first := -1
	for _, sign := range [...]string{"#", "//", "--", "/*", "<!--"} {
		if i := strings.Index(l, sign); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

// dataFormats are the names of fences that hold data: what stands in them is
// told to the reader, numbers too.
var dataFormats = wordSet("dataFormats")

// isProse reports whether a fenced block holds plain text: no programming
// language is named, and few of its lines look like code.
func isProse(info, body string) bool {
	switch strings.ToLower(strings.TrimSpace(info)) {
	case "text", "txt", "plain", "plaintext", "markdown", "md", "quote", "answer":
		return true
	case "":
	default:
		return false
	}
	lines, code := 0, 0
	for l := range strings.SplitSeq(body, "\n") {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		lines++
		if isProgram(l) || !strings.Contains(l, " ") {
			code++
		}
	}
	return lines > 0 && code*3 <= lines
}

// isProgram reports whether a line has the signs of a program: brackets and
// operators that prose has no use for, or a word that opens a statement.
func isProgram(l string) bool {
	if strings.ContainsAny(l, "{}=<>$\\`") || strings.HasSuffix(l, ";") {
		return true
	}
	if i := strings.IndexByte(l, '('); i > 0 && l[i-1] != ' ' {
		return true
	}
	first, rest, spaced := strings.Cut(l, " ")
	return !spaced || keywords[first] && !strings.HasSuffix(rest, ".")
}

// keywords open a line of a program.
var keywords = wordSet("keywords")

// speaks reports whether a stretch of a fenced block tells a reader something:
// it has a measure, a finite verb, a full stop, or opens as a sentence does.
func speaks(s string) bool {
	s = strings.TrimSpace(s)
	if measures(s, "") {
		return true
	}
	words, others := 0, 0
	for w := range strings.FieldsSeq(s) {
		if isWord(strings.Trim(w, ".,;:!?()\"'")) {
			words++
		} else {
			others++
		}
	}
	switch {
	case s != "" && wideRunes(s) >= 4:
		return true
	case words < 2 || others > words:
		return false
	case states(s) || numberIn(s):
		return true
	}
	return words >= 3 && (lexis.EndsSentence(lastSign(s)) || lexis.Unknown.Class(lexis.Fold(lexis.FirstLetters(s))).Has(function))
}

// opensLikeProse reports whether a line without the signs of a program opens
// as a sentence does: three words or more, the first of them capitalised.
func opensLikeProse(l string) bool {
	words := strings.Fields(l)
	if len(words) < 3 {
		return false
	}
	for _, w := range words[:3] {
		if !isWord(strings.Trim(w, ",;:")) {
			return false
		}
	}
	first, n := utf8.DecodeRuneInString(words[0])
	second, _ := utf8.DecodeRuneInString(words[0][n:])
	return first >= utf8.RuneSelf || unicode.IsUpper(first) && !unicode.IsUpper(second)
}

// isWord reports whether w is made of letters alone.
func isWord(w string) bool { return w != "" && strings.IndexFunc(w, notLetter) < 0 }

// measures reports whether s holds a date, an amount of money, a percentage or
// a number with a unit that programs do not use; between is what must at least
// stand between the number and its unit.
func measures(s, between string) bool {
	for _, n := range stated(s) {
		switch n.Kind {
		case lexis.Percent, lexis.PercentPoint, lexis.Money, lexis.Date:
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
