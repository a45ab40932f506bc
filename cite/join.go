package cite

import (
	"encoding/json"
	"strings"
)

// Only returns one segment as an answer of its own, with the citations that it
// rests on and their problems.
func (a *Answer) Only(segment int) Answer {
	out := Answer{Dialect: a.Dialect, Mode: a.Mode}
	own := Segment{Text: a.Segments[segment].Text}
	moved := map[int]int{}
	for _, at := range a.Segments[segment].Citations {
		to, ok := moved[at]
		if !ok {
			to = len(out.Citations)
			moved[at] = to
			out.Citations = append(out.Citations, a.Citations[at])
		}
		own.Citations = append(own.Citations, to)
	}
	out.Segments = []Segment{own}
	for _, p := range a.Problems {
		if to, ok := moved[p.Citation]; ok {
			p.Citation = to
			out.Problems = append(out.Problems, p)
		}
	}
	return out
}

// Append adds an answer's segments, citations and problems behind a's own,
// with one space before a text where neither side has white space.
func (a *Answer) Append(b Answer) {
	n := len(a.Citations)
	a.Citations = append(a.Citations, b.Citations...)
	for _, s := range b.Segments {
		moved := Segment{Text: s.Text}
		if before := a.ending(); before != "" && s.Text != "" && !endsBlank(before) && !beginsBlank(s.Text) {
			moved.Text = " " + s.Text
		}
		for _, at := range s.Citations {
			moved.Citations = append(moved.Citations, n+at)
		}
		a.Segments = append(a.Segments, moved)
	}
	for _, p := range b.Problems {
		if p.Citation >= 0 {
			p.Citation += n
		}
		a.Problems = append(a.Problems, p)
	}
}

// ending is the last text of the answer that is not empty.
func (a *Answer) ending() string {
	for i := len(a.Segments) - 1; i >= 0; i-- {
		if a.Segments[i].Text != "" {
			return a.Segments[i].Text
		}
	}
	return ""
}

// WriteSegments writes an answer in the dialect segments: what a model is
// shown as its own words where it is asked to go on.
func WriteSegments(a *Answer) string {
	type citation struct {
		ChunkID string `json:"chunk_id"`
		Snippet string `json:"snippet"`
	}
	type segment struct {
		Citations []citation `json:"citations"`
		Text      string     `json:"text"`
	}
	out := struct {
		Mode       Mode      `json:"mode"`
		Segments   []segment `json:"segments"`
		Unanswered []string  `json:"unanswered_aspects"`
	}{a.Mode, []segment{}, append([]string{}, a.Unanswered...)}
	for _, s := range a.Segments {
		written := segment{Citations: []citation{}, Text: s.Text}
		for _, at := range s.Citations {
			written.Citations = append(written.Citations, citation{a.Citations[at].ChunkID, a.Citations[at].Snippet})
		}
		out.Segments = append(out.Segments, written)
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(out) // strings and slices of them always encode
	return strings.TrimSuffix(b.String(), "\n")
}
