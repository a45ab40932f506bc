package layout

import "strings"

// mark is what is known of a line of a page: what its label says, whether it leads in to
// evidence, whether it begins what stands behind it. A mark is read when somebody first asks
// for it and kept, so that no reader reads a line again that another one has read.
type mark uint16

const (
	labelRead    mark = 1 << iota
	valued            // something stands behind it
	labelAsks         // it is that of a question
	labelReplies      // … of an answer
	labelOfApp        // … of what an app writes around its evidence: see isAppLabel
	labelTalks        // … of what the user says
	labelOfForm       // … of a part of the prompt's own form: see formLabels
	labelCues         // … of evidence: on the same line, or where a question stands by its label
	leadRead
	leadsTo // see isLead
	tailRead
	opensTail // see isTailCue
	plainText // it begins with a letter, and no label, key or bracket stands near its beginning
)

// labelMarks are the marks of line i that its label gives.
func (p *page) labelMarks(i int) mark {
	m := p.marks[i]
	if m&labelRead != 0 {
		return m
	}
	m |= labelRead
	if m&plainText != 0 {
		p.marks[i] = m
		return m
	}
	if name, value := label(p.str(i)); name != "" || value != "" {
		if m |= marksOf(name); p.formLabels()[name] {
			m |= labelOfForm
		}
		if value != "" {
			m |= valued
		}
	}
	p.marks[i] = m
	return m
}

// marksOf are the marks of a label.
func marksOf(name string) (m mark) {
	if asks(name) {
		m |= labelAsks | labelOfApp
	} else if isPart(name) {
		m |= labelOfApp
	}
	if answers(name) {
		m |= labelReplies
	}
	if talkers[name] {
		m |= labelTalks
	}
	if cueLabels[name] || textLabels[name] {
		m |= labelCues
	}
	return m
}

// formLabels are the labels below which the prompt shows that something is to stand: what
// stands below such a label once more is the app's, unless the label is one for material.
func (p *page) formLabels() map[string]bool {
	if p.forms != nil {
		return p.forms
	}
	p.forms = map[string]bool{}
	if !p.has('{') {
		return p.forms
	}
	for i := range p.lines {
		s := p.str(i)
		if len(s) > maxHead || !holdsPlaceholder(s) {
			continue
		}
		name, value := label(s)
		if above := p.before(i); above >= 0 && !holdsPlaceholder(value) {
			name, _ = label(p.str(above))
		}
		if c := classOf(name); name != "" && c != material && c != replied {
			p.forms[name] = true
		}
	}
	return p.forms
}

// asksAt tells whether line i begins with the label of a question.
func (p *page) asksAt(i int) bool { return p.labelMarks(i)&labelAsks != 0 }

// leads tells whether line i introduces evidence: see isLead.
func (p *page) leads(i int) bool {
	if p.marks[i]&leadRead == 0 {
		p.marks[i] |= leadRead
		if isLead(p.str(i)) {
			p.marks[i] |= leadsTo
		}
	}
	return p.marks[i]&leadsTo != 0
}

// leadLabel tells whether line i introduces evidence and ends in a colon.
func (p *page) leadLabel(i int) bool { return endsInColon(p.str(i)) && p.leads(i) }

// tails tells whether line i begins what an app writes behind its evidence: see isTailCue.
func (p *page) tails(i int) bool {
	if p.marks[i]&tailRead == 0 {
		p.marks[i] |= tailRead
		if isTailCue(p.str(i)) || p.labelMarks(i)&labelOfForm != 0 {
			p.marks[i] |= opensTail
		}
	}
	return p.marks[i]&opensTail != 0
}

// plainUpTo is how far from its beginning a line of plain text holds no label, in bytes.
const plainUpTo = 300

// isPlain tells whether a line is but text, as most are.
func isPlain(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	s = s[:min(len(s), plainUpTo)]
	return strings.IndexByte(s, ':') < 0 && strings.IndexByte(s, ']') < 0 && !strings.Contains(s, "：")
}

// paragraph is where the text around a line stands.
type paragraph struct {
	top  int32 // the first line of it; of a blank line the line itself
	last int32 // the line itself, of a blank line the last one above that is not; -1 for none
}

// paragraphs are those of all lines.
func (p *page) paragraphs() []paragraph {
	if p.blocks != nil {
		return p.blocks
	}
	p.blocks = make([]paragraph, len(p.lines))
	last, top := int32(-1), int32(0)
	for i := range p.lines {
		if p.blank(i) {
			p.blocks[i] = paragraph{int32(i), last}
			top = int32(i) + 1
			continue
		}
		last = int32(i)
		p.blocks[i] = paragraph{top, last}
	}
	return p.blocks
}

// maxLines bounds the lines of a text that are told apart; what is below them counts as
// one. A message of more is no prompt that a model could be sent, and only a tool's is read.
const maxLines = 1 << 18
