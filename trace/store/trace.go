package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"vouchsafe/trace/ledger"
)

// Bounds of what a row holds of a text.
const questionRunes = 240

// hashedText begins what the ledger keeps in the place of a text under
// content: hashed.
const hashedText = "hmac-sha256:"

// hash identifies a chunk's text: the first half of its SHA-256.
type hash [16]byte

func hashOf(text string) hash {
	sum := sha256.Sum256(view(text))
	return hash(sum[:16])
}

// view is a text as bytes, which must only be read: a long trace has a hundred kilobytes of them.
func view(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// Trace is a trace taken apart, ready to be stored. It refers to the texts of the
// line that it was made of.
type Trace struct {
	summary Summary
	at      int64  // milliseconds
	body    []byte // the packed line, without the chunk texts
	chunks  []chunk
	titles  map[string]string // of documents, where they have one beside their name
	cells   []cell
	terms   terms
	policy  string // name and hash
	engine  string // version and data

	documents []string // of the chunk texts, where the texts are to be detached later
	uses      []use    // of sources, to be counted when their hashes are known
}

// chunk is a chunk's text that is stored apart.
type chunk struct {
	hash     hash
	document string
	text     string
}

// detach takes the chunk texts out of a line. It keeps the packed rest, where
// hashes stand for them.
func (t *Trace) detach(line ledger.Line) {
	room := rooms.Get().(*[]byte)
	*room = t.detachTo((*room)[:0], line)
	t.terms.words(string(*room))
	t.body = pack(*room)
	freeRoom(room)
}

// detachTo takes the chunk texts out of a line, and appends the rest to rest.
func (t *Trace) detachTo(rest []byte, line ledger.Line) []byte {
	from := 0
	for _, text := range line.Texts {
		c := chunk{hash: hashOf(text.Said), text: text.Said}
		t.chunks = append(t.chunks, c)
		rest = append(append(rest, line.JSON[from:text.Start]...), `{"sha256":"`...)
		rest = append(hex.AppendEncode(rest, c.hash[:]), `"}`...)
		from = text.End
	}
	return append(rest, line.JSON[from:]...)
}

// Summary is what a list shows of the trace.
func (t *Trace) Summary() Summary { return t.summary }

var errNoTrace = errors.New("the line holds no trace")

// hashes are those of the chunk texts, one behind the other, each once.
func (t *Trace) hashes() []byte {
	out := make([]byte, 0, len(t.chunks)*len(hash{}))
	seen := make(map[hash]bool, len(t.chunks))
	for _, c := range t.chunks {
		if !seen[c.hash] {
			seen[c.hash] = true
			out = append(out, c.hash[:]...)
		}
	}
	return out
}

// size is about what a trace takes with its row and indexes, in bytes.
func (t *Trace) size() int64 {
	const row, term = 600, 12
	return row + int64(len(t.body)+len(t.summary.Question)+term*len(t.terms.all))
}

// sequenceBits tell the traces of one millisecond apart.
const sequenceBits = 21

// sequence is a trace's place in the order of time: its milliseconds, and
// behind them a few bits of its id.
func (t *Trace) sequence() int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(t.summary.ID)) // never fails
	return since(t.at) | int64(h.Sum32()&(1<<sequenceBits-1))
}

// since is the least sequence of a time in milliseconds.
func since(ms int64) int64 { return min(max(ms, 0), 1<<(63-sequenceBits)-1) << sequenceBits }

// plain takes out what PostgreSQL takes in no text.
func plain(s string) string { return strings.ReplaceAll(s, "\x00", "\ufffd") }

// clip cuts a text to at most n bytes, between two characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// clipRunes cuts a text to at most n code points.
func clipRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
