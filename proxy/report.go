package proxy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/valyala/bytebufferpool"

	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// plainReasons tell a user, in one plain sentence, what became of an answer. What came as the
// model wrote it, verified, needs none.
var plainReasons = map[report.Verdict]string{
	report.Healed:   "A citation of this answer was corrected; its text is as it was written.",
	report.Repaired: "The first answer could not be verified against the sources and was written again.",
	report.Marked:   "Sentences that could not be verified against the sources are marked.",
	report.Quoted:   "What could not be verified was replaced with the sources' own words.",
	report.Redacted: "Parts of the answer could not be verified against the sources and were left out.",
	report.Refused:  "The answer could not be verified against the sources and was withheld.",
	report.Declined: "The sources do not answer the question, or more has to be known first.",
}

// reportJSON is the reply's report, "" where there is none to send: the policy
// wants none, or the reply is tool calls and nothing was looked at.
func (q *question) reportJSON(choices []*choice) string {
	detail := q.app.Policy.Report
	if detail == policy.NoReport || q.rec.reason == report.ReasonToolCall {
		return ""
	}
	room := bytebufferpool.Get()
	defer bytebufferpool.Put(room)
	j := wire.JSON(room.B)
	j.Open('{')
	j.Text("trace_id", q.id)
	j.Text("app", q.app.Name)
	j.Text("policy", q.app.PolicyName)
	j.Text("verdict", string(q.rec.verdict))
	j.Text("proof", string(q.rec.proof))
	j.Optional("reason", cmp.Or(q.rec.reason, plainReasons[q.rec.verdict]))
	j.Integer("attempts", len(q.rec.attempts))
	if detail == policy.FullReport && len(q.rec.attempts) > 0 {
		j.Key("usage_by_attempt")
		j.Open('[')
		for i := range q.rec.attempts {
			j.Comma()
			if figures := q.rec.attempts[i].figures(); figures == "" {
				j.Null()
			} else {
				j = append(j, figures...)
			}
		}
		j.Close(']')
	}
	j.Truth("usage_estimated", q.estimated())
	if detail == policy.FullReport && len(choices) > 0 {
		wire.List(&j, "choices", choices, func(j *wire.JSON, c **choice) { report.AppendReport(j, &(*c).report) })
	}
	j.Close('}')
	room.B = j
	return string(j)
}

// annotations are the markers' links as the interface wants them, those only
// that stand within the first n code points.
func annotations(as []render.Annotation, n int) string {
	j := wire.JSON{'['}
	for _, a := range as {
		if a.End > n {
			continue
		}
		j.Comma()
		appendAnnotation(&j, a)
	}
	if len(j) == 1 {
		return ""
	}
	j.Close(']')
	return string(j)
}

func appendAnnotation(j *wire.JSON, a render.Annotation) {
	kind := "url_citation"
	if a.URL == "" {
		kind = "file_citation"
	}
	j.Open('{')
	j.Text("type", kind)
	j.Key(kind)
	j.Open('{')
	if a.URL == "" {
		j.Integer("index", a.Start)
		j.Text("file_id", a.File)
		j.Text("filename", a.Title)
	} else {
		j.Integer("start_index", a.Start)
		j.Integer("end_index", a.End)
		j.Text("url", a.URL)
		j.Text("title", a.Title)
	}
	j.Close('}')
	j.Close('}')
}

// encode is JSON with angle brackets and ampersands as they are: it is not
// put into pages.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return ""
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// usage is what the client is charged: the sum over all attempts.
func (r *request) usage() string {
	if r.rec.origin.of != "" {
		return r.chat.Surface.EstimateUsage("", "") // nothing was used for it
	}
	if len(r.rec.attempts) == 1 {
		return r.rec.attempts[0].figures()
	}
	raws := make([]string, 0, len(r.rec.attempts))
	for i := range r.rec.attempts {
		raws = append(raws, r.rec.attempts[i].usage)
	}
	return wire.SumUsage(raws...)
}

// figures is an attempt's usage as the client may be told it.
func (a *attempt) figures() string {
	if a.figured != a.usage {
		a.told, a.figured = wire.SumUsage(a.usage), a.usage
	}
	return a.told
}

// estimated reports whether the usage of some attempt is a guess: the gateway
// ended it, and the upstream did not say what it had cost by then.
func (v *visit) estimated() bool {
	return slices.ContainsFunc(v.rec.attempts, func(a attempt) bool { return a.guessed })
}
