package claim

import (
	"fmt"
	"strings"
)

// transfer is who gave and who got something: "A sold it to B", "B bought it
// from A". Both name the same two, each in the other's words.
type transfer struct {
	giver, taker stretch
}

var (
	givingVerbs = set("verkaufte veräußerte vendió vendette vendeu verkocht verkoopt sold sells sell resold lent lends leased gave gives donated transferred transfers assigned assigns ceded awarded")
	goals       = set("to à a al alla aan ao")
	origins     = set("from von de da dalla van")
	takingVerbs = set("kaufte erwarb compró adquirió comprò acquistò comprou adquiriu kocht verwierf bought buys buy acquired acquires purchased purchases received receives borrowed obtained")
)

// maxParty is how many tokens away from its verb or preposition a party is
// looked for.
const maxParty = 8

// transferAt reads the transfer whose verb is token v: the capitalised words of the
// clause in front of it, and those behind the "to" or "from". In the passive what stands
// in front is the thing, and who acts stands behind "by"; what is bought from somebody
// may be told as theirs.
func (w *window) transferAt(v int) (t transfer, ok bool) {
	if !w.tokens[v].has(transferTrait) {
		return t, false
	}
	gives := givingVerbs[w.word(v)]
	ways := origins
	if gives {
		ways = goals
	}
	from := v
	for from > 0 && v-from < maxParty && !w.tokens[from].is(parted|opener) && w.tokens[from-1].sent == w.tokens[v].sent {
		from--
	}
	actor := stretch{from, v}
	if v > from && passives[w.word(v-1)] {
		if actor, ok = w.behind(v, actors); !ok {
			return t, false
		}
	}
	other, ok := w.behind(v, ways)
	if !ok && !gives {
		other, ok = w.ownerBehind(v)
	}
	if gives {
		return transfer{actor, other}, ok
	}
	return transfer{other, actor}, ok
}

var (
	passives = set("was were been is are being")
	actors   = set("by")
)

// behind returns the words behind the first of some prepositions in the clause of token
// v, up to another of them.
func (w *window) behind(v int, ways map[string]bool) (s stretch, ok bool) {
	at := v + 1
	for at < len(w.tokens) && at-v <= maxParty && !ways[w.word(at)] {
		at++
	}
	if at == len(w.tokens) || at-v > maxParty {
		return s, false
	}
	end := at + 1
	for end < len(w.tokens) && end-at <= maxParty && !w.tokens[end].is(parted|opener) && !actors[w.word(end)] && !goals[w.word(end)] && !origins[w.word(end)] {
		end++
	}
	return stretch{at + 1, end}, true
}

// ownerBehind returns the name behind token v that owns what follows: "bought Acme's mill".
func (w *window) ownerBehind(v int) (s stretch, ok bool) {
	for i := v + 1; i < len(w.tokens) && i-v <= maxParty && !w.tokens[i].is(parted|opener); i++ {
		if w.tokens[i].is(capital) && strings.HasSuffix(w.word(i), "'s") {
			from := i
			for from > v+1 && w.tokens[from-1].is(capital) {
				from--
			}
			return stretch{from, i + 1}, true
		}
	}
	return s, false
}

// otherParties finds a claim in which giver and taker have changed places, and
// tells whether claim and quoted words name the same two in the same roles.
func (r *reading) otherParties(w *window) (detail string, agrees bool) {
	mine := r.whole()
	if mine.traits&w.traits&transferTrait == 0 {
		return "", false
	}
	for v := range mine.tokens {
		a, ok := mine.transferAt(v)
		if !ok {
			continue
		}
		for k := range w.tokens {
			b, ok := w.transferAt(k)
			if !ok {
				continue
			}
			straight := sharesName(r.tokens, a.giver, w.tokens, b.giver) && sharesName(r.tokens, a.taker, w.tokens, b.taker)
			crossed := sharesName(r.tokens, a.giver, w.tokens, b.taker) && sharesName(r.tokens, a.taker, w.tokens, b.giver)
			switch {
			case straight:
				return "", true
			case crossed:
				detail = fmt.Sprintf("who gave and who got has changed places around %q", r.word(v))
			}
		}
	}
	return detail, false
}

// sharesName reports whether two stretches have a capitalised word in common.
func sharesName(a []token, x stretch, b []token, y stretch) bool {
	for i := x.from; i < x.to; i++ {
		if !a[i].is(capital) || !a[i].content() {
			continue
		}
		for k := y.from; k < y.to; k++ {
			if b[k].is(capital) && b[k].stem == a[i].stem {
				return true
			}
		}
	}
	return false
}

// exchangedParties is the check of a quote for transfers.
func (r *reading) exchangedParties(w *window) (code, detail string) {
	if detail, _ := r.otherParties(w); detail != "" {
		return CodeEntity, detail
	}
	return "", ""
}
