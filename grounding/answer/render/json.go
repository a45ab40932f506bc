package render

import (
	"cmp"
	"encoding/json"
	"strings"

	"vouchsafe/grounding/answer"
)

// Quote is one verified citation, as JSON shows it.
type Quote struct {
	ChunkID    string
	DocID      string // "" unknown
	Filename   string // "" unknown
	Title      string // "" unknown
	Similarity float64
	Snippet    string
}

// Told is what a dialect's JSON holds besides the text and its citations.
type Told struct {
	Mode       answer.Mode
	Claims     []TellClaim
	Unanswered []string
}

// TellClaim is one verified claim; Quotes are indices of its citations.
type TellClaim struct {
	Text       string
	Quotes     []int
	Confidence string
}

// The shapes of the dialects, with their keys in alphabetical order.
type (
	segmentsShape struct {
		Mode       answer.Mode    `json:"mode"`
		Segments   []segmentShape `json:"segments"`
		Unanswered []string       `json:"unanswered_aspects"`
	}
	segmentShape struct {
		Citations []pointedShape `json:"citations"`
		Text      string         `json:"text"`
	}
	pointedShape struct {
		ChunkID string `json:"chunk_id"`
		Snippet string `json:"snippet"`
	}
	snippetShape struct {
		Answer    string        `json:"answer"`
		Citations []quotedShape `json:"citations"`
		Mode      answer.Mode   `json:"mode"`
	}
	quotedShape struct {
		ChunkID string `json:"chunk_id"`
		DocID   string `json:"doc_id"`
		Snippet string `json:"snippet"`
	}
	claimsShape struct {
		Answer     string        `json:"answer"`
		Citations  []provenShape `json:"citations"`
		Claims     []claimShape  `json:"claims"`
		Unanswered []string      `json:"unanswered_aspects"`
	}
	provenShape struct {
		ID     string `json:"id"`
		Quote  string `json:"relevant_quote"`
		Source string `json:"source"`
		Title  string `json:"title"`
	}
	claimShape struct {
		CitationIDs []string `json:"citation_ids"`
		Confidence  string   `json:"confidence"`
		Text        string   `json:"text"`
	}
	daggerShape struct {
		Answer    string       `json:"answer"`
		Citations []ratedShape `json:"citations"`
	}
	ratedShape struct {
		ChunkID    string  `json:"chunk_id"`
		Similarity float64 `json:"similarity"`
		Filename   string  `json:"source_filename"`
	}
)

// JSON writes an answer in the JSON shape of a dialect, for clients that want
// to read citations themselves; a dialect that is prose gets that of snippet.
// Segments name quotes, by index, instead of sources. Markers number the
// citations from 1 in order of first use, or name their chunks in the dialect
// claims; a quote that no segment names is left out, so the caller passes
// verified ones only.
func JSON(d answer.Dialect, segs []Segment, quotes []Quote, told Told) string {
	sources, order := numbered(segs, quotes)
	unanswered := append([]string{}, told.Unanswered...)
	switch d {
	case answer.Segments:
		out := segmentsShape{Mode: cmp.Or(told.Mode, answer.ModeAnswer), Segments: []segmentShape{}, Unanswered: unanswered}
		for _, s := range segs {
			out.Segments = append(out.Segments, segmentOf(s, quotes))
		}
		return written(out)
	case answer.Claims:
		text := Text(segs, sources, Options{Marker: "[{chunk_id}]"}).Content
		out := claimsShape{Answer: text, Citations: []provenShape{}, Claims: []claimShape{}, Unanswered: unanswered}
		for _, at := range order {
			q := &quotes[at]
			out.Citations = append(out.Citations, provenShape{q.ChunkID, q.Snippet, q.Filename, q.Title})
		}
		for _, c := range told.Claims {
			out.Claims = append(out.Claims, claimOf(c, quotes))
		}
		return written(out)
	case answer.Dagger:
		out := daggerShape{Answer: Text(segs, sources, Options{Marker: "[†{n}]"}).Content, Citations: []ratedShape{}}
		for _, at := range order {
			q := &quotes[at]
			out.Citations = append(out.Citations, ratedShape{q.ChunkID, q.Similarity, q.Filename})
		}
		return written(out)
	}
	text := Text(segs, sources, Options{Marker: Numbers}).Content
	out := snippetShape{Answer: text, Citations: []quotedShape{}, Mode: cmp.Or(told.Mode, answer.ModeAnswer)}
	for _, at := range order {
		q := &quotes[at]
		out.Citations = append(out.Citations, quotedShape{q.ChunkID, q.DocID, q.Snippet})
	}
	return written(out)
}

// Refusal writes a refusal in the JSON shape of a dialect.
func Refusal(d answer.Dialect, message string) string {
	return JSON(d, []Segment{{Text: message}}, nil, Told{Mode: answer.ModeRefuse})
}

func segmentOf(s Segment, quotes []Quote) segmentShape {
	text := s.Text
	if s.Mark != "" {
		text = trimRight(text) + " " + s.Mark
	}
	out := segmentShape{Citations: []pointedShape{}, Text: text}
	for _, at := range s.Sources {
		out.Citations = append(out.Citations, pointedShape{quotes[at].ChunkID, quotes[at].Snippet})
	}
	return out
}

func claimOf(c TellClaim, quotes []Quote) claimShape {
	out := claimShape{CitationIDs: []string{}, Confidence: c.Confidence, Text: c.Text}
	for _, at := range c.Quotes {
		out.CitationIDs = append(out.CitationIDs, quotes[at].ChunkID)
	}
	return out
}

// numbered numbers the quotes that segments name from 1 in order of first use.
func numbered(segs []Segment, quotes []Quote) (sources []Source, order []int) {
	sources = make([]Source, len(quotes))
	for _, s := range segs {
		for _, at := range s.Sources {
			if at >= 0 && at < len(quotes) && sources[at].Number == 0 {
				order = append(order, at)
				sources[at] = Source{Number: len(order), Handle: quotes[at].ChunkID}
			}
		}
	}
	return sources, order
}

// written writes a shape. What is not UTF-8 in it becomes U+FFFD.
func written(shape any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(shape) // strings, numbers and lists of them always encode
	return strings.TrimSuffix(b.String(), "\n")
}
