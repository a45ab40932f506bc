package claim

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// quotedFindings holds a claim against the very sentences that are quoted for
// it. A model that quotes a sentence and then writes another one differs from
// it in a word or two; these look at what kind of word that is. They need a
// quote: against whole sources a difference may be another sentence's truth.
func (r *reading) quotedFindings(ev Evidence) []Finding {
	if len(ev.Quotes) == 0 || r.refuses || len(r.tokens) == 0 || len(r.tokens) > mostWords {
		return nil
	}
	w := r.quotedWords(ev)
	if len(w.tokens) == 0 || r.copies(w) {
		return nil
	}
	w.fold(ev, r.areas)
	var out []Finding
	if r.scripted() {
		if code, detail := r.otherWide(ev); code != "" {
			out = append(out, Finding{code, detail})
		}
	}
	for _, check := range []func(window) (string, string){
		r.otherMember, r.otherCount, r.otherOwner, r.otherLabel, r.deniedInQuote, r.statedInQuote, r.unbound, r.widened, r.exchanged, r.substituted, r.unknownName, r.askedFor, r.otherRelation, r.otherLimit, r.otherBound, r.refuted,
	} {
		if code, detail := check(w); code != "" {
			out = append(out, Finding{code, detail})
		}
	}
	return out
}

// window is the words of the sentences that quotes stand in.
type window struct {
	tokens  []token
	words   []string // by token: as it is written, folded
	manners []manner // by token: what its word may do
}

// quotedWords gathers the words of the areas. Of one area, which is the rule,
// they are the source's own tokens, not a copy.
func (r *reading) quotedWords(ev Evidence) (w window) {
	for _, a := range r.areas {
		if in := ev.Sources[a.source].within(a.start, a.end); len(w.tokens) == 0 {
			w.tokens = in[:len(in):len(in)]
		} else {
			w.tokens = append(w.tokens, in...)
		}
	}
	return w
}

// within returns the tokens that lie in the bytes [start,end).
func (s *Source) within(start, end int) []token {
	from := sort.Search(len(s.tokens), func(i int) bool { return int(s.tokens[i].start) >= start })
	to := from + sort.Search(len(s.tokens)-from, func(i int) bool { return int(s.tokens[from+i].end) > end })
	return s.tokens[from:to]
}

// fold fills in the words of the areas that quotedWords went through.
func (w *window) fold(ev Evidence, areas []area) {
	w.words = make([]string, len(w.tokens))
	from := 0
	for _, a := range areas {
		src := ev.Sources[a.source]
		in := src.within(a.start, a.end)
		foldWords(w.words[from:from+len(in)], src.text, in)
		from += len(in)
	}
	w.manners = mannersOf(w.words, w.tokens)
}

// foldWords folds the words of tokens that follow each other in a text. Where
// they are plain ASCII the whole stretch is folded at once.
func foldWords(words []string, text string, tokens []token) {
	if len(tokens) == 0 {
		return
	}
	first := tokens[0].start
	stretch := text[first:tokens[len(tokens)-1].end]
	plain := isASCII(stretch)
	if plain {
		stretch = strings.ToLower(stretch)
	}
	for i := range tokens {
		if t := &tokens[i]; plain {
			words[i] = stretch[t.start-first : t.end-first]
		} else {
			words[i] = lexis.Fold(text[t.start:t.end])
		}
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// copies reports whether the claim is one of the sentences, word for word:
// then nothing was changed. A part of one may lack its "not".
func (r *reading) copies(w window) bool {
	n := len(r.tokens)
	for k := 0; k+n <= len(w.tokens); k++ {
		whole := (k == 0 || w.tokens[k].sent != w.tokens[k-1].sent) && (k+n == len(w.tokens) || w.tokens[k+n].sent != w.tokens[k+n-1].sent)
		if whole && sameStems(r.tokens, w.tokens[k:k+n]) {
			return true
		}
	}
	return false
}

func sameStems(a, b []token) bool {
	for i := range a {
		if a[i].stem != b[i].stem {
			return false
		}
	}
	return true
}

func (w window) word(i int) string { return w.words[i] }

// word is the claim's ith word, folded.
func (r *reading) word(i int) string {
	if r.folded == nil {
		r.folded = make([]string, len(r.tokens))
		foldWords(r.folded, r.text, r.tokens)
	}
	return r.folded[i]
}

func (w window) holds(stem uint32) bool {
	for i := range w.tokens {
		if w.tokens[i].stem == stem {
			return true
		}
	}
	return false
}

// closeness is the share of the claim's different content words that the
// window holds.
func (r *reading) closeness(w window) float64 {
	if r.n == 0 {
		return 0
	}
	held := 0
	for k := range r.n {
		if w.holds(r.tokens[r.unique[k]].stem) {
			held++
		}
	}
	return float64(held) / float64(r.n)
}

// otherMember finds a word of a closed class (a weekday, a period, a colour, a
// party to a contract) where the quoted sentence has another one of the class.
func (r *reading) otherMember(w window) (code, detail string) {
	if r.closeness(w) < 0.5 {
		return "", ""
	}
	for i := range r.tokens {
		if r.manner(i)&classManner == 0 {
			continue
		}
		for _, mine := range closedClasses[r.word(i)] {
			if k := w.rival(mine); k >= 0 && !r.hasMember(w, k, mine.class) {
				return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words %q", r.word(i), w.word(k))
			}
		}
	}
	return "", ""
}

// rival finds another member of a class in the window; -1 where there is none,
// or where the window has the member itself.
func (w window) rival(mine membership) int {
	at := -1
	for k := range w.tokens {
		if w.manners[k]&classManner == 0 {
			continue
		}
		for _, m := range closedClasses[w.word(k)] {
			if m == mine {
				return -1
			}
			if m.class == mine.class {
				at = k
			}
		}
	}
	return at
}

// hasMember reports whether the claim has the same member of a class as word k
// of the window.
func (r *reading) hasMember(w window, k, class int) bool {
	for _, theirs := range closedClasses[w.word(k)] {
		for i := range r.tokens {
			for _, m := range closedClasses[r.word(i)] {
				if theirs.class == class && m == theirs {
					return true
				}
			}
		}
	}
	return false
}

// otherCount finds "three tablets" where the quoted sentence has "two tablets".
func (r *reading) otherCount(w window) (code, detail string) {
	for i := range r.tokens {
		mine, ok := r.lang.NumberValue(r.word(i))
		if !ok {
			continue
		}
		for k := i + 1; k < len(r.tokens) && k <= i+2; k++ {
			if !r.tokens[k].content() {
				continue
			}
			if theirs := w.countOf(r.tokens[k].stem, r.lang); theirs != "" && theirs != mine && !w.counts(mine, r.lang) {
				return CodeNumber, fmt.Sprintf("the claim counts %s, the quoted words %s", mine, theirs)
			}
			break
		}
	}
	return "", ""
}

// countOf is the number in front of a stem, "" where there is none.
func (w window) countOf(stem uint32, lang lexis.Language) string {
	for i := range w.tokens {
		if w.tokens[i].stem != stem {
			continue
		}
		for k := i - 1; k >= 0 && k >= i-2; k-- {
			if v := w.number(k, lang); v != "" {
				return v
			}
		}
	}
	return ""
}

func (w window) counts(value string, lang lexis.Language) bool {
	for i := range w.tokens {
		if w.number(i, lang) == value {
			return true
		}
	}
	return false
}

func (w window) number(i int, lang lexis.Language) string {
	if w.tokens[i].is(numeral) {
		return w.word(i)
	}
	v, _ := lang.NumberValue(w.word(i))
	return v
}

// turnWords are words that turn a sentence, or bind it to a condition: with one
// of them in it "not" cannot be compared word by word.
var turnWords = set(`only without unless except until till before neither nor nobody nothing none but however although though
	lack lacks lacking fail fails failed no myth most maximum max limit limited deny denies denied whether if instead rather
	nur ohne außer sofern wenn bis keine kein weder seul sans sauf si jusqu ni sin salvo excepto si hasta senza salvo tranne
	se sem exceto salvo até zonder tenzij behalve tot alleen
	без кроме пока если только دون بدون إلا باستثناء فقط إذا حتى`)

// turnsOtherwise reports whether the claim has such a word that the quoted
// sentences lack.
func (r *reading) turnsOtherwise(w window) bool {
	for i := range r.tokens {
		if r.manner(i)&turnsManner != 0 && !w.has(r.word(i)) {
			return true
		}
	}
	return false
}

func (w window) has(word string) bool {
	for _, have := range w.words {
		if have == word {
			return true
		}
	}
	return false
}

// sameLimitAs compares "not without" and "only with".
func (r *reading) sameLimitAs(w window) bool { return sameLimit(r.allManners(), w.manners) }

func (w window) turned() bool {
	for i := range w.tokens {
		if w.manners[i]&turnsManner != 0 && !w.tokens[i].role.Has(lexis.Negator) {
			return true
		}
	}
	return false
}

// deniedInQuote finds a word that the quoted sentences only deny and the claim
// plainly states: a lost "not".
func (r *reading) deniedInQuote(w window) (code, detail string) {
	if anyNegated(r.tokens) || r.turnsOtherwise(w) || r.deniesOtherwise(w) || r.closeness(w) < 0.6 || r.sameLimitAs(w) {
		return "", ""
	}
	for i := range r.tokens {
		if t := &r.tokens[i]; t.content() && polarityOf(w.tokens, t.stem) == denied && !r.repeats(t.stem) {
			return CodeNegation, fmt.Sprintf("the quoted words negate %q, the claim does not", r.word(i))
		}
	}
	return "", ""
}

// statedInQuote finds a word that the claim denies and the quoted sentences
// plainly state: an added "not".
func (r *reading) statedInQuote(w window) (code, detail string) {
	if anyNegated(w.tokens) || w.turned() || r.turnsOtherwise(w) || r.closeness(w) < 0.6 || r.sameLimitAs(w) {
		return "", ""
	}
	for i := range w.tokens {
		if w.tokens[i].role.Has(lexis.Negator) {
			return "", ""
		}
	}
	for i := range r.tokens {
		if t := &r.tokens[i]; t.content() && polarityOf(r.tokens, t.stem) == denied && polarityOf(w.tokens, t.stem) == asserted {
			return CodeNegation, fmt.Sprintf("the claim negates %q, the quoted words do not", r.word(i))
		}
	}
	return "", ""
}

// denyingPrefixes begin words that deny by themselves.
var denyingPrefixes = []string{"un", "non", "contraindic", "prohib", "exclu", "exempt", "forbid", "forbad", "avoid", "prevent", "refus",
	"inelig", "invalid", "illegal", "imposs", "inadmiss", "disallow", "verbot", "untersag", "interdi", "prohíb", "vietat", "verbod"}

// negates reports whether the claim denies anything in any way, be it with a
// prefix: "is contraindicated", "unsafe".
func (r *reading) negates() bool {
	if r.denial == notAsked {
		if r.denial = statesOnly; r.anyDenial() {
			r.denial = deniesToo
		}
	}
	return r.denial == deniesToo
}

// denial says whether a claim denies anything, once that was asked.
type denial int8

const (
	notAsked denial = iota
	statesOnly
	deniesToo
)

func (r *reading) anyDenial() bool {
	for i := range r.tokens {
		if r.denies(i) {
			return true
		}
	}
	return false
}

// denies reports whether the claim's ith word denies something.
func (r *reading) denies(i int) bool {
	word := r.word(i)
	if r.tokens[i].role.Has(lexis.Negator|lexis.Exception) && word != "no" {
		return true
	}
	for _, prefix := range denyingPrefixes {
		if strings.HasPrefix(word, prefix) && r.tokens[i].content() {
			return true
		}
	}
	return false
}

// deniesOtherwise reports whether the claim denies with a word that the quoted
// sentences do not have.
func (r *reading) deniesOtherwise(w window) bool {
	if !r.negates() {
		return false
	}
	for i := range r.tokens {
		if r.denies(i) && !w.has(r.word(i)) {
			return true
		}
	}
	return false
}

// repeats reports whether the claim has a stem more than once, and so may have
// it in both ways.
func (r *reading) repeats(stem uint32) bool {
	n := 0
	for i := range r.tokens {
		if r.tokens[i].stem == stem {
			n++
		}
	}
	return n > 1
}

// binders say that what follows is not said to be so: alleged, denied, planned,
// tried in vain.
var binders = set(`myth alleges alleged allegedly allege denies denied deny refused refuses failed fails plans planned
	intends intended hopes hoped rumoured rumored supposedly purportedly reportedly falsely hardly barely scarcely unlikely
	allegations angeblich bestreitet bestritt behauptet behauptete plant scheiterte weigerte
	prétendument nie affirme supuestamente niega presuntamente presumibilmente nega alegadamente vermeend ontkent`)

// unbound finds a claim that states what the quoted sentence only reports,
// denies or plans.
func (r *reading) unbound(w window) (code, detail string) {
	if r.closeness(w) < 0.6 || anyNegated(r.tokens) || r.negates() {
		return "", ""
	}
	for i := range w.tokens {
		if w.manners[i]&bindsManner == 0 {
			continue
		}
		for k := range r.tokens {
			if r.manner(k)&bindsManner != 0 || r.tokens[k].role.Has(lexis.Modal) || r.tokens[k].stem == w.tokens[i].stem {
				return "", ""
			}
		}
		return CodeNegation, fmt.Sprintf("the quoted words say %q, the claim states it as it were so", w.word(i))
	}
	return "", ""
}

// askedFor finds a claim that takes its substance from the question: the
// words that are new against every source are the question's own, and nothing
// else in the claim (a number that the quote has) ties it to the quote.
func (r *reading) askedFor(w window) (code, detail string) {
	if r.aboutUser() || len(r.numbers) > 0 || r.n < 2 || anyNegated(r.tokens) && !anyNegated(w.tokens) && r.closeness(w) < 0.5 {
		return "", ""
	}
	novel := r.echo &^ (r.found | r.meta)
	if novel == 0 || float64(r.weigh(novel)) < 0.4*float64(r.total) {
		return "", ""
	}
	for k := range r.n {
		if novel&(1<<k) != 0 {
			return CodeUnsupported, fmt.Sprintf("%q is the question's word and no source's", r.word(int(r.unique[k])))
		}
	}
	return "", ""
}

// unknownName finds a name that no source has, be it the question's: asked
// whether somebody did a thing, a model that wants to please says so. A line in
// which every word has a capital is a title.
func (r *reading) unknownName(window) (code, detail string) {
	if r.lang == lexis.German || r.aboutUser() || !r.hasSmall() { // every German noun has a capital
		return "", ""
	}
	lex := loadLexicon()
	for k := range r.n {
		t := &r.tokens[r.unique[k]]
		if !t.is(capital) || t.is(opener) || (r.found|r.meta|r.family)&(1<<k) != 0 || t.end-t.start < 3 {
			continue
		}
		if r.echo&(1<<k) != 0 || !lex.common(t.stem) && !lex.related(t.root) {
			return CodeEntity, fmt.Sprintf("no source names %q", r.text[t.start:t.end])
		}
	}
	return "", ""
}

// hasSmall reports whether some content word of the claim has no capital.
func (r *reading) hasSmall() bool {
	for k := range r.n {
		if t := &r.tokens[r.unique[k]]; !t.is(capital | numeral) {
			return true
		}
	}
	return false
}

// bareInQuote holds a bare "Yes." or "No." to the quote: what the question
// asks has to be what the quoted sentences speak of.
func (r *reading) bareInQuote(ev Evidence) []Finding {
	const least = 0.8
	if len(ev.Quotes) == 0 || ev.Question == "" {
		return nil
	}
	w := r.quotedWords(ev)
	asked, held := 0, 0
	z := newTokenizer(ev.Question, r.lang)
	for t, ok := z.next(); ok; t, ok = z.next() {
		if t.content() {
			asked++
			if w.holds(t.stem) {
				held++
			}
		}
	}
	if asked == 0 || float64(held) >= least*float64(asked) {
		return nil
	}
	return []Finding{{CodeUnsupported, "the quoted words do not speak of what was asked"}}
}
