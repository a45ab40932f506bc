package quote

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// evidentSlip reports whether one word is an evident slip of another: the result is no
// word that anyone knows, and one letter was dropped, doubled, mistaken or swapped in a
// common English word, or two were swapped deep inside a long word of any language. ie
// and ei swapped make another one (verschieden, verscheiden), and so do letters mistaken
// at either end of a word (micro, macro; chlorite, chlorate).
func (s *search) evidentSlip(right, wrong string) bool {
	const short, long = 5, 8 // letters
	slip, at := slipOf(right, wrong)
	if slip == noSlip || text.Listed(wrong) || text.IsUnit(wrong) || s.text.hasWord(wrong) {
		return false
	}
	n := utf8.RuneCountInString(right)
	deep := at > 2 && at < n-3
	language := s.text.language()
	common := n >= short && text.Listed(right) && (language == text.English || language == text.Unknown)
	diphthong := language == text.German || language == text.Dutch
	switch slip {
	case substituted:
		return common && deep && n >= long
	case swapped:
		other, _ := slipOf(strings.ReplaceAll(right, "ei", "ie"), strings.ReplaceAll(wrong, "ei", "ie"))
		return common || deep && (!diphthong || other != noSlip)
	}
	return common && at < n-2
}

// slip is the kind of a one-letter difference.
type slip uint8

const (
	noSlip slip = iota
	dropped
	inserted
	substituted
	swapped
)

// slipOf finds the one slip that makes b of a, and at which letter (in code
// points); noSlip if there is none or more than one. The first letter never
// slips: readers and writers both watch it.
func slipOf(a, b string) (slip, int) {
	x, y := []rune(a), []rune(b)
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	left, right := x[head:len(x)-tail], y[head:len(y)-tail]
	kind := slips[[2]int{len(left), len(right)}]
	if head == 0 || kind == swapped && (left[0] != right[1] || left[1] != right[0]) {
		return noSlip, 0
	}
	return kind, head
}

// slips are the kinds of slip by how many letters differ on both sides.
var slips = map[[2]int]slip{{1, 0}: dropped, {0, 1}: inserted, {1, 1}: substituted, {2, 2}: swapped}
