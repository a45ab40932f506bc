package proxy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
)

// An answer in a form of the client's own may name its sources in members of that form. These are
// held against what the answer rests on: a name of another passage, or of none, becomes that of a
// true one, or goes. So does whatever was not judged because it is what a source is called.

// sourceMember is what in an answer names one source: a value, or the values of an object in a list.
type sourceMember struct {
	path, within string // within: of the member around it that names sources
	item         int    // its place in the list there; -1 for none
	alone        bool   // nothing around it says that it names sources: "source_title", beside a statement
	leaves       []ownschema.Leaf
	chunks       [][]int // by leaf: the chunks that it may name; empty for a name of none
}

// memberNaming holds the names of sources in an answer against what it rests on. What several names
// ask is looked up once.
type memberNaming struct {
	run     *run
	q       *question
	prefix  string // of the answer's paths
	own     ownschema.Own
	leaves  []ownschema.Leaf
	result  *verify.Result
	members []*sourceMember
	under   map[string][]verify.Claim // by the path of a member or a list: the statements in it that stand
	rests   map[string][]int          // by the same path: the chunks that these rest on
	counts  map[string]map[int]int    // by the path of a list of names: how many name a chunk
	waived  map[string]bool           // by path: it was not judged, because it says what a source is called
	cited   map[string][]int          // by path: the chunks that a member itself cites
	called  map[int][]sourceName      // by chunk: what it is called
	trials  map[trial]bool            // whether a statement would stand by itself
}

// trial is a statement that is held against a chunk that it does not cite.
type trial struct {
	chunk int
	path  string
}

// mostTrials are made for one answer: a name that needs a further one is no true one.
const mostTrials = 256

// nameTrueSources mends the names of sources in an answer that was verified, and tells what it has changed.
func nameTrueSources(run *run, q *question, f *formed, prefix string, result *verify.Result) (told []string, fault string) {
	n := memberNaming{
		run: run, q: q, prefix: prefix, own: f.own, leaves: f.leaves, result: result,
		under: map[string][]verify.Claim{}, rests: map[string][]int{}, counts: map[string]map[int]int{},
		trials: map[trial]bool{}, called: map[int][]sourceName{}, cited: map[string][]int{},
		waived: verify.SourceNames(f.leaves, q.material.evidence),
	}
	n.find()
	tree, err := ownschema.NewTree(f.own.Answer, f.meets)
	if len(n.members) == 0 || err != nil {
		return nil, ""
	}
	for _, m := range n.members {
		rests := n.restsOn(m)
		if n.isTrue(m, rests) {
			continue
		}
		said := m.leaves[0].Text
		free := slices.IndexFunc(rests, func(chunk int) bool { return !n.isNamed(m, chunk) })
		switch {
		case free < 0 && m.item >= 0:
			tree.Drop(ownschema.Element{Array: m.within, At: m.item})
		case len(rests) == 0:
			continue // it states nothing
		case !n.rename(tree, m, rests[max(0, free)]):
			return nil, fmt.Sprintf("the answer does not rest on %.80q, which it names as its source", said)
		}
		told = append(told, fmt.Sprintf("the answer does not rest on %.80q, which it named as its source", said))
	}
	if told != nil {
		f.own.Answer = tree.Bytes()
	}
	return told, ""
}

// find lists what in the answer names a source, and the statements around.
func (n *memberNaming) find() {
	names, byPath := map[string]bool{}, map[string]*sourceMember{}
	for _, leaf := range n.leaves {
		chunks, named := n.named(leaf)
		if !named {
			continue
		}
		names[leaf.Path] = true
		path, item := leaf.Within, -1
		token, _, _ := strings.Cut(strings.TrimPrefix(leaf.Path[len(leaf.Within):], "/"), "/")
		if at, err := strconv.Atoi(token); err == nil {
			path, item = leaf.Within+"/"+token, at
		}
		alone := leaf.Within == ""
		if alone {
			path, item, leaf.Within = leaf.Path, -1, leaf.Path
		}
		m := byPath[path]
		if m == nil {
			m = &sourceMember{path: path, within: leaf.Within, item: item, alone: alone}
			n.members, byPath[path] = append(n.members, m), m
		}
		m.leaves, m.chunks = append(m.leaves, leaf), append(m.chunks, chunks)
	}
	for _, m := range n.members {
		n.count(m, 1)
	}
	for i := range n.result.Citations {
		if c := &n.result.Citations[i]; c.Stands {
			n.cited[c.Path] = append(n.cited[c.Path], c.Chunk)
		}
	}
	for _, cl := range n.result.Claims {
		path, ok := strings.CutPrefix(cl.Path, n.prefix)
		if !ok || !cl.Stands || names[path] {
			continue
		}
		for at := strings.LastIndexByte(path, '/'); at >= 0; at = strings.LastIndexByte(path[:at], '/') {
			n.under[path[:at]] = append(n.under[path[:at]], cl)
		}
	}
}

// count adds a member to those of its list that name its chunks, or takes it off.
func (n *memberNaming) count(m *sourceMember, add int) {
	if n.counts[m.within] == nil {
		n.counts[m.within] = map[int]int{}
	}
	for chunk := range m.names() {
		n.counts[m.within][chunk] += add
	}
}

// names are the chunks that a member may name.
func (m *sourceMember) names() map[int]bool {
	out := map[int]bool{}
	for _, chunks := range m.chunks {
		for _, chunk := range chunks {
			out[chunk] = true
		}
	}
	return out
}

// named are the chunks that a value may name as its source, if it does name one, there or not.
func (n *memberNaming) named(leaf ownschema.Leaf) (chunks []int, names bool) {
	set := n.q.material.evidence.Set
	switch {
	case leaf.Within == "" && n.waived[leaf.Path]:
		return n.calledSo(leaf)
	case leaf.Within == "", leaf.Called:
		return nil, false
	}
	if !strings.ContainsFunc(leaf.Text, unicode.IsLetter) { // it may be any figure
		chunks, named := n.calledSo(leaf)
		return chunks, named && ownschema.Refers(leaf.Key)
	}
	for _, name := range answer.NamedIn(leaf.Text, n.q.sources()) {
		for _, i := range set.Usable() {
			if slices.Contains(name.Handles, set.Handle(i)) {
				chunks = append(chunks, i)
			}
		}
	}
	return chunks, chunks != nil || n.isInvented(leaf)
}

// calledSo are the chunks that are called what a value is that was not judged, because it names a source.
func (n *memberNaming) calledSo(leaf ownschema.Leaf) (chunks []int, names bool) {
	set := n.q.material.evidence.Set
	for _, i := range set.Usable() {
		if renamed(leaf, n.namesOf(i), n.namesOf(i)) != "" {
			chunks = append(chunks, i)
		}
	}
	return chunks, chunks != nil
}

// isInvented reports whether a value is a name that stands nowhere in the prompt, where one of a source is to stand.
func (n *memberNaming) isInvented(leaf ownschema.Leaf) bool {
	const signs = "./_-:#"
	looksSo := ownschema.IsName(leaf.Text) && (strings.ContainsAny(leaf.Text, signs) || strings.ContainsFunc(leaf.Text, unicode.IsDigit))
	return ownschema.NamesSource(leaf.Key) && len(leaf.Others) == 0 && (leaf.Small || leaf.Name || looksSo) &&
		(looksSo || ownschema.SaysSource(leaf.Key)) &&
		leaf.Text != "true" && leaf.Text != "false" && !text.Unknown.IsNegator(text.Fold(leaf.Text)) &&
		!n.q.request.says(leaf.Text) && !n.q.material.namesSource(leaf.Text)
}

// around is the path of the nearest object or list around a name that has a statement that stands; that of the whole
// answer where none has.
func (n *memberNaming) around(m *sourceMember) string {
	path := m.leaves[0].Path
	for path != "" {
		if path = path[:strings.LastIndexByte(path, '/')]; n.under[path] != nil {
			break
		}
	}
	return path
}

// restsOn are the chunks that the nearest statements around a name rest on, in their order.
func (n *memberNaming) restsOn(m *sourceMember) []int {
	path := n.around(m)
	if m.alone {
		if own := n.cited[n.prefix+m.path]; len(own) > 0 {
			return own
		}
		if strings.ContainsFunc(m.path[len(path):], unicode.IsDigit) {
			return nil // in an element of a list that states nothing, nothing tells of which source it is
		}
	}
	chunks, known := n.rests[path]
	if known && len(chunks) > 0 {
		return chunks
	}
	add := func(chunk int) {
		if chunk >= 0 && !slices.Contains(chunks, chunk) {
			chunks = append(chunks, chunk)
		}
	}
	for _, cl := range n.under[path] {
		for _, s := range cl.Sources {
			add(s.Chunk)
		}
		for _, i := range cl.Citations {
			add(n.result.Citations[i].Chunk)
		}
	}
	if n.rests[path] = chunks; len(chunks) == 0 {
		return n.cited[n.prefix+m.leaves[0].Path]
	}
	return chunks
}

// isTrue reports whether each name of a source is one of those on which the statements around it rest,
// or of one that carries a statement there as well.
func (n *memberNaming) isTrue(m *sourceMember, rests []int) bool {
	rested := func(chunk int) bool { return slices.Contains(rests, chunk) }
	told := func(chunk int) bool {
		return strings.Contains(n.q.material.evidence.Set.At(chunk).Text, m.leaves[0].Text)
	}
	if m.alone && slices.ContainsFunc(rests, told) {
		return true
	}
	carries := func(chunk int) bool {
		return slices.ContainsFunc(n.under[n.around(m)],
			func(cl verify.Claim) bool { return n.carries(trial{chunk, strings.TrimPrefix(cl.Path, n.prefix)}) })
	}
	return !slices.ContainsFunc(m.chunks, func(chunks []int) bool {
		return !slices.ContainsFunc(chunks, rested) && !slices.ContainsFunc(chunks, carries) && (len(rests) > 0 || len(chunks) == 0)
	})
}

// carries reports whether a statement would stand if it cited a chunk.
func (n *memberNaming) carries(t trial) bool {
	stands, known := n.trials[t]
	if known || len(n.trials) >= mostTrials {
		return stands
	}
	handle := n.q.material.evidence.Set.Handle(t.chunk)
	own := ownschema.Own{Answer: n.own.Answer, Mode: n.own.Mode,
		Citations: []answer.Citation{{Path: t.path, ChunkID: handle, Candidates: []string{handle}}}}
	leaves := slices.DeleteFunc(slices.Clone(n.leaves), func(l ownschema.Leaf) bool { return l.Path != t.path })
	r := verify.CheckOwn(own, leaves, n.q.material.evidence, n.run.rules())
	n.trials[t] = slices.ContainsFunc(r.Claims, func(cl verify.Claim) bool { return cl.Stands && cl.Cited })
	return n.trials[t]
}

// isNamed reports whether a name elsewhere in the same list is a chunk's.
func (n *memberNaming) isNamed(m *sourceMember, chunk int) bool {
	others := n.counts[m.within][chunk]
	if m.names()[chunk] {
		others--
	}
	return others > 0
}

// rename gives a chunk's names to what names another source. It reports whether it has such names.
func (n *memberNaming) rename(tree *ownschema.Tree, m *sourceMember, to int) bool {
	set := n.q.material.evidence.Set
	for i, leaf := range m.leaves {
		name := ""
		if len(m.chunks[i]) > 0 {
			name = renamed(leaf, n.namesOf(m.chunks[i][0]), n.namesOf(to))
		}
		if name == "" && !m.alone {
			name = nameLike(leaf.Text, set.At(to))
		}
		if _, err := strconv.Atoi(name); name == "" || leaf.Number && err != nil {
			return false
		}
		tree.Rename(leaf.Path, name)
	}
	n.count(m, -1)
	m.chunks = [][]int{{to}}
	n.count(m, 1)
	return true
}

// sourceName is one thing that a chunk is called.
type sourceName struct {
	said []string // in each way
	of   string   // the only word of a member for it; "" for any other member
}

// namesOf is what a chunk is called, by kind.
func (n *memberNaming) namesOf(chunk int) []sourceName {
	if known := n.called[chunk]; known != nil {
		return known
	}
	c, year := n.q.material.evidence.Set.At(chunk), ""
	if c.Year != 0 {
		year = strconv.Itoa(c.Year)
	}
	out := []sourceName{{[]string{c.Page}, "page"}, {[]string{year}, "year"}}
	for _, name := range [...]string{c.ID, c.DocID, c.Filename, c.Title, c.URL, c.Source, strconv.Itoa(chunk + 1)} {
		out = append(out, sourceName{said: []string{name}})
	}
	n.called[chunk] = append(out, sourceName{said: append([]string{strings.Join(c.Authors, ", ")}, c.Authors...)})
	return n.called[chunk]
}

// renamed is, for a value that names one source, the same kind of name of another; "" where that has none.
func renamed(leaf ownschema.Leaf, from, to []sourceName) string {
	key := strings.ToLower(leaf.Key)
	of := func(name sourceName) bool { return name.of != "" && strings.Contains(key, name.of) }
	only := slices.ContainsFunc(from, of)
	for i, name := range from {
		says := func(s string) bool { return s != "" && strings.EqualFold(s, leaf.Text) }
		if (name.of == "" || of(name)) && of(name) == only && slices.ContainsFunc(name.said, says) {
			return to[i].said[0]
		}
	}
	return ""
}

// nameLike is a name of a chunk: of the kind that a text is of, else what the prompt calls it.
func nameLike(said string, c *evidence.Chunk) string {
	if strings.Contains(said, "://") {
		return c.URL
	}
	for _, name := range [...]string{c.ID, c.Filename, c.Title, c.URL} {
		if name != "" {
			return name
		}
	}
	return ""
}
