package proxy

import (
	"bytes"
	"encoding/json"

	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// reportJSON is the reply's report, "" where there is none to send: the policy
// wants none, or the reply is tool calls and nothing was looked at.
func (x *exchange) reportJSON() string {
	detail := x.app.Policy.Report
	if detail == policy.NoReport || x.ending.reason == report.ReasonToolCall {
		return ""
	}
	r := newRoom()
	defer r.free()
	j := report.JSON(r.text)
	j.Open('{')
	j.Text("trace_id", x.id)
	j.Text("app", x.app.Name)
	j.Text("policy", x.app.PolicyName)
	j.Text("verdict", string(x.ending.verdict))
	j.Optional("reason", x.ending.reason)
	j.Integer("attempts", len(x.attempts))
	if detail == policy.FullReport && len(x.attempts) > 0 {
		j.Key("usage_by_attempt")
		j.Open('[')
		for i := range x.attempts {
			j.Comma()
			if figures := x.attempts[i].figures(); figures == "" {
				j.Null()
			} else {
				j = append(j, figures...)
			}
		}
		j.Close(']')
	}
	j.Truth("usage_estimated", x.estimated())
	if detail == policy.FullReport && len(x.choices) > 0 {
		report.List(&j, "choices", x.choices, func(j *report.JSON, c **choice) { report.AppendReport(j, &(*c).report) })
	}
	j.Close('}')
	r.text = j
	return string(j)
}

// annotations are the markers' links as the interface wants them, those only
// that stand within the first n code points.
func annotations(as []render.Annotation, n int) string {
	j := report.JSON{'['}
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

func appendAnnotation(j *report.JSON, a render.Annotation) {
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
func (x *exchange) usage() string {
	if x.origin.of != "" {
		return x.chat.Surface.EstimateUsage("", "") // nothing was used for it
	}
	if len(x.attempts) == 1 {
		return x.attempts[0].figures()
	}
	raws := make([]string, 0, len(x.attempts))
	for i := range x.attempts {
		raws = append(raws, x.attempts[i].usage)
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
func (x *exchange) estimated() bool {
	for i := range x.attempts {
		if x.attempts[i].guessed {
			return true
		}
	}
	return false
}

// orElse returns s, or other where s is empty.
func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
