package verify

import (
	"regexp"
	"sort"
	"strings"

	"vouchsafe/grounding/text"
)

// code lists the stretches of a text that Markdown shows as code, in order.
type code []text.Span

// at reports whether a place, in bytes, stands in code.
func (c code) at(place int) bool {
	i := sort.Search(len(c), func(i int) bool { return c[i].End > place })
	return i < len(c) && c[i].Start <= place
}

// inline are spans of code between backticks, in one line.
var inline = regexp.MustCompile("`[^`\n]+`|``[^\n]+?``")

// codeOf finds fenced blocks and spans of code.
func codeOf(s string) code {
	if !strings.Contains(s, "`") && !strings.Contains(s, "~~~") {
		return nil
	}
	var out code
	from := 0
	spans := func(to int) {
		for _, at := range inline.FindAllStringIndex(s[from:to], -1) {
			out = append(out, text.Span{Start: from + at[0], End: from + at[1]})
		}
	}
	for _, sentence := range text.Sentences(s) {
		if sentence.Block == text.CodeBlock {
			spans(sentence.Start)
			out = append(out, sentence.Span)
			from = sentence.End
		}
	}
	spans(len(s))
	return out
}
