package layout

import (
	"slices"
	"strings"
)

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
	labelCues         // … of evidence: on the same line, or where a question stands by its label
	leadRead
	leadsTo // see isLead
	tailRead
	opensTail  // see isTailCue
	labelShows // the label is that of a sample, or of an answer that is called good or bad
	plainText  // it begins with a letter, and no label, key or bracket stands near its beginning
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
		m |= marksOf(name)
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
	if c := classOf(name); c == sample || c == replied && !replyTable[name] && name != "a" || exampleNouns.word(name) || distributives.begin(name) {
		m |= labelShows
	}
	if cueLabels[name] || textLabels[name] {
		m |= labelCues
	}
	return m
}

// asksAt tells whether line i begins with the label of a question.
func (p *page) asksAt(i int) bool { return p.labelMarks(i)&labelAsks != 0 }

// leads tells whether line i introduces evidence: see isLead.
func (p *page) leads(i int) bool {
	if p.marks[i]&leadRead == 0 {
		p.marks[i] |= leadRead
		if isLead(p.str(i)) || p.isSlot(i) {
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
		if isTailCue(p.str(i)) || p.obliges(i) {
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
func (x *index) paragraphs() []paragraph {
	if x.blocks != nil {
		return x.blocks
	}
	x.blocks = make([]paragraph, len(x.lines))
	last, top := int32(-1), int32(0)
	for i := range x.lines {
		if x.blank(i) {
			x.blocks[i] = paragraph{int32(i), last}
			top = int32(i) + 1
			continue
		}
		last = int32(i)
		x.blocks[i] = paragraph{top, last}
	}
	return x.blocks
}

// obliges tells whether line i is the label of rules that the model has to keep:
// `You must follow these rules:`.
func (p *page) obliges(i int) bool {
	if s := p.str(i); !endsInColon(s) || !obliging.begin(s) {
		return false
	}
	_, name := p.partLabel(i)
	return classOf(name) == instructs
}

// maxLines bounds the lines of a text that are told apart; what is below them counts as
// one. A message of more is no prompt that a model could be sent, and only a tool's is read.
const maxLines = 1 << 18

// zone is a part of a page below a label.
type zone struct {
	level, line int
	class       class
}

const (
	frameLevel = 0  // `--- Rules ---`
	boldLevel  = 7  // `**Rules**`
	labelLevel = 8  // `Rules:`
	maxZones   = 16 // labels inside of labels that are followed
)

// zones are the labels above each line: by line, the index into p.stacks of the
// innermost class. A sample's parts have labels of their own, and stay a sample.
func (p *page) classes() []class {
	if p.zoned != nil {
		return p.zoned
	}
	p.zoned = make([]class, len(p.lines))
	var room [maxZones]zone
	stack := room[:0]
	now := unclassed
	for i := range p.lines {
		if now > material && (now == sample || p.uncovers) && p.begins(i) && !repliesBelow(p, i) {
			if n := slices.IndexFunc(stack, func(z zone) bool { return z.class == now }); p.uncovers || repliesBelow(p, stack[n].line) {
				stack = stack[:n] // an example that has its answer is over: what is led in to now is the real thing
				now = innermost(stack)
				p.zoned[i-1] = now
			}
		}
		if level, name := p.partLabel(i); level >= 0 {
			class := classOf(name)
			if level == labelLevel && class == sample { // samples.go tells where it ends
				class = unclassed
			}
			stack = under(stack, zone{level: level, class: class, line: i})
			now = innermost(stack)
		} else if n := len(stack); n > 0 && stack[n-1].level == labelLevel && stack[n-1].class != material && p.paragraph(i) {
			stack = stack[:n-1] // `Rules:` heads one paragraph or list
			now = innermost(stack)
		} else if n > 0 && isRule(p.str(i)) && endsShown(stack[n-1]) && !p.partAbove(i) {
			stack = stack[:n-1]
			now = innermost(stack)
		}
		p.zoned[i] = now
	}
	return p.zoned
}

// endsShown tells whether a rule ends a part: one below a mere label, or one that shows an answer.
func endsShown(z zone) bool {
	return z.class != material && (z.level == labelLevel || z.class == sample || z.class == replied)
}

// partAbove tells whether the label of a part stands right above line i.
func (p *page) partAbove(i int) bool {
	level, _ := p.partLabel(max(p.before(i), 0))
	return level >= 0
}

// paragraph tells whether line i begins a paragraph of words, below another paragraph.
func (p *page) paragraph(i int) bool {
	if i < 2 || p.blank(i) || !p.blank(i-1) || !isLetter(p.str(i)[0]) {
		return false
	}
	return !p.partAbove(i)
}

// under opens a part in the parts that are open.
func under(stack []zone, z zone) []zone {
	for len(stack) > 0 && stack[len(stack)-1].level >= z.level {
		stack = stack[:len(stack)-1]
	}
	if len(stack) < maxZones {
		stack = append(stack, z)
	}
	return stack
}

// innermost is the class of the innermost part that has one; all parts of a sample
// are the sample's.
func innermost(stack []zone) class {
	now := unclassed
	for _, z := range stack {
		if z.class == sample {
			return sample
		}
		if z.class != unclassed {
			now = z.class
		}
	}
	return now
}

// partLabel reads line i as the label of a part of the prompt: a heading, a name in a
// frame, an emphasised line, or words that end in a colon. The level is -1 for none.
func (p *page) partLabel(i int) (level int, name string) {
	s := p.str(i)
	if s == "" || len(s) > 200 || p.inFence(i) || !endsInColon(s) && isLetter(s[0]) {
		return -1, ""
	}
	if s = withoutAside(s); len(s) > 90 {
		return -1, ""
	}
	inner := unframed(s)
	if inner == "" {
		return -1, ""
	}
	inner = lastSentence(inner) // You are helpful. Here is information:
	low := strings.ToLower(strings.Trim(inner, ":： *_"))
	switch {
	case s[0] == '#':
		return len(s) - len(strings.TrimLeft(s, "#")), low
	case opensWith(s, "---", "===", "***") && endsWith(s, "---", "===", "***"):
		return frameLevel, low
	case strings.HasPrefix(s, "**") && endsWith(s, "**", "**:"):
		return boldLevel, low
	case strings.HasPrefix(s, "【") && strings.HasSuffix(s, "】"):
		return boldLevel, low
	case endsInColon(s) && strings.Count(s, " ") < 9 && !strings.ContainsAny(s[:1], "-*•|<>{["):
		return labelLevel, low
	}
	return -1, ""
}

// classOfPlace is the class of the part that a place stands in. Text behind other words of
// its line is what these lead in to.
func (p *page) classOfPlace(at int) class {
	i := p.lineAt(at)
	if at > p.lines[i].start {
		return material
	}
	return p.classAbove(i)
}

// classAbove is the class of the part that line i stands in, whatever line i itself says.
func (p *page) classAbove(i int) class {
	if i == 0 {
		return unclassed
	}
	return p.classes()[i-1]
}
