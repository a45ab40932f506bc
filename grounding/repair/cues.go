package repair

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// cues are what the words of a sentence say about its neighbours.
type cues uint8

const (
	leans  cues = 1 << iota // it needs the sentence before it: "It …", "Therefore …"
	limits                  // it limits what stands before it: "However, …", "This does not apply to …"
	binds                   // a list that it leads to holds only as a whole: "if", "all of", "three"
	leads                   // what follows belongs to it: "the following", a colon
	loose                   // what it leads to are tips, reasons, examples: no procedure
)

// place is the part of a sentence in which a phrase counts.
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

// phrase is a run of folded words and its cues.
type phrase struct {
	text  string // with the spaces around it, where its script has such
	cue   cues
	place place
}

// phrases lists the phrases of a language. Scripts without spaces join words.
func (l *language) phrases() (out []phrase) {
	for _, list := range []struct {
		texts []string
		cue   cues
		place place
	}{
		{l.LeansOpening, leans, opening}, {l.LeansEarly, leans, early}, {l.LeansAnywhere, leans, anywhere},
		{l.LimitsOpening, limits | leans, opening}, {l.LimitsAnywhere, limits | leans, anywhere},
		{l.Binds, binds, anywhere}, {l.Leads, leads, anywhere}, {l.Loose, loose, anywhere},
	} {
		for _, listed := range list.texts {
			for _, prefix := range append(l.Prefixes, "") {
				spaced := " " + prefix + listed + " "
				if isUnspaced(listed) {
					spaced = strings.ReplaceAll(spaced, " ", "")
				}
				out = append(out, phrase{spaced, list.cue, list.place})
			}
		}
	}
	return out
}

// phrasebooks are the phrases by two-letter code. A text in Latin letters of an
// unknown language is read with the phrases of all such languages.
var phrasebooks = func() map[string][]phrase {
	out := map[string][]phrase{}
	for code, l := range languages {
		out[code] = l.phrases()
		if len(out[code]) > 0 && text.ScriptOf(out[code][0].text) == text.Latin {
			out[""] = append(out[""], out[code]...)
		}
	}
	return out
}()

func isUnspaced(s string) bool {
	script := text.ScriptOf(s)
	return script == text.Han || script == text.Kana
}

// read reads the cues of a sentence.
func read(sentence string, l text.Language) (seen cues) {
	words := fold(sentence, 0)
	said, head := spaced(words, earlyIn(words, l))
	if isUnspaced(sentence) {
		said = strings.TrimLeftFunc(sentence, text.NotOfWord)
		head = said[:text.ByteOf(said, earlyCharacters)]
		if strings.ContainsFunc(said, unicode.IsDigit) {
			seen |= binds
		}
	}
	for _, p := range phrasebooks[l.String()] {
		found := false
		switch p.place {
		case opening:
			found = strings.HasPrefix(said, p.text)
		case early:
			found = strings.Contains(head, p.text)
		case anywhere:
			found = strings.Contains(said, p.text)
		}
		if found {
			seen |= p.cue
		}
	}
	return seen | turned(seen, words, l)
}

// spaced is some words with a space around each, and the first n of them.
func spaced(words []string, n int) (all, first string) {
	var b strings.Builder
	size, end := 1, 1
	for i, w := range words {
		if size += len(w) + 1; i < n {
			end = size
		}
	}
	b.Grow(size)
	b.WriteByte(' ')
	for _, w := range words {
		b.WriteString(w)
		b.WriteByte(' ')
	}
	return b.String(), b.String()[:end]
}

// Leans reports whether a sentence needs the one before it: by a word, or because it begins as none does, or
// where its language leaves a pronoun out with none of the words that a subject begins with.
func Leans(sentence string) bool {
	sentence = bare(sentence)
	first, _ := utf8.DecodeRuneInString(sentence)
	l := text.LanguageOf(sentence)
	dropped := false
	if textsOf(l.String()).DropsSubject {
		word := fold(sentence, 1)
		dropped = len(word) > 0 && !l.Class(word[0]).Has(text.Stop)
	}
	return dropped || read(sentence, l)&leans != 0 || unicode.IsLower(first) || strings.ContainsRune(":;,", first)
}

// earlyIn is how many words of a sentence are early. A later pronoun, or one in
// another clause, refers to its own sentence.
func earlyIn(words []string, l text.Language) int {
	for i, w := range words[:min(len(words), earlyWords)] {
		if i > 0 && l.Class(w).Has(text.Connective) {
			return i
		}
	}
	return min(len(words), earlyWords)
}

// turned adds cues from the roles of words: a sentence that leans on another and
// denies also limits it ("It must not …"); a sentence that counts binds what it
// counts.
func turned(seen cues, words []string, l text.Language) (more cues) {
	for i, w := range words {
		class := l.Class(w)
		if seen&leans != 0 && class.Has(text.Negator|text.Exception) {
			more |= limits
		}
		if counts(words, i, class) {
			more |= binds
		}
	}
	return more
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

// fold returns the first n words of a text, folded; all of them for n = 0.
// Apostrophes part words.
func fold(s string, n int) []string {
	const usual = 16 // words of a sentence
	out := make([]string, 0, max(n, usual))
	for w := range strings.FieldsFuncSeq(s, text.NotOfWord) {
		if out = append(out, text.Fold(w)); len(out) == n {
			break
		}
	}
	return out
}
