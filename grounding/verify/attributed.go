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
	if len(cl.Citations) == 0 {
		return ""
	}
	looked := map[string]bool{}
	for said := range strings.FieldsFuncSeq(cl.Text, text.NotOfWord) {
		first, _ := utf8.DecodeRuneInString(said)
		if !unicode.IsUpper(first) || looked[said] {
			continue
		}
		called := j.m.sourcesCalled(said)
		if len(called) == 0 {
			continue
		}
		if looked[said] = true; text.Listed(text.Fold(said)) || strings.Contains(j.m.ev.Question, said) {
			continue
		}
		tells := func(i int) bool {
			chunk := j.res.Citations[i].Chunk
			return slices.Contains(called, chunk) || chunk >= 0 && strings.Contains(j.m.ev.Set.At(chunk).Text, said)
		}
		if slices.ContainsFunc(cl.Citations, tells) {
			continue
		}
		if text.Read(cl.Text).Language() == text.German {
			return ""
		}
		return said
	}
	return ""
}

// sourcesCalled are the chunks that are called by a word.
func (m *material) sourcesCalled(word string) []int {
	if m.called == nil {
		m.called = map[string][]int{}
		for _, i := range m.ev.Set.Usable() {
			ch := m.ev.Set.At(i)
			for _, name := range [...]string{ch.Title, ch.Source, ch.Filename} {
				m.call(i, name)
			}
			for _, name := range ch.Authors {
				m.call(i, name)
			}
		}
	}
	return m.called[word]
}

// call notes the words of a chunk's name.
func (m *material) call(chunk int, name string) {
	for word := range strings.FieldsFuncSeq(name, text.NotOfWord) {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(first) {
			m.called[word] = append(m.called[word], chunk)
		}
	}
}
