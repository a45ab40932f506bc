package claim

import "fmt"

// conceding words, in front of a word for "if" or of what a sentence excepts, take
// the condition or the exception back: "even if", "including".
var conceding = set("even auch selbst même anche incluso mesmo inclusive zelfs nawet даже حتى including einschließlich inklusive compris inklusief tampoco nemmeno")

// conceded finds a claim that takes back a condition or an exception of the quoted
// words: "even if they do not agree", quoted: "provided that they agree".
func (r *reading) conceded(w *window) (code, detail string) {
	const conditioned = conditionTrait | takingOutTrait
	if w.closeness < 0.65 || r.whole().traits&concedingTrait == 0 || w.traits&concedingTrait != 0 || w.traits&conditioned == 0 {
		return "", ""
	}
	for i := 0; i+1 < len(r.tokens); i++ {
		if !r.tokens[i].has(concedingTrait) {
			continue
		}
		if r.tokens[i+1].has(ifTrait) || w.traits&takingOutTrait != 0 && (w.manner&exceptManner != 0 || r.word(i) != "auch") {
			return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words bind or except it", r.word(i)+" "+r.word(i+1))
		}
	}
	return "", ""
}

// ifs open a condition; conditionWords one that the rest depends on.
var (
	ifs            = set("if when where wenn falls sofern si cuando se quando als wanneer jeśli jeżeli gdy если когда إذا")
	conditionWords = set("if unless provided providing only wenn falls sofern es si sous condition siempre solo sólo se purché solo só desde apenas als mits indien tenzij alleen jeśli jeżeli если только إذا بشرط")
)

// supposedOtherwise finds a claim that binds what the quoted words say to a condition
// that no source has: "stop if pain persists", quoted: "if sedation occurs, stop".
func (r *reading) supposedOtherwise(w *window) (code, detail string) {
	if r.whole().traits&w.traits&sureIfTrait == 0 {
		return "", ""
	}
	mine, theirs := r.whole().condition(), w.condition()
	if mine.from == mine.to || theirs.from == theirs.to || r.heldIn(w.tokens) < 2 {
		return "", ""
	}
	novel := 0
	for i := mine.from; i < mine.to; i++ {
		switch t := &r.tokens[i]; {
		case !t.content():
		case r.novelAt(i):
			novel++
		default:
			return "", ""
		}
	}
	for k := theirs.from; k < theirs.to; k++ {
		if w.tokens[k].content() && r.mentions(w.tokens[k].stem) {
			return "", ""
		}
	}
	if novel < 2 {
		return "", ""
	}
	return CodeUnsupported, "no source has the condition of the claim, which is not that of the quoted words"
}

// condition is the clause behind the window's one "if", empty for none or several.
func (w *window) condition() (at stretch) {
	for i := range w.tokens {
		if !w.tokens[i].has(sureIfTrait) {
			continue
		}
		if at.to > 0 {
			return stretch{}
		}
		at = stretch{i + 1, i + 1}
		for at.to < len(w.tokens) && !w.tokens[at.to].is(parted|opener) {
			at.to++
		}
	}
	return at
}

// sureIfs are "if" and nothing else in the language that has them.
var sureIfs = set("if wenn falls sofern indien если jeśli jeżeli")

// excepting words open an exception.
var excepting = set("except excepting excluding save unless außer ausgenommen sauf hormis excepto salvo tranne eccetto exceto behalve tenzij oprócz кроме إلا باستثناء")
