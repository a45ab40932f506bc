package ledger

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"vouchsafe/chunk"
	"vouchsafe/report"
)

// Append writes a trace as one line of JSON, with its line feed, behind dst.
func Append(dst []byte, t *Trace) []byte {
	l := line(dst)
	l.open('{')
	l.text("query_id", t.QueryID)
	l.key("timestamp")
	l.open('"')
	l = t.Timestamp.UTC().AppendFormat(l, "2006-01-02T15:04:05.000Z")
	l.close('"')
	l.text("app", t.App)
	l.optional("user", t.User)
	l.optional("conversation", t.Conversation)
	l.text("policy", t.Policy)
	l.text("policy_hash", t.PolicyHash)
	l.text("model", t.Model)
	l.optional("question", t.Question)
	l.optional("answer", t.Answer)
	list(&l, "citations", t.Citations, appendCitation)
	l.text("verdict", string(t.Verdict))
	l.optional("reason", t.Reason)
	list(&l, "findings", t.Findings, appendFinding)
	list(&l, "chunks", t.Chunks, appendChunk)
	list(&l, "attempts", t.Attempts, appendAttempt)
	l.raw("usage", t.Usage)
	appendLatency(&l, t.Latency)
	l.raw("feedback", t.Feedback)
	l.raw("metadata", t.Metadata)
	l.close('}')
	return append(l, '\n')
}

// list writes a member that is an array of objects, empty rather than null.
func list[T any](l *line, name string, values []T, write func(*line, *T)) {
	l.key(name)
	l.open('[')
	for i := range values {
		l.comma()
		l.open('{')
		write(l, &values[i])
		l.close('}')
	}
	l.close(']')
}

func appendCitation(l *line, c *report.Citation) {
	l.integer("number", c.Number)
	l.text("chunk_id", c.ChunkID)
	l.pointer("doc_id", c.DocID)
	l.text("snippet", c.Snippet)
	l.truth("verified", c.Verified)
	l.truth("quoted", c.Quoted)
	l.text("match", c.Match)
	l.number("similarity", c.Similarity)
	l.count("start", c.Start)
	l.count("end", c.End)
	appendHeal(l, c.Heal)
	l.pointer("title", c.Title)
	l.pointer("url", c.URL)
	l.pointer("source_filename", c.SourceFilename)
	l.figure("retrieval_similarity", c.RetrievalSimilarity)
	l.text("standing", c.Standing)
	appendTrust(l, c.Trust)
}

func appendHeal(l *line, h *report.Heal) {
	l.key("heal")
	if h == nil {
		l.null()
		return
	}
	l.open('{')
	l.text("kind", h.Kind)
	l.text("from", h.From)
	l.text("to", h.To)
	l.close('}')
}

func appendTrust(l *line, t *report.Trust) {
	l.key("trust")
	if t == nil {
		l.null()
		return
	}
	l.open('{')
	l.text("tier", t.Tier)
	l.number("score", t.Score)
	l.count("age_days", t.AgeDays)
	l.close('}')
}

func appendFinding(l *line, f *report.Finding) {
	l.text("code", string(f.Code))
	l.count("citation", f.Citation)
	l.count("claim", f.Claim)
	l.text("detail", f.Detail)
}

func appendChunk(l *line, c *chunk.Chunk) {
	l.text("chunk_id", c.ID)
	l.optional("doc_id", c.DocID)
	l.text("text", c.Text)
	l.optional("title", c.Title)
	l.optional("url", c.URL)
	l.optional("source", c.Source)
	l.optional("source_filename", c.Filename)
	appendAuthors(l, c.Authors)
	l.known("year", c.Year)
	l.optional("date", c.Date)
	l.optional("page", c.Page)
	l.figure("similarity", c.Similarity)
	appendMeta(l, c.Meta)
	l.optional("role", c.Role)
	if c.Message == chunk.Beside {
		l.count("message", nil)
	} else {
		l.integer("message", c.Message)
	}
	l.text("kind", string(c.Kind))
	l.text("standing", string(c.Standing))
	l.text("layout", c.Layout)
	l.truth("truncated", c.Truncated)
	l.truth("derived", c.Derived)
}

func appendAuthors(l *line, authors []string) {
	l.key("authors")
	l.open('[')
	for _, a := range authors {
		l.comma()
		*l = appendString(*l, a)
	}
	l.close(']')
}

// appendMeta writes what the app said of a chunk in words that have no name
// here, in the order of its keys.
func appendMeta(l *line, meta map[string]json.RawMessage) {
	if len(meta) == 0 {
		return
	}
	l.key("metadata")
	l.open('{')
	for _, name := range slices.Sorted(maps.Keys(meta)) {
		l.comma()
		*l = append(appendString(*l, name), ':')
		l.value(meta[name])
	}
	l.close('}')
}

func appendAttempt(l *line, a *Attempt) {
	l.text("asked", a.Asked)
	l.optional("reply", a.Reply)
	list(l, "findings", a.Findings, appendFinding)
	l.text("upstream", a.Upstream)
	l.integer("status", a.Status)
	l.raw("usage", a.Usage)
	l.milliseconds("duration_ms", a.Duration)
}

func appendLatency(l *line, t Latency) {
	l.key("latency")
	l.open('{')
	l.milliseconds("total_ms", t.Total)
	l.milliseconds("upstream_ms", t.Upstream)
	l.milliseconds("verify_ms", t.Verify)
	l.close('}')
}

// milliseconds writes a duration with three decimals at most.
func (l *line) milliseconds(name string, d time.Duration) {
	l.number(name, float64(d.Round(time.Microsecond))/float64(time.Millisecond))
}
