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

// listed reads an answer whose citations or claims stand beside it. Which
// members such citations have is the user's affair, so none is missing.
func (r *row) listed(text string, known answer.Known) answer.Answer {
	var a answer.Answer
	if r.citations == "" {
		a = readReply(text, known)
	} else {
		a = marked(text, byNumber(r.citations), known)
	}
	a.Problems = slices.DeleteFunc(a.Problems, missing)
	declare(&a, r.claims)
	return a
}

func missing(p answer.Problem) bool { return p.Code == string(report.MissingField) }

// marked reads a text with markers that number the citations of an array, or
// call them what they call their chunks; without markers each citation is for
// the whole text. An app's own markers may name chunks instead: they count
// where the text has them and no others.
func marked(text, array string, known answer.Known) answer.Answer {
	given, _ := answer.Citations([]byte(array))
	a := answer.Read(answer.Snippet, reply(text, array), known)
	for i := range a.Citations {
		a.Citations[i].Quoted = i >= len(given) || given[i].Quoted
	}
	byAddress(a.Citations)
	return a
}

// reply puts an answer and its citations together as a model would have: a text, or
// raw JSON in the app's own form.
func reply(said any, citations string) string {
	// Strings and raw JSON that has been read before cannot fail to be written.
	out, _ := json.Marshal(map[string]any{
		"answer": said, "citations": json.RawMessage(citations), "mode": answer.ModeAnswer, "unanswered_aspects": []string{},
	})
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
