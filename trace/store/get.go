package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/jsonwriter"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
)

// Get returns a whole trace as the ledger wrote it, one JSON object without a
// line feed, with the feedback that came since. It returns ErrNotFound where
// there is none.
func (s *Store) Get(ctx context.Context, id string) ([]byte, error) {
	var found []body
	query := `SELECT b.body, coalesce(t.feedback, '') FROM traces t JOIN bodies b ON b.seq = t.seq WHERE t.id = ?`
	err := s.db.rows(ctx, query, []any{plain(id)}, func(r *sql.Rows) error {
		var b body
		var packed []byte
		err := r.Scan(&packed, &b.feedback)
		if err == nil {
			b.line, err = unpack(packed)
		}
		found = append(found, b)
		return err
	})
	if err == nil && len(found) == 0 {
		return nil, ErrNotFound
	}
	var lines [][]byte
	if err == nil {
		lines, err = readWhole(ctx, s.db, found)
	}
	if err != nil {
		return nil, cannot("read the trace", err)
	}
	return lines[0], nil
}

// body is a stored line and what came to it later.
type body struct {
	seq      int64
	line     []byte // without the chunk texts
	feedback string // JSON; "" for none
}

// readWhole puts the chunk texts and the feedback into lines.
func readWhole(ctx context.Context, db *database, bodies []body) ([][]byte, error) {
	texts, err := readTexts(ctx, db, referred(bodies))
	if err != nil {
		return nil, err
	}
	out := make([][]byte, len(bodies))
	for i, b := range bodies {
		out[i] = []byte(strings.TrimSuffix(string(b.assemble(texts)), "\n"))
	}
	return out, nil
}

// reference is the hash in the place of a chunk's text; ok is false where the
// text itself is there.
func reference(c gjson.Result) (at gjson.Result, h hash, ok bool) {
	at = c.Get("text")
	if !at.IsObject() {
		return at, h, false
	}
	n, err := hex.Decode(h[:], []byte(clip(at.Get("sha256").Str, 2*len(h))))
	return at, h, err == nil && n == len(h)
}

// referred are the hashes in some lines, each once.
func referred(bodies []body) []hash {
	seen := map[hash]bool{}
	var out []hash
	for _, b := range bodies {
		elements(gjson.GetBytes(b.line, "chunks"), func(c gjson.Result) {
			if _, h, ok := reference(c); ok && !seen[h] {
				seen[h] = true
				out = append(out, h)
			}
		})
	}
	return out
}

// assemble undoes what Parse took out. A text that is gone is null.
func (b body) assemble(texts map[hash]string) []byte {
	var out []byte
	from := 0
	replace := func(v gjson.Result, by string) {
		out = append(append(out, b.line[from:v.Index]...), by...)
		from = v.Index + len(v.Raw)
	}
	members(gjson.ParseBytes(b.line), func(name string, v gjson.Result) {
		switch {
		case name == "feedback" && b.feedback != "":
			replace(v, b.feedback)
		case name == "chunks":
			elements(v, func(c gjson.Result) {
				if at, h, ok := reference(c); ok {
					replace(at, quoted(texts, h))
				}
			})
		}
	})
	return append(out, b.line[from:]...)
}

func quoted(texts map[hash]string, h hash) string {
	text, ok := texts[h]
	if !ok {
		return "null"
	}
	var j jsonwriter.JSON
	j.Quote(text)
	return string(j)
}

// readTexts reads chunk texts.
func readTexts(ctx context.Context, db *database, hashes []hash) (map[hash]string, error) {
	out := map[hash]string{}
	for part := range slices.Chunk(hashes, 500) {
		args := make([]any, len(part))
		for i := range part {
			args[i] = part[i][:]
		}
		err := db.rows(ctx, `SELECT hash, body FROM chunks WHERE hash IN (`+questions(len(part))+`)`, args, func(r *sql.Rows) error {
			var key, packed []byte
			if err := r.Scan(&key, &packed); err != nil {
				return err
			}
			if text, err := unpack(packed); err == nil && len(key) == len(hash{}) { // else it is as if it were gone, see Check
				out[hash(key)] = string(text)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// exportPage is how many traces are read at a time.
const exportPage = 200

// Export hands every whole trace that a filter chooses to a function, newest
// first, and ends with its error if it has one. Limit and Cursor of the filter
// are not heeded; memory does not grow with the number of traces.
func (s *Store) Export(ctx context.Context, f Filter, each func(trace []byte) error) error {
	f.Limit, f.Cursor = exportPage, ""
	for {
		traces, next, err := readPage(ctx, s.db, f)
		var lines [][]byte
		if err == nil {
			lines, err = readWhole(ctx, s.db, bodiesOf(traces))
		}
		if err != nil {
			return fmt.Errorf("cannot export traces: %w", err)
		}
		for _, line := range lines {
			if err := each(line); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		f.Cursor = next
	}
}

func bodiesOf(traces []found) (out []body) {
	for _, t := range traces {
		out = append(out, t.body)
	}
	return out
}

// storedChunk is a chunk of a line, as far as the store looks at it.
type storedChunk struct {
	ID       string   `json:"chunk_id"`
	DocID    string   `json:"doc_id"`
	Text     keptText `json:"text"`
	Title    string   `json:"title"`
	URL      string   `json:"url"`
	Filename string   `json:"source_filename"`
}

// keptText is a text, or the name under which it is kept apart.
type keptText struct{ said, name string }

func (k *keptText) UnmarshalJSON(text []byte) error {
	var apart struct {
		SHA256 string `json:"sha256"`
	}
	if json.Unmarshal(text, &k.said) != nil && json.Unmarshal(text, &apart) == nil {
		k.name = apart.SHA256
	}
	return nil // anything else is no text
}

// read reads a line that anybody may have written, and the names of the texts of its chunks that are kept apart. What is
// of another kind than it should be is not there.
func read(line []byte) (t *ledger.Trace, names []string, err error) {
	var s written.Trace
	var chunks []storedChunk
	err = readJSON(line, &s)
	if err == nil && s.Chunks != nil {
		err = readJSON(s.Chunks, &chunks)
	}
	if err != nil || s.Timestamp.IsZero() || s.QueryID == "" || !utf8.Valid(line) {
		return nil, nil, fmt.Errorf("%w: it is no JSON, or has no id or no time", errNoTrace)
	}
	t = &ledger.Trace{QueryID: s.QueryID, Timestamp: s.Timestamp, App: s.App, User: s.User, Conversation: s.Conversation, Policy: s.Policy,
		PolicyHash: s.PolicyHash, Model: s.Model, Question: s.Question, Answer: s.Answer, Citations: s.Citations, Claims: s.Claims,
		Verdict: s.Verdict, CountsAs: s.CountsAs, Proof: s.Proof, Reason: s.Reason, Findings: s.Findings, Engine: s.Engine,
		Latency: ledger.Latency{Total: milliseconds(s.Latency.Total)}, Feedback: s.Feedback}
	if s.Judge != nil {
		t.Heard = &ledger.Heard{Judge: s.Judge.Name, Calls: s.Judge.Calls, Tokens: s.Judge.Tokens}
	}
	for _, c := range chunks {
		t.Chunks = append(t.Chunks, evidence.Chunk{ID: c.ID, DocID: c.DocID, Text: c.Text.said, Title: c.Title, URL: c.URL,
			Filename: c.Filename})
		names = append(names, c.Text.name)
	}
	for i, a := range s.Attempts {
		if a.Repair == nil { // an older version counted every call behind the first as a repair
			repair := i > 0
			a.Repair, a.Status, a.Cause = &repair, http.StatusOK, ""
		}
		t.Attempts = append(t.Attempts, ledger.Attempt{Repair: *a.Repair, Status: a.Status, Cause: a.Cause, Reply: a.Reply,
			Findings:  a.Findings,
			Citations: a.Citations, Claims: a.Claims, Usage: a.Usage, Duration: milliseconds(a.Duration)})
	}
	if !slices.Contains(report.AllCounts(), t.CountsAs) { // an older version did not tell
		t.CountsAs = t.Verdict.CountsAs(report.Verbatim(len(t.Attempts), t.Codes()))
	}
	return t, names, nil
}

// readJSON reads JSON, and passes over what is of another kind than it should be.
func readJSON(text []byte, into any) error {
	err := json.Unmarshal(text, into)
	if mistyped := (*json.UnmarshalTypeError)(nil); errors.As(err, &mistyped) {
		return nil
	}
	return err
}

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// place is where the text of a chunk stands in a line.
type place struct{ chunk, start, end int }

// textsIn are the places of the texts of the chunks in a line.
func textsIn(line []byte) (texts []place) {
	i := -1
	elements(gjson.GetBytes(line, "chunks"), func(c gjson.Result) {
		i++
		if text := c.Get("text"); text.Type == gjson.String {
			texts = append(texts, place{i, text.Index, text.Index + len(text.Raw)})
		}
	})
	return texts
}

// members hands on the members of an object; nothing of any other value.
func members(v gjson.Result, member func(name string, value gjson.Result)) {
	if v.IsObject() {
		v.ForEach(func(name, value gjson.Result) bool { member(name.Str, value); return true })
	}
}

// elements hands on the elements of an array; nothing of any other value.
func elements(v gjson.Result, element func(gjson.Result)) {
	if v.IsArray() {
		v.ForEach(func(_, value gjson.Result) bool { element(value); return true })
	}
}
