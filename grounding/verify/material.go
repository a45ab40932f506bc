package verify

import (
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/trust"
)

// material is what an answer is verified by: the evidence and the rules, with what has been
// read for all passes since one first asked for it.
type material struct {
	ev      Evidence
	rules   Rules
	hearing *claim.Hearing

	question  *statement
	language  *text.Language // of the question
	words     vocabulary     // of question and evidence
	blocks    *blocks
	records   []recordName       // by chunk
	addresses *addressList       // those of the evidence
	scores    []trust.Assessment // by chunk; of no tier as long as nobody asked
	all       *claim.Evidence    // of every claim that cites nothing
	called    map[string][]int   // by a word: the chunks that are called so
}

// asked is the question, read.
func (m *material) asked() *statement {
	if m.question == nil {
		m.question = readSpoken(m.ev.Question)
	}
	return m.question
}

// everything is the evidence of an audit: all chunks, nothing quoted.
func (m *material) everything() claim.Evidence {
	if m.all == nil {
		m.all = &claim.Evidence{Question: m.ev.Question}
		for _, i := range m.ev.Set.Usable() {
			m.all.Sources = append(m.all.Sources, m.ev.Passages[i].Source())
			m.all.Titles = m.ev.titles(m.all.Titles, i)
		}
	}
	return *m.all
}

// Falsified reports whether some evidence speaks against a sentence: whether,
// held against all of it at once, the sentence has a number or a name that
// none of it has, or denies what it states. A sentence that cites nothing has
// been held against nothing yet; before it is shown with a mark it has to be.
func Falsified(text string, ev Evidence, r Rules) bool {
	m := material{ev: ev}
	j := claim.Judge(text, m.everything(), claim.Rules{MinSupport: r.MinSupport, MaxRisk: r.MaxRisk})
	return slices.ContainsFunc(j.Findings, func(f claim.Finding) bool { return f.Code != claim.CodeUnsupported })
}
