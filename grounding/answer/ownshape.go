package answer

import (
	"regexp"
	"slices"
	"strings"

	"vouchsafe/grounding/answer/tree"
)

// Shape is a dialect's own JSON shape, asked for by an app: in the words of its prompt or
// as the schema of its call. Members are those that the app names.
type Shape struct {
	Dialect Dialect
	Members []string
}

// Has reports whether the app's shape has one of some members.
func (s *Shape) Has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(s.Members, name) })
}

// shapeMembers are all that a shape may have, to be one of ours.
var shapeMembers = []string{
	"answer", "citations", "mode", "segments", "text", "chunk_id", "doc_id", "id", "number", "snippet", "quote", "relevant_quote", "cited_text",
	"url", "title", "source", "source_filename", "similarity", "claims", "citation_ids", "confidence", "unanswered_aspects", "page",
}

// shapeWith tells whose shape some members make up; nil for no dialect's.
func shapeWith(members []string) *Shape {
	s := &Shape{Members: members}
	for _, m := range members {
		if !slices.Contains(shapeMembers, m) {
			return nil
		}
	}
	quotes, names := s.Has(snippetKeys...), s.Has("chunk_id", "id", "doc_id", "source_filename", "number")
	switch {
	case !s.Has("citations") || !names:
		return nil
	case s.Has("segments") && s.Has("text") && quotes:
		s.Dialect = Segments
	case !s.Has("answer"):
		return nil
	case s.Has("claims") && s.Has("citation_ids") && quotes:
		s.Dialect = Claims
	case s.Has("similarity") && s.Has("source_filename") && !quotes:
		s.Dialect = Dagger
	case quotes && !s.Has("claims", "segments", "similarity"):
		s.Dialect = Snippet
	default:
		return nil
	}
	return s
}

// ShapeOfSchema returns the shape that a JSON schema describes, nil where it is no
// dialect's.
func ShapeOfSchema(schema string) *Shape {
	if !strings.Contains(schema, `"citations"`) {
		return nil
	}
	n, err := tree.Parse(schema)
	if err != nil {
		return nil
	}
	var members []string
	gatherProperties(&n, &members, 0)
	return shapeWith(members)
}

// gatherProperties lists the names of all properties in a schema, each once.
func gatherProperties(n *tree.Node, members *[]string, depth int) {
	const deepest = 16
	if depth > deepest {
		return
	}
	for i := range n.Children {
		c := &n.Children[i]
		if c.Key == "properties" && c.Kind == '{' {
			for k := range c.Children {
				if name := c.Children[k].Key; !slices.Contains(*members, name) {
					*members = append(*members, name)
				}
			}
		}
		gatherProperties(c, members, depth+1)
	}
}

var memberName = regexp.MustCompile(`"(\w{1,40})"\s*:`)

// maxShape bounds, in bytes, a sample of JSON in a prompt.
const maxShape = 4000

// ShapeShown returns the shape of which an app's own words show a sample, nil where they
// show none. A sample may have words in the place of values.
func ShapeShown(texts ...string) *Shape {
	for _, text := range texts {
		text = text[:min(len(text), maxFormText)]
		for from := 0; ; {
			at := strings.IndexByte(text[from:], '{')
			if at < 0 {
				break
			}
			at += from
			sample := braced(text[at:min(len(text), at+maxShape)])
			from = at + max(1, len(sample))
			if !strings.Contains(sample, `"citations"`) {
				continue
			}
			var members []string
			for _, m := range memberName.FindAllStringSubmatch(sample, -1) {
				if !slices.Contains(members, m[1]) {
					members = append(members, m[1])
				}
			}
			if s := shapeWith(members); s != nil {
				return s
			}
		}
	}
	return nil
}

// braced is what stands from an opening brace to the one that closes it, "" where none does.
func braced(text string) string {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i+1]
			}
		}
	}
	return ""
}

// Forgive takes out of an answer what is held against it for members that the app's shape
// does not have.
func (s *Shape) Forgive(a *Answer) {
	a.Problems = slices.DeleteFunc(a.Problems, func(p Problem) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(p.Detail, `"`), `"`)
		return p.Code == missingField && !s.Has(append([]string{name}, groupOf(name)...)...)
	})
}
