package layout

import (
	"regexp"
	"strings"
)

// formHead fits what an app that fills one form for each passage may put in front of it: up
// to three words, a number, names in brackets, a colon.
var formHead = regexp.MustCompile(`^([#*=_-]*) ?((?:\pL[\pL_]*[ -]?){0,3}?)(\d*) ?((?: ?\[[^\]]+\]| ?\([^)]+\)| ?【[^】]+】)*)([:：)*]*)(?: |$)`)

const maxHead = 240 // bytes of a line in which the beginning of a form ends

// shapedParts parts a section of which every passage begins alike: the first line has the
// beginning of a form, and further lines have the same with something else in it. Where
// blank lines part the section, such a line stands below one.
func shapedParts(p *page, first, last int, at line) []found {
	dense := !strings.Contains(p.text[at.start:at.end], "\n\n")
	var run []head
	for i := first; i <= last; i++ {
		if p.blank(i) || p.inFence(i) || i > first && (p.str(i)[0] != p.text[at.start] || !dense && !setOff(p, i)) {
			continue
		}
		h, ok := formAt(p, i, at)
		switch {
		case i == first && !ok:
			return nil
		case !ok || i > first && h.sig != run[0].sig:
			continue
		}
		run = append(run, h)
	}
	if len(run) < 2 {
		return nil
	}
	return readTo(p, run, last+1).found
}

// formAt reads the beginning of a form on line i.
func formAt(p *page, i int, at line) (head, bool) {
	start := max(p.lines[i].start, at.start)
	s := p.text[start:min(p.lines[i].end, start+maxHead)]
	if !strings.ContainsAny(s, "[(【:：0123456789") {
		return head{}, false // as most lines are
	}
	m := formHead.FindStringSubmatch(s)
	if m == nil {
		return head{}, false
	}
	h := head{line: i, num: -1, end: p.lines[i].end, strength: odd, rest: start + len(m[0])}
	word := strings.ToLower(strings.TrimSpace(m[2]))
	groups := groupPattern.FindAllStringSubmatch(m[4], -1)
	if m[3]+m[4] == "" && (word == "" || m[5] == "") || isAppLabel(word) {
		return h, false
	}
	h.sig = m[1] + word + "/" + m[5]
	if m[3] != "" {
		h.sig += "0"
		h.setID(m[3])
	}
	for _, g := range groups {
		h.sig += g[0][:1]
		if inner := strings.Trim(g[0], "[]()【】"); h.id == "" && isDigits(inner) {
			h.setID(inner)
		} else {
			h.extra = strings.TrimPrefix(h.extra+"\n"+inner, "\n")
		}
	}
	if fieldOf(word) != fieldNone && m[3]+m[4] == "" {
		h.sig, h.rest = keyHead, start
	}
	return h, true
}

var groupPattern = regexp.MustCompile(`\[[^\]]*\]|\([^)]*\)|【[^】]*】`)
