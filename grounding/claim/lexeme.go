package claim

import lexis "vouchsafe/grounding/text"

// lexeme is all that the word lists, here and in package lexis, say of one
// word. It is looked up once, when the word is read; the checks, each of which
// asks something else of every word, then ask the lexeme.
type lexeme struct {
	roles      lexis.Roles
	stem, root uint32 // hashes, as tokens have them
	manner     manner
	part       part
	trait      trait
	sides      sides
}

// trait is the set of further lists that a word stands in.
type trait uint64

const (
	hollowTrait      trait = 1 << iota // states nothing about the world
	referenceTrait                     // its number names a part of the evidence
	addressTrait                       // speaks to somebody: "you"
	exampleTrait                       // opens a list of examples, or a reason
	bareTrait                          // answers by itself: "yes"
	subordinateTrait                   // opens a clause that another one speaks of
	refutingTrait                      // says that something is not so
	doubtTrait                         // a noun for doubt
	contrastTrait                      // opens a clause that goes against another
	negatorTrait                       // turns around what follows it, and no more
	plainTrait                         // negates what follows it and nothing else
	leastTrait                         // gives a least
	mostTrait                          // gives a most
	jointTrait                         // opens a clause of its own: "while"
	thanTrait                          // stands between what is compared: "than"
	transferTrait                      // tells who gave something to whom: "sold"
	strongTrait                        // lays a duty on somebody: "must"
	weakTrait                          // leaves it open: "may", "consider"
	adviceTrait                        // recommends
	futureTrait                        // tells what is still to come
	pastTrait                          // tells what was: "was", "had"
	presentTrait                       // tells what is
	endedTrait                         // tells that something was so up to a time
	linkTrait                          // tells that two things go together: "associated"
	causeTrait                         // tells that one thing brings about another
	reasonTrait                        // opens a reason or a condition
	beforeNounTrait                    // stands before a noun and what describes it
	spanTrait                          // stands before a date: "until", "after"
	rateTrait                          // stands before what something is counted by: "per"
	exceptTrait                        // opens an exception, and does nothing else
	articleTrait                       // an article
	boundlessTrait                     // what "any" takes all limits from: "for any reason"
	concedingTrait                     // takes a condition back: the "even" of "even if"
	ifTrait                            // opens a condition or a time
	sureIfTrait                        // opens a condition, and does nothing else
	conditionTrait                     // tells that something depends on something
	takingOutTrait                     // tells that something is taken out
	earlierTrait                       // sets one thing before another in time
	laterTrait                         // sets one thing behind another in time
	slotTrait                          // ties a noun to the word in front of it
	aboveTrait                         // sets a limit that what is meant lies above
	belowTrait                         // sets a limit that what is meant lies below
	hedgeTrait                         // leaves open whether it is so
	hedgingTrait                       // shows that a claim leaves it open
	perfectTrait                       // behind "may": that something may have happened
	modalVerbTrait                     // a modal verb
	comparingTrait                     // the "compared" of "compared with"
	versusTrait                        // sets two against each other
	attributingTrait                   // names whose view something is
	noneTrait                          // denies what a sentence is about
	unlessTrait                        // opens a condition and denies it
	neverTrait                         // denies for every case
	whereverTrait                      // takes every condition away
	recurTrait                         // tells how often: "every", "twice", "daily"
)

// vocabulary holds the lexemes of all listed words, by number; number 0 is any
// other word, of which nothing is known.
type vocabulary struct {
	index   *lexis.Index
	lexemes []lexeme
	classes map[uint16][]membership // of words of closed classes
	related map[uint16][]membership // of words of relation
}

var listedWords = gather()

// gather reads all word lists.
func gather() vocabulary {
	v := vocabulary{lexis.NewIndex(), make([]lexeme, 1), map[uint16][]membership{}, map[uint16][]membership{}}
	for word := range lexis.Words() {
		x := v.add(word)
		x.roles = lexis.RolesOf(word)
		x.trait |= only(subordinateTrait, lexis.IsSubordinator(word)) | only(refutingTrait, lexis.IsRefuting(word)) | only(doubtTrait, lexis.IsDoubt(word))
	}
	for t, list := range map[trait]map[string]bool{
		hollowTrait: hollow, referenceTrait: references, addressTrait: addresses, exampleTrait: exampleWords,
		bareTrait: bareAnswers, contrastTrait: contrasts, negatorTrait: strictNegators, plainTrait: plainNegators,
		leastTrait: leasts, mostTrait: mosts, jointTrait: joints, thanTrait: thans,
		strongTrait: duties, weakTrait: liberties, adviceTrait: advices, futureTrait: futures, pastTrait: pasts, presentTrait: presents,
		endedTrait: endings, linkTrait: links, causeTrait: causes, reasonTrait: reasonWords, beforeNounTrait: beforeNouns, boundlessTrait: boundless,
		rateTrait: rates, exceptTrait: exceptions, articleTrait: articles,
		concedingTrait: conceding, ifTrait: ifs, sureIfTrait: sureIfs, conditionTrait: conditionWords, takingOutTrait: excepting,
		earlierTrait: earlier, laterTrait: later, slotTrait: slotted, aboveTrait: aboves, belowTrait: belows,
		hedgeTrait: hedges, hedgingTrait: hedging, perfectTrait: perfects, modalVerbTrait: modalVerbs,
		comparingTrait: comparing, versusTrait: versus, attributingTrait: attributing, noneTrait: nones, recurTrait: recurrences, unlessTrait: unlesses, neverTrait: nevers, whereverTrait: wherevers,
	} {
		for word := range list {
			v.add(word).trait |= t
		}
	}
	for word := range times {
		v.add(word).trait |= spanTrait
	}
	for _, list := range []map[string]bool{givingVerbs, takingVerbs} {
		for word := range list {
			v.add(word).trait |= transferTrait
		}
	}
	v.addManners()
	v.addParts()
	v.addSides()
	return v
}

func only(t trait, yes bool) trait {
	if yes {
		return t
	}
	return 0
}

// add returns the lexeme of a word, which is empty if it was not listed yet.
func (v *vocabulary) add(word string) *lexeme {
	n := v.index.Add(word)
	if n == len(v.lexemes) {
		x := lexeme{}
		x.stem, x.root = hashes(stem([]byte(word)))
		v.lexemes = append(v.lexemes, x)
	}
	return &v.lexemes[n]
}

// number returns the number of a folded word's lexeme.
func (v *vocabulary) number(word []byte) uint16 { return uint16(v.index.Find(word)) }

// of returns the lexeme of a folded word.
func (v *vocabulary) of(word []byte) *lexeme { return &v.lexemes[v.index.Find(word)] }

// lexeme is what is known of a token's word.
func (t *token) lexeme() *lexeme { return &listedWords.lexemes[t.word] }

// classes are the closed classes that a token's word belongs to; relatives its
// families of words of relation.
func (t *token) classes() []membership   { return listedWords.classes[t.word] }
func (t *token) relatives() []membership { return listedWords.related[t.word] }

// has reports whether a token's word stands in one of some lists.
func (t *token) has(lists trait) bool { return t.lexeme().trait&lists != 0 }

// manner is what a token's word may do between a claim and its quote. A word
// denies only where the language of the text has it as a negator: "mai" is May
// in German.
func (t *token) manner() manner {
	m := t.lexeme().manner
	if m&deniesManner != 0 && m&contractedManner == 0 && !t.role.Has(lexis.Negator) {
		m &^= deniesManner
	}
	return m
}

// mannersIn gathers what the words of some tokens may do.
func mannersIn(tokens []token) (all manner) {
	for i := range tokens {
		all |= tokens[i].manner()
	}
	return all
}

// foldedWord is a token's word as lists have it.
func foldedWord(text string, t *token) string {
	if t.word != 0 {
		return listedWords.index.Word(int(t.word))
	}
	return lexis.Fold(text[t.start:t.end])
}
