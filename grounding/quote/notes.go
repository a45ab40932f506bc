package quote

import (
	"strings"
)

// bracket leaves out footnote marks ([3], [3, 4]) and the address of Markdown
// links; the text of a link stays.
func (f *folder) bracket(c byte) {
	if c == '[' {
		if box := f.checkbox(); box != "" {
			f.embed(box, 3)
			return
		}
		if n := footnoteLength(f.src[f.pos:min(len(f.src), f.pos+32)]); n > 0 && f.after(n) != '(' {
			f.close()
			f.footnote(n)
			return
		}
		f.separate(gapOther, 1)
		return
	}
	rest := f.src[f.pos:min(len(f.src), f.pos+maxTag)]
	f.separate(gapOther, 1)
	if !strings.HasPrefix(rest, "](") {
		return
	}
	end := strings.IndexByte(rest, ')')
	address := ""
	if end > 2 {
		address = rest[2:end]
	}
	if strings.ContainsAny(address, "/#.") && !strings.Contains(address, " ") {
		f.skipAll(end)
	}
}

// checkbox returns the sign for a Markdown checkbox here, at the start of a list
// item, or "".
func (f *folder) checkbox() string {
	rest := f.src[f.pos:min(len(f.src), f.pos+4)]
	if len(rest) < 4 || rest[2] != ']' || rest[3] != ' ' {
		return ""
	}
	item := strings.TrimRight(f.src[max(0, f.pos-3):f.pos], " ")
	if item != "" && strings.IndexByte("-*+\n", item[len(item)-1]) < 0 {
		return ""
	}
	switch rest[1] {
	case ' ':
		return "☐"
	case 'x', 'X':
		return "☑"
	}
	return ""
}

// footnoteLength returns the length of a footnote mark at the start of s: one
// or more numbers of up to three digits, or one small letter, in brackets.
func footnoteLength(s string) int {
	digits := 0
	for i := 1; i < len(s); i++ {
		c := s[i]
		switch {
		case isDigitByte(c):
			digits++
			if digits > 3 {
				return 0
			}
		case c == ']' && i > 1 && s[i-1] != ',':
			return i + 1
		case (c == ',' || c == '-') && isDigitByte(s[i-1]) || c == ' ' && s[i-1] == ',':
			digits = 0
		case strings.HasPrefix(s[i:], "–"):
			digits = 0
			i += len("–") - 1
		case 'a' <= c && c <= 'z' && i == 1 && strings.HasPrefix(s[2:], "]"):
			return 3
		default:
			return 0
		}
	}
	return 0
}

// maxMarks bounds, in bytes, the footnote marks remembered at one place.
const maxMarks = 64

// footnote leaves out a mark of n bytes and remembers it.
func (f *folder) footnote(n int) {
	text := f.src[f.pos : f.pos+n]
	if last := len(f.marks) - 1; last >= 0 && f.marks[last].token == len(f.tokens) {
		if len(f.marks[last].text) < maxMarks {
			f.marks[last].text += text
		}
	} else {
		f.marks = append(f.marks, mark{token: len(f.tokens), text: text})
	}
	f.gap |= gapOther
	f.skipAll(n)
}

// maxLinks bounds the addresses of a snippet that are looked up.
const maxLinks = 16

// linked reports whether the addresses that a snippet links to, which folding
// leaves out, are in the source.
func (s *search) linked(sn *Text) bool {
	for _, mark := range [][2]string{{"](", ")"}, {"href=\"", "\""}} {
		rest := sn.original
		for range maxLinks {
			_, after, found := strings.Cut(rest, mark[0])
			address, next, closed := strings.Cut(after, mark[1])
			if !found || !closed {
				break
			}
			if !strings.Contains(s.text.original, address) {
				return false
			}
			rest = next
		}
	}
	return true
}
