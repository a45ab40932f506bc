package audit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/cite"
	"vouchsafe/grounding/report"
)

// readReply reads an answer as a model's whole reply in any dialect. JSON
// with prose around it counts where it has a dialect's shape and can be read.
func readReply(text string, known cite.Known) cite.Answer {
	a := cite.Read(cite.Numbered, text, known)
	if len(a.Citations) > 0 || !strings.Contains(text, `"citations"`) {
		return a
	}
	wrapped := cite.Read(cite.Segments, text, known)
	if wrapped.Dialect == cite.Client || slices.ContainsFunc(wrapped.Problems, malformed) {
		return a
	}
	return wrapped
}

func malformed(p cite.Problem) bool { return p.Code == string(report.MalformedOutput) }

// listed reads an answer whose citations or claims stand beside it. Which
// members such citations have is the user's affair, so none is missing.
func (r *row) listed(answer string, known cite.Known) cite.Answer {
	var a cite.Answer
	if r.citations == "" {
		a = readReply(answer, known)
	} else {
		a = marked(answer, byNumber(r.citations), known)
	}
	a.Problems = slices.DeleteFunc(a.Problems, missing)
	declare(&a, r.claims)
	return a
}

func missing(p cite.Problem) bool { return p.Code == string(report.MissingField) }

// marked reads a text with markers that number the citations of an array, or
// call them what they call their chunks; without markers each citation is for
// the whole text. An app's own markers may name chunks instead: they count
// where the text has them and no others.
func marked(answer, array string, known cite.Known) cite.Answer {
	citations, _ := cite.Citations([]byte(array))
	// Strings and raw JSON that has been read before cannot fail to be written.
	reply, _ := json.Marshal(map[string]any{"answer": answer, "citations": json.RawMessage(array), "mode": cite.ModeAnswer})
	a := cite.Read(cite.Snippet, string(reply), known)
	for i := range a.Citations {
		c := &a.Citations[i]
		if i < len(citations) {
			c.Quoted = citations[i].Quoted
		}
		if c.ChunkID == "" && c.DocID == "" && c.Filename == "" {
			c.ChunkID = c.URL
		}
	}
	return a
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
		if !item.Get("chunk_id").Exists() && !item.Get("id").Exists() && !item.Get("doc_id").Exists() && !item.Get("source_filename").Exists() {
			return array // the number names the chunk
		}
		raws[int(n.Num)-1] = item.Raw
	}
	return "[" + strings.Join(raws, ",") + "]"
}
