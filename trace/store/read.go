package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
)

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
		t.Chunks = append(t.Chunks, evidence.Chunk{ID: c.ID, DocID: c.DocID, Text: c.Text.said, Title: c.Title, URL: c.URL, Filename: c.Filename})
		names = append(names, c.Text.name)
	}
	for i, a := range s.Attempts {
		if a.Repair == nil { // an older version counted every call behind the first as a repair
			repair := i > 0
			a.Repair, a.Status, a.Cause = &repair, http.StatusOK, ""
		}
		t.Attempts = append(t.Attempts, ledger.Attempt{Repair: *a.Repair, Status: a.Status, Cause: a.Cause, Reply: a.Reply, Findings: a.Findings,
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
