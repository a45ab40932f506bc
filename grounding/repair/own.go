package repair

import (
	"bytes"

	"vouchsafe/grounding/answer/ownschema"
	lexis "vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
)

// OwnCut is what is left of an answer in a form of the client's own. It is to
// be verified again, and held against the client's schema again.
type OwnCut struct {
	Own  ownschema.Own
	Gone []verify.Finding // the defects of what has gone, by code only
}

// Own takes those elements of arrays out of an answer in a form of the
// client's own in which something failed, and those that cannot stand without
// them. Nothing else of such an answer can go, and nothing in it can be marked.
// It errs where that is not enough; the answer is then to be refused. schema
// is the client's, nil for none.
func Own(own ownschema.Own, schema []byte, r *verify.Result) (OwnCut, error) {
	if own.Answer == nil || wholly(r) || bytes.Contains(schema, []byte("prefixItems")) {
		return OwnCut{}, ErrWhole
	}
	tree, err := ownschema.NewTree(own.Answer)
	if err != nil {
		return OwnCut{}, ErrWhole
	}
	c := ownCut{tree: tree, result: r, gone: map[ownschema.Element]bool{}, lists: map[string]bool{}}
	if err := c.blame(); err != nil {
		return OwnCut{}, err
	}
	for array := range c.lists {
		if err := c.neighbours(array); err != nil {
			return OwnCut{}, err
		}
	}
	if !c.enough() {
		return OwnCut{}, ErrTooLittle
	}
	return c.cut(own), nil
}

type ownCut struct {
	tree   *ownschema.Tree
	result *verify.Result
	gone   map[ownschema.Element]bool
	lists  map[string]bool // arrays from which something goes
}

// blame drops what failed: the elements that hold the leaves which do not
// stand, and the places for which citations are given that do not.
func (c *ownCut) blame() error {
	for i := range c.result.Claims {
		if cl := &c.result.Claims[i]; !cl.Stands {
			if err := c.drop(cl.Path); err != nil {
				return err
			}
		}
	}
	for i := range c.result.Citations {
		if cit := &c.result.Citations[i]; !cit.Stands {
			if err := c.drop(cit.Path); err != nil {
				return err
			}
		}
	}
	if len(c.gone) == 0 {
		return ErrNothing
	}
	return nil
}

func (c *ownCut) drop(path string) error {
	e, ok := c.tree.Holder(path)
	if !ok || !c.lists[e.Array] && c.tree.Counted(e.Array) {
		return ErrWhole
	}
	c.tree.Drop(e)
	c.gone[e], c.lists[e.Array] = true, true
	return nil
}

// neighbours drops the elements that lean on one that goes. An element that
// limits others, or has a place in an order, cannot go without them.
func (c *ownCut) neighbours(array string) error {
	texts := c.tree.Texts(array)
	for i, element := range texts {
		e := ownschema.Element{Array: array, At: i}
		before := ownschema.Element{Array: array, At: i - 1}
		for _, text := range element {
			l := lexis.LanguageOf(text)
			cues := read(bare(text), l)
			switch {
			case c.gone[e] && (cues.limits || ordered(text) || isStep(text)), orderly(array):
				return ErrTangled
			case !c.gone[e] && c.gone[before] && cues.leans:
				c.tree.Drop(e)
				c.gone[e] = true
			}
		}
	}
	return nil
}

// orderly reports whether an array's name says that its elements have an order.
func orderly(array string) bool {
	for _, word := range fold(array, 0) {
		if orderWords[word] {
			return true
		}
	}
	return false
}

// orderWords name arrays of steps.
var orderWords = set(`step steps procedure procedures instruction instructions schritt schritte anleitung étapes etapes pasos passos passi passaggi stappen
	шаги sequence workflow timeline ranking rank ranked order ordered`)

// enough asks of what is left what is asked of a text.
func (c *ownCut) enough() bool {
	left, carried := 0, 0
	for i := range c.result.Claims {
		if _, ok := c.tree.Moved(c.result.Claims[i].Path); ok {
			left++
			if c.result.Claims[i].Stands {
				carried++
			}
		}
	}
	return carried > 0 && float64(left) >= leastClaims*float64(len(c.result.Claims))
}

// cut writes what is left, with the citations of it at their new places.
func (c *ownCut) cut(own ownschema.Own) OwnCut {
	out := OwnCut{Own: own}
	out.Own.Answer, out.Own.Citations, out.Own.Problems = c.tree.Bytes(), nil, nil
	for _, p := range own.Problems {
		if p.Citation < 0 {
			out.Own.Problems = append(out.Own.Problems, p)
		}
	}
	for i, cit := range own.Citations {
		if at, ok := c.tree.Moved(cit.Path); ok && c.result.Citations[i].Stands {
			cit.Path = at
			out.Own.Citations = append(out.Own.Citations, cit)
		}
	}
	for _, f := range c.result.Findings {
		if c.about(f) {
			out.Gone = append(out.Gone, verify.Finding{Code: f.Code, Citation: -1, Claim: -1})
		}
	}
	return out
}

// about reports whether a finding is about something that has gone.
func (c *ownCut) about(f verify.Finding) bool {
	switch {
	case f.Claim >= 0:
		_, left := c.tree.Moved(c.result.Claims[f.Claim].Path)
		return !left
	case f.Citation >= 0:
		_, left := c.tree.Moved(c.result.Citations[f.Citation].Path)
		return !left
	}
	return false
}
