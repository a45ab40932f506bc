package repair

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark returns the length of the mark of a list's item at the start of a line,
// with the white space behind it, or 0: "- ", "* ", "3. ", "(3) ", "b) ", "1、", "①".
func mark(line string) int {
	r, n := utf8.DecodeRuneInString(line)
	switch {
	case strings.ContainsRune("-*+•‣◦▪●·・–—", r):
	case circled(r):
		return n + blanks(line[n:])
	default:
		n = numeral(line)
	}
	if n == 0 {
		return 0
	}
	space := blanks(line[n:])
	if space == 0 && n < len(line) && !strings.HasSuffix(line[:n], "、") {
		return 0
	}
	return n + space
}

// ordered reports whether the item that a line opens has a place in an order.
func ordered(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return circled(r) || numeral(line) > 0
}

func circled(r rune) bool { return r >= '①' && r <= '⑳' }

func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// numeral returns the length of "12.", "3)", "(4)", "b)", "1、" at the start of
// a line, or 0.
func numeral(line string) int {
	body := strings.TrimPrefix(line, "(")
	open := len(body) < len(line)
	digits := strings.TrimLeftFunc(body, unicode.IsDigit)
	n := len(body) - len(digits)
	letter := n == 0 && len(body) > 1 && body[0]|0x20 >= 'a' && body[0]|0x20 <= 'z'
	if letter {
		n, digits = 1, body[1:]
	}
	if n == 0 || n > 9 {
		return 0
	}
	for _, end := range []string{")", ".", "、", "．", "）"} {
		if strings.HasPrefix(digits, end) && !(end == "." && (open || letter)) {
			return len(line) - len(digits) + len(end)
		}
	}
	return 0
}

// isStep reports whether a line opens with a step's name and number ("Step 2:",
// "Schritt 3", "第一步").
func isStep(line string) bool {
	line = strings.TrimLeft(line, "*_ ")
	for _, name := range []string{"步骤", "步驟", "手順", "ステップ"} {
		if strings.HasPrefix(line, name) {
			return true
		}
	}
	if ordinal, ok := strings.CutPrefix(line, "第"); ok {
		_, rest := utf8.DecodeRuneInString(ordinal)
		return strings.HasPrefix(ordinal[rest:], "步")
	}
	words := fold(line, 2)
	if len(words) < 2 || !stepNames[words[0]] {
		return false
	}
	r, _ := utf8.DecodeRuneInString(words[1])
	return unicode.IsDigit(r) || len(words[1]) == 1
}

var stepNames = set("step schritt étape etape paso passo passaggio stap шаг خطوة الخطوة phase fase")

// bare is a sentence without the marks that open its block.
func bare(body string) string {
	body = strings.TrimLeft(body, ">#| \t")
	body = body[mark(body):]
	return strings.TrimLeft(body, "*_~`[ \t")
}

// delimiters that open and close a stretch, by the same sign both.
var parities = []string{"**", "~~", "$$", `"`, "__"}

// pairs ties a sentence to the one before it where a pair of brackets, quotes
// or Markdown's marks opens in one and closes in the other: without one half
// the rest would be read otherwise. A sign without its partner in a block ties
// nothing; it is an inch, or a smile.
func (d *document) pairs() {
	for _, b := range d.inBlock {
		for _, sign := range parities {
			d.tie(b, func(body string) int { return strings.Count(body, sign) }, true)
		}
		for _, pair := range [][2]string{{"(", ")"}, {"（", "）"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {"[", "]"}} {
			d.tie(b, func(body string) int { return strings.Count(body, pair[0]) - strings.Count(body, pair[1]) }, false)
		}
		d.tie(b, italics, true)
		d.tie(b, tags, false)
		d.tie(b, curly(d.text[d.units[b.from].start:d.units[b.to-1].end]), false)
	}
}

// italics counts the single asterisks of a sentence, without an item's mark.
func italics(body string) int {
	body = body[mark(body):]
	return strings.Count(body, "*") - 2*strings.Count(body, "**")
}

// tags is how many HTML tags a sentence opens more than it closes.
func tags(body string) (open int) {
	for rest := body; ; {
		_, after, found := strings.Cut(rest, "<")
		if !found {
			return open
		}
		name, _, closed := strings.Cut(after, ">")
		rest = after
		switch {
		case !closed || name == "" || strings.HasSuffix(name, "/") || voidTags[strings.ToLower(name)]:
		case name[0] == '/':
			open--
		case name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z':
			open++
		}
	}
}

// voidTags are never closed.
var voidTags = set("br hr wbr")

// curly returns what tells how many curly quotes a sentence of a block opens
// more than it closes: in English “ opens, and in German, behind „, it closes.
func curly(block string) func(string) int {
	german := strings.Contains(block, "„") && !strings.Contains(block, "”")
	return func(body string) int {
		low, middle, high := strings.Count(body, "„"), strings.Count(body, "“"), strings.Count(body, "”")
		if german {
			return low - middle
		}
		return low + middle - high
	}
}

// tie ties the units of a block between which a pair is open.
func (d *document) tie(b stretch, opened func(string) int, parity bool) {
	balance := func(n int) int {
		if parity {
			return n & 1
		}
		return n
	}
	total := 0
	for i := b.from; i < b.to; i++ {
		total += opened(d.text[d.units[i].start:d.units[i].end])
	}
	if balance(total) != 0 {
		return
	}
	open := 0
	for i := b.from; i < b.to; i++ {
		if i > b.from && balance(open) != 0 {
			d.units[i].tied = true
		}
		open += opened(d.text[d.units[i].start:d.units[i].end])
	}
}
