package layout

import (
	"regexp"
	"strings"
)

// formHead fits what an app that fills one form for each passage may put in front of it: up
// to three words, a number, names in brackets, a colon.
var formHead = regexp.MustCompile(`^([#*=_-]*) ?((?:\pL[\pL_]*[ -]?){0,3}?)(\d*) ?` +
	`((?: ?\[[^\]]+\]| ?\([^)]+\)| ?【[^】]+】)*)([:：)*]*)(?: |$)`)

const maxHead = 240 // bytes of a line in which the beginning of a form ends

// shapedParts parts a section of which every passage begins alike: the first line has the
// beginning of a form, and further lines have the same with something else in it. Where
// blank lines part the section, such a line stands below one.
func shapedParts(p *page, first, last int, at line) []found {
	for _, read := range [...]func(h *head, s string) bool{(*head).form, (*head).mark} {
		if run := alike(p, first, last, at, read); len(run) > 1 {
			list := readTo(p, run, last+1).found
			if isBullet(run[0].sig) {
				liftEach(list, liftLabel)
			}
			return list
		}
	}
	return scannedParts(p, first, last, at)
}

// alike are the lines of [first, last] that begin like the first one.
func alike(p *page, first, last int, at line, read func(h *head, s string) bool) (run []head) {
	if p.inFence(first) {
		return nil // code is nobody's form
	}
	dense := !strings.Contains(p.text[at.start:at.end], "\n\n")
	for i := first; i <= last; i++ {
		if p.blank(i) || p.inFence(i) || i > first && (p.str(i)[0] != p.text[at.start] || !dense && p.str(i)[0] != '#' && !setOff(p, i)) {
			continue
		}
		start := max(p.lines[i].start, at.start)
		h := head{line: i, num: -1, end: p.lines[i].end, strength: odd, rest: start}
		begins := read(&h, p.text[start:min(h.end, start+maxHead)])
		switch {
		case i == first && !begins:
			return nil
		case begins && (i == first || h.sig == run[0].sig):
			run = append(run, h)
		}
	}
	return run
}

// lineMark fits the mark of a list's item or of a heading.
var lineMark = regexp.MustCompile(`^([-*•]|#{1,6}) `)

// framed fits a line in a frame.
var framed = regexp.MustCompile(`^([=*~<-]{2,}|<!--|\[|【)( ?\S.*?) ?([=*~>-]{2,}|\]|】)$`)

// isFramed tells whether a line stands in a frame, as few do: its first and its last byte
// tell most others.
func isFramed(s string) bool {
	return s != "" && len(s) <= maxHead && strings.IndexByte("=*~<-[\xe3", s[0]) >= 0 && strings.IndexByte("=*~>-]\x91", s[len(s)-1]) >= 0 && framed.MatchString(s)
}

func isBullet(sig string) bool { return sig == "-" || sig == "*" || sig == "•" }

// mark reads the mark of an item or a heading, or a frame around a name with metadata
// behind it.
func (h *head) mark(s string) bool {
	if m := lineMark.FindStringSubmatch(s); m != nil {
		h.sig, h.rest = m[1], h.rest+len(m[0])
		return true
	}
	s, remark := cutRemark(withoutPictogram(s))
	if !isFramed(s) {
		return false
	}
	h.sig, h.extra, h.rest = framed.FindStringSubmatch(s)[1], framedName(s), h.end
	if remark != "" {
		h.extra += "\n" + remark
	}
	return true
}

// form reads the words, the number and the names that a form begins with.
func (h *head) form(s string) bool {
	m := formHead.FindStringSubmatch(s)
	if m == nil || strings.HasPrefix(s, "-") && isFramed(s) {
		return false
	}
	start := h.rest
	h.rest += len(m[0])
	word := strings.ToLower(strings.TrimSpace(m[2]))
	groups := groupPattern.FindAllStringSubmatch(m[4], -1)
	if m[3]+m[4] == "" && (word == "" || m[5] == "") || isAppLabel(word) {
		return false
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
	return true
}

var groupPattern = regexp.MustCompile(`\[[^\]]*\]|\([^)]*\)|【[^】]*】`)

// framedName is the name in a frame: what stands in it in brackets, else all of it,
// without the word in front of a file or an address.
func framedName(s string) string {
	inner := strings.Trim(s, "-=#<>!*【】 \t")
	if _, source, ok := strings.Cut(inner, "["); ok && strings.HasSuffix(inner, "]") {
		inner = strings.TrimSuffix(source, "]")
	}
	if name := strings.TrimPrefix(strings.TrimPrefix(inner, "From "), "from "); isFile(name) || isURL(name) {
		return name
	}
	return inner
}
