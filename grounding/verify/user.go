package verify

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// The question proves nothing. What the user stated may be repeated as the user's
// ("You said that you weigh 40 kg."), in the forms of a closed list, and in no other way.

// onlyAsked reports whether the question states a claim in these words, and no source does. In an audit what is no whole
// sentence may be the question, as a title.
func (j *judging) onlyAsked(said string) bool {
	said = said[len(titleOf(said)):]
	said = strings.TrimLeft(said[len(opening(said)):], ",，、 ")
	var room [256]byte
	words := appendLetters(room[:0], said)
	if len(words) < fewestLetters || j.m.rules.AgainstAll && !endsWhole(said) {
		return false
	}
	question := j.m.ev.Question
	if j.m.letters == nil {
		j.m.letters = appendLetters(make([]byte, 0, len(question)+1), question)
	}
	const asSentence = 64 // bytes that are looked through
	j.gathering.compared += len(j.m.letters) / asSentence
	if !bytes.Contains(j.m.letters, words) || j.m.ev.ownWords(said, nil) >= 0 {
		return false
	}
	const splitting = 16 // times as dear as looking through
	j.gathering.compared += splitting * len(question) / asSentence
	return states(question, words)
}

// states reports whether a sentence of the question states words, given by their letters and digits. A sentence that asks states
// them if it has words of its own beside them ("…, is that right?"). A sentence that has no more than a particle beside them only
// asks: in many languages the right answer repeats it.
func states(question string, words []byte) bool {
	const particle = 4 // bytes at most
	return slices.ContainsFunc(claim.Split(question), func(s claim.Sentence) bool {
		letters := appendLetters(nil, question[s.Start:s.End])
		return bytes.Contains(letters, words) && (len(letters)-len(words) > particle || !text.Asks(question[s.Start:s.End]))
	})
}

// statesNothing reports whether a sentence is, as a whole, a phrase that states nothing.
func statesNothing(said string) bool {
	const longest = 100 // bytes of a phrase
	return len(said) < longest && idle().whole[strings.Join(folds(said), " ")]
}

// userSaid reports whether a sentence only tells the user, as their own words, what they
// stated: a whole sentence of the question about themselves, or a part of one that
// binds its parts by no condition or denial.
func userSaid(said, question string) bool {
	told, ok := toldOfUser(said)
	if !ok {
		return false
	}
	repeated := readPersonal(told)
	return len(repeated.words)+len(repeated.figures()) > 0 && slices.ContainsFunc(userStated(question), func(s string) bool {
		return repeated.repeats(readPersonal(s))
	})
}

// readPersonal reads a statement without the words for user and speaker, which change
// places when it is repeated.
func readPersonal(s string) *statement {
	p := readStatement(s)
	p.words = slices.DeleteFunc(p.words, func(w term) bool { return words["me"][w.fold] || words["you"][w.fold] })
	return p
}

// toldOfUser returns what a sentence says that the user said; ok is false where it does
// not have the form.
func toldOfUser(said string) (told string, ok bool) {
	said = strings.TrimRight(strings.TrimSpace(said), ".!。！ ")
	plain := strings.ToLower(said)
	if len(plain) != len(said) {
		return "", false
	}
	for _, form := range idle().said {
		opening, ending, _ := strings.Cut(form, "…")
		rest, opens := strings.CutPrefix(plain, opening)
		if opens && strings.HasSuffix(rest, ending) {
			told = said[len(opening) : len(said)-len(ending)]
			return strings.Trim(told, " ,:，：「」『』\"'“”„«»"), true
		}
	}
	return "", false
}

// userStated are the statements of the question in which the user speaks of themselves:
// no questions, no orders.
func userStated(question string) (out []string) {
	for _, s := range claim.Split(question) {
		said := question[s.Start:s.End]
		if s.Kind != claim.Claim || text.Asks(said) {
			continue
		}
		parts := []string{said}
		if read := text.Read(said); !slices.ContainsFunc(read.Words, func(w text.Word) bool { return binds(read, w) }) {
			parts = append(parts, clausesOf(text.Read(said))...)
		}
		for _, part := range parts {
			if speaksOfSelf(part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// binds reports whether a word makes the parts of its sentence depend on each other.
func binds(read *text.Text, w text.Word) bool {
	class := read.Class(w)
	joins := words["and"][w.Fold] || !class.Has(text.Connective)
	return class.Has(text.Negator|text.Exception|text.Modal) || !joins || text.IsSubordinator(w.Fold) || text.IsRefuting(w.Fold)
}

// speaksOfSelf reports whether a statement begins with the user: "I weigh …", "and my …".
func speaksOfSelf(said string) bool {
	const opening = 3 // words
	f := folds(said)
	for _, fold := range f[:min(len(f), opening)] {
		if words["me"][fold] || words["me verbs"][fold] {
			return true
		}
	}
	for me := range words["me unspaced"] {
		if strings.HasPrefix(strings.TrimSpace(said), me) {
			return true
		}
	}
	return false
}

// repeats reports whether a statement has the words, figures and operators of another, in
// their order. Only the verb changes with who speaks: one word may end otherwise, and stand
// in another place.
func (p *statement) repeats(theirs *statement) bool {
	if len(p.words) != len(theirs.words) || len(p.figures()) != len(theirs.figures()) || p.turned != theirs.turned || p.modal != theirs.modal {
		return false
	}
	last, verb, left := -1, -1, slices.Clone(theirs.words)
	for i := range p.words {
		at := slices.IndexFunc(left, func(w term) bool { return w.fold == p.words[i].fold && w.denied == p.words[i].denied })
		switch {
		case at >= 0 && at > last:
			last, left[at].fold = at, ""
		case verb >= 0:
			return false
		default:
			verb = i
		}
	}
	if verb >= 0 {
		at := slices.IndexFunc(left, func(w term) bool { return w.fold != "" })
		if at < 0 || left[at].denied != p.words[verb].denied || !inflects(left[at].fold, p.words[verb].fold) {
			return false
		}
	}
	return !slices.ContainsFunc(p.figures(), theirs.lacks)
}

// inflects reports whether two words begin alike and end otherwise in two letters at most, or
// three of a longer word.
func inflects(a, b string) bool {
	x, y := bare(a), bare(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	const shortest, longer, ending = 2, 5, 2
	if n >= longer {
		n++
	}
	return n >= shortest && len(x)-n <= ending && len(y)-n <= ending
}

// bare are the letters of a word without their accents.
func bare(word string) (out []rune) {
	for _, r := range norm.NFD.String(word) {
		if !unicode.Is(unicode.Mn, r) {
			out = append(out, r)
		}
	}
	return out
}
