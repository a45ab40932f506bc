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
// true one, or goes.

// sourceMember is what in an answer names one source: a value, or the values of an object in a list.
type sourceMember struct {
	path, within string // within: of the member around it that names sources
	item         int    // its place in the list there; -1 for none
	leaves       []ownschema.Leaf
	chunks       [][]int // by leaf: the chunks that it may name; empty for a name of none
}

// memberNaming holds the names of sources in an answer against what it rests on.
type memberNaming struct {
	run     *run
	q       *question
	own     ownschema.Own
	leaves  []ownschema.Leaf
	result  *verify.Result
	members []*sourceMember
}

// nameTrueSources mends the names of sources in an answer that was verified, and tells what it has changed.
func nameTrueSources(run *run, q *question, f *formed, prefix string, result *verify.Result) (told []string, fault string) {
	n := memberNaming{run: run, q: q, own: f.own, leaves: f.leaves, result: result}
	n.find()
	tree, err := ownschema.NewTree(f.own.Answer, f.meets)
	if len(n.members) == 0 || err != nil {
		return nil, ""
	}
	for _, m := range n.members {
		rests := n.restsOn(m, prefix)
		if n.isTrue(m, rests, prefix) {
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

// find lists what in the answer names a source.
func (n *memberNaming) find() {
	for _, leaf := range n.leaves {
		chunks, names := n.named(leaf)
		if !names {
			continue
		}
		m := &sourceMember{path: leaf.Path, within: leaf.Within, item: -1}
		token, _, _ := strings.Cut(strings.TrimPrefix(leaf.Path[len(leaf.Within):], "/"), "/")
		if at, err := strconv.Atoi(token); err == nil {
			m.path, m.item = leaf.Within+"/"+token, at
		} else {
			m.path = leaf.Within
		}
		if at := slices.IndexFunc(n.members, func(o *sourceMember) bool { return o.path == m.path }); at >= 0 {
			m = n.members[at]
		} else {
			n.members = append(n.members, m)
		}
		m.leaves, m.chunks = append(m.leaves, leaf), append(m.chunks, chunks)
	}
}

// named are the chunks that a value may name as its source, if it does name one, there or not.
func (n *memberNaming) named(leaf ownschema.Leaf) (chunks []int, names bool) {
	set := n.q.material.evidence.Set
	if leaf.Within == "" || leaf.Called {
		return nil, false
	}
	if !strings.ContainsFunc(leaf.Text, unicode.IsLetter) { // it may be any figure
		for _, i := range set.Usable() {
			if set.At(i).ID == leaf.Text && ownschema.NamesSource(leaf.Key) {
				chunks = append(chunks, i)
			}
		}
		return chunks, chunks != nil
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

// isInvented reports whether a value is a name that stands nowhere in the prompt, where one of a source is to stand.
func (n *memberNaming) isInvented(leaf ownschema.Leaf) bool {
	const signs = "./_-:#"
	looksSo := ownschema.IsName(leaf.Text) && (strings.ContainsAny(leaf.Text, signs) || strings.ContainsFunc(leaf.Text, unicode.IsDigit))
	return ownschema.NamesSource(leaf.Key) && len(leaf.Others) == 0 && (leaf.Small || leaf.Name || looksSo) && (looksSo || ownschema.SaysSource(leaf.Key)) &&
		leaf.Text != "true" && leaf.Text != "false" && !text.Unknown.IsNegator(text.Fold(leaf.Text)) && !n.q.request.says(leaf.Text) && !n.q.material.namesSource(leaf.Text)
}

// restsOn are the chunks that the nearest statements around a name rest on, in their order.
func (n *memberNaming) restsOn(m *sourceMember, prefix string) (chunks []int) {
	for _, cl := range n.around(m, prefix) {
		for _, s := range cl.Sources {
			chunks = append(chunks, s.Chunk)
		}
		for _, i := range cl.Citations {
			if n.result.Citations[i].Chunk >= 0 {
				chunks = append(chunks, n.result.Citations[i].Chunk)
			}
		}
	}
	var once []int
	for _, c := range chunks {
		if !slices.Contains(once, c) {
			once = append(once, c)
		}
	}
	return once
}

// around are the nearest statements around a name that stand: in its object, else in what holds that.
func (n *memberNaming) around(m *sourceMember, prefix string) (claims []verify.Claim) {
	for path := m.leaves[0].Path; claims == nil && path != ""; {
		path = path[:strings.LastIndexByte(path, '/')]
		for _, cl := range n.result.Claims {
			at, ok := strings.CutPrefix(cl.Path, prefix)
			if ok && cl.Stands && strings.HasPrefix(at, path+"/") && !n.isName(at) {
				claims = append(claims, cl)
			}
		}
	}
	return claims
}

func (n *memberNaming) isName(path string) bool {
	return slices.ContainsFunc(n.members, func(m *sourceMember) bool {
		return slices.ContainsFunc(m.leaves, func(l ownschema.Leaf) bool { return l.Path == path })
	})
}

// isTrue reports whether each name of a source is one of those on which the statements around it rest,
// or of one that carries a statement there as well.
func (n *memberNaming) isTrue(m *sourceMember, rests []int, prefix string) bool {
	return !slices.ContainsFunc(m.chunks, func(chunks []int) bool {
		rested := func(chunk int) bool { return slices.Contains(rests, chunk) }
		carries := func(chunk int) bool {
			return slices.ContainsFunc(n.around(m, prefix), func(cl verify.Claim) bool { return n.carries(chunk, strings.TrimPrefix(cl.Path, prefix)) })
		}
		return !slices.ContainsFunc(chunks, rested) && !slices.ContainsFunc(chunks, carries) && (len(rests) > 0 || len(chunks) == 0)
	})
}

// carries reports whether a statement would stand if it cited a chunk.
func (n *memberNaming) carries(chunk int, path string) bool {
	handle := n.q.material.evidence.Set.Handle(chunk)
	own := ownschema.Own{Answer: n.own.Answer, Mode: n.own.Mode, Citations: []answer.Citation{{Path: path, ChunkID: handle, Candidates: []string{handle}}}}
	leaves := slices.DeleteFunc(slices.Clone(n.leaves), func(l ownschema.Leaf) bool { return l.Path != path })
	r := verify.CheckOwn(own, leaves, n.q.material.evidence, n.run.rules())
	return slices.ContainsFunc(r.Claims, func(cl verify.Claim) bool { return cl.Stands && cl.Cited })
}

// isNamed reports whether a name elsewhere in the same list is a chunk's.
func (n *memberNaming) isNamed(m *sourceMember, chunk int) bool {
	return slices.ContainsFunc(n.members, func(o *sourceMember) bool {
		return o != m && o.within == m.within && slices.ContainsFunc(o.chunks, func(c []int) bool { return slices.Contains(c, chunk) })
	})
}

// rename gives a chunk's names to what names another source. It reports whether it has such names.
func (n *memberNaming) rename(tree *ownschema.Tree, m *sourceMember, to int) bool {
	set := n.q.material.evidence.Set
	for i, leaf := range m.leaves {
		name := ""
		if len(m.chunks[i]) > 0 {
			name = renamed(leaf.Text, namesOf(set.At(m.chunks[i][0])), namesOf(set.At(to)))
		}
		if name == "" {
			name = nameLike(leaf.Text, set.At(to))
		}
		if leaf.Number {
			name = set.At(to).ID
		}
		if _, err := strconv.Atoi(name); name == "" || leaf.Number && err != nil {
			return false
		}
		tree.Rename(leaf.Path, name)
	}
	m.chunks = [][]int{{to}}
	return true
}

// namesOf is what a chunk is called, by kind.
func namesOf(c *evidence.Chunk) [6]string {
	return [...]string{c.ID, c.DocID, c.Filename, c.Title, c.URL, c.Source}
}

// renamed is what names one source with the same kind of name of another; "" where that has none.
func renamed(said string, from, to [6]string) string {
	for i := range from {
		if from[i] != "" && strings.EqualFold(said, from[i]) {
			return to[i]
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
