package audit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/cite"
	"vouchsafe/report"
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

// declare takes over the claims that the line lists, and gives those that
// stand in an unmarked answer word for word the citations they name.
func declare(a *cite.Answer, array string) {
	if array == "" {
		return
	}
	given := len(a.Citations)
	a.Claims = nil
	for i, v := range gjson.Parse(array).Array() {
		d := cite.DeclaredClaim{Text: v.Get("text").Str, Confidence: v.Get("confidence").Str}
		if v.Type == gjson.String {
			d.Text = v.Str
		}
		for _, id := range idsOf(v) {
			at := named(a, id, given)
			if at < 0 {
				a.Problems = append(a.Problems, cite.Problem{
					Code: string(report.MarkerUnresolved), Citation: -1, Detail: fmt.Sprintf("claims[%d] cites %q, which is none of the citations", i, id),
				})
				continue
			}
			d.Citations = append(d.Citations, at)
		}
		a.Claims = append(a.Claims, d)
	}
	bind(a)
}

// idsOf are the citations that a claim names, whatever the member is called.
func idsOf(v gjson.Result) []string {
	var out []string
	for _, key := range []string{"citation_ids", "citations"} {
		for _, id := range v.Get(key).Array() {
			if id.IsObject() {
				id = id.Get("chunk_id")
			}
			if s := strings.TrimSpace(id.String()); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// named is the citation that an id names: by its chunk, its document, its file
// or its number. Where the line lists no citations at all, naming a chunk is
// citing it.
func named(a *cite.Answer, id string, given int) int {
	for i, c := range a.Citations {
		if id == c.ChunkID || id == c.DocID || id == c.Filename {
			return i
		}
	}
	if n := Number(id); given > 0 && n <= given {
		return n - 1
	}
	if given > 0 {
		return -1
	}
	a.Citations = append(a.Citations, cite.Citation{ChunkID: id})
	return len(a.Citations) - 1
}

// bind cuts an unmarked answer at the claims that stand in it.
func bind(a *cite.Answer) {
	all := make([]int, len(a.Citations))
	for i := range all {
		all[i] = i
	}
	for _, s := range a.Segments {
		if len(s.Citations) != 0 && !slices.Equal(s.Citations, all) {
			return // its markers say which citation carries what
		}
	}
	text, pos := a.Text(), 0
	var cut []cite.Segment
	for _, c := range a.Claims {
		at := strings.Index(text[pos:], c.Text)
		if at < 0 || c.Text == "" || len(c.Citations) == 0 {
			continue
		}
		if at > 0 {
			cut = append(cut, cite.Segment{Text: text[pos : pos+at], Citations: all})
		}
		pos += at + len(c.Text)
		cut = append(cut, cite.Segment{Text: c.Text, Citations: c.Citations})
	}
	if cut == nil {
		return
	}
	if pos < len(text) {
		cut = append(cut, cite.Segment{Text: text[pos:], Citations: all})
	}
	a.Segments = cut
}
