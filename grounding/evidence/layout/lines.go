package layout

import (
	"regexp"
	"strings"
)

// lineForm is a layout whose passages each begin on a line of their own that no
// general head is like.
type lineForm struct {
	name string
	sign byte                             // stands on such a page, and on no line of plain text
	head func(l *headLine, s string) bool // reads a line as a head
	lone bool                             // one head alone will do, also without a lead-in
}

// findIn finds the passages of one such layout.
func findIn(form lineForm) func(p *page) []candidate {
	return func(p *page) []candidate {
		if !p.has(form.sign) {
			return nil
		}
		var run []head
		var l headLine
		for i := range p.free {
			l = headLine{p: p, head: head{line: i, num: -1, end: p.lines[i].end}}
			if s := p.str(i); s != "" && p.marks[i]&plainText == 0 && form.head(&l, s) {
				run = append(run, l.head)
			}
		}
		if len(run) == 0 || len(run) == 1 && !form.lone && !hasLead(p, run[0].line) {
			return nil
		}
		c := readTo(p, run, runEnd(p, run))
		c.layout = form.name
		return c.list()
	}
}

// pipeLine reads `ID: 1 | TITLE: t | CONTENT: x`.
func pipeLine(l *headLine, s string) bool {
	parts, text := "", s
	for strings.Contains(text, " | ") {
		part, rest, _ := strings.Cut(text, " | ")
		key, value, f := cutKey(part)
		switch {
		case f == fieldNone || f == fieldText || key == "":
			return false
		case f == fieldID && l.id == "":
			l.setID(value)
		default:
			parts += part + "\n"
		}
		if _, _, f = cutKey(rest); f == fieldText {
			l.extra = strings.TrimSuffix(parts, "\n")
			return l.is(named, "pipe", "", rest[strings.IndexByte(rest, ':')+1:])
		}
		text = rest
	}
	return false
}

var htmlHead = regexp.MustCompile(`^(?:<br>)*<b>\w{1,20} from ([^<]{1,400}?)(?: \((Page [^)<]*)\))?:\s*</b>`)

// htmlLine reads `<br><b>Content from f (Page 3): </b> text <br>`.
func htmlLine(l *headLine, s string) bool {
	if !opensWith(s, "<b>", "<br>") {
		return false
	}
	m := htmlHead.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	l.extra = strings.TrimSuffix(m[1]+"\n"+m[2], "\n")
	return l.is(named, htmlSig, "", s[len(m[0]):])
}

// htmlSig is how such a head is written: the text begins on its line.
const htmlSig = "html"

// fileLine reads `file.pdf#page=3: text`, the name a file or an address.
func fileLine(l *headLine, s string) bool {
	t := trimMarks(s, "[*-• ")
	for _, sep := range [...]string{": ", "]:", "] "} {
		name, rest, ok := strings.Cut(t[:min(len(t), 300)], sep)
		if name = strings.TrimRight(name, "*"); !ok || !isURL(name) && !isFile(name) {
			continue
		}
		if l.extra = name; !isURL(name) {
			file, page, _ := strings.Cut(name, "#page=")
			l.extra = strings.TrimSuffix("source: "+file+"\npage: "+digits(page), "\npage: ")
		}
		return l.is(named, "file", name, t[len(t)-len(rest)-max(0, len(t)-300):])
	}
	return false
}
