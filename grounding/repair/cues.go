package repair

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// cues are what the words of one sentence tell of its neighbours.
type cues uint8

const (
	leans  cues = 1 << iota // it needs the sentence before it: "It …", "Therefore …"
	limits                  // it limits what stands before it: "However, …", "This does not apply to …"
	binds                   // a list that it leads to holds only as a whole: "if", "all of", "three"
	leads                   // what follows belongs to it: "the following", a colon
	loose                   // what it leads to are tips, reasons, examples: no procedure
)

// place is where in a sentence a phrase has its meaning.
type place int

const (
	anywhere place = iota
	early          // among the first words: further on a pronoun points into its own sentence
	opening        // at the start
)

// How many words, or characters of a script without spaces, are early.
const (
	earlyWords      = 6
	earlyCharacters = 12
)

// phrase is a run of folded words and what it tells.
type phrase struct {
	words []string
	cue   cues
	place place
}

// phrases lists the phrases of a language.
func (l *language) phrases() []phrase {
	var out []phrase
	for _, list := range []struct {
		texts []string
		cue   cues
		place place
	}{
		{l.LeansOpening, leans, opening}, {l.LeansEarly, leans, early}, {l.LeansAnywhere, leans, anywhere},
		{l.LimitsOpening, limits | leans, opening}, {l.LimitsAnywhere, limits | leans, anywhere},
		{l.Binds, binds, anywhere}, {l.Leads, leads, anywhere}, {l.Loose, loose, anywhere},
	} {
		for _, text := range list.texts {
			for _, prefix := range append(l.Prefixes, "") {
				out = append(out, phrase{strings.Fields(prefix + text), list.cue, list.place})
			}
		}
	}
	return out
}

// phrasebook finds the phrases of a language by their first word.
type phrasebook map[string][]phrase

// phrasebooks are made once, by two-letter code. A text in Latin letters whose
// language is not known is read by those of all such languages together.
var phrasebooks = func() map[string]phrasebook {
	out := map[string]phrasebook{"": {}}
	for code, l := range languages {
		book := phrasebook{}
		for _, p := range l.phrases() {
			book[p.words[0]] = append(book[p.words[0]], p)
			if text.ScriptOf(p.words[0]) == text.Latin {
				out[""][p.words[0]] = append(out[""][p.words[0]], p)
			}
		}
		out[code] = book
	}
	return out
}()

// read reads the cues of a sentence.
func read(sentence string, l text.Language) cues {
	if l == text.Chinese || l == text.Japanese {
		return readUnspaced(sentence, l)
	}
	words := fold(sentence, 0)
	var seen cues
	turned, within := false, false // within: behind a word that opens a clause
	for i, w := range words {
		for _, p := range phrasebooks[l.String()][w] {
			if fits(p.words, words[i:]) && (p.place == anywhere || p.place == opening && i == 0 || p.place == early && i < earlyWords && !within) {
				seen |= p.cue
			}
		}
		class := l.Class(w)
		within = within || i > 0 && class.Has(text.Connective)
		turned = turned || class.Has(text.Negator|text.Exception)
		if counts(words, i, class) {
			seen |= binds
		}
	}
	if seen&leans != 0 && turned {
		seen |= limits // "It must not …"
	}
	return seen
}

// fits reports whether the words of a phrase stand here.
func fits(phrase, words []string) bool {
	if len(words) < len(phrase) {
		return false
	}
	for i := range phrase {
		if words[i] != phrase[i] {
			return false
		}
	}
	return true
}

// counts reports whether a word says how many things there are: "3 documents".
// A year and a dose of 500 do not, nor does an article in the singular.
func counts(words []string, i int, class text.Class) bool {
	w := words[i]
	if strings.Trim(w, "0123456789") == "" {
		return len(w) <= 2 && i+1 < len(words)
	}
	return class.Has(text.NumberWord) && !class.Has(text.Stop)
}

// readUnspaced reads a sentence in a script that parts no words.
func readUnspaced(sentence string, l text.Language) cues {
	sentence = strings.TrimLeftFunc(sentence, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	head := sentence[:byteAt(sentence, earlyCharacters)]
	var seen cues
	for _, list := range phrasebooks[l.String()] {
		for _, p := range list {
			written := strings.Join(p.words, "")
			switch {
			case p.place == anywhere && strings.Contains(sentence, written),
				p.place == early && strings.Contains(head, written),
				p.place == opening && strings.HasPrefix(sentence, written):
				seen |= p.cue
			}
		}
	}
	if strings.ContainsFunc(sentence, unicode.IsDigit) {
		seen |= binds
	}
	return seen
}

// byteAt is the place of a text's nth code point in bytes, or its length.
func byteAt(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

// fold returns the first n words of a text, folded; all of them for n = 0.
// Apostrophes part words.
func fold(s string, n int) []string {
	var out []string
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		if out = append(out, text.Fold(w)); len(out) == n {
			break
		}
	}
	return out
}
