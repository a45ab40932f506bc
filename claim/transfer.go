package claim

import "fmt"

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

// transferAt reads the transfer whose verb is token v: the capitalised words
// of the clause in front of it, and those behind the "to" or "from".
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
	other := v + 1
	for other < len(w.tokens) && other-v <= maxParty && !ways[w.word(other)] {
		other++
	}
	if other == len(w.tokens) || other-v > maxParty || from > 0 && w.word(v-1) == "was" {
		return t, false
	}
	end := other + 1
	for end < len(w.tokens) && end-other <= maxParty && !w.tokens[end].is(parted|opener) {
		end++
	}
	first, second := stretch{from, v}, stretch{other + 1, end}
	if gives {
		return transfer{first, second}, true
	}
	return transfer{second, first}, true
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
