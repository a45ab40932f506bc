package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// head is a line that opens a numbered or named passage.
type head struct {
	line    int
	sig     string // how it is written: heads of one list are written alike
	id      string
	num     int    // the id as a number, -1 where it is none
	extra   string // what stands in brackets with or behind the id: a title, an address, `key: value` pairs
	rest    int    // byte offset of what follows the head on its line
	end     int    // byte offset of the line's end
	boxed   bool   // with a label in brackets, or between BEGIN and END: hardly prose
	named   bool   // with a label: stronger than a bare number
	doubled bool   // a head of the same number stands above it, inside the passage before
	label   string // a word in front of the number that we do not know
	odd     bool   // with such a word: a list only where a lead-in says so
	list    bool   // `1.` or `1)`: no more than a list unless a lead-in says otherwise
}

func knownHead(p *page, i int) (head, bool) {
	s := p.str(i)
	h := head{line: i, num: -1, end: p.lines[i].end}
	body := trimMarks(s, "#*=-_>~+ \t")
	if body == "" || len(s)-len(body) > 40 {
		return h, false
	}
	markup := strings.TrimRight(s[:len(s)-len(body)], " \t")
	if body[0] >= utf8.RuneSelf {
		body = strings.TrimLeftFunc(body, isPictogram)
	}
	if body == "" {
		return h, false
	}
	if h, ok := nameHead(h, markup, body); ok {
		return h, true
	}
	if r := body[0]; r >= '0' && r <= '9' {
		if id := digits(body); s[0] == '#' && s[1] == r && len(id) < 4 && strings.HasPrefix(body[len(id):], " ") {
			h.sig, h.odd = "#n", true
			h.setID(id)
			return h.restAt(strings.TrimLeft(body[len(id):], "—–-:| ")), true
		}
		return listHead(h, markup, body)
	}
	for _, b := range brackets {
		if inner, ok := strings.CutPrefix(body, b[0]); ok {
			return bracketHead(p, h, markup, inner, b)
		}
	}
	return labelHead(p, h, markup, body)
}

// isPictogram tells whether a rune is a picture that decorates a heading, or
// the blank behind it; box-drawing signs are none.
func isPictogram(r rune) bool {
	return r == ' ' || r == 0xFE0F || unicode.Is(unicode.So, r) && (r < 0x2500 || r > 0x257F)
}

// listHead reads `1. text` and `1) text`.
func listHead(h head, markup, body string) (head, bool) {
	id := digits(body)
	rest := body[len(id):]
	if len(id) > 4 || len(rest) < 2 || rest[0] != '.' && rest[0] != ')' && rest[0] != ':' || rest[1] != ' ' {
		return h, false
	}
	h.sig, h.list = markup+"n"+rest[:1], true
	h.setID(id)
	return h.restAt(rest[2:]), true
}

// restAt notes where the rest of the head's line begins.
func (h head) restAt(rest string) head {
	rest = strings.TrimRight(rest, " \t")
	if strings.HasPrefix(rest, "«") {
		h.sig += "«"
	}
	h.rest = h.end - len(rest)
	return h
}
