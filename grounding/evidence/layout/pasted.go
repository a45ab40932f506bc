package layout

import (
	"strings"
)

// A user hands a text over with a question about it, and no app says what is what. The text stands apart from the question,
// something announces the text, and the text has a word of the question.

// longestAsking is how long a paragraph with a question about a text may be, in bytes.
const longestAsking = 600

// pasted reads the text that the last message, a user's, holds beside his question.
func (f *finder) pasted() {
	i := len(f.p.Messages) - 1
	if f.allowed != nil || f.out.hasEvidence() || i < 0 || f.p.Messages[i].Role != "user" || f.standing("user") == "" {
		return
	}
	p := f.pageOf(f.texts[i], "user").untyped().without(f.out.samples[i])
	if c := handedOver(p); len(c.found) > 0 && !onlyPlaceholders(&c) && !inSample(p, &c) {
		f.addBare(i, c)
	}
}

// handedOver is the text of a user's message that stands above or below his question.
func handedOver(p *page) (c candidate) {
	end := lastText(p, 0, len(p.lines))
	top := p.after(-1)
	if top >= end || p.talkStart() < end {
		return c
	}
	first, last := line{top, min(blockEnd(p, top), end)}, line{blockTop(p, top, end), end}
	switch {
	case first == last:
		return c
	case endsInColon(p.str(end - 1)):
		return c // the place for a reply: an app's prompt
	case p.inquires(last):
		return p.announcedText(line{top, last.start}, p.linesText(last))
	case p.inquires(first):
		return p.announcedText(line{first.end, end}, p.linesText(first))
	}
	return c
}

// linesText is the text of some lines.
func (p *page) linesText(at line) string {
	return p.text[p.lines[at.start].start:p.lines[at.end-1].end]
}

// inquires tells whether a paragraph asks something that a text may tell.
func (p *page) inquires(at line) bool {
	text := p.linesText(at)
	if len(text) > longestAsking || p.inFence(at.start) || !strings.ContainsAny(text, "?？؟") && !p.asksAt(at.end-1) {
		return false
	}
	return !reworks(text)
}

// reworks tells whether a text orders to make another text of one.
func reworks(text string) bool {
	for s, rest := nextSentence(text); s != ""; s, rest = nextSentence(rest) {
		if transforming.begin(s) {
			return true
		}
	}
	return false
}

// announcedText is the text on some lines, if something announces it and the question is about it.
func (p *page) announcedText(at line, asked string) (c candidate) {
	at.start, at.end = p.after(at.start-1), lastText(p, at.start, at.end)
	if at.start >= at.end {
		return c
	}
	lead, called := "", saysWhere(asked)
	if head := p.str(at.start); blockEnd(p, at.start) == at.start+1 && at.start+1 < at.end && !endsInColon(head) && saysWhere(head) {
		called, at.start = true, p.after(at.start)
	}
	for at.start+1 < at.end && isRule(p.str(at.start)) && isRule(p.str(at.end-1)) {
		at.start, at.end = p.after(at.start), lastText(p, at.start, at.end-1)
	}
	if at.start >= at.end {
		return c
	}
	from := p.lines[at.start].start
	switch head := p.str(at.start); {
	case endsInColon(head) && len(head) <= longestHead && at.start+1 < at.end:
		lead, at.start = head, p.after(at.start)
		from = p.lines[at.start].start
	case endsInColon(asked):
		lead = lastSentence(asked)
	default:
		if name, value := label(head); value != "" && strings.Count(name, " ") < 3 && classOf(name) <= material && startsText(value) {
			if lead = name + ":"; classOf(name) == material {
				from += strings.Index(head, value)
			}
		}
	}
	c = sectionOf(p, from, p.lines[at.end-1].end, false)
	if len(c.found) == 0 {
		return c
	}
	text := p.text[c.start:c.end]
	alike := p.alike(at)
	switch {
	case !called && lead == "" && !alike, reworks(lead), p.inFence(at.start), isProgram(text), countStems(text, "", stemsIn(questionsOf(asked))) == 0:
		return candidate{}
	case !called && directed(c.found), !alike && !(lead != "" && namesMaterial(lead)) && firstPerson.in(" "+text+" "):
		return candidate{} // his wishes, or his own affairs
	}
	return c
}

// questionsOf are the sentences of a paragraph that ask, all of it where a label does. What announces a text says what it is
// about, too: "Here is my essay about whales. What grade would you give?"
func questionsOf(asked string) string {
	var list []string
	for s, rest := nextSentence(asked); s != ""; s, rest = nextSentence(rest) {
		if endsInQuestion(s) {
			list = append(list, s)
		}
	}
	if list == nil {
		return asked
	}
	return strings.Join(list, "\n")
}

// saysWhere tells whether a text says that something is to be told from what stands above or below it.
func saysWhere(s string) bool { return directs(s) || pointsUp.in(s) || bases.in(s) }

// isProgram tells whether a text looks like a program: half of its lines have a sign of one.
func isProgram(text string) bool {
	n, code := 0, 0
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" {
			n++
			if endsWith(l, "{", "}", ";", ")", ":", ">") || strings.Contains(l, "()") || strings.Contains(l, " = ") {
				code++
			}
		}
	}
	return n > 1 && 2*code >= n
}

// alike tells whether most lines are rows of a table or entries of a record: they have as many
// separators, or begin with the same signs.
func (p *page) alike(at line) bool {
	const least, most = 3, 100 // lines
	n, same := 0, map[string]int{}
	for i := at.start; i < at.end && n < most; i++ {
		s := p.str(i)
		if s == "" {
			continue
		}
		n++
		for _, mark := range [...]string{",", ";", "\t", "|"} {
			if k := strings.Count(s, mark); k > 1 {
				same[mark+string(rune(k))]++
			}
		}
		if shape := signsOf(s); shape != "" {
			same[shape]++
		}
	}
	for _, k := range same {
		if k >= least && 4*k >= 3*n {
			return true
		}
	}
	return false
}

// signsOf are the first signs of a line, its digits and letters taken as one each; "" where a letter is the first.
func signsOf(s string) string {
	const most = 6
	b := make([]byte, 0, most)
	for i := 0; i < len(s) && len(b) < most; i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			b = append(b, '0')
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
			if len(b) == 0 {
				return ""
			}
			return string(b)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// stemsOf is the stem of a word, or each two signs that follow each other in a script without blanks.
func stemsOf(word string) (stems []string) {
	if word[0] < 0xe3 {
		if stem := stemOf(word); stem != "" {
			stems = append(stems, stem)
		}
		return stems
	}
	signs := []rune(word)
	for i := 0; i+2 <= len(signs); i++ {
		stems = append(stems, string(signs[i:i+2]))
	}
	return stems
}
