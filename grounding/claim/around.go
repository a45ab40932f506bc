package claim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// A sentence says what it says where it stands: a heading, a lead-in, or the sentence behind
// it may limit it or take it back. Whether it does so words tell only in part, so what may do
// it leaves the claim open.

// standing tells how a sentence stands among those around it.
type standing int32

const (
	plain     standing = iota + 1 // nothing limits it
	limited                       // something may limit it: it is no proof by itself
	suspect                       // something may say that it is not so, in words that nobody knows
	disputed                      // what stands around it doubts it, or tells that somebody says it
	takenBack                     // words around it say that it is not so
)

// mayBeLimited reports whether what stands around a sentence may limit it.
func mayBeLimited(s *Source, i int) bool { return s.standing(i) > plain }

// standing is found out once.
func (s *Source) standing(i int) standing {
	known := &s.of(i).standing
	if known.Load() == 0 {
		known.Store(int32(findStanding(s, i)))
	}
	return standing(known.Load())
}

// Whole is a stretch of a source, in code points, with the sentences beside it that limit it; it does not stand
// where words around it say that it is not so, or where it is struck out or hidden.
func (s *Source) Whole(start, end int) (from, to int, stands bool) {
	at := text.ByteOf(s.page.text, start)
	until, sents := at+text.ByteOf(s.page.text[at:], end-start), s.page.sents
	first, last := len(sents), -1
	for i := range sents {
		if sents[i].Start < until && at < sents[i].End {
			first, last = min(first, i), i
			if s.standing(i) == takenBack {
				return start, end, false
			}
		}
	}
	if last < 0 {
		return start, end, true
	}
	if first > 0 && (announced(s, first) || s.standing(first) == disputed && s.page.inParagraph(first-1, first)) {
		at = min(at, sents[first-1].Start)
	}
	if restricted(s, last+1) {
		until = max(until, sents[last+1].End)
	}
	from = utf8.RuneCountInString(s.page.text[:at])
	return from, from + utf8.RuneCountInString(s.page.text[at:until]), true
}

func findStanding(s *Source, i int) standing {
	beside, lead := announced(s, i) || restricted(s, i+1), s.page.leadOf(i)
	governed := func(by func(*Source, int) bool) bool {
		return lead >= 0 && by(s, lead) || beside && (i > 0 && by(s, i-1) || i+1 < len(s.page.sents) && by(s, i+1))
	}
	switch under := underLimit(s, i); {
	case s.page.unsaid(i), framed(s, i), under == takenBack, governed(speaksAgainst):
		return takenBack
	case s.page.quoted(i), governed(disowns), beside && supposed(s, i):
		return disputed
	case beside:
		return max(limited, under, doubtedBeside(s, i))
	default:
		return max(under, doubtedBeside(s, i))
	}
}

// speaksAgainst reports whether a sentence has a word that says that something is not so: "myth".
func speaksAgainst(s *Source, i int) bool { return s.glance(i)&refuteSign != 0 }

// disowns reports whether a sentence that governs another doubts it, or tells that somebody says it.
func disowns(s *Source, i int) bool {
	st := s.statement(i)
	return doubts(st.atoms) || kindsOf(st.atoms).has(1<<said)
}

// framed reports whether a sentence that speaks of the text itself, before it or behind it in its
// section, disputes that text: "Everything below is invented.", "The panel rejected the following
// statements.", "None of this is true."
func framed(s *Source, i int) bool {
	const farthest = 40 // sentences
	for k := i - 1; k >= max(0, i-farthest) && s.page.headingLevel(k) == noHeading; k-- {
		switch {
		case s.glance(k)&aheadSign == 0:
		case s.beginsWholly(k):
			return s.statement(k).disputes(everyLimit)
		case announces(s, k): // the last one counts
			return s.statement(k).disputes(denying | 1<<said)
		}
	}
	for k := i + 1; k < min(len(s.page.sents), i+farthest) && s.page.headingLevel(k) == noHeading; k++ {
		if s.beginsWholly(k) && pointsAtAll(s, k) && s.statement(k).disputes(everyLimit) {
			return true
		}
	}
	return false
}

// announces reports whether a sentence announces what follows.
func announces(s *Source, i int) bool {
	return hasPhrase(s, i, vocabularyOf(s.page.lang).announces)
}

// hasPhrase reports whether the words of a sentence have one of some phrases.
func hasPhrase(s *Source, i int, phrases []string) bool {
	return s.glance(i)&announceSign != 0 && slices.ContainsFunc(phrases, func(phrase string) bool {
		return strings.Contains(" "+s.own(i)+" ", " "+phrase+" ")
	})
}

// pointsAtAll reports whether a sentence that begins so means what was said before.
func pointsAtAll(s *Source, i int) bool {
	const opening = 4 // atoms
	st := s.statement(i)
	return slices.ContainsFunc(st.atoms[:min(opening, len(st.atoms))], func(a atom) bool { return a.pointsBack() || a.key == itKey || a.key == aboveKey })
}

// everyLimit is all by which a sentence may limit what it speaks of.
const everyLimit = denying | conditions | 1<<said | 1<<modal | 1<<tense

// disputes reports whether a statement doubts something or has one of some operators; where a tense
// is among them, also what was done with a thing.
func (st *statement) disputes(limiting kinds) bool {
	done := func(a atom) bool { return limiting.has(1<<tense) && st.isPast(&a) && !a.is(nameMark) }
	return doubts(st.atoms) || kindsOf(st.atoms).has(limiting) || slices.ContainsFunc(st.atoms, done)
}

// quoted reports whether a quotation that is more than the sentence holds it: somebody says it.
func (p *page) quoted(i int) bool {
	const longest = 20000 // bytes from where a quotation begins
	at := p.sents[i]
	paragraph := p.text[max(0, at.Start-longest):at.Start]
	paragraph = paragraph[strings.LastIndexByte(paragraph, '\n')+1:]
	return openQuotes(paragraph) || openQuotes(p.text[at.Start:at.End])
}

// openQuotes reports whether a quotation that begins in a text does not end there. Behind a
// digit the sign is one of inches.
func openQuotes(s string) bool {
	straight := 0
	for i := range len(s) {
		if s[i] == '"' && (i == 0 || s[i-1] < '0' || s[i-1] > '9') {
			straight++
		}
	}
	return straight%2 == 1 || strings.Count(s, "“") > strings.Count(s, "”")
}

// goesOn reports whether a sentence says nothing by itself but limits the sentence in front of
// it in the paragraph: "Only at night.", "If you pay.", "Perhaps.", "Or not."
func goesOn(s *Source, i int) bool {
	const limiting = denying | conditions | 1<<modal | 1<<timed | 1<<joined
	at, st := s.page.sents[i], s.statement(i)
	if at.Block != text.Prose || strings.Contains(s.page.text[s.page.sents[i-1].End:at.Start], "\n") || !st.isFragment() {
		return false
	}
	if forbidsElse(s, i) {
		return false
	}
	first := &st.atoms[0]
	return limiting.has(1<<first.kind) || first.key == onlyKey || first.has(prepositionUse)
}

// forbidsElse reports whether a sentence forbids something that the one in front of it does not
// speak of: "Do not freeze."
func forbidsElse(s *Source, i int) bool {
	st := s.statement(i)
	return strings.HasPrefix(s.own(i), "do not ") && !st.sharesContent(s.statement(i-1)) &&
		!kindsOf(st.atoms).has(1<<said) && !slices.ContainsFunc(st.atoms, func(a atom) bool { return a.has(pronounUse) || a.pointsBack() || a.key == itKey })
}

// isFragment reports whether a short statement has no verb but in its first word.
func (st *statement) isFragment() bool {
	const longest = 5 // atoms
	if len(st.atoms) == 0 || len(st.atoms) > longest || st.lang > text.English {
		return false
	}
	for i := 1; i < len(st.atoms); i++ {
		a := &st.atoms[i]
		month := st.atoms[i-1].has(prepositionUse) // "from May on"
		if a.kind == tense || a.kind == modal && !month || st.isPast(a) && !a.is(nameMark) {
			return false
		}
	}
	return true
}

// underLimit tells how a sentence stands below the headings above it.
func underLimit(s *Source, i int) standing {
	const farthest = 400 // sentences
	lead, level := s.page.leadOf(i), noHeading
	for k := i - 1; k >= max(0, i-farthest) && level > 1; k-- {
		at := s.page.headingLevel(k)
		if at >= level || k == lead {
			continue
		}
		level = at
		apart := at == plainLevel && strings.Contains(s.page.text[s.page.sents[k+1].Start:s.page.sents[i].Start], "\n\n")
		if apart { // a plain line leads in the paragraph behind it
			continue
		}
		switch st, doubted := s.statement(k), headingDoubts(s, k); {
		case doubted == takenBack, speaksAgainst(s, k), deniesBelow(st.atoms), st.mayLimit() && st.isDone():
			return takenBack
		case doubted == suspect, st.mayLimit():
			return suspect
		}
	}
	return plain
}

// MayLimitBelow reports whether a title above a sentence may limit it or take it back, by words that are known.
func MayLimitBelow(title, said string) bool {
	s := Prepare("# " + strings.Trim(title, "#*_: \t\r\n") + "\n\n" + said)
	if len(s.page.sents) == 0 {
		return false
	}
	st := s.statement(0)
	return headingDoubts(s, 0) == takenBack || speaksAgainst(s, 0) || deniesBelow(st.atoms) || st.mayLimit()
}

// Levels of headings: those of Markdown come first.
const (
	boldLevel  = 7
	plainLevel = 8
	noHeading  = 9
)

// headingLevel tells how high a sentence stands as a heading: a title, or a line of its own
// without a stop. One of a lower level stands below all before it of a higher one.
func (p *page) headingLevel(i int) int {
	at := p.sents[i]
	said := p.text[at.Start:at.End]
	switch at.Block {
	case text.Title:
		if marks := len(said) - len(strings.TrimLeft(said, "#")); marks > 0 {
			return marks
		}
		return boldLevel
	case text.TableHead:
		return plainLevel
	case text.Prose:
		const longest = 60 // bytes
		if len(said) <= longest && (p.endsInColon(i) || p.isLine(i)) && strings.ContainsFunc(said, unicode.IsLetter) && said[0] != '<' {
			return plainLevel
		}
	}
	return noHeading
}

// isLine reports whether a sentence is a line of its own that ends in no stop.
func (p *page) isLine(i int) bool {
	at := p.sents[i]
	said := strings.TrimRight(p.text[at.Start:at.End], "\"')]”’»*_ ")
	last, _ := utf8.DecodeLastRuneInString(said)
	before, behind := strings.TrimRight(p.text[:at.Start], " \t"), strings.TrimLeft(p.text[at.End:], " \t")
	return !text.EndsSentence(last) && strings.HasPrefix(behind, "\n") && (before == "" || strings.HasSuffix(before, "\n"))
}

// mayLimit reports whether a heading may limit what stands below it, or take it back: by an
// operator or a word that doubts. A short heading may also do so by a figure, a time or a
// participle ("Rejected motions"). In a longer one, a headline, these are news, but for brackets.
func (st *statement) mayLimit() bool {
	const short = 5 // atoms
	const limiting = denying | conditions | 1<<said
	const dating kinds = 1<<modal | 1<<timed
	if doubts(st.atoms) || st.contains(onlyKey) || kindsOf(st.atoms).has(limiting) {
		return true
	}
	return slices.ContainsFunc(st.atoms, func(a atom) bool {
		if len(st.atoms) > short {
			return st.isPast(&a) && strings.LastIndexByte(st.text[st.atoms[0].start:a.start], '(') >= 0 // "Clause 9 (deleted by Amendment 2)"
		}
		return a.number >= 0 && !onlyCounts(&st.numbers[a.number]) || st.isPast(&a) || a.key != byKey && dating.has(1<<a.kind)
	})
}

// isDone reports whether a heading says what was done with what stands below it: "Deprecated",
// "Clause 9 (deleted by Amendment 2)". A participle in front of a noun names a thing: "Checked
// luggage".
func (st *statement) isDone() bool {
	for i := range st.atoms {
		if a := &st.atoms[i]; st.isPast(a) && !a.is(nameMark) && (i+1 == len(st.atoms) || !st.atoms[i+1].content()) {
			return true
		}
	}
	return false
}

// onlyCounts reports whether a number in a heading is that of a section ("Section 17"), and no
// year.
func onlyCounts(n *text.Number) bool {
	const year = 4 // digits
	return n.Bare() && len(n.Value) < year
}

// isPast reports whether an atom has a form of the past that is not its lemma's too.
func (st *statement) isPast(a *atom) bool {
	return a.is(pastMark) && (!a.has(irregularUse) || a.key != stemKey(st.fold(a)))
}

// announced reports whether the sentence in front of one announces it as something that may
// not be so: "Suppose the tank is empty.", "The following statement is wrong.", "Not in force."
func announced(s *Source, i int) bool {
	if i == 0 || s.page.sents[i-1].Block != s.page.sents[i].Block || len(vocabularyOf(s.page.lang).words) == 0 {
		return false
	}
	if s.glance(i-1)&quiet != 0 && !announces(s, i-1) {
		return supposed(s, i)
	}
	before := s.statement(i - 1)
	if len(before.atoms) == 0 || i > 1 && len(before.atoms) == 1 && deniesOrExcepts(s, i-1) && text.Asks(s.page.said(i-2)) {
		return false // a "no" that answers a question says nothing of what comes behind it
	}
	first := &before.atoms[0]
	const limiting = denying | conditions | 1<<said
	if doubtsBeside(s, i-1, i, 1) || before.isFragment() && (kindsOf(before.atoms).has(limiting) || before.isPast(first) && !first.is(articleBefore)) {
		return true
	}
	words := vocabularyOf(s.page.lang)
	return hasPhrase(s, i-1, words.forward) && before.mayLimit() || supposed(s, i) ||
		!s.page.endsInColon(i-1) && (announces(s, i-1) || len(before.atoms) <= short && doubtsBeside(s, i-1, i, short))
}

// supposed reports whether a sentence in front in the paragraph supposes something: "Suppose
// the rate doubles."
func supposed(s *Source, i int) bool {
	const farthest, opening = 12, 2 // sentences, atoms
	for k := i - 1; k >= max(0, i-farthest) && s.page.inParagraph(k, i); k-- {
		if s.opening(k)&opensDoubting == 0 {
			continue
		}
		if st := s.statement(k); len(st.atoms) > opening && doubtsBeside(s, k, i, opening) {
			return true
		}
	}
	return false
}

// inParagraph reports whether sentence k stands in front of sentence i in one paragraph.
func (p *page) inParagraph(k, i int) bool {
	return p.sents[k].Block == p.sents[i].Block && !strings.Contains(p.text[p.sents[k].End:p.sents[k+1].Start], "\n")
}

// restricted reports whether a sentence limits the one before it, or takes it back: "This
// does not apply to children.", "Guide dogs are exempt.", "False."
func restricted(s *Source, i int) bool {
	if i > 0 && i < len(s.page.sents) && text.Restricts(s.page.text, s.page.sents[i].Span) {
		return true
	}
	if i >= len(s.page.sents) || len(vocabularyOf(s.page.lang).words) == 0 || s.glance(i)&quiet != 0 {
		return false
	}
	return deniesOrExcepts(s, i) || i > 0 && (goesOn(s, i) || pointsBack(s, i) || contradicts(s, i))
}

// pointsBack reports whether a sentence opens with a word that points at the one before it
// ("that was before 2010", "so they say", "these rules ended in May"), and may limit it.
func pointsBack(s *Source, i int) bool {
	st, before := s.statement(i), s.statement(i-1)
	k := slices.IndexFunc(st.atoms, func(a atom) bool { return !openers.has(1<<a.kind) && !a.has(linkerUse) })
	if k < 0 || !st.atoms[k].pointsBack() {
		return k > 0 && (st.atoms[k-1].key == soKey || st.atoms[k].kind == negated) // "or so they say", "but not all"
	}
	if k+1 < len(st.atoms) && st.atoms[k+1].content() && before.contains(st.atoms[k+1].key) {
		return false // "this pump" is a thing, and not what was said
	}
	return st.mayTakeBack(before)
}

// openers are the kinds of words in front of what a sentence begins with: "or", "at least".
const openers kinds = 1<<joined | 1<<compared

// contradicts reports whether a short sentence doubts the one before it, or denies something of "it"
// or gives another figure for it: "It was raised to 7 euros."
func contradicts(s *Source, i int) bool {
	st := s.statement(i)
	if len(st.atoms) == 0 || len(st.atoms) > short {
		return false
	}
	before := s.statement(i - 1)
	denies := kindsOf(st.atoms).has(denying) && (st.atoms[0].key == itKey || st.contains(thisKey, theseKey, suchKey) && !st.sharesContent(before))
	return denies || doubtsBeside(s, i, i-1, short) || st.contains(itKey) && st.rivalOf(before)
}

// doubtsBeside reports whether one of the first words of sentence k doubts sentence i beside it. "Wrong", or
// a participle, in front of a thing of which i does not speak describes that thing only: "three wrong attempts",
// "a rejected debit".
func doubtsBeside(s *Source, k, i, first int) bool {
	st := s.statement(k)
	for n := range min(first, len(st.atoms)) {
		a := &st.atoms[n]
		if !doubts(st.atoms[n : n+1]) {
			continue
		}
		if n+1 == len(st.atoms) || a.key != falseKey && !st.isPast(a) || n > 0 && st.atoms[n-1].kind == tense {
			return true
		}
		of := &st.atoms[n+1]
		if !of.content() || of.is(partedMark|articleBefore) || of.finite() || sayings[st.fold(of)] || s.statement(i).contains(of.key) {
			return true
		}
	}
	return false
}

// sayings are nouns for what somebody says.
var sayings = wordSet("sayings")

// short is how many atoms a sentence has at most that says nothing but what is to be thought
// of the one beside it.
const short = 8

// sharesContent reports whether two statements have a word in common that says something.
func (st *statement) sharesContent(other *statement) bool {
	return slices.ContainsFunc(st.atoms, func(a atom) bool { return a.content() && other.contains(a.key) })
}

// rivalOf reports whether a statement has another figure in the unit of one of another's, or
// says the same of another figure.
func (st *statement) rivalOf(other *statement) bool {
	alike := slices.ContainsFunc(st.atoms, func(a atom) bool { return a.content() && a.number < 0 && other.contains(a.key) })
	return slices.ContainsFunc(st.numbers, func(n text.Number) bool {
		return slices.ContainsFunc(other.numbers, func(m text.Number) bool { return rival(&n, &m) && !n.SameValue(m) && (alike || n.Unit != "") })
	})
}

// mayTakeBack reports whether a statement that speaks of the one before it may limit it: it
// denies, doubts or dates it, or tells in the past what that one tells in the present.
func (st *statement) mayTakeBack(before *statement) bool {
	const limiting = denying | conditions | 1<<said | 1<<timed
	dated := func(n text.Number) bool { return n.Kind == text.Date || n.Bare() && !onlyCounts(&n) }
	return doubts(st.atoms) || slices.ContainsFunc(st.numbers, dated) || st.contains(onlyKey) || slices.ContainsFunc(st.atoms, func(a atom) bool {
		return a.key != byKey && limiting.has(1<<a.kind) || a.key == wasKey && before.contains(isKey)
	})
}

// pointsBack reports whether the atom may stand for all that was said before it.
func (a *atom) pointsBack() bool {
	return slices.Contains([]uint32{thisKey, thatKey, theseKey, thoseKey, suchKey, soKey}, a.key)
}

// deniesOrExcepts reports whether a sentence opens with a "no" or makes an exception.
func deniesOrExcepts(s *Source, i int) bool {
	st := s.statement(i)
	if len(st.atoms) == 0 {
		return false
	}
	denies := noWords[st.fold(&st.atoms[0])] && (len(st.atoms) == 1 || st.atoms[1].is(partedMark))
	return denies || kindsOf(st.atoms).has(1<<excepted) || st.contains(exemptKey)
}

// unsaid reports whether a sentence stands in a comment of a page, or whether the page
// strikes some of it out: a reader of the page does not find it said. Tags that strike
// out are "~~" in a page as it is shown (text.ShowPage).
func (p *page) unsaid(i int) bool {
	const longest = 2000 // bytes from where a mark opens
	start, end := int(p.sents[i].Start), int(p.sents[i].End)
	if around := p.text[max(0, start-longest):end]; !strings.Contains(around, "~~") && !strings.Contains(around, "<!--") {
		return false
	}
	const fence = "~~~" // around code
	before := strings.ReplaceAll(p.text[max(0, start-longest):start], fence, "")
	said := strings.ReplaceAll(p.text[start:end], fence, "")
	if strings.Contains(said, "~~") || strings.Count(before, "~~")%2 == 1 {
		return true
	}
	return strings.Contains(said, "<!--") || strings.LastIndex(before, "<!--") > strings.LastIndex(before, "-->")
}
