package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// What one source says is not what another one says: a claim that names a source has to cite it.

// misattributed is a name in a claim by which a source is called that the claim does not cite, and which neither the
// question nor what it cites has; "" for none. A common word in a title is no name, nor are the nouns of German.
func (j *judging) misattributed(cl *Claim) string {
	read := text.Read(cl.Text)
	if len(cl.Citations) == 0 || read.Language() == text.German {
		return ""
	}
	for _, w := range read.Words {
		first, _ := utf8.DecodeRuneInString(read.Text[w.Start:w.End])
		if !unicode.IsUpper(first) || text.Listed(w.Fold) {
			continue
		}
		called := j.m.sourcesCalled(w.Fold)
		said := read.Text[w.Start:w.End]
		tells := func(i int) bool {
			chunk := j.res.Citations[i].Chunk
			return slices.Contains(called, chunk) || chunk >= 0 && strings.Contains(j.m.ev.Set.At(chunk).Text, said)
		}
		if len(called) > 0 && !strings.Contains(j.m.ev.Question, said) && !slices.ContainsFunc(cl.Citations, tells) {
			return said
		}
	}
	return ""
}

// sourcesCalled are the chunks that are called by a word.
func (m *material) sourcesCalled(word string) []int {
	if m.called == nil {
		m.called = map[string][]int{}
		for _, i := range m.ev.Set.Usable() {
			for _, title := range m.ev.titles(nil, i) {
				for _, fold := range folds(title) {
					m.called[fold] = append(m.called[fold], i)
				}
			}
		}
	}
	return m.called[word]
}
