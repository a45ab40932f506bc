package upstreamtest

import (
	"regexp"
	"strconv"
	"strings"
)

const declined = "The sources do not answer this question."

// say writes the statements in the form asked for, and again as plain prose.
func (p promptRead) say(said []statement) (content, prose string) {
	var texts []string
	for _, s := range said {
		texts = append(texts, s.text)
	}
	prose = strings.Join(texts, " ")
	if len(said) == 0 {
		prose = declined
	}
	write, ok := forms[p.form()]
	switch {
	case ok:
		return write(said), prose
	case p.schema.Exists():
		return string(encode(filler{said: said, root: p.schema}.value("", p.schema))), prose
	}
	return prose, prose
}

// forms are the shapes in which answers are asked for.
var forms = map[string]func([]statement) string{
	"segments": segments,
	"snippet":  snippets,
	"claims":   claims,
	"dagger":   daggers,
	"object":   anObject,
	"numbered": func(said []statement) string { return withMarkers(said, "[", "]") },
	"sentences": func(said []statement) string {
		if len(said) == 0 {
			return "REFUSE: " + declined
		}
		return withMarkers(said, "", "")
	},
}

// form tells the shape by the schema's properties; without a schema by the
// example in the instruction.
func (p promptRead) form() string {
	if p.schema.Exists() {
		props := p.schema.Get("properties")
		switch {
		case props.Get("segments").Exists():
			return "segments"
		case props.Get("claims").Exists() && props.Get("citations").Exists():
			return "claims"
		case props.Get("citations.items.properties.source_filename").Exists() && props.Get("answer.type").Str == "string":
			return "dagger"
		case props.Get("citations.items.properties.snippet").Exists() && props.Get("answer.type").Str == "string":
			return "snippet"
		}
		return ""
	}
	if p.sign() != "" {
		return "sentences"
	}
	for _, known := range [][2]string{
		{"the JSON object that was asked for", "object"},
		{`"segments"`, "segments"}, {`"relevant_quote"`, "claims"}, {`"source_filename"`, "dagger"}, {`"snippet"`, "snippet"},
		{"[n]", "numbered"},
	} {
		if strings.Contains(p.instructions, known[0]) {
			return known[1]
		}
	}
	if strings.Contains(p.all, "[1]") {
		return "numbered"
	}
	return ""
}

// numberSign is how a gateway tells the sign before the numbers of sentences.
var numberSign = regexp.MustCompile(`sentence of the sources begins with its number, a (\S)\.`)

// sign is that before the numbers of the sentences, "" where they have none.
func (p promptRead) sign() string {
	if m := numberSign.FindStringSubmatch(p.instructions); m != nil {
		return m[1]
	}
	return ""
}

// splitNumber takes the number off a sentence.
func splitNumber(s, sign string) (rest, number string) {
	behind, ok := strings.CutPrefix(s, sign)
	digits := behind[:len(behind)-len(strings.TrimLeft(behind, "0123456789"))]
	if !ok || digits == "" {
		return s, ""
	}
	return strings.TrimSpace(behind[len(digits):]), sign + digits
}

func mode(said []statement) string {
	if len(said) == 0 {
		return "refuse"
	}
	return "answer"
}

func segments(said []statement) string {
	out := []any{}
	for _, s := range said {
		quote := func(_ int, s statement) object { return object{"chunk_id": s.id, "snippet": s.snippet} }
		out = append(out, object{"citations": citationsOf([]statement{s}, quote), "text": s.text})
	}
	if len(said) == 0 {
		out = append(out, object{"citations": []any{}, "text": declined})
	}
	return string(encode(object{"mode": mode(said), "segments": out, "unanswered_aspects": []any{}}))
}

// citationsOf are the citations of those statements that have one.
func citationsOf(said []statement, one func(int, statement) object) []any {
	out := []any{}
	for i, s := range said {
		if !s.uncited {
			out = append(out, one(i, s))
		}
	}
	return out
}

func snippets(said []statement) string {
	citations := citationsOf(said, func(_ int, s statement) object { return object{"chunk_id": s.id, "doc_id": "", "snippet": s.snippet} })
	return string(encode(object{"answer": inOrder(said, "[", "]"), "citations": citations, "mode": mode(said)}))
}

// anObject is what json_object asks for: some object, with citations beside it.
func anObject(said []statement) string {
	texts := []any{}
	for _, s := range said {
		texts = append(texts, s.text)
	}
	citations := citationsOf(said, func(i int, s statement) object {
		path := "/statements/" + strconv.Itoa(i)
		if s.numbered {
			return object{"path": path, "sentences": s.id}
		}
		return object{"chunk_id": s.id, "path": path, "snippet": s.snippet}
	})
	return string(encode(object{
		"answer": object{"statements": texts}, "citations": citations, "mode": mode(said), "unanswered_aspects": []any{},
	}))
}

func claims(said []statement) string {
	citations := citationsOf(said, func(_ int, s statement) object {
		return object{"id": s.id, "relevant_quote": s.snippet, "source": "", "title": ""}
	})
	made := []any{}
	for _, s := range said {
		ids := []any{}
		if !s.uncited {
			ids = append(ids, s.id)
		}
		made = append(made, object{"citation_ids": ids, "confidence": "high", "text": s.text})
	}
	return string(encode(object{
		"answer": withMarkers(said, "[", "]"), "citations": citations, "claims": made, "unanswered_aspects": []any{},
	}))
}

func daggers(said []statement) string {
	citations := citationsOf(said, func(_ int, s statement) object {
		return object{"chunk_id": s.id, "similarity": 0.9, "source_filename": ""}
	})
	return string(encode(object{"answer": inOrder(said, "[†", "]"), "citations": citations}))
}

// withMarkers is prose whose sentences end with the id of their passage.
func withMarkers(said []statement, open, end string) string {
	return prose(said, func(_ int, s statement) string { return open + s.id + end })
}

// inOrder is prose whose sentences end with the number of their citation.
func inOrder(said []statement, open, end string) string {
	return prose(said, func(n int, _ statement) string { return open + strconv.Itoa(n) + end })
}

func prose(said []statement, mark func(int, statement) string) string {
	if len(said) == 0 {
		return declined
	}
	var texts []string
	n := 0
	for _, s := range said {
		text := s.text
		if !s.uncited {
			n++
			body := strings.TrimRight(text, ".!?")
			text = body + " " + mark(n, s) + text[len(body):]
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}
