package proxy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/valyala/bytebufferpool"

	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/report"
	"vouchsafe/jsonwriter"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// plainReasons tell a user, in one plain sentence, what became of an answer. What came as the
// model wrote it, verified, needs none.
var plainReasons = map[report.Verdict]string{
	report.Healed: "A citation of this answer was corrected, or a link or markup that no source has was taken out; its words are as " +
		"they were written.",
	report.Repaired: "The first answer could not be verified against the sources and was written again.",
	report.Marked:   "Sentences that could not be verified against the sources are marked.",
	report.Quoted:   "What could not be verified was replaced with the sources' own words.",
	report.Redacted: "Parts of the answer could not be verified against the sources and were left out.",
	report.Refused:  "The answer could not be verified against the sources and was withheld.",
	report.Declined: "The sources do not answer the question, or more has to be known first.",
}

// reportJSON is the reply's report, "" where there is none to send: the policy
// wants none, or the reply is tool calls and nothing was looked at.
func reportJSON(run *run, choices []*choice) string {
	detail := run.app.Policy.Report
	if detail == policy.NoReport || run.rec.reason == report.ReasonToolCall {
		return ""
	}
	room := bytebufferpool.Get()
	defer bytebufferpool.Put(room)
	j := jsonwriter.JSON(room.B)
	j.Open('{')
	j.Text("trace_id", run.id)
	j.Text("app", run.app.Name)
	j.Text("policy", run.app.PolicyName)
	j.Text("verdict", string(run.rec.verdict))
	j.Text("proof", string(run.rec.proof))
	j.Optional("reason", cmp.Or(run.rec.reason, plainReasons[run.rec.verdict]))
	j.Integer("attempts", len(run.rec.attempts))
	if detail == policy.FullReport && len(run.rec.attempts) > 0 {
		j.Key("usage_by_attempt")
		j.Open('[')
		for i := range run.rec.attempts {
			j.Comma()
			if figures := run.rec.attempts[i].usage; figures == "" {
				j.Null()
			} else {
				j = append(j, figures...)
			}
		}
		j.Close(']')
	}
	j.Truth("usage_estimated", slices.ContainsFunc(run.rec.attempts, func(a attempt) bool { return a.Guessed }))
	if detail == policy.FullReport && len(choices) > 0 {
		jsonwriter.List(&j, "choices", choices, func(j *jsonwriter.JSON, c **choice) { report.AppendReport(j, &(*c).report) })
	}
	j.Close('}')
	room.B = j
	return string(j)
}

// sourceCopies are the sources of an answer as Perplexity's clients read them, by the numbers of
// its markers: "" and null for what a source has not.
func sourceCopies(cited []report.Citation) (citations, results string) {
	type source struct {
		Title *string `json:"title"`
		URL   string  `json:"url"`
		Date  *string `json:"date"`
	}
	var links []string
	var found []source
	byNumber := slices.SortedStableFunc(slices.Values(cited), func(a, b report.Citation) int { return a.Number - b.Number })
	for _, c := range slices.CompactFunc(byNumber, func(a, b report.Citation) bool { return a.Number == b.Number }) {
		link := ""
		if c.URL != nil {
			link = render.WebURL(*c.URL)
		}
		links = append(links, link)
		found = append(found, source{cmp.Or(c.Title, c.SourceFilename, &c.ChunkID), link, c.Date})
	}
	if links == nil {
		return "", ""
	}
	return encode(links), encode(found)
}

// annotations are the markers' links as the interface wants them, those only
// that stand within the first n code points, and behind those that the client has had before.
func annotations(as []render.Annotation, had, n int) string {
	var list []map[string]any
	for _, a := range as {
		switch {
		case a.End > n, a.Start < had:
		case a.URL == "":
			list = append(list, map[string]any{"type": "file_citation",
				"file_citation": map[string]any{"index": a.Start - had, "file_id": a.File, "filename": a.Title}})
		default:
			list = append(list, map[string]any{"type": "url_citation",
				"url_citation": map[string]any{"start_index": a.Start - had, "end_index": a.End - had, "url": a.URL, "title": a.Title}})
		}
	}
	if list == nil {
		return ""
	}
	return encode(list)
}

// encode is JSON with angle brackets and ampersands as they are: it is not
// put into pages.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // texts and numbers: encoding cannot fail
	return string(bytes.TrimSpace(b.Bytes()))
}

// usageOf is what the client is charged: the sum over all attempts.
func usageOf(run *run, req *request) string {
	if run.rec.origin.of != "" {
		return req.chat.Surface.EstimateUsage("", "") // nothing was used for it
	}
	if len(run.rec.attempts) == 1 {
		return run.rec.attempts[0].usage
	}
	raws := make([]string, 0, len(run.rec.attempts))
	for i := range run.rec.attempts {
		raws = append(raws, run.rec.attempts[i].usage)
	}
	return wire.SumUsage(raws...)
}
