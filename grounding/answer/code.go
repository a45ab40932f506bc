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

var backticks = regexp.MustCompile("`+")

// Code returns the code in a Markdown text, in order. Markers are neither read
// nor written there. An unclosed fence runs to the end, as it does when
// rendered; an unclosed backtick is a backtick.
func Code(text string) []CodeRegion {
	if !strings.Contains(text, "`") && !strings.Contains(text, "~~~") {
		return nil
	}
	var out []CodeRegion
	at, block := 0, CodeRegion{}
	for start, end := 0, 0; start < len(text); start = end {
		end = lineEnd(text, start)
		run, info := fenceRun(text[start:end])
		switch {
		case run == "":
		case block.Fence == "" && (run[0] == '~' || !strings.Contains(info, "`")):
			out = appendInline(out, text, at, start)
			block = CodeRegion{Region{start, len(text)}, run, true}
		case block.Fence != "" && strings.HasPrefix(run, block.Fence) && blank(info):
			block.End, block.Open = end, false
			out, at, block = append(out, block), end, CodeRegion{}
		}
	}
	if block.Fence != "" {
		return append(out, block)
	}
	return appendInline(out, text, at, len(text))
}

// fenceRun splits a line into the run of fence characters that opens it ("" if
// there is none) and what follows.
func fenceRun(line string) (run, info string) {
	body := strings.TrimLeft(line, " \t>")
	for _, sign := range []string{"`", "~"} {
		if info = strings.TrimLeft(body, sign); len(body)-len(info) >= 3 {
			return body[:len(body)-len(info)], info
		}
	}
	return "", ""
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
