package claim

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// An item of a list says what it says under the sentence that leads the list in: "Staff
// must not:", "The following may not be carried:". Lead and item are read as one sentence,
// and so are the lead and all of its items.

// led is what a lead says with an item, or with all of its items.
type led struct {
	said  *statement // nil for all items where it is not told how they are joined
	plain *statement // the item behind the lead, where said has it in place of "the following"; else nil
	holds bool       // it holds as it stands: no other item and no sentence behind the list limits it
}

// leadOf returns the sentence that leads in the list in which a sentence stands:
// "Staff must not:" governs each item below it. -1 for a sentence in no list.
func (s *Source) leadOf(i int) int {
	const longest = 40 // items
	if !s.sents[i].isItem() {
		return -1
	}
	for k := i - 1; k >= 0 && k >= i-longest; k-- {
		if s.endsInColon(k) {
			return k
		}
		if !s.sents[k].isItem() {
			return -1
		}
	}
	return -1
}

// endsInColon reports whether a sentence leads in what stands below it.
func (s *Source) endsInColon(i int) bool {
	said := strings.TrimRight(s.text[s.sents[i].start:s.sents[i].end], "*_ ")
	return strings.HasSuffix(said, ":")
}

// underLead reads what an item of a list says, once.
func (s *Source) underLead(lead, i int) *led {
	if read := s.later[i].led.Load(); read != nil {
		return read
	}
	h, conjunction, end := s.headOf(lead), "", 0
	_, conjunction, end = s.items(lead)
	if conjunction == "" {
		conjunction = h.joint()
	}
	out := &led{said: s.readAsOne(h.with(s.item(i))), holds: h.holdsForEach(conjunction) && !s.restricted(end)}
	if h.lists {
		out.plain = s.readAsOne(h.said + " " + s.item(i))
	}
	s.later[i].led.Store(out)
	return out
}

// wholeList reads a lead with all of its items, once.
func (s *Source) wholeList(lead int) *led {
	if read := s.later[lead].led.Load(); read != nil {
		return read
	}
	out, h := new(led), s.headOf(lead)
	items, conjunction, end := s.items(lead)
	if conjunction == "" {
		conjunction = h.joint()
	}
	const most = 12 // items of a list that a claim may repeat
	if last := len(items) - 1; conjunction != "" && last > 0 && last < most && s.lang <= text.English {
		out.said = s.readAsOne(h.with(strings.Join(items[:last], ", ") + " " + conjunction + " " + items[last]))
		out.holds = !s.restricted(end)
	}
	s.later[lead].led.Store(out)
	return out
}

// items returns what the items below a lead say, the "and" or "or" that one of them ends
// in, and the sentence behind the last one.
func (s *Source) items(lead int) (out []string, conjunction string, end int) {
	for end = lead + 1; end < len(s.sents) && s.sents[end].isItem() && s.leadOf(end) == lead; end++ {
		item := s.item(end)
		rest, last := cutLastWord(item)
		if word := text.Fold(last); word == "and" || word == "or" {
			item, conjunction = strings.TrimRight(rest, ",;"), word
		}
		out = append(out, item)
	}
	return out, conjunction, end
}

// cutLastWord parts a text before its last word.
func cutLastWord(s string) (rest, last string) {
	at := strings.LastIndexByte(s, ' ')
	return s[:max(at, 0)], s[at+1:]
}

// item is what an item says, without its mark and its stop. It begins small where it
// stands behind a lead.
func (s *Source) item(i int) string {
	tokens, start := s.itemTokens(i)
	said := strings.TrimRight(s.text[start:s.sents[i].end], " .,;*_")
	if len(tokens) > 0 && tokens[0].is(capital) && !isAcronym(s.text[tokens[0].start:tokens[0].end]) {
		return text.Fold(said[:1]) + said[1:]
	}
	return said
}

// head is a lead as it stands before or behind an item.
type head struct {
	said            string // without its colon
	before, behind  string // of where the items stand in it
	lists, any, all bool   // a phrase of it stands for the items, for one of them, for all
	atoms           []atom
}

// headOf reads a lead. "Any of the following:" and the like stand for the items.
func (s *Source) headOf(lead int) head {
	words := vocabularies[s.lang]
	tokens, start := s.itemTokens(lead)
	h := head{said: strings.TrimRight(s.text[start:s.sents[lead].end], ": *_"), atoms: s.statement(lead).atoms}
	h.before = h.said
	for k := range tokens {
		n, kind := words.listed(tokens[k:])
		if kind == noListing || k > 0 && !s.endsHead(lead, tokens[k+n:]) {
			continue
		}
		h.lists, h.any, h.all = true, kind == oneListing, kind == allListing
		if h.before = strings.TrimRight(s.text[start:tokens[k].start], " "); k == 0 {
			h.behind = strings.TrimRight(s.text[tokens[k+n-1].end:s.sents[lead].end], ": *_")
		}
		break
	}
	return h
}

// endsHead reports whether no more than a noun stands behind what stands for the items.
func (s *Source) endsHead(lead int, rest []token) bool {
	const most = 2 // words: "any of the following side effects:"
	return len(rest) <= most && !slices.ContainsFunc(s.statement(lead).atoms, func(a atom) bool {
		return len(rest) > 0 && a.start >= rest[0].start && (a.kind != noOperator || a.is(verbMark) && !a.content())
	})
}

// with is the lead and what it leads in, as one sentence.
func (h *head) with(items string) string { return strings.TrimSpace(h.before+" "+items) + h.behind }

func (h *head) has(kind operatorKind, keys ...uint32) bool {
	return slices.ContainsFunc(h.atoms, func(a atom) bool { return a.kind == kind && (len(keys) == 0 || slices.Contains(keys, a.key)) })
}

// joint is the word between items, "" where it cannot be told: a list behind an "if" that forbids or demands names
// cases, of which one is enough; one that allows something may ask for all of them.
func (h *head) joint() string {
	switch {
	case h.all:
		return "and"
	case h.any:
		return "or"
	case h.has(conditional) && (h.allows() || !h.has(negated) && !h.has(modal) && !h.commands()):
		return ""
	case h.has(conditional), h.has(negated) && h.behind == "":
		return "or"
	}
	return "and"
}

// holdsForEach reports whether each item holds without the others, which are joined with it.
func (h *head) holdsForEach(conjunction string) bool {
	switch {
	case conjunction == "" || h.has(excepted) || hasKey(h.atoms, onlyKey):
		return false
	case conjunction == "or":
		return h.has(conditional) || h.has(negated) || h.allows()
	}
	return !h.has(conditional)
}

// allows reports whether the lead says what may be done.
func (h *head) allows() bool { return h.has(modal, canKey, mayKey, couldKey) }

// commands reports whether the lead begins with what is to be done.
func (h *head) commands() bool {
	a := &h.atoms[0]
	return a.content() && !a.is(articleBefore|nameMark) && !a.has(pronounUse) && a.number < 0
}

// readAsOne reads a text as one statement.
func (s *Source) readAsOne(said string) *statement {
	t := text.Read(said)
	st := &statement{text: t.Text, lang: s.lang, numbers: apart(t.Numbers(), t.Text), end: int32(len(t.Text))}
	st.fill(tokensOf(t, s.lang, nil), 0, st.end)
	return st
}

// hasLimit reports whether an operator of the statement limits what it says.
func (st *statement) hasLimit() bool {
	return slices.ContainsFunc(st.atoms, func(a atom) bool { return a.limits() })
}

// labelled reads a label and what it labels as sentences, nil for any other sentence:
// "Late fee: 5 euros" as "Late fee is 5 euros" and "Late fee are 5 euros", of which grammar
// allows one.
func (s *Source) labelled(i int) *[2]*statement {
	if read := s.later[i].label.Load(); read != nil {
		return read
	}
	out := new([2]*statement)
	if label, value, ok := s.labelOf(i); ok {
		for k, verb := range [...]string{" is ", " are "} {
			out[k] = s.readAsOne(label + verb + value)
		}
	}
	s.later[i].label.Store(out)
	return out
}

// labelOf parts a sentence at its only colon, where it has a few words in front and no verb
// that says something of them behind.
func (s *Source) labelOf(i int) (label, value string, ok bool) {
	const longest = 4 // words
	tokens, start := s.itemTokens(i)
	label, value, ok = strings.Cut(s.text[start:s.sents[i].end], ": ")
	if !ok || value == "" || strings.ContainsAny(label+value, ":;?!\n") || s.lang > text.English {
		return "", "", false
	}
	colon := start + int32(len(label))
	words := slices.IndexFunc(tokens, func(t token) bool { return t.start > colon })
	speaks := func(a atom) bool {
		limits := a.kind.limits() && a.kind != quantified && a.kind != compared
		return a.kind == tense || a.kind == modal || a.start < colon && (limits || a.is(pastMark|bracketMark))
	}
	return label, value, words > 0 && words <= longest && !slices.ContainsFunc(s.statement(i).atoms, speaks)
}
