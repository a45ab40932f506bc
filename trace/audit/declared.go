package audit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
)

// declaredClaim is a claim that the line lists, in the form in which a model
// lists it.
type declaredClaim struct {
	Text       string   `json:"text"`
	IDs        []string `json:"citation_ids"`
	Confidence string   `json:"confidence"`
}

// declared are the claims that the line lists.
func (r *row) declared() []declaredClaim {
	var out []declaredClaim
	for _, v := range gjson.Parse(r.claims).Array() {
		c := declaredClaim{Text: v.Get("text").Str, IDs: idsOf(v), Confidence: v.Get("confidence").Str}
		if v.Type == gjson.String {
			c.Text = v.Str
		}
		out = append(out, c)
	}
	return out
}

// idsOf are the citations that a claim names, whatever the member is called.
func idsOf(v gjson.Result) []string {
	out := []string{}
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

// named are citations of what claims name: where the line lists no citations at
// all, to name a chunk is to cite it.
func named(claims []declaredClaim) string {
	var ids []string
	for _, c := range claims {
		ids = append(ids, c.IDs...)
	}
	slices.Sort(ids)
	out := []map[string]string{}
	for _, id := range slices.Compact(ids) {
		out = append(out, map[string]string{"chunk_id": id})
	}
	raw, _ := json.Marshal(out) // texts cannot fail
	return string(raw)
}

// maxSearched bounds the search for claims in an answer, in bytes: claims that
// do not stand in it cost its whole length each.
const maxSearched = 32 << 20

// bind gives the claims that stand in an unmarked answer word for word the
// citations that they name.
func bind(a *answer.Answer) {
	all := make([]int, len(a.Citations))
	for i := range all {
		all[i] = i
	}
	for _, s := range a.Segments {
		if len(s.Citations) != 0 && !slices.Equal(s.Citations, all) {
			return // its markers say which citation carries what
		}
	}
	text, pos, searched := a.Text(), 0, 0
	var cut []answer.Segment
	for _, c := range a.Claims {
		if c.Text == "" || len(c.Citations) == 0 || searched > maxSearched {
			continue
		}
		at := strings.Index(text[pos:], c.Text)
		if at < 0 {
			searched += len(text) - pos
			continue
		}
		if at > 0 {
			cut = append(cut, answer.Segment{Text: text[pos : pos+at], Citations: all})
		}
		pos += at + len(c.Text)
		cut = append(cut, answer.Segment{Text: c.Text, Citations: c.Citations})
	}
	if cut == nil {
		return
	}
	if pos < len(text) {
		cut = append(cut, answer.Segment{Text: text[pos:], Citations: all})
	}
	a.Segments = cut
}
