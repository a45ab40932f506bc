package verify

import (
	"strings"
	"sync"
	"unicode"

	"vouchsafe/grounding/text"
)

// A fence is no hiding place: what stands in a block of code is text like any other, read line by
// line. A line is a source's own where a source has it as it stands. It is near to one where all that
// it says stands together in one sentence or line of a source, under the same operators. Nobody
// vouches for any other.

// line is a line of a block.
type line struct {
	text.Span        // of the block
	said      string // with single spaces
	above     string // the line that it is set in below, or the head of its table
}

// linesOf cuts a block into its lines, without its fences.
func linesOf(block string) (out []line) {
	type outer struct {
		indent int
		said   string
	}
	var within []outer
	at, head := 0, ""
	for raw := range strings.Lines(block) {
		body := strings.TrimLeft(raw, " \t>")
		indent := len(raw) - len(body)
		l := line{Span: text.Span{Start: at + indent, End: at + len(strings.TrimRight(raw, " \t\r\n"))}, said: strings.Join(strings.Fields(body), " ")}
		at += len(raw)
		if strings.HasPrefix(body, "```") || strings.HasPrefix(body, "~~~") {
			if l.said = strings.TrimLeft(l.said, "`~ "); isFormat(l.said) {
				continue
			}
		}
		if l.said == "" {
			continue
		}
		for len(within) > 0 && within[len(within)-1].indent >= indent {
			within = within[:len(within)-1]
		}
		switch {
		case l.said[0] == '|' && head != "":
			l.above = head
		case l.said[0] == '|':
			head = l.said
		case len(within) > 0:
			head, l.above = "", within[len(within)-1].said
		default:
			head = ""
		}
		within, out = append(within, outer{indent, l.said}), append(out, l)
	}
	return out
}

// isFormat reports whether what stands behind an opening fence only names a format.
func isFormat(info string) bool {
	return !strings.Contains(info, " ") && (strings.ToLower(info) == info || text.Listed(text.Fold(info)))
}

// sourceLine is where a line may be told: a sentence of a passage, or one of its lines.
type sourceLine struct {
	line
	sentence  int
	alone     bool // it is a line of code or a row, and says what it says by itself
	forbidden bool // what leads it in denies it
	once      sync.Once
	statement *statement
}

// lines are the sentences of the passage and, of those that are written in lines, these.
func (p *Passage) lines() []*sourceLine {
	p.linesOnce.Do(func() {
		head, before := "", ""
		for k, s := range p.Sentences() {
			said := p.original[s.Start:s.End]
			flat := strings.Join(strings.Fields(said), " ")
			l := &sourceLine{line: line{Span: s.Span, said: flat}, sentence: k}
			switch {
			case s.Block == text.TableHead:
				head, l.alone = flat, true
			case s.Block == text.Row:
				l.above, l.alone = head, true
			case s.Block == text.CodeBlock || inLines(said):
				forbidden := strings.HasSuffix(before, ":") && forbids(readStatement(before))
				for _, inner := range linesOf(said) {
					inner.Start, inner.End = inner.Start+s.Start, inner.End+s.Start
					p.cut = append(p.cut, &sourceLine{line: inner, sentence: k, alone: true, forbidden: forbidden})
				}
				l = nil
			}
			if before = flat; l != nil {
				p.cut = append(p.cut, l)
			}
		}
		p.grow(len(p.cut)*120 + len(p.original))
	})
	return p.cut
}

// inLines reports whether a sentence has several lines, each for itself: none was broken at a width.
func inLines(said string) bool {
	const width = 60 // bytes
	last := strings.LastIndexByte(said, '\n')
	for line := range strings.Lines(said[:max(0, last)]) {
		if len(line) > width {
			return false
		}
	}
	return last >= 0
}

// says is what a line of the passage says.
func (p *Passage) says(l *sourceLine) *statement {
	l.once.Do(func() {
		if l.statement = p.statement(l.sentence); l.alone {
			l.statement = readBut(text.ReadAs(spaced(l.said[:min(len(l.said), longestSaid)]), p.language()), idle().affirming)
		}
	})
	return l.statement
}

// forbids reports whether what leads something in denies it: "Never run:", but not "Restore without loss:".
func forbids(lead *statement) bool {
	for i := range lead.words {
		if lead.words[i].clause == lead.words[len(lead.words)-1].clause {
			return lead.words[i].denied
		}
	}
	return lead.turned
}

// spaced parts the words of names that are written for a machine: "max_retries", "maxRetries", "<days>2".
func spaced(said string) string {
	var b strings.Builder
	said = markup.ReplaceAllStringFunc(said, func(tag string) string { return " " + strings.Trim(tag, "</>") + " " })
	lower := false
	for _, r := range said {
		if r == '_' || lower && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		if lower = unicode.IsLower(r); r != '_' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// tokensOf are the words, names, paths and figures of a line.
func tokensOf(said string) (out []string) {
	apart := func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("()[]{}<>\"'`,;|=“”«»„→：，", r)
	}
	for field := range strings.FieldsFuncSeq(strings.ReplaceAll(said, "</", "<"), apart) {
		for part := range strings.SplitSeq(field, ":") {
			part = strings.TrimRight(strings.TrimLeft(part, "*#!?^"), ".*!?…$。")
			if strings.ContainsFunc(part, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				out = append(out, part)
			}
		}
	}
	return out
}

// isSigned reports whether a token is neither words nor a figure: a path, a flag, a name with a sign.
func isSigned(token string) bool {
	if numbers := text.Numbers(token); len(numbers) == 1 && numbers[0].End-numbers[0].Start == len(token) {
		return false
	}
	letter := strings.ContainsFunc(token, unicode.IsLetter)
	return letter && (token[0] == '-' || strings.ContainsAny(token, "/\\@~$%&+.^*0123456789"))
}

// stands reports whether a part stands in a text as a whole.
func stands(in, part string) bool {
	for from := 0; part != ""; {
		at := strings.Index(in[from:], part)
		if at < 0 {
			break
		}
		at += from
		if parts(in, at) && parts(in, at+len(part)) {
			return true
		}
		from = at + 1
	}
	return false
}

// parts reports whether a token may begin or end at a place.
func parts(s string, at int) bool {
	before, behind := []rune(s[max(0, at-2*4):at]), []rune(s[at:min(len(s), at+2*4)])
	of := func(r rune) bool {
		return unicode.IsLetter(r) && !text.ScriptOf(string(r)).Unspaced() || unicode.IsDigit(r) || strings.ContainsRune("_-/@\\", r)
	}
	n := len(before)
	switch {
	case n == 0 || len(behind) == 0:
		return true
	case before[n-1] == '.':
		return n == 1 || !of(before[n-2]) || !of(behind[0])
	case behind[0] == '.':
		return len(behind) == 1 || !of(before[n-1]) || !of(behind[1])
	}
	return !of(before[n-1]) || !of(behind[0])
}
