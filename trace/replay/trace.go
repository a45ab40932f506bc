package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// Trace is what a replay needs of a stored trace.
type Trace struct {
	QueryID   string
	Timestamp time.Time
	App       string
	Verdict   report.Verdict
	Reason    string
	Question  string
	Chunks    []evidence.Chunk
	Attempts  []Attempt // the answer and its repairs
	Untrusted []string  // what was suspicious about the context
	Veiled    bool      // texts were hashed or left out
	opinions  map[[2]string]opinion
}

// Attempt is one reply of the upstream.
type Attempt struct {
	Asked     string // in short
	Reply     string
	Truncated bool
	Stopped   []report.Code // what was found when the gateway stopped the reply in its middle; nil where it did not
}

// stored is a trace as the ledger writes it.
type stored struct {
	QueryID   string `json:"query_id"`
	Timestamp time.Time
	App       string
	Verdict   string
	Reason    *string
	Question  *string
	Findings  []finding
	Chunks    []storedChunk
	Claims    []storedClaim
	Attempts  []storedAttempt
}

type finding struct {
	Code     report.Code
	Citation *int
	Detail   string
}

type storedAttempt struct {
	Asked    string
	Reply    *string
	Findings []finding
	Claims   []storedClaim
	Status   int
}

type storedChunk struct {
	ChunkID        string  `json:"chunk_id"`
	DocID          *string `json:"doc_id"`
	Text           string
	Title          *string
	URL            *string
	Source         *string
	SourceFilename *string `json:"source_filename"`
	Authors        []string
	Year           *int
	Date           *string
	Page           *string
	Similarity     *float64
	Metadata       map[string]json.RawMessage
	Role           *string
	Message        *int
	Kind           string
	Standing       string
	Layout         string
	Truncated      bool
	Derived        bool
	Ambient        bool
}

// Read reads a line of a trace file.
func Read(line []byte) (*Trace, error) {
	var s stored
	if err := json.Unmarshal(line, &s); err != nil {
		return nil, fmt.Errorf("cannot read the trace: %w", err)
	}
	if s.QueryID == "" || s.Verdict == "" {
		return nil, errors.New("the line is no trace: it has no query_id or no verdict")
	}
	t := &Trace{
		QueryID: s.QueryID, Timestamp: s.Timestamp, App: s.App, Verdict: report.Verdict(s.Verdict),
		Reason: text(s.Reason), Question: text(s.Question),
	}
	for i := range s.Chunks {
		t.Chunks = append(t.Chunks, s.Chunks[i].chunk())
		t.Veiled = t.Veiled || veiled(s.Chunks[i].Text)
	}
	t.record(s.Claims)
	for _, a := range s.Attempts {
		t.record(a.Claims)
		t.Veiled = t.Veiled || veiled(a.Asked)
		if !strings.HasPrefix(a.Asked, repairAsked) {
			t.Attempts = nil // the exchange was begun anew: in another form, or elsewhere
		}
		if a.Status/100 == 2 && text(a.Reply) != "" {
			t.Attempts = append(t.Attempts, Attempt{Asked: a.Asked, Reply: *a.Reply,
				Truncated: found(a.Findings, report.TruncatedOutput), Stopped: a.stopped()})
		}
	}
	t.Untrusted = suspicions(s.Findings)
	return t, nil
}

// repairAsked begins what was asked of an attempt that told the model what had
// failed before.
const repairAsked = "repair"

// hashMark begins what the ledger keeps of a text that it does not keep.
const hashMark = "hmac-sha256:"

// veiled tells that a text, which was not empty, was hashed or left out.
func veiled(text string) bool { return text == "" || strings.HasPrefix(text, hashMark) }

func found(findings []finding, code report.Code) bool {
	for _, f := range findings {
		if f.Code == code {
			return true
		}
	}
	return false
}

// stopped are the findings for which the gateway stopped a streamed reply: its
// JSON breaks off, and no finding says that the model or its limit did it.
func (a *storedAttempt) stopped() []report.Code {
	reply := strings.TrimSpace(*a.Reply)
	if !strings.HasPrefix(reply, "{") || json.Valid([]byte(reply)) || len(a.Findings) == 0 ||
		found(a.Findings, report.TruncatedOutput) || found(a.Findings, report.MalformedOutput) {
		return nil
	}
	var out []report.Code
	for _, f := range a.Findings {
		if !slices.Contains(out, f.Code) {
			out = append(out, f.Code)
		}
	}
	return out
}

// suspicions are the findings that speak of the context, each once: several
// choices tell of the same.
func suspicions(findings []finding) []string {
	var out []string
	seen := map[string]bool{}
	for _, f := range findings {
		if f.Code == report.UntrustedContext && f.Citation == nil && !seen[f.Detail] {
			seen[f.Detail] = true
			out = append(out, f.Detail)
		}
	}
	return out
}

func (s *storedChunk) chunk() evidence.Chunk {
	c := evidence.Chunk{
		ID: s.ChunkID, DocID: text(s.DocID), Title: text(s.Title), URL: text(s.URL), Source: text(s.Source),
		Filename: text(s.SourceFilename), Authors: s.Authors, Date: text(s.Date), Page: text(s.Page),
		Similarity: s.Similarity, Text: s.Text, Meta: s.Metadata, Role: text(s.Role), Message: evidence.Beside,
		Kind: evidence.Kind(s.Kind), Standing: evidence.Standing(s.Standing), Layout: s.Layout,
		Truncated: s.Truncated, Derived: s.Derived, Ambient: s.Ambient,
	}
	if s.Year != nil {
		c.Year = *s.Year
	}
	if s.Message != nil {
		c.Message = *s.Message
	}
	return c
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// dialect is the one that an attempt was asked for; false where it was not
// asked for citations in any, or for an answer in the client's own form.
func (a *Attempt) dialect() (answer.Dialect, bool) {
	_, form, _ := strings.Cut(a.Asked, ", ")
	form, _, _ = strings.Cut(form, ";")
	switch d := answer.Dialect(form); d {
	case answer.Segments, answer.Snippet, answer.Claims, answer.Numbered, answer.Dagger, answer.AuthorYear, answer.Client:
		return d, true
	}
	return answer.Client, false
}
