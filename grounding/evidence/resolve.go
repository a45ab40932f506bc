package evidence

import (
	_ "embed"
	"path"
	"strconv"
	"strings"
	"unicode"
)

// Ref is what a citation says about the chunk it means; any part may be
// missing. Number is the number that the model gave, 0 for none.
type Ref struct {
	ChunkID  string
	DocID    string
	Filename string
	Title    string
	Number   int
}

// Resolution is what a Ref names. Candidates are positions in the set, in
// order; several where one visible id is shown on several chunks. Ambiguous
// means that it could be one of several documents: there are then no
// candidates. By tells what decided: handle, id, name, doc_id, ordinal, or ""
// where nothing is named.
type Resolution struct {
	Candidates []int
	Ambiguous  bool
	By         string
}

// Resolve finds the chunks that a citation names. What the model wrote as the
// chunk's id counts first, as a handle or visible id, then as a title or file
// name, then as an ordinal; only where it wrote none do the file name, the
// title, the document's id and the number decide, in this order.
func (s *Set) Resolve(r Ref) Resolution {
	if id := bare(r.ChunkID); id != "" {
		return s.resolveID(id)
	}
	for _, name := range [...]string{r.Filename, r.Title} {
		if res := s.resolveName(bare(name)); res.By != "" {
			return res
		}
	}
	if res := s.resolveDoc(bare(r.DocID)); res.By != "" {
		return res
	}
	if r.Number > 0 {
		return s.resolveID(strconv.Itoa(r.Number))
	}
	return Resolution{}
}

// resolveID tries what stands for a chunk id, as written, without the words that models put
// around it, and without the word that the heads of a prompt begin with: "Quelle 1".
func (s *Set) resolveID(id string) Resolution {
	plain, head := withoutLabel(id), id
	if word, rest, cut := strings.Cut(id, " "); cut && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
		head = bare(rest)
	}
	for _, form := range [...]string{id, plain, head} {
		if at, ok := s.byHandle[FoldName(form)]; ok {
			return Resolution{Candidates: []int{at}, By: "handle"}
		}
		if shared := s.present(s.byID[FoldName(form)]); len(shared) > 0 {
			return Resolution{Candidates: shared, By: "id"}
		}
		if res := s.resolveName(form); res.By != "" {
			return res
		}
		if res := s.resolveDoc(form); res.By != "" {
			return res
		}
	}
	return s.resolveOrdinal(plain)
}

// present drops stale chunks where a present one bears the same name.
func (s *Set) present(at []int) []int {
	var now []int
	for _, i := range at {
		if s.chunks[i].Standing != Stale {
			now = append(now, i)
		}
	}
	if len(now) > 0 {
		return now
	}
	return at
}

// resolveName finds chunks by title, file name or URL, or by the last element
// of a path that the citation or the chunk gives in full.
func (s *Set) resolveName(name string) Resolution {
	if name == "" {
		return Resolution{}
	}
	found := s.byName[FoldName(name)]
	if tail := baseName(FoldName(name)); len(found) == 0 && looksLikeFile(tail) {
		found = s.byName[tail]
	}
	return s.oneDocument(s.present(found), "name")
}

func (s *Set) resolveDoc(id string) Resolution {
	if id == "" {
		return Resolution{}
	}
	var found []int
	for _, i := range s.usable {
		if s.chunks[i].DocID != "" && FoldName(s.chunks[i].DocID) == FoldName(id) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return Resolution{}
	}
	return Resolution{Candidates: s.present(found), By: "doc_id"}
}

// oneDocument accepts chunks that are parts of one document only.
func (s *Set) oneDocument(found []int, by string) Resolution {
	if len(found) == 0 {
		return Resolution{}
	}
	first := s.chunks[found[0]].Document()
	for _, i := range found[1:] {
		if s.chunks[i].Document() != first {
			return Resolution{Ambiguous: true, By: by}
		}
	}
	return Resolution{Candidates: found, By: by}
}

// resolveOrdinal reads a number as a place in the list, from 1. Where the
// prompt numbers its chunks itself a number that it does not show names none.
func (s *Set) resolveOrdinal(id string) Resolution {
	n, err := strconv.Atoi(id)
	if err != nil || s.numeric {
		return Resolution{}
	}
	current := s.present(s.usable)
	if n < 1 || n > len(current) {
		return Resolution{}
	}
	return Resolution{Candidates: []int{current[n-1]}, By: "ordinal"}
}

// Document is a key under which chunks of one document agree, or "" where
// nothing tells which document a chunk is from.
func (c *Chunk) Document() string {
	for _, key := range [...]string{c.DocID, c.URL, c.Filename, c.Title} {
		if key != "" {
			return FoldName(key)
		}
	}
	return ""
}

// bare takes off the brackets, quotes and white space that models put around
// an id: "[1]", "【4:0】", "`c1`", "<c1>", "(c1)", "#3".
func bare(id string) string {
	const around = " \t\r\n\"'`“”‘’«»[]【】()<>{}#†^*,;."
	return strings.Trim(id, around)
}

// labels are the words that models put in front of an id, the longer ones first.
var labels = strings.Split(strings.TrimSpace(labelsFile), "\n")

//go:embed labels.txt
var labelsFile string

// withoutLabel takes off one leading label: "Source 1", "doc-2", "[ID:0]".
func withoutLabel(id string) string {
	low := FoldName(id)
	if len(low) != len(id) {
		return id
	}
	for _, label := range labels {
		rest, ok := strings.CutPrefix(low, label)
		if !ok {
			continue
		}
		trimmed := strings.TrimLeft(rest, " _-:#=.\"'[")
		if trimmed != "" && (trimmed != rest || isNumber(trimmed)) {
			return bare(id[len(id)-len(trimmed):])
		}
	}
	return id
}

// baseName is the last element of a path or URL, without query or fragment
// (a page fragment is an address inside the file, not its name).
func baseName(s string) string {
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimRight(strings.ReplaceAll(s, `\`, "/"), "/")
	if s == "" || strings.HasSuffix(s, ":") {
		return ""
	}
	return path.Base(s)
}

// looksLikeFile tells a file name from the last word of a sentence.
func looksLikeFile(s string) bool {
	i := strings.LastIndexByte(s, '.')
	return i > 0 && i < len(s)-1 && len(s)-i <= 6
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
