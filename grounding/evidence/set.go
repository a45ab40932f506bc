package evidence

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxHandle is the longest visible id, in code points, that a model is asked
// to repeat; longer ones are replaced by a number.
const maxHandle = 80

// Set is the evidence of one exchange in order of appearance, with the names
// by which a citation may call its members. It never changes once made.
type Set struct {
	chunks   []Chunk
	usable   []int
	handles  []string
	byHandle map[string]int   // folded handle of the usable chunks
	byID     map[string][]int // folded visible id
	byName   map[string][]int // folded title, file name, URL and their tails
	numeric  bool             // the visible ids are numbers: a number is never an ordinal
}

// NewSet makes a set of chunks, which it keeps and does not copy.
func NewSet(chunks []Chunk) *Set {
	s := &Set{
		chunks:   chunks,
		handles:  make([]string, len(chunks)),
		byHandle: make(map[string]int, len(chunks)),
		byID:     make(map[string][]int, len(chunks)),
		byName:   make(map[string][]int, len(chunks)),
	}
	s.usable = Usable(chunks)
	s.index()
	s.name()
	return s
}

// Len is the number of chunks, usable or not.
func (s *Set) Len() int { return len(s.chunks) }

// At returns the chunk at i, which must be in [0, Len()).
func (s *Set) At(i int) *Chunk { return &s.chunks[i] }

// Handle is the name under which the chunk at i is offered to the model: its
// visible id where that is unique and fit to be repeated, else c1, c2, … by
// position. No two chunks share a handle and none is another's visible id.
func (s *Set) Handle(i int) string { return s.handles[i] }

// Named lists the chunks with their handles for ids. Nobody may change it: where
// each chunk's id is its handle, as is usual, it is the set's own list.
func (s *Set) Named() []Chunk {
	out := s.chunks
	for i, handle := range s.handles {
		if out[i].ID == handle {
			continue
		}
		if &out[0] == &s.chunks[0] {
			out = slices.Clone(s.chunks)
		}
		out[i].ID = handle
	}
	return out
}

// Usable lists the chunks that may carry a citation.
func (s *Set) Usable() []int { return s.usable }

// Usable lists those of some chunks that may carry a citation. Chunks of the user role
// count only where the app itself sent none: otherwise whoever types a block
// that looks like evidence would be quoted on a par with it. What was recorded for its channel
// alone (Ambient) does not displace the chunks of a recognised layout. What stands in an earlier
// message of a user may be a worked example of the app's, and has no part in what is asked now.
func Usable(chunks []Chunk) []int {
	own := slices.ContainsFunc(chunks, func(c Chunk) bool { return c.Standing == Primary && !c.Ambient && !c.Derived })
	usable := make([]int, 0, len(chunks))
	for i := range chunks {
		if c := &chunks[i]; (!own || c.Standing != Fallback) && (c.Standing != Stale || c.Role != "user") {
			usable = append(usable, i)
		}
	}
	return usable
}

// index fills the maps by visible id and by name. Unusable chunks have no
// names: a forged block must not make a real name ambiguous.
func (s *Set) index() {
	numbers, ids := 0, 0
	for n, i := range s.usable {
		c, alone := &s.chunks[i], s.usable[n:n+1:n+1]
		if c.ID != "" {
			ids++
			if isNumber(c.ID) {
				numbers++
			}
			file(s.byID, FoldName(c.ID), alone)
		}
		for _, m := range c.Inside {
			file(s.byID, FoldName(m.ID), alone)
		}
		for _, name := range [...]string{c.Title, c.Filename, c.URL} {
			s.addName(name, alone)
		}
	}
	s.numeric = ids > 0 && numbers == ids
}

// addName files a chunk, alone in a list, under a name and under the last
// element of a path.
func (s *Set) addName(name string, alone []int) {
	key := FoldName(name)
	if key == "" {
		return
	}
	file(s.byName, key, alone)
	if tail := baseName(key); tail != key && tail != "" {
		file(s.byName, tail, alone)
	}
}

// file adds a chunk, alone in a list, to those of a name. Most names have one
// chunk, whose list then stands for the name's.
func file(by map[string][]int, name string, alone []int) {
	held := by[name]
	switch n := len(held); {
	case n == 0:
		by[name] = alone
	case held[n-1] != alone[0]:
		by[name] = append(held, alone[0])
	}
}

// name gives every chunk its handle.
func (s *Set) name() {
	prefix := s.freePrefix()
	usable := make([]bool, len(s.chunks))
	current := make(map[string]int, len(s.byID)) // by folded id: usable chunks of this turn
	for _, i := range s.usable {
		usable[i] = true
		if c := &s.chunks[i]; c.ID != "" && c.Standing != Stale {
			current[FoldName(c.ID)]++
		}
	}
	for i := range s.chunks {
		if id := s.chunks[i].ID; usable[i] && repeatable(id) && s.ownsID(i, current) {
			s.handles[i] = id
		} else {
			s.handles[i] = prefix + strconv.Itoa(i+1)
		}
		if usable[i] {
			s.byHandle[FoldName(s.handles[i])] = i
		}
	}
}

// ownsID tells whether the visible id of the chunk at i names it alone. Ids
// restart with each turn, so a present chunk takes its id from a stale one.
func (s *Set) ownsID(i int, current map[string]int) bool {
	id := FoldName(s.chunks[i].ID)
	if s.chunks[i].Standing == Stale {
		return len(s.byID[id]) == 1
	}
	return current[id] == 1
}

// freePrefix finds a prefix for numbers that no visible id uses that way.
func (s *Set) freePrefix() string {
	prefix := "c"
	for slices.ContainsFunc(s.chunks, func(c Chunk) bool {
		rest, ok := strings.CutPrefix(FoldName(c.ID), prefix)
		return ok && isNumber(rest)
	}) {
		prefix += "x"
	}
	return prefix
}

// repeatable tells whether a model can be expected to repeat an id faithfully
// and a reader to find it between brackets.
func repeatable(id string) bool {
	if id == "" || utf8.RuneCountInString(id) > maxHandle || id != strings.TrimSpace(id) {
		return false
	}
	return strings.IndexFunc(id, func(r rune) bool {
		return !unicode.IsPrint(r) || strings.ContainsRune("[]【】\"`<>", r)
	}) < 0
}

// Neighbours lists the chunks next to the one at i that are of the same
// document and standing, for a quote that runs over a chunk's edge.
func (s *Set) Neighbours(i int) []int {
	var near []int
	for _, j := range [...]int{i - 1, i + 1} {
		if j < 0 || j >= len(s.chunks) || s.chunks[j].Standing != s.chunks[i].Standing {
			continue
		}
		if key := s.chunks[i].Document(); key != "" && key == s.chunks[j].Document() {
			near = append(near, j)
		}
	}
	return near
}
