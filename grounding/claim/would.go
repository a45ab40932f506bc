package claim

import (
	"fmt"
	"strings"
)

// unreal finds told as a fact what the quoted words have as what would have been, is
// to be or may not be: "allowed the appeal", quoted: "would have allowed the appeal".
func (r *reading) unreal(w *window) (code, detail string) {
	if w.closeness < 0.6 || w.traits&(modalVerbTrait|presentTrait|weakTrait) == 0 {
		return "", ""
	}
	for i := 0; i+2 < len(w.tokens); i++ {
		if !w.tokens[i].has(modalVerbTrait | presentTrait | weakTrait) {
			continue
		}
		switch first, second := w.word(i), w.word(i+1); {
		case (first == "would" || first == "could") && second == "have",
			(first == "is" || first == "are") && second == "to":
			if third := w.tokens[i+2].stem; (r.tellsAsPast(third) || third == been && r.tellsOf(w, i+3)) && !r.supposes() {
				return CodeNegation, fmt.Sprintf("the claim tells as a fact what the quoted words have behind %q", first+" "+second)
			}
		case (first == "may" || first == "might") && second == "not":
			if word := r.flatly(w.tokens[i+2].stem); word != "" {
				return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words %q", word, first+" not")
			}
		case first == "may" || first == "might":
			if word := r.certainly(w.tokens[i+1].stem); word != "" {
				return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words %q", word, first)
			}
			if word := r.plainly(w, i+1); word != "" {
				return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words \"%s %s\"", word, first, second)
			}
		}
	}
	return "", ""
}

// been is the stem of that word.
var been = hash(stem([]byte("been")))

// tellsOf reports whether the claim has behind "was" what the window has at token k.
func (r *reading) tellsOf(w *window, k int) bool {
	for i := 1; k < len(w.tokens) && w.tokens[k].content() && i < len(r.tokens); i++ {
		if r.tokens[i].stem == w.tokens[k].stem && r.tokens[i-1].has(pastTrait) {
			return true
		}
	}
	return false
}

// certainly returns the word with which the claim says that something will surely be,
// "" for none.
func (r *reading) certainly(stem uint32) string {
	for i := 1; i < len(r.tokens); i++ {
		if word := r.word(i - 1); r.tokens[i].stem == stem && (word == "will" || word == "always") {
			return word
		}
	}
	return ""
}

// plainly returns the word with which the claim tells as what is so, in the third person,
// what the window has at token k behind "may", and nowhere else; "" for none.
func (r *reading) plainly(w *window, k int) string {
	verb := w.tokens[k].stem
	if r.supposes() || anyNegated(r.tokens) || r.whole().traits&(hedgingTrait|weakTrait) != 0 || !w.tokens[k].content() {
		return ""
	}
	for j := range w.tokens {
		if j != k && w.tokens[j].stem == verb {
			return ""
		}
	}
	for i := 1; i < len(r.tokens); i++ {
		t := &r.tokens[i]
		if word := r.text[t.start:t.end]; t.stem == verb && r.tokens[i-1].content() && !t.is(parted|opener) && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
			return word
		}
	}
	return ""
}

// viewed finds told as a fact what the quoted words only have as somebody's view: "the
// claimant had been promised a bonus", quoted: "the claimant contended that …".
func (r *reading) viewed(w *window) (code, detail string) {
	if w.traits&subordinateTrait == 0 || w.closeness < 0.7 || r.n < 2 || r.supposes() || r.whole().traits&(hedgingTrait|attributingTrait) != 0 {
		return "", ""
	}
	for k := 1; k < len(w.tokens); k++ {
		if !w.tokens[k].has(subordinateTrait) || !views[w.word(k-1)] || r.hasRoot(w.tokens[k-1].root) {
			continue
		}
		end := k + 1
		for end < len(w.tokens) && !w.tokens[end].is(parted|opener) {
			end++
		}
		if r.heldIn(w.tokens[k:end])+1 >= r.n && 3*r.heldIn(w.tokens[k:end]) >= 2*r.n {
			return CodeNegation, fmt.Sprintf("the quoted words only have it behind %q", w.word(k-1))
		}
	}
	return "", ""
}

// views are verbs by which a clause is somebody's view.
var views = set(`argue argues argued contend contends contended claim claims claimed believe believes believed think thinks thought hope hopes hoped fear fears feared suspect suspects
	suspected maintain maintains maintained insist insists insisted assert asserts asserted behauptet behauptete meint meinte glaubt hofft vermutet soutient soutenait prétend estime croit
	sostiene sostuvo cree alega opina ritiene crede sostenne afirma acredita beweert meent denkt twierdzi uważa sądzi`)

// supposes reports whether the claim tells of no fact either: it has a modal verb or
// tells what is to come.
func (r *reading) supposes() bool {
	for i := range r.tokens {
		if t := &r.tokens[i]; t.has(futureTrait) || t.has(modalVerbTrait) && !t.is(capital) {
			return true
		}
	}
	return false
}

// modalVerbs are those of lexis's words of modality that stand before another verb.
var modalVerbs = set("would could should may might must can cannot peut peuvent pourrait pourraient puede pueden podría podrían può possono potrebbe pode podem poderia kan kunnen zou könnte könnten kann können")

// hedges leave open whether it is so, in one word or in two; hedging shows that a
// claim does so as well.
var (
	hedges  = set("suggest suggests suggested sugiere sugieren suggère suggèrent suggerisce suggeriscono sugere sugerem suggereert suggereren")
	hedging = set("suggest suggests suggested suggesting indicate indicates indicated evidence signs reportedly apparently possibly probably likely perhaps according sugiere indica suggère indique suggerisce sugere suggereert posiblemente probablemente probablement peut-être possibilmente probabilmente possivelmente provavelmente mogelijk waarschijnlijk talvez forse quizá misschien vielleicht möglicherweise")
	// perfects stand behind mights: "may have", "pode ter".
	perfects = set("have haben avoir haber aver avere ter hebben")
	mights   = set("may might could kann könnte könnten mag peut pourrait peuvent pourraient puede podría pueden podrían può potrebbe possono pode poderia podem kan kunnen zou")
)

// overstated finds told as so what the quoted words only hold possible: "the measure
// has reduced admissions", quoted: "may have reduced".
func (r *reading) overstated(w *window) (code, detail string) {
	const copied = 0.8 // share of the claim's words, where the hedge is on all that follows
	if w.traits&(hedgeTrait|perfectTrait) == 0 || w.closeness < 0.6 || r.n < 3 || r.scripted() || r.supposes() || r.whole().traits&hedgingTrait != 0 || anyNegated(r.tokens) {
		return "", ""
	}
	for i := range w.tokens {
		if !w.tokens[i].has(hedgeTrait | perfectTrait) {
			continue
		}
		word := w.word(i)
		if hedges[word] && float64(r.heldIn(w.sentenceAt(i))) >= copied*float64(r.n) {
			return CodeNegation, fmt.Sprintf("the quoted words only say %q", word)
		}
		if i == 0 || !w.tokens[i].has(perfectTrait) || !mights[w.word(i-1)] {
			continue
		}
		if k := contentFrom(w.tokens, i, 1); k >= 0 && r.hasRoot(w.tokens[k].root) && 2*r.heldIn(w.sentenceAt(i)) >= r.n {
			return CodeNegation, fmt.Sprintf("the quoted words only say %q", w.word(i-1)+" "+word)
		}
	}
	return "", ""
}

// hasRoot reports whether the claim has a word with a root.
func (r *reading) hasRoot(root uint32) bool {
	for i := range r.tokens {
		if r.tokens[i].root == root {
			return true
		}
	}
	return false
}

// sentenceAt returns the tokens of the sentence that token k stands in.
func (w *window) sentenceAt(k int) []token {
	from, to := k, k
	for from > 0 && w.tokens[from-1].sent == w.tokens[k].sent {
		from--
	}
	for to < len(w.tokens) && w.tokens[to].sent == w.tokens[k].sent {
		to++
	}
	return w.tokens[from:to]
}

// tellsAsPast reports whether the claim has a verb as what happened.
func (r *reading) tellsAsPast(stem uint32) bool { return r.whole().happened(stem) }

// flatly returns the words with which the claim denies a verb outright, "" for none.
func (r *reading) flatly(stem uint32) string {
	for i := 2; i < len(r.tokens); i++ {
		if r.tokens[i].stem != stem || r.word(i-1) != "not" {
			continue
		}
		switch word := r.word(i - 2); word {
		case "do", "does", "did", "will":
			return word + " not"
		}
	}
	return ""
}
