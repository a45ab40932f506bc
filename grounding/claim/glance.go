package claim

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// glance looks at the words of sentence i for what it does to those beside it, once: most do
// nothing, and are not read for that.
func (s *Source) glance(i int) sign { return s.look(i, glanced, len(s.page.text)) }

// opening looks at the words that sentence i opens with.
func (s *Source) opening(i int) sign { return s.look(i, opened, openingWords) }

// look looks at so many words of sentence i, unless as many were looked at.
func (s *Source) look(i int, wanted sign, most int) sign {
	kept := &s.glances[i]
	if seen := sign(kept.Load()); seen&wanted != 0 {
		return seen
	}
	seen := opened | wanted | glanceAt(s.page.said(i), s.page.lang, most)
	kept.Store(int32(seen))
	return seen
}

// beginsWholly reports whether sentence i begins with a word for all that is said, behind one without content
// at most: "Everything below …", "The above …"
func (s *Source) beginsWholly(i int) bool {
	r, words := newSignReader(s.page.lang), 0
	for word := range lettersOf(s.page.said(i)) {
		at := r.read(word)
		if words++; words == 2 || at&wholeSign != 0 || at&emptySign == 0 {
			return at&wholeSign != 0
		}
	}
	return false
}

// openingWords is how many words of a sentence tell how it opens.
const openingWords = 12

// sign is a set of what a word may do to the sentences beside its own, and of what its sentence does.
type sign int32

const (
	exceptSign   sign = 1 << iota // excepts something
	turnSign                      // denies or doubts
	limitSign                     // sets a condition, tells that something is said, or is "it"
	openSign                      // limits or points at what stands in front, where a sentence begins with it
	shortSign                     // does so where the sentence is short
	doubtSign                     // doubts
	refuteSign                    // says that something is not so
	aheadSign                     // may speak of the text behind it: "following"
	wholeSign                     // may speak of all the text before it: "above", "none"
	announceSign                  // stands in a phrase that announces
	emptySign                     // has no content of its own
	listedSign                    // is an operator, or known to a vocabulary
	lightSign                     // says nothing wherever it stands, or is part of a number
	beginsSign                    // begins a phrase
	unspacedSign                  // may be of a script without spaces

	opened        // of a sentence: the words that it opens with were looked at
	opensDoubting // one of the words that it opens with may doubt
	glanced       // all words were looked at
	quiet         // it says nothing of the sentences beside it
)

// signLists are the lists whose words have a sign.
var signLists = map[sign]map[string]bool{
	aheadSign: wordSet("ahead"), wholeSign: wordSet("whole"), refuteSign: text.WordSet("refuting"), openSign: noWords,
}

// glanceAt looks at the first words of a sentence, so many at most.
func glanceAt(said string, lang text.Language, most int) sign {
	const long = 14 // words with a weight: so long a sentence says something of its own
	n, weighty, own := 0, 0, false
	var all, first, opening sign // of all words, of those that it opens with, of those up to the first of its own
	r := newSignReader(lang)
	for word, plain := range lettersOf(said) {
		at := r.read(word)
		if !plain {
			at |= unspacedSign
		}
		if n++; n <= openingWords {
			first |= at
		}
		if !own {
			opening |= at
		}
		all, own = all|at, own || at&listedSign == 0
		if at&lightSign == 0 {
			weighty++
		}
		if n == most {
			break
		}
	}
	speaks := all&(exceptSign|unspacedSign)|opening&(turnSign|openSign) != 0
	short := weighty < long && all&(turnSign|limitSign|announceSign)|opening&shortSign != 0
	if first&(doubtSign|unspacedSign) != 0 {
		all |= opensDoubting
	}
	if !speaks && !short {
		all |= quiet
	}
	return all
}

// signReader reads the signs of words, one after the other.
type signReader struct {
	words  *vocabulary
	signs  []sign
	begins []operatorPhrase // those that the last word begins
}

func newSignReader(lang text.Language) signReader {
	return signReader{words: vocabularyOf(lang), signs: signsOf(lang)}
}

// read looks a word up as it is written.
func (r *signReader) read(word string) (out sign) {
	var room [64]byte
	folded := text.AppendFold(room[:0], word)
	n := listedWords.index.Find(folded)
	for _, p := range r.begins {
		if int(p.words[1]) == n {
			out |= signOfKinds(1 << p.kind)
		}
	}
	if r.begins = nil; n > 0 {
		if out |= r.signs[n]; out&beginsSign != 0 {
			r.begins = r.words.find(uint16(n)).phrases
		}
		return out
	}
	if ends(folded, "ed", 4) {
		out |= shortSign // "Rejected motions"
	}
	key, _ := hashes(stem(folded))
	if _, doubts := doubtWords()[key]; doubts {
		out |= turnSign | doubtSign
	}
	return out
}

// signOfKinds is what a word does that is an operator of some kinds.
func signOfKinds(set kinds) (out sign) {
	for _, of := range [...]struct {
		kinds
		sign
	}{
		{1 << excepted, exceptSign}, {1 << negated, turnSign}, {1<<implied | 1<<conditional | 1<<said, limitSign},
		{1<<modal | 1<<timed | 1<<joined, shortSign},
	} {
		if set.has(of.kinds) {
			out |= of.sign
		}
	}
	return out
}

// signsOf are the signs of the listed words in a language, by number.
func signsOf(lang text.Language) []sign {
	of := &languageSigns[lang]
	of.once.Do(func() { of.signs = vocabularyOf(lang).readSigns(lang) })
	return of.signs
}

var languageSigns [text.MostLanguages]struct {
	once  sync.Once
	signs []sign
}

func (v *vocabulary) readSigns(lang text.Language) []sign {
	out := make([]sign, len(listedWords.lexemes))
	for n := 1; n < len(out); n++ {
		out[n] = v.signOf(n, listedWords.lexemes[n].roles.In(lang))
	}
	for s, list := range signLists {
		for word := range list {
			out[listedWords.number(word)] |= s
		}
	}
	for _, phrase := range slices.Concat(v.forward, v.announces) {
		longest := slices.MaxFunc(strings.Fields(phrase), func(a, b string) int { return len(a) - len(b) })
		out[listedWords.number(longest)] |= announceSign
	}
	return out
}

// signOf are the signs of word n, which has some roles.
func (v *vocabulary) signOf(n int, roles text.Class) sign {
	word, key, e := listedWords.index.Word(n), listedWords.lexemes[n].stem, v.find(uint16(n))
	if e != nil && e.key != 0 {
		key = e.key
	}
	out := signOfKinds(v.kindsOf(e, roles))
	_, doubts := doubtWords()[key]
	for s, holds := range map[sign]bool{
		exceptSign: key == exemptKey,
		turnSign:   doubts || word == "t", // "isn't" is two
		limitSign:  key == itKey,
		openSign:   (&atom{key: key}).pointsBack(),
		shortSign:  e.has(prepositionUse|irregularUse) || key == onlyKey || strings.HasSuffix(word, "ed"),
		doubtSign:  doubts,
		emptySign:  roles.Has(function),
		listedSign: e != nil || roles.Has(function),
		lightSign:  e.has(freeUse) || roles.Has(text.NumberWord),
		beginsSign: e != nil && len(e.phrases) > 0,
	} {
		if holds {
			out |= s
		}
	}
	return out
}

// kindsOf are the kinds of operators that a word may be or stand for.
func (v *vocabulary) kindsOf(e *wordEntry, roles text.Class) (set kinds) {
	for _, r := range roleKinds {
		if roles.Has(r.role) {
			set |= 1 << r.kind
		}
	}
	if e == nil {
		return set
	}
	set |= 1 << e.kind
	for _, w := range e.expands {
		if long := v.find(w); long != nil {
			set |= 1 << long.kind
		}
	}
	return set
}

// lettersOf yields the letters of a text that stand together. plain is false where they may be of a
// script without spaces.
func lettersOf(s string) iter.Seq2[string, bool] {
	return func(yield func(word string, plain bool) bool) {
		for at := 0; at < len(s); at++ {
			end, plain := at, true
			for end < len(s) && (isLetter(s[end]) || s[end] >= utf8.RuneSelf && s[end] != 0xe2 && s[end] != 0xc2) {
				plain = plain && s[end] <= 0xe2
				end++
			}
			if end > at && !yield(s[at:end], plain) {
				return
			}
			if at = end; end < len(s) && s[end] >= utf8.RuneSelf { // a sign of punctuation, of two bytes or three
				at += int(s[end]>>5) - 5
			}
		}
	}
}
