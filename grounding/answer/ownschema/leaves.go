package ownschema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/text"
)

// maxLeaves and maxPathBytes bound what Leaves returns: their product is what
// an answer made of long names and many numbers could blow up to.
const (
	maxLeaves    = 20_000
	maxPathBytes = 2_048
)

// Leaves lists what in an answer states something: every string of three or
// more content words, every shorter one with a number in it ("50 mg"), every
// number, and names of members that the model chose. Shorter strings, booleans and
// labels that the schema lists say something only together with their member's
// name: they are Small; the strings among them that are free text are Short. That
// the schema lists a figure or a sentence excuses neither.
// Nulls, what the schema leaves no choice of, and what stands at or under an ignored
// path state nothing. Texts and numbers in the place of ids and addresses are told
// apart by Name. schema may be nil (json_object). ignore holds JSON Pointers in
// which "*" is any one token. An answer with more than 20,000 leaves, or with a
// path of more than 2,048 bytes, is an error.
func Leaves(answer []byte, schema *Schema, ignore []string) ([]Leaf, error) {
	root, err := tree.Parse(string(answer))
	if err != nil {
		return nil, err
	}
	w := walk{ignore: ignore, keys: map[string]keyword{}}
	w.visit(&root, spot{schema: schema.root()})
	return w.leaves, w.err
}

type walk struct {
	keys   map[string]keyword
	ignore []string
	leaves []Leaf
	err    error
}

// spot is where the walk stands.
type spot struct {
	path   string
	name   string  // the nearest name on the path
	key    keyword // of the nearest name on the path: an array's elements go by the array's
	free   bool    // that name is the model's own and states something
	within string  // the outermost member on the path that names sources
	schema place
}

func (w *walk) visit(n *tree.Node, at spot) {
	if w.err != nil || ignored(at.path, w.ignore) {
		return
	}
	if len(at.path) > maxPathBytes {
		w.err = fmt.Errorf("cannot list the leaves: a path of %d bytes", len(at.path))
		return
	}
	switch n.Kind {
	case '{', '[':
		w.children(n, at)
	case '"':
		w.text(n, at)
	case '0':
		w.number(n, at)
	case 't', 'f':
		w.add(at, Leaf{Text: n.Raw, Small: true, Free: at.free})
	}
}

// children visits the members or items of a value. A member's name is a statement
// where it is the model's own and as long as one; it is judged as the value at its
// path is.
func (w *walk) children(n *tree.Node, at spot) {
	for i := range n.Children {
		child, inside := &n.Children[i], at
		inside.schema = at.schema.child(n, i)
		if n.Kind == '[' {
			inside.path += "/" + strconv.Itoa(i)
		} else {
			inside.path, inside.name, inside.key = at.path+"/"+tree.Escape(child.Key), child.Key, w.keyword(child.Key)
			inside.free = false
			if inside.within == "" && inside.key.sources {
				inside.within = inside.path
			}
			if !at.schema.declares(child.Key) && !ignored(inside.path, w.ignore) {
				inside.free = inside.key.sentence || asserts(child.Key)
				w.called(child, inside, at.schema.keys())
			}
		}
		w.visit(child, inside)
	}
}

func (w *walk) keyword(key string) keyword {
	known, ok := w.keys[key]
	if !ok {
		known = keywordOf(key)
		w.keys[key] = known
	}
	return known
}

// called lists a member's name that the model chose, where its value says something: the key of
// an open object, and of other names that are no sentence what has a figure, or is uncommon and
// tells of what a value is.
func (w *walk) called(child *tree.Node, at spot, keyed bool) {
	const empty = `""`
	says := child.Kind == '0' || child.Kind != 'n' && len(child.Raw) > len(empty)
	of := child.Kind == '0' || child.Kind == 't' || child.Kind == 'f' || child.Kind == '"' && !states(child.Text())
	name := Spaced(child.Key)
	if !strings.Contains(child.Key, " ") && len(wordsOf(child.Key)) > 1 {
		name = strings.ToLower(name) // a capital is the spelling's: maxTemp
	}
	switch {
	case at.free:
		if child.Kind != 'f' {
			w.add(at, Leaf{Text: Spaced(child.Key)})
		}
	case !says && !keyed, at.key.id, at.key.reference, at.key.metadata, at.key.grades, at.key.quote:
	case keyed, hasFigure(name), of && slices.ContainsFunc(strings.Fields(name), Uncommon):
		w.add(at, Leaf{Text: name, Small: true, Called: true, Keyed: keyed, Number: child.Kind == '0'})
	}
}

// Uncommon reports whether a word of a name may be what something is called: it is none that
// people use every day, and no short form of one.
func Uncommon(word string) bool {
	const shortForm = 5 // letters: "temp"
	first, _ := utf8.DecodeRuneInString(word)
	return (utf8.RuneCountInString(word) > shortForm || unicode.IsUpper(first) && len(word) > 2) && !text.Listed(text.Fold(word))
}

// hasFigure tells whether a text has a figure: digits, or words with a unit.
func hasFigure(s string) bool {
	measures := func(n text.Number) bool { return text.IsUnit(n.Unit) }
	return strings.ContainsFunc(s, unicode.IsDigit) || slices.ContainsFunc(text.Numbers(s), measures)
}

func (w *walk) text(n *tree.Node, at spot) {
	said := n.Text()
	listed, others := at.schema.lists(said)
	figure := hasFigure(said)
	if said == "" || listed && len(others) == 0 && (!figure || at.key.constant) {
		return
	}
	_, verb := verbIn(wordsOf(said))
	sentence := isSentence(said) && (listed || verb)
	label := listed && (at.key.grades || !figure && !sentence)
	says := states(said) || figure || sentence || isAddress(said)
	w.add(at, Leaf{
		Text: said, Small: !says || label, Short: !says && !listed, Others: others, Quote: at.key.quote,
		Name: at.key.id || isAddress(said) || at.schema.names(), Refers: at.key.reference || at.key.metadata,
	})
}

func (w *walk) number(n *tree.Node, at spot) {
	listed, others := at.schema.lists(valueOf(n))
	if at.key.grades && !at.free || listed && len(others) == 0 && at.key.constant {
		return // the model's own opinion of its answer is no claim about the evidence
	}
	name := at.key.id || at.key.reference
	w.add(at, Leaf{Text: n.Raw, Number: true, Refers: at.key.reference || at.key.metadata, Quote: at.key.quote && !name, Name: name, Small: name})
}

func (w *walk) add(at spot, leaf Leaf) {
	if len(w.leaves) == maxLeaves {
		w.leaves, w.err = nil, fmt.Errorf("cannot list the leaves: more than %d", maxLeaves)
	}
	if w.err == nil {
		leaf.Path, leaf.Key, leaf.Within = at.path, at.name, at.within
		w.leaves = append(w.leaves, leaf)
	}
}

// Covers are the citations of an answer by their paths. A citation carries the leaf that
// its path names, and each that the object or array of that name holds. The empty path
// names the whole answer.
type Covers struct{ named, known map[string][]int }

// Add adds a citation, for the leaves that are asked for from then on.
func (c *Covers) Add(path string, citation int) {
	if c.named == nil {
		c.named, c.known = map[string][]int{}, map[string][]int{}
	}
	c.named[path] = append(c.named[path], citation)
	delete(c.known, path)
}

// Of are the citations that carry a leaf, in the order of their numbers.
func (c *Covers) Of(path string) []int {
	found, known := c.known[path]
	if known || len(c.named) == 0 {
		return found
	}
	found = c.named[path]
	if up := strings.LastIndexByte(path, '/'); up >= 0 {
		if above := c.Of(path[:up]); len(found) == 0 {
			found = above
		} else if len(above) > 0 {
			found = slices.Concat(above, found)
			slices.Sort(found)
		}
	}
	c.known[path] = slices.Clip(found)
	return c.known[path]
}

// ignored tells whether a pattern names path or something above it. A pattern
// is a JSON Pointer in which "*" stands for any one token.
func ignored(path string, patterns []string) bool {
	for _, pattern := range patterns {
		if matchesPrefix(path, pattern) {
			return true
		}
	}
	return false
}

func matchesPrefix(path, pattern string) bool {
	want, moreWanted, ok := tree.Split(pattern)
	have, more, there := tree.Split(path)
	if !ok || !there || want != "*" && want != have {
		return false
	}
	return moreWanted == "" || matchesPrefix(more, moreWanted)
}
