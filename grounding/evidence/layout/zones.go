package layout

import "strings"

// zone is a part of a page below a label.
type zone struct {
	level int
	class class
	tag   string // the name of the tag that opens it, "" for a label
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
		if name, closes := p.partTag(i); name != "" {
			stack = inTag(stack, name, closes)
			now = innermost(stack)
		} else if level, name := p.partLabel(i); level >= 0 {
			class := classOf(name)
			if level == labelLevel && class == sample { // samples.go tells where it ends
				class = unclassed
			}
			if strings.HasSuffix(name, " end") || strings.HasPrefix(name, "end ") {
				class = unclassed // the part ends here
			}
			stack = under(stack, zone{level: level, class: class})
			now = innermost(stack)
		} else if n := len(stack); n > 0 && stack[n-1].level == labelLevel && stack[n-1].class != material && p.paragraph(i) {
			stack = stack[:n-1] // `Rules:` heads one paragraph or list
			now = innermost(stack)
		}
		p.zoned[i] = now
	}
	return p.zoned
}

// paragraph tells whether line i begins a paragraph of words, below another paragraph.
func (p *page) paragraph(i int) bool {
	if i < 2 || p.blank(i) || !p.blank(i-1) || !isLetter(p.str(i)[0]) {
		return false
	}
	level, _ := p.partLabel(p.before(i))
	return level < 0
}

// under opens a part in the parts that are open.
func under(stack []zone, z zone) []zone {
	for len(stack) > 0 && stack[len(stack)-1].level >= z.level && stack[len(stack)-1].tag == "" {
		stack = stack[:len(stack)-1]
	}
	if len(stack) < maxZones {
		stack = append(stack, z)
	}
	return stack
}

// partTag reads line i as a tag that opens or closes a part of the prompt, and is alone on it.
func (p *page) partTag(i int) (name string, closes bool) {
	s := p.str(i)
	if len(s) < 3 || len(s) > 60 || s[0] != '<' || s[len(s)-1] != '>' || p.inFence(i) {
		return "", false
	}
	name, closes = strings.CutPrefix(s[1:len(s)-1], "/")
	if strings.ContainsAny(name, "<>/ =\"'") {
		return "", false
	}
	return name, closes
}

// inTag opens the part of a tag, or closes it with all that is open in it.
func inTag(stack []zone, name string, closes bool) []zone {
	if !closes {
		if len(stack) == maxZones || holds(recordTags, name) || holds(containerTags, name) || holds(htmlTags, name) {
			return stack
		}
		if class := nameClass(strings.ToLower(name)); ofInstructions(class) {
			stack = append(stack, zone{level: frameLevel, class: class, tag: name})
		}
		return stack
	}
	for n := len(stack) - 1; n >= 0; n-- {
		if stack[n].tag == name {
			return stack[:n]
		}
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
	if _, last, ok := cutLast(inner, ". "); ok {
		inner = last // You are helpful. Here is information:
	}
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
