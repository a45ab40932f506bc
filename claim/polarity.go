package claim

import (
	"fmt"
	"strings"

	"vouchsafe/lexis"
)

// Least shares of a claim's weight that one sentence of the evidence must hold
// before the two are taken for the same proposition. Below them a difference
// in polarity may be a difference in subject.
const (
	sameProposition   = 0.78
	strongProposition = 0.9
	fewestWords       = 3
)

// negationFindings compares the polarity of the claim with that of the
// sentence that carries it. It is silent unless that sentence holds nearly all
// of the claim.
func (r *reading) negationFindings(ev Evidence) []Finding {
	c := r.closest
	if c.source < 0 || r.n < fewestWords || c.weight < sameProposition*r.total {
		return nil
	}
	src := ev.Sources[c.source]
	p := r.pairing(src, c)
	if d := p.difference(c.weight >= strongProposition*r.total); d != "" {
		return []Finding{{CodeNegation, d}}
	}
	return nil
}

// pairing is a claim and the stretch of a sentence that says the same.
type pairing struct {
	lang          lexis.Language
	claim, source side
}

// side is what one of the two says about polarity.
type side struct {
	negators, exceptions int
	words                []string // folded words that the other side lacks
	roles                lexis.Class
}

// pairing reads both sides. Of the sentence only the stretch around the
// claim's words counts, so that a negation in another clause is no difference.
func (r *reading) pairing(src *Source, c closest) pairing {
	const margin = 3 // words around the stretch: room for "does not"
	p := pairing{lang: r.lang}
	held := map[uint32]bool{}
	for i := range r.tokens {
		held[r.tokens[i].stem] = true
	}
	sent := src.sents[c.sentence]
	from, to := sent.to, sent.from
	for i := sent.from; i < sent.to; i++ {
		if t := &src.tokens[i]; t.content() && held[t.stem] {
			from, to = min(from, i), max(to, i+1)
		}
	}
	from, to = max(sent.from, from-margin), min(sent.to, to+margin)
	has := map[uint32]bool{}
	for i := from; i < to; i++ {
		t := &src.tokens[i]
		has[t.stem] = true
		p.source.add(src.text[t.start:t.end], t, held, r.lang)
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		p.claim.add(r.text[t.start:t.end], t, has, r.lang)
	}
	return p
}

// add takes in one word of a side; other is what the other side holds.
func (s *side) add(word string, t *token, other map[uint32]bool, lang lexis.Language) {
	w := lexis.Fold(word)
	switch {
	case t.is(numeral | wide):
		return
	case strictNegators[w] || strings.HasSuffix(w, "n't"):
		s.negators++
		return
	case t.role.Has(lexis.Exception):
		s.exceptions++
	}
	if !other[t.stem] {
		s.words = append(s.words, w)
		s.roles |= t.role
	}
}

// strictNegators turn a sentence around. Words such as "lack" or "hardly",
// which lexis also knows, are too often part of what is stated.
var strictNegators = set(`
	not no never cannot without neither nor none nobody nothing isnt arent dont doesnt didnt wont cant
	nicht kein keine keinen keiner keinem keines nie niemals ohne
	pas jamais sans aucun aucune nunca sin ningún ninguna jamás non mai senza nessun nessuna não sem nenhum nenhuma
	niet geen nooit zonder не нет без никогда ни`)

// difference names what sets the polarity of the two sides apart, "" for
// nothing. strong tells that the sentence holds nearly every word of the claim.
func (p *pairing) difference(strong bool) string {
	switch {
	case p.claim.negators%2 != p.source.negators%2 && p.claim.negators > 0 && p.source.negators == 0:
		return "the claim negates what the source states"
	case p.claim.negators%2 != p.source.negators%2 && p.source.negators > 0 && p.claim.negators == 0:
		return "the source negates what the claim states"
	}
	for _, a := range p.claim.words {
		for _, b := range p.source.words {
			if p.lang.Opposed(a, b) {
				return fmt.Sprintf("the claim says %q, the source %q", a, b)
			}
		}
	}
	if !strong {
		return ""
	}
	for _, s := range scales {
		if d := s.difference(p.claim.words, p.source.words); d != "" {
			return d
		}
	}
	if p.source.exceptions > 0 && p.claim.exceptions == 0 && p.claim.negators == 0 {
		return "the source makes an exception that the claim leaves out"
	}
	return ""
}

// scale is a pair of word groups that exclude each other.
type scale struct{ strong, weak map[string]bool }

// scales of quantity and obligation.
var scales = []scale{
	{set("all every always everyone each alle immer jeder tous toujours todos siempre tutti sempre"),
		set("some sometimes few occasionally several einige manchmal quelques parfois algunos veces alcuni talvolta")},
	{set("must shall required mandatory muss müssen doit doivent debe deben deve devono"),
		set("may might can could optional kann können darf dürfen peut peuvent puede pueden può possono")},
}

// difference names two words, one from each group, that only one side has.
func (s scale) difference(claim, source []string) string {
	for _, g := range [...][2]map[string]bool{{s.strong, s.weak}, {s.weak, s.strong}} {
		a, b := firstIn(claim, g[0]), firstIn(source, g[1])
		if a != "" && b != "" {
			return fmt.Sprintf("the claim says %q, the source %q", a, b)
		}
	}
	return ""
}

func firstIn(words []string, group map[string]bool) string {
	for _, w := range words {
		if group[w] {
			return w
		}
	}
	return ""
}
