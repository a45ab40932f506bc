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

// citation writes a quote in the form of a dialect, or with the members that an app asks for.
func (q *Quote) citation(d answer.Dialect, shape *answer.Shape, number int) object {
	if shape != nil {
		return q.inShape(shape, number)
	}
	switch d {
	case answer.Segments:
		return object{"chunk_id": q.ChunkID, "snippet": q.Snippet}
	case answer.Claims:
		return object{"id": q.ChunkID, "relevant_quote": q.Snippet, "source": q.Filename, "title": q.Title}
	case answer.Dagger:
		return object{"chunk_id": q.ChunkID, "similarity": q.Similarity, "source_filename": q.Filename}
	}
	return object{"chunk_id": q.ChunkID, "doc_id": q.DocID, "snippet": q.Snippet}
}

// inShape writes a quote with the members that an app asks for.
func (q *Quote) inShape(shape *answer.Shape, number int) object {
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

// keep leaves of an object the members that an app asks for.
func (o object) keep(shape *answer.Shape) object {
	if shape != nil {
		for name := range o {
			if !shape.Has(name) {
				delete(o, name)
			}
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
	mode, unanswered := cmp.Or(told.Mode, answer.ModeAnswer), append([]string{}, told.Unanswered...)
	if d == answer.Segments {
		list := []object{}
		for _, s := range segs {
			list = append(list, segmentOf(s, quotes, shape))
		}
		return written(object{"mode": mode, "segments": list, "unanswered_aspects": unanswered}.keep(shape))
	}
	sources, order := numbered(segs, quotes)
	style, out := Numbers, object{"mode": mode, "unanswered_aspects": unanswered}
	if shape == nil {
		delete(out, "unanswered_aspects")
	}
	switch d {
	case answer.Claims:
		claims := []object{}
		for _, c := range told.Claims {
			claims = append(claims, claimOf(c, quotes))
		}
		style, out = "[{chunk_id}]", object{"claims": claims, "unanswered_aspects": unanswered, "mode": mode}
		if shape == nil {
			delete(out, "mode")
		}
	case answer.Dagger:
		style = "[†{n}]"
		delete(out, "mode")
	}
	citations := []object{}
	for i, at := range order {
		citations = append(citations, quotes[at].citation(d, shape, i+1))
	}
	out["answer"], out["citations"] = Text(segs, sources, Options{Marker: style}).Content, citations
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
		citations = append(citations, quotes[at].citation(answer.Segments, shape, i+1))
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
