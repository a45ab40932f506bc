package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
)

// placer finds where markers may stand in a Markdown text. It is asked with
// rising offsets.
type placer struct {
	full string
	code []answer.CodeRegion
	last int // the place found before: markers never change their order
}

// find returns the place for markers due at an offset: there, unless that is
// in code (then behind it) or behind a table row (then in its last cell).
func (p *placer) find(at int) insertion {
	for len(p.code) > 0 && p.code[0].End < at {
		p.code = p.code[1:]
	}
	in := insertion{place: at}
	if len(p.code) > 0 && p.code[0].Start < at {
		code := p.code[0]
		in.block = code.Fence != ""
		if in.block || at < code.End {
			in.place = code.End
		}
		if code.Open {
			in.closing = code.Fence
		}
	}
	if !in.block {
		in.place = p.inCell(in.place)
	}
	in.place = max(in.place, p.last)
	p.last = in.place
	return in
}

// inCell moves a place behind a table row in front of the row's last bar, and
// out of the line of dashes under a table's head to the head.
func (p *placer) inCell(at int) int {
	for {
		start := strings.LastIndexByte(p.full[:at], '\n') + 1
		line := strings.TrimRight(p.full[start:at], " \t\r")
		body := strings.TrimSpace(line)
		if len(body) < 2 || body[0] != '|' || body[len(body)-1] != '|' {
			return at
		}
		if strings.Trim(body, "|-: ") != "" || start == 0 {
			return start + len(strings.TrimRight(line[:len(line)-1], " \t"))
		}
		at = start - 1
	}
}

// needsSpace tells whether a marker behind a text is set off by a space: not
// at the start of a line, nor behind scripts that are written without spaces.
func needsSpace(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	if unicode.IsSpace(r) || before == "" {
		return false
	}
	if r == '”' { // Chinese and Latin text share it
		return needsSpace(strings.TrimSuffix(before, "”"))
	}
	return !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) && !strings.ContainsRune("。，、！？；：）」』", r)
}

func lastWord(s string) string {
	return s[strings.LastIndexAny(s, " \t\n")+1:]
}
