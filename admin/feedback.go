package admin

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/store"
)

// mostComment bounds what someone may say of a trace, in code points.
const mostComment = 4000

// opinion is what someone says of a trace.
type opinion struct {
	QueryID string `json:"query_id"`
	Kind    string `json:"kind"`
	Comment string `json:"comment"`
	Ideal   string `json:"ideal"` // the answer that would have been right
}

// feedback keeps what someone says of a trace with it. A read token may speak
// of the traces that it may read.
func (r *request) feedback() *wire.Error {
	o, bad := r.opinion()
	if bad != nil {
		return bad
	}
	r.id = o.QueryID
	line, bad := r.trace()
	if bad != nil {
		return bad
	}
	text, err := json.Marshal(map[string]any{
		"kind": o.Kind, "comment": r.masked(o.Comment), "ideal": r.masked(o.Ideal), "by": r.who.name,
		"at": time.Now().UTC().Format(time.RFC3339),
	})
	if err != nil {
		return wire.NewError(500, "internal_error", "The feedback cannot be written.")
	}
	if err := r.opt.Store.SetFeedback(r.within, o.QueryID, text); err != nil {
		return r.storeTrouble(err)
	}
	if judge, agrees, ok := store.Review(line, o.Kind); ok {
		r.opt.Metrics.Feedback(judge, agrees)
	}
	if err := r.logAccess("feedback", o.QueryID, 1); err != nil {
		return err
	}
	return r.answer(map[string]string{"query_id": o.QueryID, "kind": o.Kind})
}

// opinion reads the body of a request.
func (r *request) opinion() (opinion, *wire.Error) {
	var o opinion
	if kind, _, _ := strings.Cut(string(r.ctx.Request.Header.ContentType()),
		";"); strings.TrimSpace(strings.ToLower(kind)) != "application/json" {
		return o, wire.NewError(400, "bad_request", "The body is to be JSON, and its Content-Type application/json.")
	}
	d := json.NewDecoder(bytes.NewReader(r.ctx.Request.Body()))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil || d.Decode(&struct{}{}) != io.EOF {
		return o, wire.NewError(400, "bad_request", "The body is to be one JSON object with query_id, kind, comment and ideal.")
	}
	switch {
	case !traceID.MatchString(o.QueryID):
		return o, wire.BadRequest("query_id", "bad_request", "This is no id of a trace.")
	case !slices.Contains([]string{store.FalseRefusal, store.Missed, store.Right}, o.Kind):
		return o, wire.BadRequest("kind", "bad_request", "A kind is false_refusal, missed_hallucination or right.")
	case utf8.RuneCountInString(o.Comment) > mostComment || utf8.RuneCountInString(o.Ideal) > mostComment:
		return o, wire.BadRequest("comment", "bad_request", "A comment and an ideal answer have at most 4000 characters.")
	}
	return o, nil
}

// masked takes out of a text what is not to be stored.
func (r *request) masked(text string) string {
	if r.opt.Mask == nil {
		return text
	}
	return r.opt.Mask(text)
}

// regressions exports what has feedback as rows for vouchsafe verify: what the
// model wrote, held against what it was given.
func (r *request) regressions() *wire.Error {
	kind := r.query["kind"]
	if kind != "" && !slices.Contains([]string{store.FalseRefusal, store.Missed, store.Right}, kind) {
		return wire.BadRequest("kind", "bad_parameter", "A kind is false_refusal, missed_hallucination or right.")
	}
	f := r.chosen
	f.Feedback = true
	return r.stream(f, form{kind: "application/x-ndjson", file: "regressions.jsonl", row: func(line []byte) []byte {
		trace := gjson.ParseBytes(line)
		if is := trace.Get("feedback.kind").Str; kind != "" && kind != is {
			return nil
		}
		return regression(trace)
	}})
}

// regression makes a row of a trace; nil where its texts were not kept, so
// that there is nothing to verify. The answer is what the model wrote last, in
// whatever dialect it did; expected is how the row should come out.
func regression(trace gjson.Result) []byte {
	attempts, chunks := trace.Get("attempts").Array(), trace.Get("chunks")
	if len(attempts) == 0 {
		return nil
	}
	reply, first := attempts[len(attempts)-1].Get("reply").Str, chunks.Get("0.text").Str
	if reply == "" || first == "" || strings.HasPrefix(first, "hmac-sha256:") {
		return nil
	}
	out := map[string]any{
		"id": trace.Get("query_id").Str, "chunks": json.RawMessage(chunks.Raw), "answer": reply,
		"kind": trace.Get("feedback.kind").Str, "verdict": trace.Get("verdict").Str, "policy": trace.Get("policy").Str,
		"expected": expected(trace), "comment": trace.Get("feedback.comment").Str,
	}
	if question := trace.Get("question").Str; question != "" {
		out["question"] = question
	}
	if ideal := trace.Get("feedback.ideal").Str; ideal != "" {
		out["ideal"] = ideal
	}
	row, err := json.Marshal(out)
	if err != nil {
		return nil // texts that cannot be written
	}
	return append(row, '\n')
}

// expected is "pass" or "fail": how a row should come out.
func expected(trace gjson.Result) string {
	passed := !report.Verdict(trace.Get("verdict").Str).Fails()
	switch trace.Get("feedback.kind").Str {
	case store.FalseRefusal:
		passed = true
	case store.Missed:
		passed = false
	}
	if passed {
		return "pass"
	}
	return "fail"
}
