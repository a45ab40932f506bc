package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// Bounds of what an ellipsis may leave out.
const (
	maxGap       = 1000 // folded bytes between two fragments
	minFragment  = 2    // tokens of a fragment
	maxFragments = 8
)

// dots are the ways to write an ellipsis, the longest first.
var dots = strings.NewReplacer("[...]", "\x00", "[…]", "\x00", "(...)", "\x00", "(…)", "\x00", "[. . .]", "\x00", ". . .", "\x00",
	"....", "\x00", "...", "\x00", "…", "\x00", "⋯", "\x00")

// ellipsis matches the parts of a snippet in order, each exactly, with nothing
// swallowed between them that would turn the meaning. It returns the zero
// result if the snippet has no ellipsis or a part is not found.
func (s *search) ellipsis() Result {
	var parts []*Text
	for part := range strings.SplitSeq(dots.Replace(s.snippet.original), "\x00") {
		if prepared := Prepare(part); len(prepared.tokens) > 0 {
			parts = append(parts, prepared)
		}
	}
	if len(parts) < 2 || len(parts) > maxFragments {
		return Result{}
	}
	for _, part := range parts {
		if len(part.tokens) < minFragment && part.Weight() < 6 {
			return Result{}
		}
	}
	var best Result
	s.text.hits(parts[0].folded, 0, func(first span) bool {
		if r := s.chain(first, parts); better(r.Outcome, best.Outcome) {
			best = r
		}
		return best.Outcome != Verified
	})
	return best
}

// chain follows the parts from a hit of the first one.
func (s *search) chain(first span, parts []*Text) Result {
	found := worse(s.inspect(first, parts[0]), s.cut(first))
	place, last := first, first
	for _, part := range parts[1:] {
		next := s.next(place.end, part)
		if next.empty() {
			return Result{}
		}
		if s.governedTo(last) != last.end || s.governedFrom(next) != next.first {
			found = worse(found, differs(changed, s.quote(s.text, last.first, next.end-1), "…"))
		}
		found = worse(worse(found, s.inspect(next, part)), s.cut(next))
		found = worse(found, s.swallowed(span{place.end, next.first}))
		found = worse(found, s.joined(last, next))
		last = next
		place.end = next.end
	}
	r := s.result(place, KindEllipsis, 1)
	if s.mode != Fuzzy && found.severity < drifted {
		found = finding{drifted, "the snippet leaves out words"}
	}
	return s.edge(s.settle(r, found), place)
}

// cut reports a fragment that begins or ends inside a word or a number.
func (s *search) cut(fragment span) finding {
	return worse(s.cutWord(fragment), s.cutNumber(fragment))
}

// next returns the first hit of a part behind a token and not too far off.
func (s *search) next(from int, part *Text) span {
	var out span
	if from >= len(s.text.tokens) {
		return out
	}
	s.text.hits(part.folded, int(s.text.tokens[from].at), func(hit span) bool {
		if s.text.tokens[hit.first].at-s.text.tokens[from].at <= maxGap {
			out = hit
		}
		return false
	})
	return out
}

// swallowed checks what an ellipsis leaves out. Whole sentences may go. What is
// left of a sentence on either side must not hold a negation or an exception:
// "is not permitted" cannot become "is … permitted".
func (s *search) swallowed(left span) finding {
	if left.empty() {
		return finding{}
	}
	firstEnd, lastStart := -1, -1
	for i := left.first; i <= left.end && i < len(s.text.tokens); i++ {
		if s.text.tokens[i].gap&(gapStop|gapAsk) != 0 {
			if firstEnd < 0 {
				firstEnd = i
			}
			lastStart = i
		}
	}
	if firstEnd < 0 && s.aside(left) {
		return s.excepts(left)
	}
	if firstEnd < 0 {
		return worse(worse(s.turns(left), s.loosens(left)), s.regraded(left))
	}
	if found := s.transferred(left); found.severity != same {
		return found
	}
	if firstEnd > left.first && s.amount(left.first) { // costs 12. … 8
		if found := s.regraded(left); found.severity != same {
			return found
		}
	}
	head, tail := span{left.first, firstEnd}, span{lastStart, left.end}
	if found := s.turns(s.opening(head)); found.severity != same {
		return found
	}
	if found := s.excepts(head); found.severity != same {
		return found
	}
	return s.turns(s.closing(tail))
}

// loosens reports the sign of a comparison left out inside a sentence ("rose by 5
// … placebo"), or the modal verb of the verb behind the ellipsis ("failure …
// require repayment").
func (s *search) loosens(left span) finding {
	inside := s.text.tokens[left.end].gap&clauseGaps == 0
	for i := left.first; i < left.end; i++ {
		word := s.text.word(i)
		last := i+1 == left.end || s.text.tokens[i+1].gap&gapComma != 0
		if comparators[word] || adversative[word] && inside || last && s.text.plays(word, lexis.Modal) {
			return differs(changed, s.quote(s.text, left.first, left.end-1), "…")
		}
	}
	return finding{}
}

// comparators set one side against the other.
var comparators = words("versus vs")

// transferred reports a fragment that begins inside a sentence and says of an
// earlier one what it said of its own: a condition, an exception, an answer, "…, who
// were left out".
func (s *search) transferred(left span) finding {
	next := s.text.tokens[left.end]
	if next.gap&(clauseEnd|gapBreak)&^gapComma != 0 {
		return finding{}
	}
	word := s.text.word(left.end)
	described := relatives[word] && next.gap&gapComma != 0
	if described || s.text.plays(word, lexis.Exception) || sureIfs[word] || s.text.phraseAt(left.end, conditions) >= 0 || s.text.tokens[left.first].gap&gapAsk != 0 {
		return differs(changed, s.quote(s.text, left.first, left.end), "… "+s.text.raw(left.end))
	}
	return finding{}
}

// maxSubject is how many tokens without a verb at the start of a sentence are
// taken for its subject.
const maxSubject = 5

// joined reports an ellipsis that gives the subject of one sentence the
// predicate of another: "Warfarin … should be stopped". The first fragment is
// short, has no verb that the lists know and breaks off inside its sentence, the
// next one begins inside another. Within one sentence the next one is its verb, and
// what is left out has a clause of its own ("the vendor … [says that it] has seen")
// or tells which ones are meant ("an attacker … [with local access] could").
func (s *search) joined(before, next span) finding {
	const ends = gapStop | gapAsk | gapBreak | gapCell
	if before.end-before.first > maxSubject || !s.opensStatement(before.first) {
		return finding{}
	}
	if before.end == next.first || s.text.tokens[before.end].gap&ends != 0 || s.text.tokens[next.first].gap&ends != 0 {
		return finding{}
	}
	for i := before.first; i < before.end; i++ {
		if s.verb(i) {
			return finding{}
		}
	}
	crossed, narrowed := false, s.picks(before.end) && s.text.tokens[before.end].gap&clauseEnd == 0
	for i := before.end; i < next.first; i++ {
		crossed = crossed || s.text.tokens[i].gap&(gapStop|gapAsk|gapSemi) != 0
		narrowed = narrowed || i > before.end && lexis.IsSubordinator(s.text.word(i)) && s.text.tokens[next.first].gap&clauseEnd == 0
	}
	inside := s.text.tokens[before.end].gap&clauseEnd == 0 && s.text.tokens[next.first].gap&clauseEnd == 0
	if crossed && (inside || s.verb(next.first)) || narrowed && s.verb(next.first) {
		return differs(changed, s.quote(s.text, before.end, next.first), "… "+s.text.raw(next.first))
	}
	return finding{}
}

// verb reports whether token i is an auxiliary or a modal verb.
func (s *search) verb(i int) bool {
	return s.text.plays(s.text.word(i), lexis.Auxiliary|lexis.Modal)
}

// amount reports whether token i begins an amount, with or without a currency
// sign.
func (s *search) amount(i int) bool {
	return i < len(s.text.tokens) && (s.numeric(i) || i+1 < len(s.text.tokens) && s.money(i+1))
}

// regraded reports a number left out right in front of another: "is 5 mg every
// 12 hours" cannot become "is … 12 hours".
func (s *search) regraded(left span) finding {
	if !s.amount(left.end) || s.text.tokens[left.end].gap&clauseGaps != 0 {
		return finding{}
	}
	for i := left.first; i < left.end; i++ {
		if s.text.tokens[i].gap&clauseGaps == 0 && s.text.tokens[i].flags&hasDigit != 0 {
			return differs(changed, s.quote(s.text, i, left.end), "… "+s.text.raw(left.end))
		}
	}
	return finding{}
}

// aside reports whether a span is a relative clause between two commas: what it
// denies is not what the sentence says.
func (s *search) aside(left span) bool {
	return relatives[s.text.word(left.first)] && s.text.tokens[left.first].gap&gapComma != 0 && s.text.tokens[left.end].gap&gapComma != 0
}

// relatives begin a relative clause.
var relatives = words("who which whose whom qui dont quien quienes cuyo cuya che cui который которая которое которые")

// clauseGaps separate clauses of one sentence.
const clauseGaps = gapComma | gapSemi | gapDash | gapOther | gapCell

// opening is the first clause of what follows the first fragment.
func (s *search) opening(part span) span {
	for i := part.first; i < part.end; i++ {
		if s.text.tokens[i].gap&clauseGaps != 0 {
			return span{part.first, i}
		}
	}
	return part
}

// closing is the last clause of what precedes the next fragment.
func (s *search) closing(part span) span {
	for i := part.end; i > part.first && i < len(s.text.tokens); i-- {
		if s.text.tokens[i].gap&clauseGaps != 0 {
			return span{i, part.end}
		}
	}
	return part
}

// turns reports a negation, an exception or an "only" in a span.
func (s *search) turns(part span) finding {
	return s.forbid(part, func(word string) bool {
		return restrictive[word] || s.text.negator(word) || s.text.plays(word, lexis.Exception)
	})
}

// excepts reports an exception in a span.
func (s *search) excepts(part span) finding {
	return s.forbid(part, func(word string) bool { return s.text.plays(word, lexis.Exception) })
}

// turning are negations and exceptions of more than one character in scripts
// without spaces.
var turning = []string{"を除", "以外", "ただし", "但し", "ない", "ません", "除外", "例外", "のみ", "に限", "禁止", "严禁", "嚴禁"}

// forbid reports the first word of a span that an ellipsis must not swallow.
func (s *search) forbid(part span, turns func(word string) bool) finding {
	for i := part.first; i < part.end; i++ {
		if turns(s.text.word(i)) || s.text.phraseAt(i, exceptions) >= 0 || s.text.tokens[i].flags&unspaced != 0 && s.text.phraseAt(i, turning) >= 0 {
			return differs(changed, s.quote(s.text, part.first, part.end-1), "…")
		}
	}
	return finding{}
}
