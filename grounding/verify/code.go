package verify

import (
	"sort"
	"strings"
)

// code lists the stretches of a text that Markdown shows as code, in order.
type code []stretch

// at reports whether a place, in bytes, stands in code.
func (c code) at(place int) bool {
	i := sort.Search(len(c), func(i int) bool { return c[i].end > place })
	return i < len(c) && c[i].start <= place
}

// codeOf finds fenced blocks and spans of code. Where Markdown would see more
// of them than it does, less is taken for code.
func codeOf(text string) code {
	if !strings.Contains(text, "`") && !strings.Contains(text, "~~~") {
		return nil
	}
	var out code
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := strings.TrimLeft(text[at:end], " ")
		if mark := fenceMark(line); mark != "" {
			end = fenceEnds(text, end, mark)
			out = append(out, stretch{at, end})
		} else {
			out = spans(out, text[at:end], at)
		}
		at = end
	}
	return out
}

// fenceMark is the mark of a fence that a line opens, "" where it opens none.
func fenceMark(line string) string {
	for _, sign := range [...]string{"`", "~"} {
		n := len(line) - len(strings.TrimLeft(line, sign))
		if n >= 3 && !(sign == "`" && strings.Contains(line[n:], "`")) {
			return line[:n]
		}
	}
	return ""
}

// fenceEnds is the place behind the line that closes a fence.
func fenceEnds(text string, from int, mark string) int {
	for at := from; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if line := strings.TrimSpace(text[at:end]); strings.HasPrefix(line, mark) && strings.Trim(line, mark[:1]) == "" {
			return end
		}
		at = end
	}
	return len(text)
}

// spans adds the spans of code in a line: between two equal runs of backticks.
func spans(out code, line string, offset int) code {
	for at := 0; ; {
		i := strings.IndexByte(line[at:], '`')
		if i < 0 {
			return out
		}
		at += i
		run := len(line[at:]) - len(strings.TrimLeft(line[at:], "`"))
		mark := line[at : at+run]
		end := strings.Index(line[at+run:], mark)
		if end < 0 {
			return out
		}
		out = append(out, stretch{offset + at, offset + at + run + end + run})
		at += run + end + run
	}
}
