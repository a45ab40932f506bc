package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

// declare takes over the claims that the line lists, and gives those that
// stand in an unmarked answer word for word the citations they name.
func declare(a *answer.Answer, array string) {
	if array == "" {
		return
	}
	names := newNames(a)
	a.Claims = nil
	for i, v := range gjson.Parse(array).Array() {
		d := answer.DeclaredClaim{Text: v.Get("text").Str, Confidence: v.Get("confidence").Str}
		if v.Type == gjson.String {
			d.Text = v.Str
		}
		for _, id := range idsOf(v) {
			at, ok := names.citation(a, id)
			if !ok {
				a.Problems = append(a.Problems, answer.Problem{
					Code: string(report.MarkerUnresolved), Citation: -1,
					Detail: fmt.Sprintf("claims[%d] cites %q, which is none of the citations", i, id),
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

// names are what a claim may call a citation: its chunk, its document, its
// file or its number.
type names struct {
	by    map[string]int // index of the first citation of that name
	given int            // citations that the line lists
}

func newNames(a *answer.Answer) names {
	n := names{by: map[string]int{}, given: len(a.Citations)}
	for i, c := range a.Citations {
		for _, name := range []string{c.ChunkID, c.DocID, c.Filename} {
			if _, taken := n.by[name]; !taken {
				n.by[name] = i
			}
		}
	}
	return n
}

// citation is the citation of a name. Where the line lists no citations at
// all, naming a chunk is citing it.
func (n names) citation(a *answer.Answer, name string) (at int, ok bool) {
	if at, ok := n.by[name]; ok {
		return at, true
	}
	if n.given > 0 {
		number := Number(name)
		return number - 1, number > 0 && number <= n.given
	}
	n.by[name] = len(a.Citations)
	a.Citations = append(a.Citations, answer.Citation{ChunkID: name})
	return n.by[name], true
}

// maxSearched bounds the search for claims in an answer, in bytes: claims that
// do not stand in it cost its whole length each.
const maxSearched = 32 << 20

// bind cuts an unmarked answer at the claims that stand in it.
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
