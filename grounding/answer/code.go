package answer

import (
	"regexp"
	"strings"
)

// Region is a stretch of a text, in bytes, end exclusive.
type Region struct{ Start, End int }

// CodeRegion is a stretch of code in a Markdown text: a fenced block with its
// fences, or inline code with its backticks.
type CodeRegion struct {
	Region
	Fence string // what opened a block; "" for inline code
	Open  bool   // the block is never closed
}

var (
	fence     = regexp.MustCompile("(?m)^[ \t>]*(`{3,}|~{3,})(.*)\n?")
	backticks = regexp.MustCompile("`+")
)

// Code returns the code in a Markdown text, in order. Markers are neither read
// nor written there. An unclosed fence runs to the end, as it does when
// rendered; an unclosed backtick is a backtick.
func Code(text string) []CodeRegion {
	if !strings.Contains(text, "`") && !strings.Contains(text, "~~~") {
		return nil
	}
	var out []CodeRegion
	at, block := 0, CodeRegion{}
	for _, m := range fence.FindAllStringSubmatchIndex(text, -1) {
		run, info := text[m[2]:m[3]], text[m[4]:m[5]]
		switch {
		case block.Fence == "" && (run[0] == '~' || !strings.Contains(info, "`")):
			out = appendInline(out, text, at, m[0])
			block = CodeRegion{Region{m[0], len(text)}, run, true}
		case block.Fence != "" && len(run) >= len(block.Fence) && run[0] == block.Fence[0] && blank(info):
			block.End, block.Open = m[1], false
			out, at, block = append(out, block), m[1], CodeRegion{}
		}
	}
	if block.Fence != "" {
		return append(out, block)
	}
	return appendInline(out, text, at, len(text))
}

// appendInline adds the inline code between two offsets. A run of backticks is
// closed by the next run of the same length in the same paragraph.
func appendInline(out []CodeRegion, text string, from, to int) []CodeRegion {
	runs := backticks.FindAllStringIndex(text[from:to], -1)
	closer := make([]int, len(runs)) // index of the closing run, 0 for none
	last := map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		length := runs[i][1] - runs[i][0]
		closer[i], last[length] = last[length], i
		if i > 0 && strings.Contains(text[from+runs[i-1][1]:from+runs[i][0]], "\n\n") {
			clear(last)
		}
	}
	for i := 0; i < len(runs); i++ {
		if c := closer[i]; c > 0 {
			out = append(out, CodeRegion{Region: Region{from + runs[i][0], from + runs[c][1]}})
			i = c
		}
	}
	return out
}

// lineEnd returns the offset behind the line that begins at from.
func lineEnd(text string, from int) int {
	if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
		return from + n + 1
	}
	return len(text)
}
