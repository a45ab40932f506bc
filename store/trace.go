package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// Bounds of what a row holds of a text.
const (
	questionRunes = 240
	searchBytes   = 1000
	inlineBytes   = 64 // a chunk's text up to this length stays in its trace
)

// hash identifies a chunk's text: the first half of its SHA-256.
type hash [16]byte

func hashOf(text string) hash {
	sum := sha256.Sum256([]byte(text))
	return hash(sum[:16])
}

// Trace is a trace taken apart, ready to be stored.
type Trace struct {
	summary Summary
	at      int64 // milliseconds
	search  string
	body    []byte // the packed line, without the chunk texts
	chunks  []chunk
	cells   []cell
}

// chunk is a chunk's text that is stored apart.
type chunk struct {
	hash     hash
	document string
	text     string
}

// ID is the trace's id.
func (t *Trace) ID() string { return t.summary.ID }

// Summary is what a list shows of the trace.
func (t *Trace) Summary() Summary { return t.summary }

var errNoTrace = errors.New("the line holds no trace")

// Parse takes a line of the ledger apart.
func Parse(line []byte) (*Trace, error) {
	if !jsontext.Value(line).IsValid() {
		return nil, errNoTrace
	}
	t := &Trace{}
	var places []place
	cited := &sources{}
	root := gjson.ParseBytes(line)
	if !root.IsObject() {
		return nil, errNoTrace
	}
	var answer string
	root.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "answer":
			answer = value.Str
		case "chunks":
			places = t.splitChunks(value, cited)
		case "citations":
			t.summary.Citations = cited.cite(value)
		default:
			t.summary.set(key.Str, value)
		}
		return true
	})
	at, err := time.Parse(time.RFC3339Nano, t.summary.Timestamp)
	if t.summary.ID == "" || err != nil {
		return nil, fmt.Errorf("%w: it has no id or no time", errNoTrace)
	}
	t.at = at.UnixMilli()
	t.summary.Failing = Failing(t.summary.Verdict)
	cited.citeFailed(root.Get("attempts"))
	t.cells = t.count(cited)
	t.search = clip(strings.ToLower(plain(root.Get("question").Str)+"\n"+plain(answer)), searchBytes)
	t.body = pack(splice(line, places))
	return t, nil
}

// splitChunks notes the texts that are stored apart, and where they stand.
func (t *Trace) splitChunks(list gjson.Result, cited *sources) []place {
	var places []place
	list.ForEach(func(_, c gjson.Result) bool {
		document := plain(document(c))
		text, h, apart := reference(c) // in a line that was stored and is taken apart once more
		if !apart {
			h = hashOf(text.Str)
		}
		cited.add(c.Get("chunk_id").Str, source{document: document, hash: h, text: apart || text.Str != ""})
		if len(text.Str) < inlineBytes {
			return true
		}
		t.chunks = append(t.chunks, chunk{hash: h, document: document, text: text.Str})
		places = append(places, place{text.Index, text.Index + len(text.Raw), `{"sha256":"` + hex.EncodeToString(h[:]) + `"}`})
		return true
	})
	return places
}

// document names the document of a chunk or a citation; "" where nothing does.
func document(c gjson.Result) string {
	for _, name := range [...]string{"doc_id", "source_filename", "url", "title"} {
		if v := c.Get(name).Str; v != "" {
			return v
		}
	}
	return ""
}

// place is a part of a text that something else takes the place of.
type place struct {
	start, end int
	by         string
}

// splice puts what is to stand there in the places, which are in order.
func splice(text []byte, places []place) []byte {
	out := make([]byte, 0, len(text))
	from := 0
	for _, p := range places {
		out = append(append(out, text[from:p.start]...), p.by...)
		from = p.end
	}
	return append(out, text[from:]...)
}

// hashes are those of the chunk texts, one behind the other, each once.
func (t *Trace) hashes() []byte {
	out := make([]byte, 0, len(t.chunks)*len(hash{}))
	for i, c := range t.chunks {
		if !slices.ContainsFunc(t.chunks[:i], func(o chunk) bool { return o.hash == c.hash }) {
			out = append(out, c.hash[:]...)
		}
	}
	return out
}

// size is about what a trace takes with its row and indexes, in bytes.
func (t *Trace) size() int64 {
	const row = 600
	return row + int64(len(t.body)+len(t.search)+len(t.summary.Question))
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
