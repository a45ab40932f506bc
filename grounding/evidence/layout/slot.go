package layout

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// What the user asks stands in a slot of the app's template. The slot begins behind a sign of the app's, the label or
// tag of a question, and ends at the last sign that can end it: whatever the user types in it, signs too, is no material.

// sign is a place at which a user's message names what follows: a question or material.
type sign struct {
	line, end line // the words; what stands in the element that they open, empty for none
	asks      bool
	name      string
}

// signs are those of a page, in order. What stands inside of records and containers is a passage's.
func (p *page) signs() (list []sign) {
	tags, n, closed := p.tagList(), 0, 0
	for i, l := range p.lines {
		if l.start >= closed && l.start < l.end && p.text[l.start] != '<' {
			list = p.appendSign(list, i)
		}
		for ; n < len(tags) && tags[n].start < l.end; n++ {
			t := &tags[n]
			asks, holds := slices.Contains(questionTags, t.name), isContainer(t.name)
			if t.closing || t.partner < 0 || t.start < max(closed, readUpTo(list)) || !asks && !holds && !isKnownTag(t.name) {
				continue
			}
			if !asks {
				closed = tags[t.partner].end
			}
			if asks || holds {
				list = append(list, sign{line{t.start, t.end}, line{t.end, tags[t.partner].start}, asks, t.name})
			}
		}
	}
	return list
}

// readUpTo is behind the last sign so far.
func readUpTo(list []sign) int {
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1].line.end
}

// appendSign adds the sign that line i is, or that stands on it.
func (p *page) appendSign(list []sign, i int) []sign {
	s, at, m := p.str(i), p.lines[i].start, p.labelMarks(i)
	add := func(name string, end int, asks bool) {
		list = append(list, sign{line: line{at, at + end}, asks: asks, name: name})
	}
	switch {
	case m&labelAsks != 0 && p.nextAsked()[i] == i:
		if name, end := labelEnd(s); name != "task" && !asks(strings.Trim(s[end:], "<>{} ")) { // the place for one in a form
			add(name, end, true)
		}
	case m&labelCues != 0:
		name, end := labelEnd(s)
		if _, _, field := cutKey(s); field == fieldNone || cueLabels[name] {
			add(name, end, false)
		}
		return list
	case asksInLead(p, i):
		add(s, strings.Index(s, ": ")+len(": "), true)
	case (endsInColon(s) || s[0] == '#' || i+1 < len(p.lines) && isRule(p.str(i+1))) && p.leads(i), isFramedPart(s), p.isMaterialFrame(i):
		add(s, len(s), false)
		return list
	}
	if len(list) == 0 || !list[0].asks {
		return list
	}
	read := max(0, readUpTo(list)-at) // behind the sign of the question on the line
	if from := cueValue(s); from > read {
		at += max(strings.LastIndexAny(s[:from], "'\"`")+1, read)
		add("", from-(at-p.lines[i].start), false)
	}
	return list
}

// labelEnd is the label that a line begins with, and where it ends.
func labelEnd(s string) (name string, end int) {
	name, value := label(s)
	if value == "" {
		return name, len(s)
	}
	return name, max(0, strings.LastIndex(s, value))
}

// slot is what the user typed into a template, as far as signs tell: between the question's and the last one of material,
// or behind the question's.
func (p *page) slot() []line {
	signs := p.signs()
	p.template = slices.ContainsFunc(signs, func(s sign) bool { return s.asks })
	first := p.firstSign(signs)
	switch {
	case first == len(signs):
		return nil
	case signs[first].asks:
		return p.slotAbove(signs[first:])
	}
	at := p.slotBelow(signs[first:])
	if justAsks(p.text[at:]) {
		return nil
	}
	return []line{{at, len(p.text)}}
}

// slotAbove is the slot of a question whose sign is the first of some. It goes on to the last sign of material that is written
// like it, to the last of all where a question stands between these: who knows a sign can type it. The app may ask again below.
func (p *page) slotAbove(signs []sign) []line {
	ask, end := signs[0], len(p.text)
	for _, s := range signs[1:] {
		if s.asks && p.text[s.line.start:s.line.end] == p.text[ask.line.start:ask.line.end] && p.sameBehind(ask.line.end, s.line.end) {
			end = s.line.start
			break
		}
	}
	last, alike, asked := 0, 0, false
	for n, s := range signs {
		switch {
		case s.line.start >= end || n == 0:
		case s.asks:
			asked = alike > 0
		case last > 0 && firstWord(s.name) == firstWord(signs[last].name) && !(s.name == signs[last].name && cueLabels[s.name]):
			// one of several records
		default:
			if last = n; p.form(s) == p.form(ask) || asked {
				alike = n
			}
		}
	}
	if alike > 0 {
		last = alike
	}
	told := len(p.text)
	if last > 0 {
		told = signs[last].line.start
	}
	if justAsks(p.text[ask.line.end:told]) && end == len(p.text) {
		return nil
	}
	if c := aboveOf(p); len(c.found) > 0 && c.end <= ask.line.start {
		return []line{{ask.line.end, len(p.text)}}
	}
	if last == 0 || len(p.listsAbove(ask.line.start)) > 0 {
		return nil
	}
	return []line{{ask.line.end, told}, {min(end, p.slotBelow(signs[last:])), len(p.text)}}
}

// slotBelow is the place from which on the user typed, below the material that the first of some signs names: behind the first
// sign of a question that is written like that, or else behind the first. A sign between two passages belongs to a passage.
func (p *page) slotBelow(signs []sign) int {
	at := p.asksBehind(signs, 0)
	if at == len(p.text) && signs[0].end.end > 0 {
		for _, s := range signs {
			if s.name == signs[0].name && s.end.end > 0 {
				at = s.end.end + len("</>") + len(s.name)
			}
			if next := strings.TrimLeft(p.text[at:], " \n"); !strings.HasPrefix(next, "<"+s.name) {
				break
			}
		}
		return at
	}
	if p.asksBehind(signs, at) == len(p.text) || justAsks(p.text[at:]) {
		return at
	}
	last := 0
	for _, c := range readings(p, nil) {
		if c.rank > rankBare && c.start < at {
			last = max(last, c.found[len(c.found)-1].start)
		}
	}
	return max(at, p.asksBehind(signs, last))
}

// asksBehind is where the question begins behind a place, by its sign; the end where it does not.
func (p *page) asksBehind(signs []sign, place int) int {
	at := len(p.text)
	for _, s := range signs {
		switch alike := p.form(s) == p.form(signs[0]); {
		case !s.asks || s.line.start < place:
		case alike:
			return s.line.end
		default:
			at = min(at, s.line.end)
		}
	}
	return at
}

// form is how a sign is written.
func (p *page) form(s sign) string {
	words := p.text[s.line.start:s.line.end]
	marks := words[:len(words)-len(trimMarks(words, "#*_-=>| \t[<【("))]
	if strings.ToUpper(words) == words {
		return marks + "A"
	}
	return marks
}

// justAsks tells whether what is typed is a question and nothing that could be taken for material.
func justAsks(s string) bool {
	if s = strings.TrimSpace(s); strings.HasSuffix(s, ">") {
		s = strings.TrimSpace(s[:max(0, strings.LastIndex(s, "</"))])
	}
	return !strings.ContainsAny(s, "<[{`#") && !strings.Contains(s, "\n\n") && !strings.Contains(s, ": ") && !strings.Contains(s, ":\n") && !strings.Contains(s, "：")
}

// firstSign is the first sign with something behind it: an order to answer from what follows may have the question next.
func (p *page) firstSign(signs []sign) int {
	for i := range signs {
		if signs[i].asks || i+1 == len(signs) || !signs[i+1].asks {
			return i
		}
		at := trimmed(p.text, signs[i].line.end, signs[i+1].line.start)
		if !heavier(p.text[at.start:at.end], minParagraph) {
			continue
		}
		if i+2 == len(signs) {
			return i
		}
		if c := sectionOf(p, at.start, at.end, false); !tellsCiting(p, &c) {
			return i
		}
	}
	return len(signs)
}

// sameBehind tells whether the same words stand behind two places.
func (p *page) sameBehind(a, b int) bool {
	const enough = 24 // bytes
	a, b = trimmed(p.text, a, len(p.text)).start, trimmed(p.text, b, len(p.text)).start
	return b+enough <= len(p.text) && p.text[a:a+enough] == p.text[b:b+enough]
}

// listsAbove are the lists of passages above a place.
func (p *page) listsAbove(at int) []candidate {
	if !heavier(p.text[:at], minParagraph) {
		return nil
	}
	q := newPage(p.text[:at], p.role)
	return choose(q, readings(q, nil))
}

// untyped is the page without what stands in the slot of the question.
func (p *page) untyped() *page {
	if !p.user() {
		return p
	}
	typed := slices.DeleteFunc(p.slot(), func(s line) bool { return strings.TrimSpace(p.text[s.start:s.end]) == "" })
	if len(typed) == 0 {
		return p
	}
	q := p.without(typed)
	q.zoned, q.slotted = nil, true
	return q
}

// dropAsked takes out what stands in a user's message that asks something, where another message of the user's turn holds
// material and asks nothing: a message of its own is the place of the question.
func (f *finder) dropAsked() {
	given := -1 // the last turn with a message that does
	for i := range f.p.Messages {
		if f.holds(i) && !f.asksIn(i) {
			given = f.turns[i]
			f.templated[i] = true
		}
	}
	for i := range f.p.Messages {
		if given >= 0 && f.turns[i] == given && f.holds(i) && f.asksIn(i) {
			f.drop(i)
		}
	}
}

// holds tells whether material was read from a user's message.
func (f *finder) holds(i int) bool { return f.p.Messages[i].Role == "user" && len(f.out.spans[i]) > 0 }

// asksIn tells whether a message asks something outside of its material.
func (f *finder) asksIn(i int) bool {
	return questionOf(unshown(f.texts[i], f.out.samples[i]), f.out.spans[i]) != ""
}

// drop takes out what was read from a user's message, which stands together.
func (f *finder) drop(message int) {
	from, n := slices.IndexFunc(f.out.Chunks, func(c evidence.Chunk) bool { return c.Message == message }), 0
	for from >= 0 && from+n < len(f.out.Chunks) && f.out.Chunks[from+n].Message == message {
		n++
	}
	for i := range f.bare {
		if b := &f.bare[i]; b.start > from {
			b.start, b.end = b.start-n, b.end-n
		}
	}
	from = max(from, 0)
	f.out.Chunks, f.born = slices.Delete(f.out.Chunks, from, from+n), slices.Delete(f.born, from, from+n)
	f.out.spans[message] = nil
}
