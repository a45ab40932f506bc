package answer

import (
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/tree"
)

// WriteSegments writes an answer in the dialect segments: what a model is
// shown as its own words where it is asked to go on.
func WriteSegments(a *Answer) string {
	var segments, unanswered []string
	for _, s := range a.Segments {
		var cited []string
		for _, at := range s.Citations {
			c := &a.Citations[at]
			cited = append(cited, `{"chunk_id":`+tree.Quote(c.ChunkID)+`,"snippet":`+tree.Quote(c.Snippet)+`}`)
		}
		segments = append(segments, `{"citations":[`+strings.Join(cited, ",")+`],"text":`+tree.Quote(s.Text)+`}`)
	}
	for _, aspect := range a.Unanswered {
		unanswered = append(unanswered, tree.Quote(aspect))
	}
	return `{"mode":` + tree.Quote(string(a.Mode)) + `,"segments":[` + strings.Join(segments, ",") +
		`],"unanswered_aspects":[` + strings.Join(unanswered, ",") + `]}`
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
