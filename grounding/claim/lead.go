package claim

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// An item of a list says what it says under the sentence that leads the list in: "Staff
// must not:". The same holds of a label and what stands behind it.

// leadOf returns the sentence that leads in the list, or the line, in which a sentence
// stands; -1 for none.
func (p *page) leadOf(i int) int {
	const longest = 40 // items
	for k := i - 1; k >= max(0, i-longest); k-- {
		switch {
		case p.endsInColon(k):
			return k
		case !p.isItem(i) || !p.isItem(k):
			return -1
		}
	}
	return -1
}

// endsInColon reports whether a sentence leads in what stands below it.
func (p *page) endsInColon(i int) bool {
	said := strings.TrimRight(p.said(i), "*_ ")
	return strings.HasSuffix(said, ":")
}

// underLead reads what an item says behind its lead, once.
func (s *Source) underLead(lead, i int) *statement {
	kept := &s.of(i).led
	if read := kept.Load(); read != nil {
		return read
	}
	said := func(i int) string { return s.page.text[s.page.itemStart(i):s.page.sents[i].End] }
	st := readAsOne(s, strings.TrimRight(said(lead), ": *_")+" "+said(i))
	kept.Store(st)
	return st
}

// readAsOne reads a text as one statement.
func readAsOne(s *Source, said string) *statement {
	t := text.Read(said)
	st := &statement{text: t.Text, lang: s.page.lang, numbers: t.Numbers()}
	st.fill(tokensOf(t, s.page.lang, nil))
	return st
}

// holdsUnder reports whether what stands behind a lead holds as it stands, without the other
// items: not under "all of these", "only", "except", nor under an "if" that allows something,
// for all of its items may be asked for.
func holdsUnder(s *Source, lead, i int) bool {
	if s.page.leadOf(lead) >= 0 {
		return false // a list in a list
	}
	h := s.statement(lead)
	either, last := h.contains(anyKey, eitherKey) || strings.Contains(s.own(lead), "1 of"), lead
	for k := lead + 1; k < len(s.page.sents) && s.page.leadOf(k) == lead; k++ {
		either, last = either || s.item(k) != s.own(k) && strings.HasSuffix(s.own(k), " or"), k
	}
	set := kindsOf(h.atoms)
	permits := h.contains(canKey, mayKey, couldKey)
	switch {
	case set.has(1<<excepted|1<<said) || h.contains(onlyKey, bothKey) || doubts(h.atoms) || mayBeLimited(s, last):
		return false
	case set.has(1 << conditional):
		return !h.contains(allKey) && !permits && (set.has(1<<negated|1<<modal) || h.commands())
	case either:
		return permits || set.has(denying)
	}
	return true
}

// commands reports whether a statement begins with what is to be done: "Tell your doctor".
func (st *statement) commands() bool {
	if len(st.atoms) == 0 {
		return false
	}
	a := &st.atoms[0]
	return a.content() && !a.is(articleBefore|nameMark) && !a.has(pronounUse) && a.number < 0
}

// isLabel reports whether a lead only names what stands below it: "Opening hours:".
func (st *statement) isLabel() bool {
	return !st.mayLimit() && !slices.ContainsFunc(st.atoms, func(a atom) bool {
		return a.is(articleBefore) || a.limits() || a.finite() || text.IsSubordinator(st.fold(&a))
	})
}
