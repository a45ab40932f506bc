package ledger

import (
	"unicode/utf8"

	"vouchsafe/trace/chain"
)

// Line is a trace as one line of JSON, with its line feed.
type Line struct {
	JSON []byte
	// Record is what a line of the file says that is no trace; JSON is then about
	// what it will be.
	Record *chain.Record
	// Texts are the long texts of its chunks, in order: a store keeps each once,
	// beside the lines that name it. They are nil where nobody has looked for
	// them, as in a line that was read from a file.
	Texts []Text
	// Row is what the store has made of the trace itself, see Store.Row.
	Row any
}

// Text is the text of a chunk in a line: what it says, and the bytes of the line at
// which its JSON string begins and ends.
type Text struct {
	Said       string
	Start, End int
}

// LongText is from how many bytes on a text is among the texts of a line.
const LongText = 64

// KeptApart reports whether a text is among the texts of a line.
func KeptApart(text string) bool { return len(text) >= LongText && utf8.ValidString(text) }

// joined are some lines, one behind the other.
func joined(lines []Line) []byte {
	if len(lines) == 1 {
		return lines[0].JSON
	}
	n := 0
	for _, line := range lines {
		n += len(line.JSON)
	}
	all := make([]byte, 0, n)
	for _, line := range lines {
		all = append(all, line.JSON...)
	}
	return all
}

// lengthOf is about how long a trace's line is, in bytes.
func lengthOf(t *Trace) int {
	const frame, chunk, attempt = 2048, 400, 600
	n := frame + len(t.Question) + len(t.Answer)
	for i := range t.Chunks {
		n += chunk + len(t.Chunks[i].Text)
	}
	for i := range t.Attempts {
		n += attempt + len(t.Attempts[i].Reply)
	}
	return n
}
