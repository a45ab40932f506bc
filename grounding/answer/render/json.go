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
	URL        string // "" unknown
	Page       string // "" unknown
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

// object is written with its members in alphabetical order, as the dialects have
// them.
type object map[string]any

// citation writes a quote with the members that a shape has.
func (q *Quote) citation(shape *answer.Shape, number int) object {
	out := object{}
	for name, value := range map[string]any{
		"chunk_id": q.ChunkID, "id": q.ChunkID, "doc_id": q.DocID, "source_filename": q.Filename, "source": q.Filename, "title": q.Title,
		"url": q.URL, "page": q.Page, "similarity": q.Similarity, "number": number,
		"snippet": q.Snippet, "quote": q.Snippet, "relevant_quote": q.Snippet, "cited_text": q.Snippet,
	} {
		if shape.Has(name) {
			out[name] = value
		}
	}
	return out
}

// keep leaves of an object the members that a shape has.
func (o object) keep(shape *answer.Shape) object {
	for name := range o {
		if !shape.Has(name) {
			delete(o, name)
		}
	}
	return o
}

// JSON writes an answer in the JSON shape of a dialect, for clients that want
// to read citations themselves; a dialect that is prose gets that of snippet.
// Segments name quotes, by index, instead of sources. Markers number the
// citations from 1 in order of first use, or name their chunks in the dialect
// claims; a quote that no segment names is left out, so the caller passes
// verified ones only. Where an app asked for the shape it has the members that the app
// named, and no others.
func JSON(d answer.Dialect, segs []Segment, quotes []Quote, told Told, shape *answer.Shape) string {
	if shape == nil {
		shape = cmp.Or(d.OwnShape(), answer.Snippet.OwnShape())
	}
	out := object{"mode": cmp.Or(told.Mode, answer.ModeAnswer), "unanswered_aspects": append([]string{}, told.Unanswered...)}
	if d == answer.Segments {
		list := []object{}
		for _, s := range segs {
			list = append(list, segmentOf(s, quotes, shape))
		}
		out["segments"] = list
		return written(out.keep(shape))
	}
	if d == answer.Claims {
		claims := []object{}
		for _, c := range told.Claims {
			claims = append(claims, claimOf(c, quotes))
		}
		out["claims"] = claims
	}
	sources, order := numbered(segs, quotes)
	citations := []object{}
	for i, at := range order {
		citations = append(citations, quotes[at].citation(shape, i+1))
	}
	out["answer"], out["citations"] = Text(segs, sources, Options{Marker: cmp.Or(d.Marker(), Numbers)}).Content, citations
	return written(out.keep(shape))
}

// Refusal writes a refusal in the JSON shape of a dialect, or of an app.
func Refusal(d answer.Dialect, message string, shape *answer.Shape) string {
	return JSON(d, []Segment{{Text: message}}, nil, Told{Mode: answer.ModeRefuse}, shape)
}

func segmentOf(s Segment, quotes []Quote, shape *answer.Shape) object {
	text, citations := s.Text, []object{}
	if s.Mark != "" {
		text = trimRight(text) + " " + s.Mark
	}
	for i, at := range s.Sources {
		citations = append(citations, quotes[at].citation(shape, i+1))
	}
	return object{"citations": citations, "text": text}
}

func claimOf(c TellClaim, quotes []Quote) object {
	ids := []string{}
	for _, at := range c.Quotes {
		ids = append(ids, quotes[at].ChunkID)
	}
	return object{"citation_ids": ids, "confidence": c.Confidence, "text": c.Text}
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

// written writes an object. What is not UTF-8 in it becomes U+FFFD.
func written(o object) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(o) // strings, numbers and lists of them always encode
	return strings.TrimSuffix(b.String(), "\n")
}
