package render

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
)

// placer finds where markers may stand in a Markdown text. It is asked with
// rising offsets.
type placer struct {
	full       string
	code       []answer.CodeRegion
	last       int // the place found before: markers never change their order
	seen, line int // the place looked at before, and where its line begins
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

// beforeStop moves a place in front of the stop of the sentence that ends there.
func beforeStop(full string, at int) int {
	r, size := utf8.DecodeLastRuneInString(full[:at])
	if before := full[:at-size]; strings.ContainsRune(".!?。！？", r) && before != "" && !strings.ContainsRune(".!?", rune(before[len(before)-1])) {
		return at - size
	}
	return at
}

// floor is the place of the last insertion: markers never change their order.
func floor(ins []insertion) int {
	if n := len(ins); n > 0 {
		return ins[n-1].place
	}
	return 0
}

// inCell moves a place behind a table row in front of the row's last bar, and
// out of the line of dashes under a table's head to the head.
func (p *placer) inCell(at int) int {
	for {
		start := p.lineStart(at)
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

// lineStart is where the line of a place begins: what stands before the last place is known.
func (p *placer) lineStart(at int) int {
	if at < p.seen {
		p.seen, p.line = 0, 0
	}
	if n := strings.LastIndexByte(p.full[p.seen:at], '\n'); n >= 0 {
		p.line = p.seen + n + 1
	}
	p.seen = at
	return p.line
}

// signs are lines at the end of a text that hold no words: the sign of the next
// item of a list, a rule. A marker stands in front of them.
var signs = regexp.MustCompile(`(?:\n[ \t]*(?:[-*+>•]|#{1,6}|\d{1,3}[.)]|-{3,}|\*{3,}|_{3,})?[ \t\r]*)+$`)

// wordsEnd is where the words of a text end.
func wordsEnd(text string) int {
	const longest = 64 // bytes of such lines
	from := max(0, len(text)-longest)
	if at := signs.FindStringIndex(text[from:]); at != nil && from+at[0] > 0 {
		text = text[:from+at[0]]
	}
	return len(trimRight(text))
}

func trimRight(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }

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

func lastWord(s string) string { return s[strings.LastIndexAny(s, " \t\n")+1:] }

// offsets maps places in the joined text of all segments to the content. It
// counts code points once for all, so that many claims in one long segment
// are as cheap to place as in many short ones.
type offsets struct {
	full   string
	starts []int // byte offset of each segment
	blocks []int // code points before every blockSize bytes
	puts   []put // what was put in, in order
}

// blockSize is how many bytes of text are counted at most to find an offset.
const blockSize = 1 << 10

// put is a place in the text, and the code points put in up to it.
type put struct{ place, points int }

func (o *offsets) begin(full string) {
	o.full, o.blocks = full, []int{0}
	for at := blockSize; at < len(full); at += blockSize {
		o.blocks = append(o.blocks, o.blocks[len(o.blocks)-1]+runesIn(full[at-blockSize:at]))
	}
}

// runesIn counts the characters that begin in a stretch of a text.
func runesIn(s string) (n int) {
	for i := range len(s) {
		if utf8.RuneStart(s[i]) {
			n++
		}
	}
	return n
}

// insert notes what was put in at a place; places only rise.
func (o *offsets) insert(place, points int) {
	if n := len(o.puts); n > 0 {
		points += o.puts[n-1].points
	}
	o.puts = append(o.puts, put{place, points})
}

// at returns the code point in the content for a byte offset in the joined text:
// behind what was put in there, or before it.
func (o *offsets) at(offset int, behind bool) int {
	offset = min(offset, len(o.full))
	block := min(offset/blockSize, len(o.blocks)-1)
	points := o.blocks[block] + runesIn(o.full[block*blockSize:offset])
	n := sort.Search(len(o.puts), func(i int) bool { return o.puts[i].place > offset || o.puts[i].place == offset && !behind })
	if n > 0 {
		points += o.puts[n-1].points
	}
	return points
}
