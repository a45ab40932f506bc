package number

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire/prompt"
)

// piece is a stretch of a chunk that may have a number of its own: a sentence, or in one
// that holds several, an item, a row or an entry. What is cited by it is judged against the
// whole sentence all the same.
type piece struct {
	text.Sentence
	entry bool // a row or an entry, however many signs stand in it
}

// pieces cuts a sentence at lines that are entries, and in JSON at its objects. out is room for them.
func pieces(out []piece, said string, s text.Sentence, json *data) []piece {
	var starts []int
	words := said[s.Start:s.End]
	switch {
	case s.Block == text.CodeBlock:
	case json != nil:
		from, _ := slices.BinarySearch(json.objects, s.Start)
		to, _ := slices.BinarySearch(json.objects, s.End)
		for _, at := range json.objects[from:to] {
			starts = append(starts, at-s.Start)
		}
	default:
		for at := range len(words) {
			if words[at] == '\n' && (isAssigned(words[:at]) || isAssigned(words[at+1:])) {
				starts = append(starts, at+1)
			}
		}
	}
	if len(starts) == 0 {
		return append(out, piece{Sentence: s})
	}
	from := s.Start
	for _, at := range append(starts, len(words)) {
		if end := s.Start + at; end > from {
			stretch := trimmed(said, from, end)
			if json != nil {
				stretch.End = stretch.Start + len(strings.TrimRight(said[stretch.Start:stretch.End], ",[ \t\r\n"))
			}
			out = append(out, piece{text.Sentence{Span: stretch, Block: s.Block}, true})
			from = end
		}
	}
	return out
}

// trimmed is a stretch without the blanks around it and the closing tags behind it.
func trimmed(said string, from, end int) text.Span {
	end = from + len(strings.TrimRightFunc(said[from:end], unicode.IsSpace))
	end -= len(closingTags.FindString(said[from:end]))
	return text.Span{Start: end - len(strings.TrimLeftFunc(said[from:end], unicode.IsSpace)), End: end}
}

var (
	closingTags = regexp.MustCompile(`(?i)(?:\s*</(?:li|ul|ol|tr|td|th|thead|tbody|table|p|div|d[tdl]|h[1-6])>)+$`)
	openingTags = regexp.MustCompile(`^(?:\s*</?[a-zA-Z][^<>]*>)+\s*`)
	anyTag      = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|<!--`)
)

// data is a text that is JSON as a whole.
type data struct {
	objects []int // where they begin
	texts   []value
}

// value is a text in quotes that is no key and no metadata.
type value struct {
	text.Span
	standing layout.Standing
}

// dataOf reads a text that is JSON as a whole, or lacks its beginning; nil for any other.
func dataOf(said string) *data {
	if !isData(said) {
		return nil
	}
	d, key := &data{}, layout.Unknown
	depth, beside := 0, 0 // how deep a place lies, and the member with metadata around it, 0 for none
	for at := 0; at < len(said); at++ {
		switch said[at] {
		case '"':
			span := text.Span{Start: at + 1, End: prompt.ClosingQuote(said, at+1)}
			at = span.End
			words := said[span.Start:at]
			for inner := range len(words) {
				if words[inner] == '{' && strings.HasPrefix(words[inner:], `{\"`) { // JSON in a text of JSON
					d.objects = append(d.objects, span.Start+inner)
				}
			}
			switch states := proseOf(words)%2 > 0; {
			case strings.HasPrefix(strings.TrimLeft(said[at+1:], " \t\r\n"), ":"):
				key = layout.StandingOf(words)
			case words != "" && (key == layout.Content || beside == 0 && (key > layout.ID || key == layout.ID && states)):
				d.texts = append(d.texts, value{span, key})
			}
		case '{', '[':
			if depth++; key == layout.Metadata && beside == 0 {
				beside = depth
			}
			if said[at] == '{' {
				d.objects, key = append(d.objects, at), layout.Unknown
			}
		case '}', ']':
			if depth == beside {
				beside = 0
			}
			depth, key = depth-1, layout.Unknown
		}
	}
	return d
}

// place is where the number of a stretch belongs: where the stretch begins, if that is within a text; else in its text of most
// words, and in a title only where there is no other; -1 where there is none.
func (d *data) place(said string, from, end int) int {
	words := said[from:end]
	if strings.HasPrefix(words[1:], `\"`) {
		if at := members.FindStringIndex(words); at != nil && at[1] < len(words) {
			return from + at[1]
		}
		return -1
	}
	first, most := -1, 0
	i, _ := slices.BinarySearchFunc(d.texts, from, func(t value, at int) int { return cmp.Compare(t.End, at) })
	for ; i < len(d.texts) && d.texts[i].Start < end; i++ {
		t := d.texts[i]
		value := said[t.Start:t.End]
		switch {
		case t.Start <= from:
			return from
		case strings.HasPrefix(value, `{\"`):
		case strings.Contains(value, " "), strings.IndexByte(`{["`, words[0]) >= 0:
			rank := proseOf(value)
			if t.standing == layout.Title {
				rank = 0
			}
			if first < 0 || rank > most {
				first, most = t.Start, rank
			}
		}
	}
	return first
}

// proseOf measures how much a text is one that states something, and no id or title: its words, then its stop.
func proseOf(value string) int {
	last, _ := utf8.DecodeLastRuneInString(value)
	rank := 2 * strings.Count(value, " ")
	if text.EndsSentence(last) {
		rank++
	}
	return rank
}

// What stands in front of the first word of a line that a program reads.
var (
	keyed    = regexp.MustCompile(`^(?:- +)?[A-Za-z_][\w.-]{0,39}(?:[ \t]*=[ \t]*|:[ \t]+)`)
	headed   = regexp.MustCompile(`^(?:- +)?[a-z_][\w.-]*:[ \t]*(?:[|>][+-]?)?[ \t\r]*$`)
	section  = regexp.MustCompile(`^\[+[\w."-]+\]+[ \t\r]*$`)
	openings = `"'`
)

// lineOf is the first line of a text.
func lineOf(words string) string {
	line, _, _ := strings.Cut(words, "\n")
	return line
}

// isAssigned tells a text whose last line, or whose first one, is of a form that a program reads: it is the
// head of a section, or has a value in quotes or behind "=".
func isAssigned(words string) bool {
	line := strings.TrimSpace(words[strings.LastIndexByte(strings.TrimRight(words, "\n"), '\n')+1:])
	return section.MatchString(line) || keyed.MatchString(line)
}

// syntax is how many bytes stand in front of a text's first word that a program reads: a key, a quote. It is
// not ok where nothing behind them may have a number: a name, a head.
func syntax(words string) (skipped int, ok bool) {
	line := lineOf(words)
	if section.MatchString(line) {
		return 0, false
	}
	key := keyed.FindString(line)
	value := strings.TrimLeft(line[len(key):], openings)
	skipped = len(line) - len(value)
	isName := !strings.Contains(strings.TrimRight(value, openings+" \t\r"), " ")
	switch {
	case key != "" && isName && (skipped > len(key) || strings.Contains(key, "=")), skipped == len(line), headed.MatchString(words):
		return 0, false
	case skipped == len(key) && unicode.IsUpper(rune(line[0])) && !strings.Contains(key, "="):
		return 0, true // a label of prose
	}
	return skipped, true
}

// behind is the place of a piece's number behind what is closed and holds its beginning: in front of the first
// word of a sentence there, -1 for none.
func (p piece) behind(said string, at int, shut []answer.Region) int {
	for _, c := range shut {
		if c.Start > at {
			break
		}
		if at < c.End {
			at = c.End
		}
		at += len(said[at:]) - len(strings.TrimLeftFunc(said[at:], unicode.IsSpace))
	}
	if at >= p.End {
		return -1
	}
	if r, _ := utf8.DecodeRuneInString(said[at:]); !unicode.IsLetter(r) && !unicode.IsNumber(r) || unicode.IsLower(r) {
		return -1
	}
	return at
}

// What no number may stand in: targets and other text of links, comments, and code that tags or commands enclose.
var enclosed = regexp.MustCompile(`(?is)<!--.*?-->|<pre\b.*?</pre>|<code\b.*?</code>|<script\b.*?</script>|<style\b.*?</style>` +
	`|\\begin\{(?:verbatim|lstlisting|minted)\}.*?\\end\{(?:verbatim|lstlisting|minted)\}` +
	`|!\[[^\]\n]*\]\([^)\n]*\)|\]\([^()\s]*(?:\s+"[^"\n]*")?\)|(?m:^ {0,3}\[[^\]\n]+\]:[ \t]*<?(?:https?:|[/.#])\S*[^\n]*$)`)

// members fits keys of JSON in a text of JSON, with values of a word and up to the quote before any other value.
var members = regexp.MustCompile(`(?:[{\[]\s*)*(?:\\?"[\w .-]+\\?"\s*:\s*(?:\\?"[^"\s\\]*\\?"|[-\w.]+|[\s\[{]*)(?:\\?[}\],]|\s)*)+(?:\\?")?`)

// closed are the stretches of a chunk in which no number may stand: code, tags, what tells of
// links, and what heads the chunk for a program.
func closed(said string) (out []answer.Region) {
	for _, c := range answer.Code(said) {
		out = append(out, c.Region)
	}
	if strings.ContainsAny(said, "<[\\") {
		for _, at := range enclosed.FindAllStringIndex(said, -1) {
			out = append(out, answer.Region{Start: at[0], End: at[1]})
		}
	}
	if strings.IndexByte(said, '<') >= 0 {
		for _, at := range anyTag.FindAllStringIndex(said, -1) {
			out = append(out, answer.Region{Start: at[0], End: at[1]})
		}
	}
	out = append(append(out, indented(said)...), metadata(said)...)
	slices.SortFunc(out, func(a, b answer.Region) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	return out
}

// keyOf fits the beginning of a line of YAML or TOML: a key, and what parts it from its value.
var keyOf = regexp.MustCompile(`^(- +)?["']?([\p{Ll}\p{Lo}_][\pL\pM\pN_.-]{0,39})["']?[ \t]*(?:=|:(?:[ \t]+|\r?$))`)

// metadata are the members of records of YAML or TOML that hold no text, with all that stands below them: those known as none,
// and others with members of which none is known as one.
func metadata(said string) (out []answer.Region) {
	if strings.IndexByte(said, '\n') < 0 {
		return nil
	}
	type member struct{ column, start int } // where its key begins in its line, -1 for none, and its line
	none := member{column: -1}
	known, other, text, texts := none, none, none, false
	finish := func(m *member, at int) {
		if m.column >= 0 {
			out = append(out, answer.Region{Start: m.start, End: at})
		}
		*m = none
	}
	for from, line := 0, ""; from < len(said); from += len(line) + 1 {
		if line = lineOf(said[from:]); blank(line) {
			continue
		}
		at := len(line) - len(strings.TrimLeft(line, " \t"))
		leaves := func(m member) bool { return at < m.column || at == m.column && !strings.HasPrefix(line[at:], "- ") }
		for _, m := range [...]*member{&known, &other} {
			if leaves(*m) {
				finish(m, from)
			}
		}
		key := keyOf.FindStringSubmatch(line[at:])
		if key == nil || text.column >= 0 && !leaves(text) {
			continue
		}
		m, standing := member{at + len(key[1]), from}, layout.StandingOf(key[2])
		text = none
		switch {
		case standing == layout.Content:
			finish(&known, from)
			other, text, texts = none, m, true
		case known.column >= 0:
		case standing < layout.Unknown:
			known = m
		case other.column < 0 && blank(line[at+len(key[0]):]):
			other = m
		}
	}
	finish(&known, len(said))
	finish(&other, len(said))
	if !texts {
		return nil
	}
	return out
}

// call is a line that calls a function.
var call = regexp.MustCompile(`^\s*[\w.]+\(|\w\.\w+\(`)

// indented are the stretches of a text that Markdown shows as code, for they are set in below an empty line, and
// that read as such.
func indented(said string) (out []answer.Region) {
	const deep = "    "
	if !strings.Contains(said, "\n"+deep) && !strings.Contains(said, "\n\t") {
		return nil
	}
	var block answer.Region
	reads, empty, above := false, false, ""
	finish := func() {
		if reads && block.End > 0 {
			out = append(out, block)
		}
		block, reads = answer.Region{}, false
	}
	for from := 0; from < len(said); {
		line := lineOf(said[from:])
		end := from + len(line)
		isSet := strings.HasPrefix(line, deep) || strings.HasPrefix(line, "\t")
		switch {
		case blank(line):
		case isSet && (block.End > 0 || empty && above != ""):
			if block.End == 0 {
				block.Start, reads = from, strings.HasSuffix(above, "::") || strings.HasPrefix(above, ".. code")
			}
			block.End = end
			reads = reads || call.MatchString(line) || isCode(line)
		default:
			finish()
			above = strings.TrimSpace(line)
		}
		empty = blank(line)
		from = end + 1
	}
	finish()
	return out
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
