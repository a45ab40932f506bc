package answer

import "strings"

// Region is a stretch of a text, in bytes, end exclusive.
type Region struct{ Start, End int }

// CodeRegion is a stretch of code in a Markdown text: a fenced block with its
// fences, or inline code with its backticks.
type CodeRegion struct {
	Region
	Fence string // what opened a block; "" for inline code
	Open  bool   // the block is never closed
}

// Code returns the code in a Markdown text, in order. Markers are neither read
// nor written there. An unclosed fence runs to the end, as it does when
// rendered; an unclosed backtick is a backtick.
func Code(text string) []CodeRegion {
	if !strings.Contains(text, "`") && !strings.Contains(text, "~~~") {
		return nil
	}
	var out []CodeRegion
	for at := 0; at < len(text); {
		fence := nextFence(text, at)
		out = appendInline(out, text, at, fence.Start)
		if fence.Start == len(text) {
			break
		}
		out = append(out, fence)
		at = fence.End
	}
	return out
}

// nextFence finds the next fenced block from the start of a line on; where
// there is none it returns the empty region at the end of the text.
func nextFence(text string, from int) CodeRegion {
	start, fence := -1, ""
	for at := from; at < len(text); {
		end := lineEnd(text, at)
		run, info := fenceRun(text[at:end])
		switch {
		case start < 0 && run != "" && (run[0] == '~' || !strings.Contains(info, "`")):
			start, fence = at, run
		case start >= 0 && len(run) >= len(fence) && run[0] == fence[0] && blank(info):
			return CodeRegion{Region{start, end}, fence, false}
		}
		at = end
	}
	if start < 0 {
		start = len(text)
	}
	return CodeRegion{Region{start, len(text)}, fence, true}
}

// fenceRun splits a line into the run of fence characters that opens it ("" if
// there is none) and what follows.
func fenceRun(line string) (run, info string) {
	body := strings.TrimLeft(line, " \t>")
	if body == "" || body[0] != '`' && body[0] != '~' {
		return "", ""
	}
	info = strings.TrimLeft(body, body[:1])
	if run = body[:len(body)-len(info)]; len(run) < 3 {
		return "", ""
	}
	return run, info
}

// appendInline adds the inline code between two offsets. A run of backticks is
// closed by the next run of the same length in the same paragraph.
func appendInline(out []CodeRegion, text string, from, to int) []CodeRegion {
	runs := backtickRuns(text, from, to)
	closer := make([]int, len(runs)) // index of the closing run, 0 for none
	last := map[int]int{}
	for i := len(runs) - 1; i >= 0; i-- {
		closer[i] = last[runs[i].End-runs[i].Start]
		last[runs[i].End-runs[i].Start] = i
		if i > 0 && strings.Contains(text[runs[i-1].End:runs[i].Start], "\n\n") {
			clear(last)
		}
	}
	for i := 0; i < len(runs); i++ {
		if c := closer[i]; c > 0 {
			out = append(out, CodeRegion{Region: Region{runs[i].Start, runs[c].End}})
			i = c
		}
	}
	return out
}

func backtickRuns(text string, from, to int) []Region {
	var runs []Region
	for at := from; at < to; {
		skip := strings.IndexByte(text[at:to], '`')
		if skip < 0 {
			break
		}
		start := at + skip
		for at = start; at < to && text[at] == '`'; at++ {
		}
		runs = append(runs, Region{start, at})
	}
	return runs
}

// lineEnd returns the offset behind the line that begins at from.
func lineEnd(text string, from int) int {
	if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
		return from + n + 1
	}
	return len(text)
}
