package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// newLine reports whether token i begins a line with a capital, as a heading or
// a new sentence does, with the number of a list item, or with a time or a
// number in brackets, as the lines of a log do.
func (s *search) newLine(i int) bool {
	token := s.text.tokens[i]
	if token.gap&gapBreak == 0 {
		return false
	}
	if token.flags&upperCase != 0 {
		return true
	}
	return token.flags&hasDigit != 0 && (s.itemNumber(i) > 0 || strings.HasSuffix(s.text.gapBefore(i), "\n["))
}

// maxItem is how many tokens of an item are read to find the next one.
const maxItem = 64

// itemNumbers reports whether a span is the number of one item of a numbered
// list, which a quote may leave out as it may a bullet: a wrapped line that
// begins with a number is none, since no neighbour counts on.
func (s *search) itemNumbers(at span) bool {
	if at.end-at.first != 1 {
		return false
	}
	n := s.itemNumber(at.first)
	for k := max(0, at.first-maxItem); n > 0 && k < min(len(s.text.tokens), at.first+maxItem); k++ {
		if other := s.itemNumber(k); other > 0 && (k < at.first && other == n-1 || k > at.first && other == n+1) {
			return true
		}
	}
	return false
}

// answerLabel reports whether a span is the label between a question and its answer,
// which a quote of both may leave out: "Are dogs allowed? | A: | Yes."
func (s *search) answerLabel(at span) bool {
	i := at.first
	if at.end-i != 1 || at.end >= len(s.text.tokens) || !answers[s.text.word(i)] || s.text.tokens[i].gap&gapAsk == 0 || s.text.tokens[i].gap&(gapBreak|gapCell) == 0 {
		return false
	}
	return s.text.tokens[at.end].gap&(gapSemi|gapStop) != 0
}

// answers label what a page of questions answers.
var answers = words("a answer antwort r réponse respuesta risposta resposta antwoord odpowiedź ответ о 答")

// maxRunning is how many tokens the running title of a page has.
const maxRunning = 16

// pageBreak reports whether a span is what stands between two pages in the middle of a
// sentence: lines of their own, with the page's number first or last, that say nothing.
func (s *search) pageBreak(at span) bool {
	if at.end-at.first > maxRunning || at.end >= len(s.text.tokens) || s.text.tokens[at.first].gap&(gapBreak|gapStop|gapAsk|gapCell) != gapBreak || s.text.tokens[at.end].gap&gapBreak == 0 {
		return false
	}
	numbered := false
	for i := at.first; i < at.end; i++ {
		word := s.text.word(i)
		if s.negates(word) || prohibitive[word] || restrictive[word] || s.verb(i) || s.text.tokens[i].flags&symbol != 0 && word != "-" {
			return false
		}
		number := s.text.tokens[i].flags&hasDigit != 0 && len(strings.Trim(word, "-")) <= 4
		numbered = numbered || number && (i == at.first || i == at.end-1)
	}
	return numbered
}

// maxList is how many tokens above an item its list is followed to its lead-in.
const maxList = 400

// listedFrom takes in what a list's lead-in says of its items: under "You must
// not:" an item says the opposite of what it says alone. An item with a denial
// of its own says what it says; a "without" denies what follows it in the lead-in
// ("to clear the drain without acid:"). ok is false where a span begins no item.
func (s *search) listedFrom(hit span) (first int, ok bool) {
	at := s.itemStart(hit.first)
	if at < 1 {
		return hit.first, false
	}
	language := s.text.language()
	for k := hit.first; k < min(hit.end, hit.first+maxItem); k++ {
		if language.Class(s.text.word(k)).Has(lexis.Negator) || prohibitive[s.text.word(k)] {
			return hit.first, true
		}
	}
	lead := s.leadEnd(at)
	if lead > 0 && s.turningHead(lead-1) {
		return s.lineStart(lead - 1), true
	}
	for k, from := lead-1, max(0, lead-maxClause); k >= from; k-- {
		if word := s.text.word(k); !withouts[word] && (language.Class(s.text.word(k)).Has(lexis.Negator) || anywhere[word] || prohibitive[word] || s.text.phraseAt(k, leading[:prohibiting]) >= 0) {
			return k, true
		}
		if k < lead && s.text.tokens[k].gap&(clauseEnd|gapBreak) != 0 {
			break
		}
	}
	return hit.first, false
}

// leadEnd returns the first token of the list whose item starts at a token, the
// one behind the list's lead-in; -1 where none is found.
func (s *search) leadEnd(at int) int {
	for k, from := at, max(1, at-maxList); k >= from; k-- {
		if s.text.tokens[k].gap&(gapBreak|gapCell) == 0 {
			continue
		}
		if k == at || s.itemStart(k) == k {
			gap := s.text.gapBefore(k)
			set := blankLine(gap) || s.turningHead(k-1)
			if at = k; strings.ContainsAny(gap, ":：") || s.headAbove(k) || set && s.text.tokens[k].gap&(gapStop|gapAsk) == 0 && !s.itemAbove(k) {
				return at
			}
		}
	}
	return -1
}

// headAbove reports whether the line above token k is a heading, or token k begins
// the first item of a list of HTML.
func (s *search) headAbove(k int) bool {
	if gap := s.text.gapBefore(k); strings.Contains(gap, "<ul") || strings.Contains(gap, "<ol") || strings.Contains(gap, "**\n") {
		return true
	}
	end := int(s.text.tokens[k-1].end)
	before := s.text.original[max(0, end-maxHeadLine):end]
	return strings.HasPrefix(strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " "), "#")
}

// labelledFrom takes in the few words with a colon that take back what is listed
// behind them on the same line: "Not covered: …", "STOPPED: …".
func (s *search) labelledFrom(hit span) int {
	const ends = gapBreak | gapCell | gapStop | gapAsk
	for k := hit.first; k > 0 && k > hit.first-maxClause && s.text.tokens[k].gap&ends == 0; k-- {
		if s.text.tokens[k].gap&gapSemi == 0 {
			continue
		}
		from := k - 1
		for from > 0 && s.text.tokens[from].gap&(clauseEnd|gapBreak|gapOther) == 0 {
			from--
		}
		if !strings.ContainsAny(s.text.gapBefore(k), ":：") || k-from > maxHead {
			break
		}
		if s.turningHead(k - 1) {
			return from
		}
		for i := from; i < k-1; i++ { // a negation at the end is an answer: "it did not: …"
			if word := s.text.word(i); s.text.negator(word) || prohibitive[word] {
				return from
			}
		}
		break
	}
	return hit.first
}

// maxHeadLine bounds the line of a heading, in bytes.
const maxHeadLine = 300

// maxHead is how many words a heading has that is read as a verdict on what stands
// below it.
const maxHead = 3

// turningHead reports whether the line that token k ends is a heading that takes
// back what stands below it: "Removed", "Deprecated".
func (s *search) turningHead(k int) bool {
	from := s.lineStart(k)
	if k-from >= maxHead {
		return false
	}
	for ; from <= k; from++ {
		if takenBack[s.text.word(from)] {
			return true
		}
	}
	return false
}

// lineStart returns the first token of the line that token k is on, or of the
// sentence where that begins later.
func (s *search) lineStart(k int) int {
	from := k
	for from > max(0, k-maxClause) && s.text.tokens[from].gap&(gapBreak|gapCell|gapStop|gapAsk|gapSemi) == 0 {
		from--
	}
	return from
}

// takenBack words head what no longer is, or what something does not extend to.
var takenBack = words(`removed deprecated discontinued withdrawn excluded exclusions obsolete superseded rejected cancelled canceled stopped revoked repealed dropped unsupported ineligible retired
	entfernt veraltet ausgeschlossen ausgenommen ausschlüsse gestrichen eingestellt aufgehoben abgesetzt abgelehnt
	supprimé supprimés supprimées retiré retirés exclu exclus exclusions obsolète obsolètes abrogé arrêté arrêtés
	eliminado eliminados retirado retirados excluido excluidos exclusiones obsoleto obsoletos derogado derogados suspendido suspendidos
	removido removidos excluído excluídos exclusões descontinuado descontinuados revogado revogados suspenso suspensos
	rimosso rimossi escluso esclusi esclusioni deprecato deprecati abrogato abrogati sospeso sospesi
	verwijderd uitgesloten uitsluitingen vervallen gestopt usunięto usunięte wykluczenia wycofane удалено исключения отменено отменены`)

// itemAbove reports whether the line above token k is of an item, too: items
// with blank lines between them.
func (s *search) itemAbove(k int) bool {
	for k--; k > 0; k-- {
		if s.text.tokens[k].gap&gapBreak != 0 {
			return s.itemStart(k) == k
		}
	}
	return false
}

// itemStart returns the token at which the list item begins that begins with
// token i: i itself behind a bullet, the one before it where that numbers the
// item; -1 for none.
func (s *search) itemStart(i int) int {
	switch {
	case i < 1:
		return -1
	case s.text.tokens[i].gap&gapBreak != 0 && s.bulleted(i), s.text.tokens[i].gap&gapCell != 0 && strings.Contains(s.text.gapBefore(i), "<li"):
		return i
	case s.itemNumber(i-1) > 0:
		return i - 1
	case s.itemNumber(i) > 0:
		return i
	}
	return -1
}

// bulleted reports whether a list mark stands in front of token i on its line.
func (s *search) bulleted(i int) bool {
	gap := s.text.gapBefore(i)
	mark := strings.TrimSpace(gap[strings.LastIndexByte(gap, '\n')+1:])
	return mark != "" && mark != "**" && mark != "__" && strings.Trim(mark, "-*+•–·‣◦▪✗✘❌□☐[] ~`_\"'(") == ""
}

// blankLine reports whether a gap holds a blank line.
func blankLine(gap string) bool {
	_, rest, _ := strings.Cut(gap, "\n")
	line, _, more := strings.Cut(rest, "\n")
	return more && strings.TrimSpace(line) == ""
}

// itemNumber returns the number that token i gives a list item, 0 if it is none:
// one or two digits at the start of a line, a point or a bracket, a space.
func (s *search) itemNumber(i int) int {
	token := s.text.tokens[i]
	length := int(token.end - token.start)
	if token.flags&hasDigit == 0 || length > 2 || i > 0 && token.gap&gapBreak == 0 {
		return 0
	}
	if rest := s.text.original[token.end:]; !strings.HasPrefix(rest, ". ") && !strings.HasPrefix(rest, ") ") {
		return 0
	}
	n := 0
	for _, c := range []byte(s.text.raw(i)) {
		if !isDigitByte(c) {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}
