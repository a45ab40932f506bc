package text

import (
	"strings"
)

// lead reads what stands in front: a sign, a currency, a comparison.
func (p *parser) lead(n *Number, start int) {
	i := start - 1
	if i >= p.floor && (p.is(i, sign) || isCurrencyCode(p.str(i))) {
		if code := Currency(p.str(i)); code != "" && (n.Unit == "" || n.Unit == code) {
			n.Kind, n.Unit, n.Start = Money, code, int(p.pieces[i].start)
			i--
		}
	}
	sign := i >= p.floor && (p.str(i) == "-" || p.str(i) == "−")
	if i >= p.floor && (sign && p.glued(i+1) && p.mayNegate(i) || minusWords[string(p.folded(i))] && !p.is(i-1, digits)) {
		n.Negative, n.Start = true, int(p.pieces[i].start)
		i--
	}
	if n.Spelled && i > p.floor && (p.str(i) == "a" || p.str(i) == "an") { // "roughly a thousand"
		i--
	}
	p.comparison(n, i)
	if n.Comparison == "" {
		n.Comparison = p.orMore(p.at)
	}
	if p.str(p.at) == "+" && p.glued(p.at) && !p.glued(p.at+1) && n.Comparison == "" { // "500+"
		p.take(n, 1)
		n.Comparison = "≥"
	}
}

// minusWords make the number behind them one below zero.
var minusWords = WordSet("minus_words")

// mayNegate reports whether a dash at piece i may be a minus: it stands behind no
// word, number or sign of a measure ("5%-10%").
func (p *parser) mayNegate(i int) bool {
	if i == 0 || !p.glued(i) {
		return true
	}
	return p.is(i-1, sign) && p.str(i-1) != "%" && Currency(p.str(i-1)) == ""
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
var alternatives = WordSet("alternatives")

// openEnds leave a number open to one side.
var openEnds = comparisonsOf(map[string]string{"≥": "or_more", "≤": "or_less"})

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
			n.Comparison, n.Start = comparison, int(p.pieces[first].start)
		}
	}
}

// comparisons are the signs and words in front of a number that bound it.
var comparisons = comparisonsOf(map[string]string{"<": "less_than", "≤": "at_most", ">": "more_than", "≥": "at_least", "≈": "about"})

// comparing are the last words of the comparisons.
var comparing = func() *Index {
	out := NewIndex()
	for words := range comparisons {
		out.Add(words[strings.LastIndexByte(words, '_')+1:])
	}
	return out
}()

// comparisonsOf maps the words of some keys to the comparison that they make.
func comparisonsOf(keys map[string]string) map[string]string {
	out := map[string]string{}
	for comparison, key := range keys {
		for phrase := range WordSet(key) {
			out[phrase] = comparison
		}
	}
	return out
}
