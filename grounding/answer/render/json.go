package render

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vouchsafe/grounding/answer"
)

// Quote is one verified citation, as JSON shows it.
type Quote struct {
	ChunkID string
	DocID   string // "" unknown
	Snippet string
}

// JSON writes an answer as JSON in the shape of the dialect snippet, for
// clients that want to read citations themselves:
//
//	{"answer":"… [1] …","citations":[{"chunk_id","doc_id","snippet"}],"mode":"answer"}
//
// Segments name quotes, by index, instead of sources. Markers number the
// citations from 1 in order of first use; a quote that no segment names is
// left out, so the caller passes verified ones only.
func JSON(segs []Segment, quotes []Quote, mode answer.Mode) string {
	sources, order := numbered(segs, len(quotes))
	out := []byte(`{"answer":`)
	out = appendString(out, Text(segs, sources, Options{Marker: Numbers}).Content)
	out = append(out, `,"citations":[`...)
	for i, at := range order {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendString(append(out, `{"chunk_id":`...), quotes[at].ChunkID)
		out = appendString(append(out, `,"doc_id":`...), quotes[at].DocID)
		out = appendString(append(out, `,"snippet":`...), quotes[at].Snippet)
		out = append(out, '}')
	}
	out = appendString(append(out, `],"mode":`...), string(cmp.Or(mode, answer.ModeAnswer)))
	return string(append(out, '}'))
}

// numbered numbers the quotes that segments name from 1 in order of first use.
func numbered(segs []Segment, quotes int) (sources []Source, order []int) {
	sources = make([]Source, quotes)
	for _, s := range segs {
		for _, at := range s.Sources {
			if at >= 0 && at < quotes && sources[at].Number == 0 {
				order = append(order, at)
				sources[at].Number = len(order)
			}
		}
	}
	return sources, order
}

// appendString appends a JSON string; what is not UTF-8 becomes U+FFFD.
func appendString(out []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(out, strings.ToValidUTF8(s, "\ufffd"))
	if err != nil { // cannot be: the string is valid
		return append(out, `""`...)
	}
	return quoted
}
