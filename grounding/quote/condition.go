package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// conditionTo takes in the clause behind the end of the snippet that says on what
// condition it holds. Where a comma or a word of more than one sense leaves that
// open, a full stop that the snippet puts in its place decides; so it does for a
// clause that says how long what is forbidden or demanded is to last.
func (s *search) conditionTo(hit span) int {
	k := hit.end
	if s.text.tokens[k].gap&clauseEnd == 0 && (s.onlyIf(k) || s.onlyThen(hit)) {
		return s.clause(k + 1)
	}
	word, g := s.text.word(k), s.text.tokens[k].gap
	if g&(clauseEnd&^gapComma) != 0 || !s.atEnd(hit) {
		return hit.end
	}
	comma := g&gapComma != 0 && s.text.language() != lexis.German
	switch {
	case s.surelyIf(word) && (!comma || s.permits(hit)), s.fitting(k) && !comma, limiting[word] && !comma && s.permits(hit),
		s.provides(k), s.text.phraseAt(k, onces) >= 0 && (s.endsSentence() || s.demands(hit)),
		s.endsSentence() && (ifs[word] || s.elidedIf(k) || whiles[word] && s.demands(hit) || comma && s.text.phraseAt(k, sinces) >= 0):
		return s.clause(k)
	}
	return hit.end
}

// limiting words bind what a span demands or allows to a case, a place or a time:
// "we may go on | where we show good cause".
var limiting = words("where wherever wenn soweit solange")

// provides reports a "provided" behind a comma that nothing is provided by: "you
// may bathe, provided the cut is dry".
func (s *search) provides(k int) bool {
	word := s.text.word(k)
	return s.text.tokens[k].gap&gapComma != 0 && (word == "provided" || word == "providing") &&
		k+1 < len(s.text.tokens) && !providers[s.text.word(k+1)]
}

// providers follow a "provided" that is a participle.
var providers = words("by in for to with at on under from as")

// permits reports whether a span demands or allows something, or forbids it in
// German, where "wenn" behind its comma is no other word.
func (s *search) permits(hit span) bool {
	if s.text.language() == lexis.German {
		return s.demands(hit)
	}
	for i := hit.first; i < hit.end; i++ {
		if permissive[s.text.word(i)] {
			return true
		}
	}
	return false
}

// permissive are the modal verbs of rules.
var permissive = words("may must shall should can")

// fitting reports a clause of two words at token k that leaves what stands before
// it to the case: "where practicable", "if any".
func (s *search) fitting(k int) bool {
	if !fits[s.text.word(k)] || k+1 >= len(s.text.tokens) || s.text.tokens[k+1].gap&clauseEnd != 0 {
		return false
	}
	ends := k+2 == len(s.text.tokens) || s.text.tokens[k+2].gap&(clauseEnd|gapBreak) != 0
	return ends && !s.text.plays(s.text.word(k+1), lexis.Stop)
}

// fits begin such a clause.
var fits = words("where when wherever whenever if wo wenn soweit falls")

// nots are the negations that deny what follows them.
var nots = words("not never nicht kein keine keinen keinem keiner keines non não niet geen не ни لا لم لن ليس")

// openNegation takes in what a negation at the very end of a span denies: "the
// board has not | unanimously agreed".
func (s *search) openNegation(hit span) int {
	k := hit.end
	if s.text.tokens[k].gap&(clauseEnd|gapBreak) == 0 && s.atEnd(hit) && nots[s.text.word(k-1)] {
		return s.clause(k)
	}
	return k
}

// openException reports an exception at the end of a span that its source goes on
// to narrow: "except for damage | caused by the owner".
func (s *search) openException(hit span) bool {
	if coordinating[s.text.word(hit.end)] {
		return false
	}
	for i := hit.end - 1; i >= max(hit.first, hit.end-reach); i-- {
		if word := s.text.word(i); word != "save" && s.text.plays(word, lexis.Exception) {
			return true
		}
		if s.text.tokens[i].gap&clauseEnd != 0 {
			break
		}
	}
	return false
}

// coordinating words add to what stands before them.
var coordinating = words("and or und oder et ou y e o")

// openScope reports an "all" or "any" at the end of a span whose relative clause
// follows without a comma: "we replace any part | that proves defective".
func (s *search) openScope(hit span) bool {
	if !relating[s.text.word(hit.end)] {
		return false
	}
	for i := hit.end - 1; i >= max(hit.first, hit.end-reach); i-- {
		if universal[s.text.word(i)] && i+1 < hit.end {
			return true
		}
		if s.text.tokens[i].gap&clauseEnd != 0 {
			break
		}
	}
	return false
}

// universal words say that something holds of all there are, relating words begin
// the clause that says of which.
var (
	universal = words("all any every each")
	relating  = words("that who whose which whom")
)

// conditionFrom takes in the clause in front of a span that opens the sentence
// with a condition, or with the time of what is demanded: "if approved, | the fee is
// waived". What holds in one case only is not stated by itself, also where the span
// shows that it is a part.
func (s *search) conditionFrom(hit span) int {
	first := hit.first
	if s.text.tokens[first].gap&gapComma == 0 {
		return first
	}
	for k := first - 1; k >= 0 && k > first-maxClause; k-- {
		opens := s.opensStatement(k)
		if !opens && (s.text.tokens[k].gap&clauseEnd == 0 || s.ofDay(k)) {
			continue
		}
		if s.text.phraseAt(k, courtesies) >= 0 {
			break
		}
		if s.text.phraseBefore(first, closers) >= 0 || opens && thens[s.text.word(first)] || opens && (s.surelyIf(s.text.word(k)) || supposing[s.text.word(k)] || inverted[s.text.word(k)] || s.asksFirst(k) || s.text.phraseAt(k, openers) >= 0 || whiles[s.text.word(k)] && s.demands(hit)) {
			return k
		}
		break
	}
	return first
}

// asksFirst reports a clause of German or Dutch that begins with its verb, in front of
// another one: "wird er nicht gezahlt, ruht das Stimmrecht".
func (s *search) asksFirst(k int) bool {
	language := s.text.language()
	return (language == lexis.German || language == lexis.Dutch) && s.verb(k)
}

// Binds reports whether a folded word says in what case, at what time or with what
// exception something holds, or that it no longer does.
func Binds(word string) bool {
	return ifs[word] || sureIfs[word] || supposing[word] || whiles[word] || restrictive[word] || withouts[word] || takenBack[word] || moreBinding[word]
}

// binding reports whether a span binds what stands in front of it: by an "only" or an
// "if", and a rule by its time as well.
func (s *search) binding(part span, rule bool) bool {
	for i := part.first; i < part.end; i++ {
		if word := s.text.word(i); restrictive[word] || supposing[word] || s.surelyIf(word) || rule && Binds(word) {
			return true
		}
	}
	return false
}

// moreBinding are further words of that sort, which a claim may use for those of its source.
var moreBinding = words(`provided denied denies whether ob before after during upon whenever throughout nachdem pendant après después dopo depois tijdens`)

// courtesies open a sentence like a condition and bind nothing: "if you have any
// questions, call 4411".
var courtesies = []string{"ifyouhaveany", "ifyouhavequestions", "ifyouhaveaquestion", "ifyouhavefurther", "ifyouneed", "ifyouwant", "ifyouwish", "ifyouwould", "ifyou'dlike", "ifyouprefer", "ifindoubt",
	"wennsiefragen", "fallssiefragen", "solltensiefragen", "wennsiehilfe", "sivousavezdesquestions", "sivoussouhaitez", "sivousvoulez", "sivousavezbesoin", "encasdequestion", "sitienepreguntas", "sitienealguna", "sitienedudas", "sidesea", "sinecesita",
	"sehaidomande", "sehabisogno", "sedesidera", "setiverdúvidas", "casotenhadúvidas", "sedesejar", "alsuvragen", "indienuvragen", "如有疑问", "如有任何"}

// thens begin what a condition in front of them leads to.
var thens = words("then dann dan")

// inverted are verbs that open a condition without an "if": "should it rain, …".
var inverted = words("should had were sollte sollten")

// onlyThenFrom takes in the 只有 in front of a span of Chinese that has its 才:
// without it, what is granted in one case only looks granted.
func (s *search) onlyThenFrom(hit span) int {
	if s.text.tokens[hit.first].gap != 0 || s.text.language() != lexis.Chinese || !strings.Contains(s.text.characters(hit), "才") {
		return hit.first
	}
	for k := hit.first - 1; k >= 0 && k > hit.first-maxClause && s.text.tokens[k+1].gap == 0; k-- {
		if s.text.phraseAt(k, onlyThese) >= 0 {
			return k
		}
	}
	return hit.first
}

// onlyThese begin the one case that 才 goes with.
var onlyThese = []string{"只有", "唯有"}

// onlyIf reports an "only" at token k that a clause behind a comma completes: the
// tenant pays only, so far as ….
func (s *search) onlyIf(k int) bool {
	return restrictive[s.text.word(k)] && k+1 < len(s.text.tokens) && s.text.tokens[k+1].gap&gapComma != 0
}

// onlyThen reports a French "ne" in a span whose "que" stands behind it: without
// that, what is limited looks denied or stated.
func (s *search) onlyThen(hit span) bool {
	if word := s.text.word(hit.end); word != "que" && word != "qu'" || s.text.language() != lexis.French {
		return false
	}
	open := false
	for i := hit.first; i < hit.end; i++ {
		switch word := s.text.word(i); {
		case word == "ne" || word == "n'":
			open = true
		case open && word != "ni" && s.text.negator(word):
			open = false
		}
	}
	return open
}

// elidedIf reports a French "s'il" at token k.
func (s *search) elidedIf(k int) bool {
	return s.text.word(k) == "s'" && k+1 < len(s.text.tokens) && strings.HasPrefix(s.text.word(k+1), "il")
}

// atEnd reports whether a span is the end of the snippet, whose last word may be
// divided on one of both sides.
func (s *search) atEnd(hit span) bool {
	return strings.HasSuffix(s.snippet.folded, s.text.word(hit.end-1)) ||
		strings.HasSuffix(s.text.characters(hit), s.snippet.word(len(s.snippet.tokens)-1))
}

// surelyIf reports a word for "if" that is no other word in its language.
func (s *search) surelyIf(word string) bool {
	switch word {
	case "wenn":
		return s.text.language() == lexis.German
	case "si":
		return s.text.language() == lexis.French || s.text.language() == lexis.Spanish
	case "se":
		return s.text.language() == lexis.Italian
	}
	return sureIfs[word]
}

// demands reports whether a span forbids or demands something. "May" is a month.
func (s *search) demands(hit span) bool {
	for i := hit.first; i < hit.end; i++ {
		if word := s.text.word(i); prohibitive[word] || s.text.negator(word) || s.text.plays(word, lexis.Modal) && !(mights[word] && s.text.tokens[i].flags&upperCase != 0) {
			return true
		}
	}
	return false
}
