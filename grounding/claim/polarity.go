package claim

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// Least shares of a claim's weight that one sentence of the evidence must hold
// before the two are taken for the same proposition. Below them a difference
// in polarity may be a difference in subject: measured on answers that people
// found clean, a laxer rule is wrong far more often than right.
const (
	sameProposition   = 0.85
	strongProposition = 0.9
	fewestWords       = 2
	mostWords         = 200 // tokens: more is no one proposition
)

// negationFindings compares the polarity of the claim with that of the
// sentence that carries it.
func (r *reading) negationFindings(ev Evidence) []Finding {
	c := r.closest
	if r.scripted() {
		if d := r.wideContrast(); d != "" {
			return []Finding{{CodeNegation, d}}
		}
		return nil
	}
	if c.source < 0 || r.n < fewestWords || len(r.tokens) > mostWords || c.weight < sameProposition*r.total/3 {
		return nil
	}
	if d := r.labelled(ev.Sources[c.source]); d != "" {
		return []Finding{{CodeNegation, d}}
	}
	if r.limitsAlike(ev.Sources[c.source]) {
		return nil
	}
	d := ""
	if c.weight >= sameProposition*r.total {
		d = r.negated(ev)
	}
	if d == "" && c.weight >= sameProposition*(r.total-r.heaviest(r.all()&^c.words)) {
		d = r.contrast(ev.Sources[c.source])
	}
	if d == "" {
		return nil
	}
	return []Finding{{CodeNegation, d}}
}

// limitsAlike reports whether the claim and its closest sentence say the same
// limit from its two sides: "not without", "only with".
func (r *reading) limitsAlike(src *Source) bool {
	sent := src.sents[r.closest.sentence]
	there := src.tokens[sent.from:sent.to]
	return anyNegated(r.tokens) != anyNegated(there) && sameLimit(r.whole().manner, mannersIn(there)) || r.orderedSo(mannersIn(there))
}

// orderedSo reports whether the claim sets first what some words do not want left out:
// "ask before you go" for "do not go without asking".
func (r *reading) orderedSo(there manner) bool {
	return r.whole().traits&earlierTrait != 0 && !anyNegated(r.tokens) && butIn(there) && there&deniesManner != 0
}

// scripted reports whether most of the claim is in a script without spaces.
func (r *reading) scripted() bool {
	n := 0
	for i := range r.tokens {
		if r.tokens[i].is(wide) {
			n++
		}
	}
	return n > len(r.tokens)/2
}

// negated compares what the claim and its closest sentence negate, word by
// word: a word that one negates and the other plainly states. Where either
// does both, softens it, or another sentence of the evidence has it the
// claim's way, nothing is wrong.
func (r *reading) negated(ev Evidence) string {
	src := ev.Sources[r.closest.source]
	sent := src.sents[r.closest.sentence]
	there := src.tokens[sent.from:sent.to]
	if !anyNegated(r.tokens) && !anyNegated(there) || speaksOf(src, there) || elliptic(there) {
		return ""
	}
	if !anyNegated(r.tokens) && r.exceptedBy(&window{text: src.text, tokens: there}) >= 0 {
		return ""
	}
	here, other := moodOf(r.tokens), moodOf(there)
	for i := range r.tokens {
		t := &r.tokens[i]
		if !t.content() || t.end-t.start <= int32(len("be")) { // no word so short says what is so
			continue
		}
		mine, theirs := polarityOf(r.tokens, t.stem), polarityOf(there, t.stem)
		word := r.text[t.start:t.end]
		switch {
		case mine == denied && theirs == asserted && (r.saidApart(there, t.stem) || r.deniedInOneWord(i, src.text, there) || len(ev.Quotes) > 0 && r.deniesAlike(i, there)):
		case mine == denied && theirs == asserted && anyNegated(there) && r.ofNone(i): // "neither a nor b is" for "a is not, nor is b"
		case mine == denied && theirs == asserted && !here.conditional && !other.turning && !asksAt(src, sent) && !r.negatedElsewhere(t.stem, true, ev):
			return fmt.Sprintf("the claim negates %q, the source does not", word)
		case mine == asserted && theirs == denied && (r.ofNeither(i) || len(ev.Quotes) > 0 && r.deniesAlike(i, there)):
		case mine == asserted && theirs == denied && !here.turning && !other.conditional && !r.negatedElsewhere(t.stem, false, ev):
			return fmt.Sprintf("the source negates %q, the claim does not", word)
		}
	}
	return r.spliced(src, there, ev)
}

// nones deny what a sentence is about, and with it all that it says.
var nones = set("neither none no nobody keiner keine kein weder aucun aucune ni nessun nessuna né ningún ninguna nenhum nenhuma nem geen")

// ofNeither reports whether the claim says its ith word of neither of two.
func (r *reading) ofNeither(i int) bool {
	for k := i - 1; k >= 0 && !r.tokens[k+1].is(parted|opener); k-- {
		if word := r.word(k); word == "neither" || word == "weder" {
			return true
		}
	}
	return false
}

// saysNeither is the same for a stem.
func (r *reading) saysNeither(stem uint32) bool {
	for i := range r.tokens {
		if r.tokens[i].stem == stem && r.ofNeither(i) {
			return true
		}
	}
	return false
}

// ofNone reports whether such a word stands shortly before the claim's ith word.
func (r *reading) ofNone(i int) bool {
	const near = 3
	for k := max(0, i-near); k < i; k++ {
		if r.tokens[k].has(noneTrait) && (r.lang == lexis.English || r.word(k) != "no") {
			return true
		}
	}
	return false
}

// elliptic reports whether a clause among some tokens denies what another says:
// "the one is deductible; the other is not".
func elliptic(tokens []token) bool {
	for i := 1; i < len(tokens); i++ {
		ends := i+1 == len(tokens) || tokens[i+1].is(opener|parted)
		if ends && tokens[i].has(plainTrait) && tokens[i-1].role.Has(lexis.Auxiliary|lexis.Modal) {
			return true
		}
	}
	return false
}

// saidApart reports whether a sentence has a word in another clause than the
// one that says most of the claim: "they may grow here, but sweet ones are a
// waste" against "it is no use to grow sweet ones". A claim that takes up the
// word's own clause as well has copied both, and is held to both.
func (r *reading) saidApart(there []token, stem uint32) bool {
	const copied = 0.7 // share of a clause's content words
	from := 0
	var own, other float32
	for i := range there {
		if i+1 < len(there) && !parting[there[i+1].stem] {
			continue
		}
		part := there[from : i+1]
		from = i + 1
		if weight, share := r.takes(part); !hasStem(part, stem) {
			other = max(other, weight)
		} else if own = max(own, weight); share >= copied {
			return false
		}
	}
	return other > own
}

// takes returns the weight of the claim's words in a stretch of the evidence,
// and the share of the stretch's content words that the claim takes up.
func (r *reading) takes(part []token) (weight float32, share float64) {
	var set uint64
	content, taken := 0, 0
	for i := range part {
		if !part[i].content() {
			continue
		}
		content++
		if j := r.uniqueAt(part[i].stem); j >= 0 {
			set |= 1 << j
			taken++
		}
	}
	return r.weigh(set), float64(taken) / float64(max(1, content))
}

// parting are words that open a clause of its own.
var parting = stemSet("but while whereas although though however")

// polarity is how a stretch of text has a word.
type polarity int

const (
	mixedUp polarity = iota // in more than one way, unclear, or not at all
	asserted
	denied
)

// polarityOf tells how some tokens have a stem.
func polarityOf(tokens []token, stem uint32) polarity {
	found := mixedUp
	for i := range tokens {
		t := &tokens[i]
		if t.stem != stem {
			continue
		}
		p := asserted
		if t.is(negatedWord) {
			p = denied
		}
		if found != mixedUp && found != p || t.is(nearNegator) && !t.is(negatedWord) {
			return mixedUp
		}
		found = p
	}
	return found
}

// asksAt reports whether a sentence of the evidence is a question.
func asksAt(src *Source, sent span) bool {
	end := int(src.tokens[sent.to-1].end)
	return end < len(src.text) && src.text[end] == '?'
}

// negatedElsewhere reports whether another sentence of the evidence holds the
// stem, negated or not as asked, with at least half of the claim around it.
func (r *reading) negatedElsewhere(stem uint32, negated bool, ev Evidence) bool {
	for k, src := range ev.Sources {
		for p := src.first(stem); p >= 0; p = src.next[p] {
			t := &src.tokens[p]
			if k == r.closest.source && int(t.sent) == r.closest.sentence || t.is(negatedWord|nearNegator) != negated {
				continue
			}
			if shared := r.shared(src, int(t.sent)); shared >= r.total/2 && (len(ev.Quotes) == 0 || shared >= r.closest.weight) {
				return true
			}
		}
	}
	return false
}

// shared returns the weight of the claim's words in one sentence of a source.
func (r *reading) shared(src *Source, sentence int) float32 {
	var set uint64
	for p := src.sents[sentence].from; p < src.sents[sentence].to; p++ {
		for j := range r.n {
			if r.tokens[r.unique[j]].stem == src.tokens[p].stem {
				set |= 1 << j
			}
		}
	}
	return r.weigh(set)
}

// between returns the text between two tokens, empty where they overlap as the
// pairs of a script without spaces do.
func between(text string, a, b *token) string {
	if a.end >= b.start {
		return ""
	}
	return text[a.end:b.start]
}
