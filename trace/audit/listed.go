package audit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

// readReply reads an answer as a model's whole reply in any dialect. JSON
// with prose around it counts where it has a dialect's shape and can be read.
func readReply(text string, known answer.Known) answer.Answer {
	a := answer.Read(answer.Numbered, text, known)
	if len(a.Citations) > 0 || !strings.Contains(text, `"citations"`) {
		return a
	}
	wrapped := answer.Read(answer.Segments, text, known)
	if wrapped.Dialect == answer.Client || slices.ContainsFunc(wrapped.Problems, malformed) {
		return a
	}
	return wrapped
}

func malformed(p answer.Problem) bool { return p.Code == string(report.MalformedOutput) }

// listed reads an answer whose citations or claims stand beside it: a text with
// markers that number the citations, or call them what they call their chunks;
// without markers each citation is for the whole text. Which members such
// citations have is the user's affair, so none is missing. An app's own markers
// may name chunks instead: they count where the text has them and no others.
func (r *row) listed(text string, known answer.Known) answer.Answer {
	citations, claims := r.citations, r.declared()
	if citations == "" {
		if a := readReply(text, known); len(a.Citations) > 0 {
			return a
		}
		citations = named(claims)
	}
	citations = byNumber(citations)
	given, _ := answer.Citations([]byte(citations))
	dialect := answer.Snippet
	if len(claims) > 0 {
		dialect = answer.Claims
	}
	a := answer.Read(dialect, reply(text, citations, claims), known)
	for i := range a.Citations {
		a.Citations[i].Quoted = i >= len(given) || given[i].Quoted
	}
	byAddress(a.Citations)
	a.Problems = slices.DeleteFunc(a.Problems, missing)
	bind(&a)
	return a
}

func missing(p answer.Problem) bool { return p.Code == string(report.MissingField) }

// reply puts an answer and what stands beside it together as a model would
// have: a text, or raw JSON in the app's own form.
func reply(said any, citations string, claims []declaredClaim) string {
	members := map[string]any{
		"answer": said, "citations": json.RawMessage(citations), "mode": answer.ModeAnswer, "unanswered_aspects": []string{},
	}
	if len(claims) > 0 {
		members["claims"] = claims
	}
	// Strings and raw JSON that has been read before cannot fail to be written.
	out, _ := json.Marshal(members)
	return string(out)
}

// byAddress names the chunks of citations that have nothing but an address.
func byAddress(citations []answer.Citation) {
	for i := range citations {
		if c := &citations[i]; c.ChunkID == "" && c.DocID == "" && c.Filename == "" {
			c.ChunkID = c.URL
		}
	}
}

// byNumber puts citations that number themselves, all of them and without
// gaps, in the order of their numbers, for that is what markers mean.
func byNumber(array string) string {
	items := gjson.Parse(array).Array()
	raws := make([]string, len(items))
	for _, item := range items {
		n := item.Get("number")
		if n.Type != gjson.Number || n.Num != float64(int(n.Num)) || n.Num < 1 || int(n.Num) > len(items) || raws[int(n.Num)-1] != "" {
			return array
		}
		if !item.Get("chunk_id").Exists() && !item.Get("id").Exists() && !item.Get("doc_id").Exists() &&
			!item.Get("source_filename").Exists() {
			return array // the number names the chunk
		}
		raws[int(n.Num)-1] = item.Raw
	}
	return "[" + strings.Join(raws, ",") + "]"
}
