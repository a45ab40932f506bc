package repair

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
)

// OwnCut is the rest of an answer in a form of the client's own. It has to be
// verified again, and checked against the client's schema again.
type OwnCut struct {
	Own     ownschema.Own
	Gone    []verify.Finding // the defects of what has gone, by code only
	Quoted  int              // texts in whose place source sentences stand
	Dropped bool             // elements of arrays have gone
}

// Verdict names the outcome of an answer of which this is left.
func (c *OwnCut) Verdict() report.Verdict { return verdict(c.Quoted, c.Dropped) }

// Own replaces texts that failed with source sentences, if the options ask for
// quotations, and removes array elements in which something else failed, with the
// elements that lean on them. It removes nothing else, and marks nothing. If that is
// not enough it returns an error, and the answer must be refused. schema is the
// client's, nil for none.
func Own(own ownschema.Own, schema *ownschema.Schema, r *verify.Result, o Options) (OwnCut, error) {
	if own.Answer == nil || wholly(r) {
		return OwnCut{}, ErrWhole
	}
	tree, err := ownschema.NewTree(own.Answer, schema)
	if err != nil {
		return OwnCut{}, ErrWhole
	}
	c := ownCut{
		tree: tree, result: r, plan: plan{result: r, options: o}, quoted: map[string]bool{},
		gone: map[ownschema.Element]bool{}, lists: map[string]bool{},
	}
	c.quotes = newQuotes(&c.plan)
	if err := c.blame(); err != nil {
		return OwnCut{}, err
	}
	for array := range c.lists {
		if err := c.neighbours(array); err != nil {
			return OwnCut{}, err
		}
	}
	if !c.carried() {
		return OwnCut{}, ErrTooLittle
	}
	return c.cut(own), nil
}

type ownCut struct {
	plan   plan
	quotes *quotes
	tree   *ownschema.Tree
	result *verify.Result
	quoted map[string]bool   // the texts that were replaced, by path
	found  []answer.Citation // of quotations whose words were looked for
	gone   map[ownschema.Element]bool
	lists  map[string]bool // arrays from which something goes
}

// blame quotes or drops what failed: the leaves whose claims failed, and the
// places whose citations failed.
func (c *ownCut) blame() error {
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		if !c.plan.fails(cl) || c.quote(cl) {
			continue
		}
		if err := c.drop(cl.Path); err != nil {
			return err
		}
	}
	for i := range c.result.Citations {
		cit := &c.result.Citations[i]
		if cit.Stands || c.quoted[cit.Path] {
			continue
		}
		if err := c.drop(cit.Path); err != nil {
			return err
		}
	}
	if len(c.gone)+len(c.quoted) == 0 {
		return ErrNothing
	}
	return nil
}

// quote puts a claim's source sentences in its place, and reports whether
// there are any.
func (c *ownCut) quote(cl *verify.Claim) bool {
	name := cl.Path[strings.LastIndexByte(cl.Path, '/')+1:]
	if !c.plan.options.Quote || cl.Text == ownschema.Spaced(name) || tree.Escape(cl.Text) == name || !hasRoom(cl) {
		return false // it is the member's name that says so, or a program takes the value
	}
	var quoted []string
	for _, found := range c.quotes.ofClaim(cl) {
		quoted = append(quoted, found.text)
		if found.citation == unled {
			citation := found.citing(c.plan.options.Evidence)
			citation.Path = cl.Path
			c.found = append(c.found, citation)
		}
	}
	text := c.quotes.textsFor(cl.Text).introduced(strings.Join(quoted, " "))
	if len(quoted) > 0 && c.tree.SetText(cl.Path, text) {
		c.quoted[cl.Path] = true
	}
	return c.quoted[cl.Path]
}

// hasRoom reports whether a quotation can stand in the place of a claim: in that of a sentence, and
// not of a word, a name or an amount, which a program takes as such.
func hasRoom(cl *verify.Claim) bool {
	const sentence, long = 4, 6 // words, or where no spaces stand between words letters, each twice
	n := len(strings.Fields(cl.Text))
	if text.ScriptOf(cl.Text).Unspaced() {
		n = len([]rune(cl.Text)) / 2
	}
	end, _ := utf8.DecodeLastRuneInString(cl.Text)
	return n >= long || text.EndsSentence(end) && n >= sentence
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
// limits others, or has a number, cannot go without them.
func (c *ownCut) neighbours(array string) error {
	if slices.ContainsFunc(fold(array, 0), func(word string) bool { return slices.Contains(stepNames, word) }) {
		return ErrTangled
	}
	for i, element := range c.tree.Texts(array) {
		e, before := ownschema.Element{Array: array, At: i}, ownschema.Element{Array: array, At: i - 1}
		for _, written := range element {
			cues := read(bare(written), text.LanguageOf(written))
			if c.gone[e] && (cues&limits != 0 || ordered(written)) {
				return ErrTangled
			}
			if c.gone[before] && cues&leans != 0 {
				c.tree.Drop(e)
				c.gone[e] = true
			}
		}
	}
	return nil
}

// carried reports whether a claim that its evidence carries is left.
func (c *ownCut) carried() bool {
	return len(c.quoted) > 0 || slices.ContainsFunc(c.result.Claims, func(cl verify.Claim) bool {
		_, left := c.tree.Moved(cl.Path)
		return left && cl.Stands
	})
}

// cut writes what is left, with the citations of it at their new places.
func (c *ownCut) cut(own ownschema.Own) OwnCut {
	out := OwnCut{Own: own, Quoted: len(c.quoted), Dropped: len(c.gone) > 0}
	out.Own.Answer, out.Own.Citations, out.Own.Problems = c.tree.Bytes(), nil, nil
	for i, cit := range append(slices.Clip(own.Citations), c.found...) {
		if at, ok := c.tree.Moved(cit.Path); ok && (i >= len(own.Citations) || c.result.Citations[i].Stands) {
			cit.Path = at
			out.Own.Citations = append(out.Own.Citations, cit)
		}
	}
	for _, p := range own.Problems {
		if p.Citation < 0 && (p.Code != string(report.MissingCitations) || len(out.Own.Citations) == 0) {
			out.Own.Problems = append(out.Own.Problems, p)
		}
	}
	for path := range c.quoted {
		if at, ok := c.tree.Moved(path); ok {
			out.Own.Quotations = append(out.Own.Quotations, at)
		}
	}
	slices.Sort(out.Own.Quotations)
	for _, f := range c.result.Findings {
		if c.about(f) {
			out.Gone = append(out.Gone, verify.Finding{Code: f.Code, Citation: -1, Claim: -1})
		}
	}
	return out
}

// about reports whether a finding is about something that has gone.
func (c *ownCut) about(f verify.Finding) bool {
	path := ""
	switch {
	case f.Claim >= 0:
		path = c.result.Claims[f.Claim].Path
	case f.Citation >= 0:
		path = c.result.Citations[f.Citation].Path
	default:
		return false
	}
	_, left := c.tree.Moved(path)
	return !left || c.quoted[path]
}
