package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/trust"
)

// judgeSource looks at where a citation's chunk comes from: its standing, its retrieval
// similarity, its trust and its age. Standing is told, not held against the answer; what the
// rules ask for is.
func (r *Result) judgeSource(i int, m *material) {
	cit := &r.Citations[i]
	reject := func(code report.Code, format string, values ...any) {
		r.find(code, i, -1, fmt.Sprintf(format, values...))
		cit.Stands = false
		r.moves++
	}
	ch, score := m.ev.Set.At(cit.Chunk), m.score(cit.Chunk)
	if ch.Standing == evidence.Stale {
		r.find(report.StaleSource, i, -1, "the chunk is from an earlier turn")
	}
	if ch.Derived {
		r.find(report.DerivedEvidence, i, -1, "the chunk is what a model wrote earlier")
	}
	if ch.Similarity != nil && *ch.Similarity < m.rules.MinRetrieval {
		reject(report.LowSimilarity, "retrieval similarity %.4f, at least %.4f", *ch.Similarity, m.rules.MinRetrieval)
	}
	if cit.Trust = score; score.Score < m.rules.MinTrust {
		reject(report.LowTrust, "trust %.2f, at least %.2f", score.Score, m.rules.MinTrust)
	}
	if m.rules.MaxAge > 0 && score.AgeDays != nil && time.Duration(*score.AgeDays)*24*time.Hour > m.rules.MaxAge {
		reject(report.LowTrust, "%d days old, at most %d", *score.AgeDays, int(m.rules.MaxAge.Hours()/24))
	}
}

// score returns the trust of a chunk's source, which is looked up once for all that cite it.
func (m *material) score(at int) *trust.Assessment {
	if m.scores == nil {
		m.scores = make([]trust.Assessment, m.ev.Set.Len())
	}
	score := &m.scores[at]
	if score.Tier == "" {
		*score = trust.Score(sourceOf(m.ev.Set.At(at)), m.rules.Tiers, m.rules.Now)
	}
	return score
}

func sourceOf(ch *evidence.Chunk) trust.Source {
	return trust.Source{URL: ch.URL, Name: cmp.Or(ch.Source, ch.Filename, ch.Title), Date: ch.Date, Year: ch.Year}
}

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
