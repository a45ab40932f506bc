package text

import (
	"strings"
)

// lead reads what stands in front: a sign, a currency, a comparison.
func (p *parser) lead(n *Number, start int) {
	i := start - 1
	if i >= p.floor && (p.is(i, sign) || isCurrencyCode(p.str(i))) {
		if code := Currency(p.str(i)); code != "" && (n.Unit == "" || n.Unit == code) {
			n.Kind, n.Unit, n.Start = Money, code, p.pieces[i].start
			i--
		}
	}
	if i >= p.floor && (p.str(i) == "-" || p.str(i) == "−") && p.glued(i+1) && (i == 0 || !p.glued(i) || p.is(i-1, sign)) {
		n.Negative, n.Start = true, p.pieces[i].start
		i--
	}
	if n.Spelled && i > p.floor && (p.str(i) == "a" || p.str(i) == "an") { // "roughly a thousand"
		i--
	}
	p.comparison(n, i)
	if n.Comparison == "" {
		n.Comparison = p.orMore(p.at)
	}
}

// orMore reads "or more", "or fewer" at piece i, behind a number and its unit or with one
// word between ("12 characters or more").
func (p *parser) orMore(i int) string {
	if !alternatives[string(p.folded(i))] {
		if i++; !p.is(i-1, word) || !alternatives[string(p.folded(i))] {
			return ""
		}
	}
	return openEnds[string(p.folded(i+1))]
}

// alternatives stand between a number and the word that leaves it open to one side.
var alternatives = set("or oder ou o of или")

// openEnds leave a number open to one side.
var openEnds = func() map[string]string {
	out := map[string]string{}
	for more := range set("more greater higher older longer later over above mehr plus más mais più meer больше более") {
		out[more] = "≥"
	}
	for less := range set("fewer less lower younger shorter earlier under below weniger moins menos meno minder меньше менее") {
		out[less] = "≤"
	}
	return out
}()

// comparison reads "<", "≥", "at least", "mehr als" in front of piece i.
func (p *parser) comparison(n *Number, i int) {
	var room [96]byte
	if comparing.Find(AppendFold(room[:0], p.str(i))) == 0 {
		return
	}
	for width := 1; width <= 3 && i-width+1 >= p.floor; width++ {
		first := i - width + 1
		joined := room[:0]
		for k := first; k <= i; k++ {
			if k > first {
				joined = append(joined, '_')
			}
			joined = AppendFold(joined, p.str(k))
		}
		if comparison := comparisons[string(joined)]; comparison != "" {
			n.Comparison, n.Start = comparison, p.pieces[first].start
		}
	}
}

var comparisons = compileComparisons(map[string]string{
	"<": "< less_than fewer_than under below weniger_als unter moins_de menos_de meno_di menos_que minder_dan onder inferior_a inferiore_a inférieur_à inférieure_à por_debajo_de abaixo_de au-dessous_de unterhalb_von lower_than smaller_than ниже менее меньше أقل_من 少于 未满 不到",
	"≤": "≤ up_to at_most no_more_than no_greater_than not_greater_than maximum_of not_more_than höchstens maximal bis_zu jusqu'à au_plus hasta hasta_un como_máximo fino_a al_massimo até até_um no_máximo hoogstens tot maximaal до не_более 最多 至多 حتى",
	">": "> more_than over above greater_than exceeding mehr_als über plus_de más_de più_di oltre mais_de meer_dan superior_a superiore_a supérieur_à supérieure_à por_encima_de acima_de oberhalb_von higher_than larger_than выше более больше свыше أكثر_من 超过 超過",
	"≥": "≥ at_least no_less_than not_less_than no_fewer_than not_fewer_than minimum_of mindestens au_moins al_menos por_lo_menos almeno pelo_menos minstens ten_minste не_менее 至少 على_الأقل",
	"≈": "≈ ~ about around approximately roughly nearly almost circa ca etwa ungefähr rund environ aproximadamente alrededor_de circa cerca_de ongeveer около примерно حوالي 约 大约 約 およそ",
})

// comparing are the last words of the comparisons.
var comparing = func() *Index {
	out := NewIndex()
	for words := range comparisons {
		out.Add(words[strings.LastIndexByte(words, '_')+1:])
	}
	return out
}()

func compileComparisons(byComparison map[string]string) map[string]string {
	out := map[string]string{}
	for comparison, list := range byComparison {
		for phrase := range set(list) {
			out[phrase] = comparison
		}
	}
	return out
}
