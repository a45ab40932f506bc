package text

import (
	"strings"
)

// LongestMarker bounds a citation marker, in bytes.
const LongestMarker = 40

// MarkerLength returns the length of a citation marker at the start of s, or 0: a
// short bracket such as "[1, 2]", "[^3]", "【4】", "[passage 2]".
func MarkerLength(s string) int {
	end := 0
	switch {
	case strings.HasPrefix(s, "["):
		end = strings.IndexByte(s[:min(len(s), LongestMarker)], ']') + len("]")
	case strings.HasPrefix(s, "【"):
		if at := strings.Index(s[:min(len(s), LongestMarker)], "】"); at > 0 {
			end = at + len("】")
		}
	}
	if end == 0 || !pointsAtEvidence(strings.TrimLeft(strings.TrimPrefix(strings.TrimRight(s[:end], "]】"), "【"), "[^")) {
		return 0
	}
	if strings.HasPrefix(s[end:], "(") { // a Markdown link
		return 0
	}
	return end
}

// spacedMarker is MarkerLength for a marker behind spaces, which count.
func spacedMarker(s string) int {
	rest := strings.TrimLeft(s, " ")
	if n := MarkerLength(rest); n > 0 {
		return len(s) - len(rest) + n
	}
	return 0
}

// ReferenceWords are words whose number names a part of the evidence or of the
// answer and states nothing: "passage 2", "step 3".
var ReferenceWords = WordSet("reference_words")

// pointsAtEvidence reports whether the inside of a bracket only points at evidence:
// numbers of up to three digits, handles ("c1", "L4-L9"), words such as "passage".
// "[50 mg]" states something.
func pointsAtEvidence(inner string) bool {
	const separators = " ,;:-–_#./|&†‡"
	numbered := false
	for part := range strings.FieldsFuncSeq(inner, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		plain := strings.Trim(part, "0123456789") == ""
		handle := strings.ContainsAny(part, "0123456789") && (part[0] < '0' || part[0] > '9')
		switch {
		case plain && len(part) <= 3, handle:
			numbered = true
		case !ReferenceWords[Fold(part)] && part != "and":
			return false
		}
	}
	return numbered
}
