package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// A span that begins where its sentence does reads as a whole statement. If the
// source goes on, without a comma, with what bounds that statement (for whom, when,
// how long, compared with what), the span says more than its source: "the pump may
// be run dry | for no longer than 30 seconds". A span from the middle of a sentence
// shows that it is a part, and may end anywhere.

// boundTo takes in what bounds a span of that sort from behind.
func (s *search) boundTo(hit span) int {
	k := hit.end
	if k >= len(s.text.tokens) || s.newLine(k) || !s.goesOn(k) || !s.atEnd(hit) {
		return k
	}
	if !s.opensStatement(hit.first) && (s.text.tokens[hit.first].gap&gapComma == 0 || s.frontedFrom(hit.first) == hit.first) {
		return k
	}
	if s.boundsAt(hit, k) || objects[s.text.word(k)] && s.denies(hit) {
		return s.clause(k)
	}
	return k
}

// limitTo takes in the limit behind a comma of what such a span says: "theft is
// covered, | up to 400 euros".
func (s *search) limitTo(hit span) int {
	k := hit.end
	if k < len(s.text.tokens) && s.text.tokens[k].gap&gapComma != 0 && !s.newLine(k) && s.atEnd(hit) && s.opensStatement(hit.first) {
		if end := s.text.phraseAt(k, capping); end >= 0 {
			return s.clause(end)
		}
	}
	return k
}

// goesOn reports whether nothing but space stands between token k and the one in
// front of it, and what the snippet itself closes with: "(95% CI 4 to 8) | in …".
func (s *search) goesOn(k int) bool {
	between := s.text.gapBefore(k)
	if s.text.tokens[k].gap&^(gapSpace|gapBreak) != 0 {
		last := s.snippet.tokens[len(s.snippet.tokens)-1]
		closed := strings.TrimSpace(s.snippet.original[last.end:])
		if strings.Trim(closed, ")]`*_") != "" {
			return false
		}
		between = strings.TrimPrefix(between, closed)
	}
	return between != "" && strings.TrimSpace(between) == ""
}

// denies reports whether a span has a negation.
func (s *search) denies(hit span) bool {
	for i := hit.first; i < hit.end; i++ {
		if s.text.language().IsNegator(s.text.word(i)) {
			return true
		}
	}
	return false
}

// objects begin what a denial is limited to: "we will not pay for damage | to fences".
var objects = words("to of against from zu von gegen à de du des contre a del contra di della contro do da tegen przeciwko против")

// opensStatement reports whether token i is the first of a sentence, of a clause
// behind a semicolon or colon, of a cell or a line, be it behind its number.
func (s *search) opensStatement(i int) bool {
	if s.ofDay(i) {
		return false
	}
	if i == 0 || s.text.tokens[i].gap&(gapStop|gapAsk|gapSemi|gapCell) != 0 || s.newLine(i) {
		return true
	}
	return s.text.tokens[i].flags&upperCase != 0 && s.text.tokens[i-1].flags&hasDigit != 0 && s.opensStatement(i-1)
}

// ofDay reports a month behind the number of its day, whose point ends no sentence: am
// 31. März.
func (s *search) ofDay(i int) bool {
	return i > 0 && s.text.tokens[i-1].flags&hasDigit != 0 && len(s.text.word(i-1)) <= 2 && s.text.tokens[i].gap&gapBreak == 0 && s.text.plays(s.text.word(i), lexis.Month)
}

// boundsAt reports whether token k begins what bounds the words in front of it.
// "Über" and "vor" may as well be parts of a German verb, but then the span lacks
// its verb, which separated sees to.
func (s *search) boundsAt(hit span, k int) bool {
	word := s.text.word(k)
	if k+1 < len(s.text.tokens) && universal[s.text.word(k+1)] {
		return false // in every respect
	}
	if placing[word] {
		return s.demands(hit) || s.populated(k+1) || s.ofAll(hit)
	}
	return boundingWords[word] || s.text.language() == lexis.Dutch && word == "als"
}

// placing words say where or when something was as often as what it is limited to:
// they bound a rule, a denial and what was seen in some of those it was looked for in.
var placing = words("in on at im am en dans à au aux nel nella nei nelle nell' em no na nos nas w we op")

// ofAll reports whether a span speaks, near its end, of all there are: "to all pupils
// | in years 1 and 2".
func (s *search) ofAll(hit span) bool {
	for i := hit.end - 2; i >= max(hit.first, hit.end-reach); i-- {
		if universal[s.text.word(i)] {
			return true
		}
	}
	return false
}

// populated reports whether the phrase at token k names whom or what was looked at.
func (s *search) populated(k int) bool {
	for i := k; i < min(k+maxSubject, len(s.text.tokens)) && s.text.tokens[i].gap&clauseEnd == 0; i++ {
		if populations[s.text.word(i)] {
			return true
		}
	}
	return false
}

var populations = words(`patients adults children infants women men people participants subjects volunteers users customers animals mice rats cells cases
	population cohort group subgroup arm analysis trial sample setting
	patienten erwachsenen kindern frauen männern menschen gruppe kohorte fällen
	enfants femmes hommes personnes groupe cas adultes pacientes adultos niños mujeres hombres personas grupo casos menores mayores
	pazienti adulti bambini donne uomini persone gruppo casi crianças mulheres homens pessoas patiënten volwassenen kinderen vrouwen mannen mensen groep gevallen
	pacjentów dzieci dorosłych kobiet mężczyzn`)

// boundingWords are the prepositions and conjunctions of case, place, time, measure
// and comparison. Those of cause, addition and origin (because, and, from) are left
// out: what stands before them holds without them.
var boundingWords = words(`for with without within during before after until till under over above below between among per upon beyond
	throughout when whenever while where wherever once than up amid inside outside unlike who whose whom
	bei für mit ohne während innerhalb binnen vor nach bis unter über zwischen ab seit pro außerhalb gegenüber beim
	chez pour pendant sans avant après jusqu' jusque lors lorsque quand dès depuis selon entre parmi sous durant
	para durante con sin antes después desde hasta tras bajo sobre cuando mientras según ante
	previa previo per durante senza prima dopo entro fino oltre sotto sopra tra fra quando mentre presso
	durante com sem antes após depois até sob entre quando enquanto
	wanneer indien bij voor met zonder tijdens binnen na tot onder boven tussen vanaf zolang terwijl zodra
	jeżeli jeśli gdy kiedy przy po przed do dla bez podczas przez w we
	при после до перед для без под над между если когда пока через
	بعد قبل أثناء خلال عند حتى دون بدون لدى لمدة حين عندما`)
