package answer

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Only returns one segment as an answer of its own, with the citations that it
// rests on and their problems.
func (a *Answer) Only(segment int) Answer { return a.Between(segment, segment+1) }

// Between is Only for the segments from an index up to another.
func (a *Answer) Between(from, to int) Answer {
	out := Answer{Dialect: a.Dialect, Mode: a.Mode}
	moved := map[int]int{}
	for _, s := range a.Segments[from:to] {
		own := Segment{Text: s.Text, Quotation: s.Quotation}
		for _, at := range s.Citations {
			to, ok := moved[at]
			if !ok {
				to = len(out.Citations)
				moved[at] = to
				out.Citations = append(out.Citations, a.Citations[at])
			}
			own.Citations = append(own.Citations, to)
		}
		out.Segments = append(out.Segments, own)
	}
	for _, p := range a.Problems {
		if to, ok := moved[p.Citation]; ok {
			p.Citation = to
			out.Problems = append(out.Problems, p)
		}
	}
	return out
}

// SentenceEnd returns the index behind the last segment of the sentence that
// begins with a segment. In prose a marker inside a sentence parts it in two,
// which are to be told together: the second may bind the first. In segments,
// each stands for itself.
func (a *Answer) SentenceEnd(from int) int {
	if a.Dialect == Segments {
		return from + 1
	}
	for to := from + 1; to < len(a.Segments); to++ {
		if endsSentence(a.Segments[to-1].Text, a.Segments[to].Text) {
			return to
		}
	}
	return len(a.Segments)
}

// endsSentence tells a text whose sentence is over before what stands behind
// it: it ends with a full stop, or its line ends there. What leads a list in
// goes with the first entry.
func endsSentence(text, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, " \t\"'”’»)*_"))
	if lead, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(text, unicode.IsSpace)); lead == ':' || lead == '：' {
		return false
	}
	return isStop(last) || last == '\n' || strings.HasPrefix(strings.TrimLeft(behind, " \t\r*_|"), "\n")
}

// Append adds an answer's segments, citations and problems behind a's own,
// with one space between the two texts where neither has white space there.
func (a *Answer) Append(b Answer) {
	first := len(a.Segments)
	before := a.ending()
	a.Extend(b)
	for i := range a.Segments[first:] {
		s := &a.Segments[first+i]
		if s.Text == "" {
			continue
		}
		if before != "" && !endsBlank(before) && !beginsBlank(s.Text) {
			s.Text = " " + s.Text
		}
		return
	}
}

// Extend is Append for an answer that goes on where a ends: the texts are
// joined as they stand.
func (a *Answer) Extend(b Answer) {
	n := len(a.Citations)
	a.Citations = append(a.Citations, b.Citations...)
	for _, s := range b.Segments {
		moved := Segment{Text: s.Text, Quotation: s.Quotation}
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

// WriteProse writes an answer as prose with the markers that the model used:
// what it is shown as its own words where it is asked to go on. A marker of
// which words belong to the sentence (a link's, or the author's before a year)
// stands behind the sentence, too.
func WriteProse(a *Answer) string {
	var b strings.Builder
	for _, s := range a.Segments {
		body := strings.TrimRightFunc(s.Text, unicode.IsSpace)
		b.WriteString(body)
		gap := " "
		if strings.HasSuffix(body, "`") {
			gap = "\n" // behind a fence a marker would keep its block open
		}
		last := ""
		for _, at := range s.Citations {
			if marker := strings.TrimSpace(a.Citations[at].Marker); marker != last { // [1, 2] is two citations
				b.WriteString(gap + marker)
				gap, last = "", marker
			}
		}
		b.WriteString(s.Text[len(body):])
	}
	return b.String()
}
