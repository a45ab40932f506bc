package ledger

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/tidwall/sjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/jsonwriter"
	"vouchsafe/trace/written"
)

// AppendLine appends the line of a trace, with its line feed.
func AppendLine(dst []byte, t *Trace) []byte { return AppendBrief(dst, t, nil) }

// AppendBrief appends the line of a trace in which names stand in the place of the texts of some
// chunks: {"sha256":"…"}. apart tells the name of the i-th chunk's text, in hexadecimal digits, where it
// is to be left out, and "" for any other; nil for none.
func AppendBrief(dst []byte, t *Trace, apart func(i int) (name string)) []byte {
	j := jsonwriter.JSON(dst)
	j.Open('{')
	j.Text("query_id", t.QueryID)
	j.Key("timestamp")
	j.Open('"')
	j = AppendTime(j, t.Timestamp)
	j.Close('"')
	j.Text("app", t.App)
	j.Optional("user", t.User)
	j.Optional("conversation", t.Conversation)
	j.Text("policy", t.Policy)
	j.Text("policy_hash", t.PolicyHash)
	j.Text("model", t.Model)
	j.Optional("question", t.Question)
	j.Optional("answer", t.Answer)
	jsonwriter.List(&j, "citations", t.Citations, appendCitation)
	jsonwriter.List(&j, "claims", t.Claims, report.AppendClaim)
	if len(t.Choices) > 0 {
		jsonwriter.List(&j, "choices", t.Choices, appendChoice)
	}
	j.Text("verdict", string(t.Verdict))
	j.Text("counts_as", string(t.Counts()))
	j.Optional("proof", string(t.Proof))
	j.Optional("reason", t.Reason)
	jsonwriter.List(&j, "findings", t.Findings, report.AppendFinding)
	appendChunks(&j, t.Chunks, apart)
	jsonwriter.List(&j, "attempts", t.Attempts, appendAttempt)
	j.Raw("usage", t.Usage)
	jsonwriter.Object(&j, "latency", &t.Latency, appendLatency)
	if t.Heard != nil {
		jsonwriter.Object(&j, "judge", t.Heard, appendHeard)
	}
	if t.Engine != (written.Engine{}) {
		jsonwriter.Object(&j, "engine", &t.Engine, func(j *jsonwriter.JSON, e *written.Engine) {
			j.Text("version", e.Version)
			j.Optional("data", e.Data)
		})
	}
	j.Named("gateway", t.Gateway)
	j.Raw("feedback", t.Feedback)
	appendMetadata(&j, t)
	j.Close('}')
	return append(j, '\n')
}

// appendCitation writes a citation of a trace. Its similarity is the score that
// the retriever gave the chunk, where the app told it, and how far the quoted
// words are those of the chunk otherwise.
func appendCitation(j *jsonwriter.JSON, c *report.Citation) {
	if c.RetrievalSimilarity == nil {
		report.AppendCitation(j, c)
		j.Text("similarity_kind", "snippet")
		return
	}
	retrieved := *c
	retrieved.Similarity = *c.RetrievalSimilarity
	report.AppendCitation(j, &retrieved)
	j.Text("similarity_kind", "retrieval")
	j.Number("snippet_similarity", c.Similarity)
}

// appendMetadata writes what is known of a trace besides: the client's own
// metadata, what chunks carry beyond the named fields, by chunk, and whose
// shadow the exchange is.
func appendMetadata(j *jsonwriter.JSON, t *Trace) {
	meta := t.Metadata
	if chunks := chunkMetadata(t.Chunks); chunks != nil {
		meta = with(meta, "chunks", chunks)
	}
	if t.ShadowOf != "" { // it stays, whatever becomes of texts: an id says nothing
		id, _ := json.Marshal(t.ShadowOf) // a string cannot fail
		meta = with(meta, "shadow_of", id)
	}
	j.Raw("metadata", meta)
}

// with is an object with one more member. What is no object gives way.
func with(object json.RawMessage, name string, value []byte) json.RawMessage {
	if json.Valid(object) {
		if more, err := sjson.SetRawBytes(object, name, value); err == nil {
			return more
		}
	}
	alone, _ := sjson.SetRawBytes(nil, name, value)
	return alone
}

// chunkMetadata is what chunks carry beyond the named fields, by chunk id; nil
// for nothing.
func chunkMetadata(chunks []evidence.Chunk) []byte {
	var j jsonwriter.JSON
	told := map[string]bool{}
	for i := range chunks {
		c := &chunks[i]
		if len(c.Meta) == 0 || told[c.ID] {
			continue
		}
		if len(told) == 0 {
			j.Open('{')
		}
		told[c.ID] = true
		appendName(&j, c.ID)
		appendMembers(&j, c.Meta)
	}
	if len(told) > 0 {
		j.Close('}')
	}
	return j
}

// appendName writes the name of a member that somebody else chose.
func appendName(j *jsonwriter.JSON, name string) {
	j.Comma()
	j.Quote(name)
	*j = append(*j, ':')
}

// AppendTime writes a time as traces do.
func AppendTime(dst []byte, t time.Time) []byte {
	return t.UTC().AppendFormat(dst, "2006-01-02T15:04:05.000Z")
}

// ChunkJSON is a chunk as traces hold it.
func ChunkJSON(c *evidence.Chunk) []byte {
	var j jsonwriter.JSON
	j.Open('{')
	appendChunk(&j, c, "")
	j.Close('}')
	return j
}

func appendChunks(j *jsonwriter.JSON, chunks []evidence.Chunk, apart func(i int) string) {
	j.Key("chunks")
	j.Open('[')
	for i := range chunks {
		name := ""
		if apart != nil {
			name = apart(i)
		}
		j.Comma()
		j.Open('{')
		appendChunk(j, &chunks[i], name)
		j.Close('}')
	}
	j.Close(']')
}

// appendChunk writes a chunk, with a name in the place of its text where there is one.
func appendChunk(j *jsonwriter.JSON, c *evidence.Chunk, name string) {
	j.Text("chunk_id", c.ID)
	j.Optional("doc_id", c.DocID)
	j.Key("text")
	if name == "" {
		j.Quote(c.Text)
	} else {
		j.Open('{')
		j.Text("sha256", name)
		j.Close('}')
	}
	for _, frame := range [...]struct{ name, said string }{{"before", c.Before}, {"behind", c.Behind}} {
		j.Named(frame.name, frame.said)
	}
	j.Optional("title", c.Title)
	j.Optional("url", c.URL)
	j.Optional("source", c.Source)
	j.Optional("source_filename", c.Filename)
	j.Texts("authors", c.Authors)
	j.Known("year", c.Year)
	j.Optional("date", c.Date)
	j.Optional("page", c.Page)
	j.Figure("similarity", c.Similarity)
	appendMeta(j, c.Meta)
	j.Optional("role", c.Role)
	if c.Message == evidence.Beside {
		j.Count("message", nil)
	} else {
		j.Integer("message", c.Message)
	}
	j.Text("kind", string(c.Kind))
	j.Text("standing", string(c.Standing))
	j.Text("layout", c.Layout)
	j.Truth("truncated", c.Truncated)
	j.Truth("derived", c.Derived)
	j.Truth("ambient", c.Ambient)
}

// appendMeta writes what the app said of a chunk in words that have no name
// here, in the order of its keys.
func appendMeta(j *jsonwriter.JSON, meta map[string]json.RawMessage) {
	if len(meta) == 0 {
		return
	}
	j.Key("metadata")
	appendMembers(j, meta)
}

func appendMembers(j *jsonwriter.JSON, meta map[string]json.RawMessage) {
	j.Open('{')
	for _, name := range slices.Sorted(maps.Keys(meta)) {
		appendName(j, name)
		j.Value(meta[name])
	}
	j.Close('}')
}

func appendChoice(j *jsonwriter.JSON, c *Choice) {
	appendPart(j, &c.Part)
	j.Text("verdict", string(c.Verdict))
	j.Optional("answer", c.Answer)
	j.Integer("start", c.Start)
}

func appendPart(j *jsonwriter.JSON, p *Part) {
	j.Integer("index", p.Index)
	j.Integer("citations", p.Citations)
	j.Integer("claims", p.Claims)
	j.Integer("findings", p.Findings)
}

func appendAttempt(j *jsonwriter.JSON, a *Attempt) {
	j.Text("asked", a.Asked)
	j.Truth("repair", a.Repair)
	j.Optional("reply", a.Reply)
	if a.Cut {
		j.Truth("cut", true)
	}
	jsonwriter.List(j, "findings", a.Findings, report.AppendFinding)
	if len(a.Findings)+len(a.Claims) > 0 {
		jsonwriter.List(j, "citations", a.Citations, appendCitation)
		jsonwriter.List(j, "claims", a.Claims, report.AppendClaim)
	}
	if len(a.Parts) > 0 {
		jsonwriter.List(j, "choices", a.Parts, appendPart)
	}
	j.Text("upstream", a.Upstream)
	j.Integer("status", a.Status)
	j.Named("cause", a.Cause)
	j.Raw("usage", a.Usage)
	if a.Guessed {
		j.Truth("usage_estimated", true)
	}
	milliseconds(j, "start_ms", a.Start)
	milliseconds(j, "duration_ms", a.Duration)
}

func appendLatency(j *jsonwriter.JSON, t *Latency) {
	milliseconds(j, "total_ms", t.Total)
	milliseconds(j, "upstream_ms", t.Upstream)
	milliseconds(j, "verify_ms", t.Verify)
	if t.Judge > 0 {
		milliseconds(j, "judge_ms", t.Judge)
	}
	if t.First > 0 {
		milliseconds(j, "first_ms", t.First)
	}
}

func appendHeard(j *jsonwriter.JSON, h *Heard) {
	j.Text("name", h.Judge)
	j.Integer("claims", h.Claims)
	j.Integer("known", h.Known)
	j.Integer("errors", h.Errors)
	j.Named("cause", h.Cause)
	j.Integer("calls", h.Calls)
	j.Integer("tokens", h.Tokens)
}

func milliseconds(j *jsonwriter.JSON, name string, d time.Duration) { j.Number(name, Milliseconds(d)) }

// Milliseconds is a duration as traces tell it, with three decimals at most.
func Milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}
