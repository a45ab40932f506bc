package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// reach is how far in front of a span a negation still governs it, across
// words without content of their own.
const reach = 4

// clauseEnd are the separators no negation reaches across.
const clauseEnd = gapStop | gapAsk | gapSemi | gapComma | gapCell | gapDots

// governedFrom returns the first token of the span once what governs it is
// taken in: a negation, an exception, a prohibition, a doubt, an "only".
func (s *search) governedFrom(hit span) int {
	k := hit.first - 1
	if first, listed := s.listedFrom(hit); listed {
		return first
	}
	if k < 0 || s.newLine(hit.first) {
		return hit.first
	}
	if first := s.labelledFrom(hit); first != hit.first {
		return first
	}
	g := s.text.tokens[hit.first].gap
	if g&gapElision != 0 && s.text.word(k) == "n'" {
		return k
	}
	if g&(clauseEnd&^gapComma) == 0 {
		if from := s.text.phraseBefore(hit.first, unlesses); from >= 0 {
			return from
		}
	}
	if first := s.matrixFrom(hit.first); first != hit.first {
		return first
	}
	if g&clauseEnd == 0 {
		if first := s.besideFrom(hit.first); first != hit.first {
			return first
		}
	}
	if g&(clauseEnd&^gapComma) == 0 && g&gapComma != 0 {
		if first := s.exceptedFrom(hit); first != hit.first {
			return first
		}
		if first := s.conditionFrom(hit); first != hit.first {
			return first
		}
	}
	if from := s.withheldFrom(hit); from != hit.first {
		return from
	}
	if first := s.onlyThenFrom(hit); first != hit.first {
		return first
	}
	return s.negatedFrom(hit.first)
}

// exceptedFrom takes in a clause that opens the sentence with an exception and
// ends right in front of a span, "unless …, the fee is due", or says without what
// something is forbidden or demanded: "without consent, no data may be sold".
func (s *search) exceptedFrom(hit span) int {
	first := hit.first
	for k := first - 1; k >= 0 && k > first-maxClause; k-- {
		opens := s.opensStatement(k) || s.setOff(k)
		if !opens && s.text.tokens[k].gap&clauseEnd == 0 {
			continue
		}
		if s.pretends(first) && s.text.phraseBefore(first, excepting) >= 0 {
			return k // 乙は、…場合を除き、…
		}
		if opens && (s.text.plays(s.text.word(k), lexis.Exception) || s.text.phraseBefore(first, excepting) >= 0 ||
			(withouts[s.text.word(k)] || s.text.phraseAt(k, failing) >= 0) && s.demands(hit)) {
			return k
		}
		break
	}
	return first
}

// setOff reports whether token i of a script without spaces stands behind one, as
// the text of a numbered article does: 第九条　未经同意.
func (s *search) setOff(i int) bool {
	return i > 0 && s.text.tokens[i].flags&unspaced != 0 && s.text.tokens[i].gap == gapSpace
}

// besideFrom looks for what governs a span only from right in front of it.
func (s *search) besideFrom(first int) int {
	k := first - 1
	word := s.text.word(k)
	switch {
	case restrictive[word], doubting[word], mights[word] && s.text.tokens[k].flags&upperCase == 0, partitive[s.text.word(first)] && (scarce[word] || s.text.plays(word, lexis.NumberWord)):
		return k
	case s.text.plays(word, lexis.Approximate) && s.opensAmount(first):
		return k // almost all
	}
	if from := s.sayingFrom(first); from != first {
		return from
	}
	if from := s.leadFrom(first); from >= 0 {
		return from
	}
	if s.numeric(first) {
		return s.partitive(first)
	}
	return first
}

// opensAmount reports whether a span begins with a quantifier or a number word, be
// it behind an article: "all", "la mitad".
func (s *search) opensAmount(first int) bool {
	const amount = lexis.Quantifier | lexis.NumberWord
	word := s.text.word(first)
	if first+1 < len(s.text.tokens) && s.text.plays(word, lexis.Stop) && !s.text.plays(word, amount) {
		word = s.text.word(first + 1)
	}
	return s.text.plays(word, amount|lexis.OrdinalWord)
}

// leadFrom looks for a phrase that governs a span from right in front of it,
// and returns its first token, or -1.
func (s *search) leadFrom(first int) int {
	if s.numeric(first) || first+1 < len(s.text.tokens) && s.text.plays(s.text.word(first), lexis.Stop) && s.numeric(first+1) || s.opensAmount(first) {
		if from := s.text.phraseBefore(first, comparing); from >= 0 {
			return from
		}
	}
	if s.text.tokens[first-1].flags&unspaced != 0 {
		for _, phrases := range [][]string{leading, failing} {
			if from := s.text.phraseBefore(first, phrases); from >= 0 {
				return from
			}
		}
		if from := s.text.phraseBefore(first, lacking); from > 1 && s.text.word(from-1) >= "一" {
			return from - 2 // 許可なく
		}
		return s.cutPhrase(first)
	}
	if from := s.text.phraseBefore(first, denying); from >= 0 {
		return from
	}
	if first+1 == len(s.text.tokens) {
		return -1
	}
	if from := s.text.phraseBefore(first+1, denying); from < first {
		return from // the plan | to close the pool
	}
	return -1
}

// cutPhrase returns the first token of a governing phrase that a span of a script
// without spaces begins in the middle of, or -1.
func (s *search) cutPhrase(first int) int {
	if first+1 >= len(s.text.tokens) || s.text.tokens[first].gap != 0 || s.text.tokens[first].flags&unspaced == 0 {
		return -1
	}
	for _, phrases := range [][]string{leading, comparing, failing} {
		if from := s.text.phraseBefore(first+1, phrases); from >= 0 && from < first {
			return from
		}
	}
	return -1
}

// partitive takes in the number in front of "of the three".
func (s *search) partitive(first int) int {
	for k := first - 1; k > 0 && k >= first-2; k-- {
		word := s.text.word(k)
		if s.text.tokens[k].gap&clauseEnd != 0 || !s.text.plays(word, lexis.Stop) {
			break
		}
		if partitive[word] && s.counts(k-1) {
			return k - 1
		}
	}
	return first
}

// counts reports whether token i says how many: a number word, a quantifier, a
// small number in digits.
func (s *search) counts(i int) bool {
	return s.text.plays(s.text.word(i), lexis.NumberWord|lexis.Quantifier|lexis.Negator) || s.text.tokens[i].flags&hasDigit != 0 && len(s.text.word(i)) < 4
}

// withheldFrom takes in, in German, the clause in front of an infinitive that says that
// it is not, or only said to be: "es ist verboten, | das Tor zu öffnen", "er gab an, |
// die Tabletten zu nehmen".
func (s *search) withheldFrom(hit span) int {
	const within = 8 // tokens
	first := hit.first
	if s.text.tokens[first].gap&(clauseEnd&^gapComma) != 0 || s.text.language() != lexis.German || !s.infinitive(hit) {
		return first
	}
	for k := first - 1; k >= max(0, first-within) && (k+1 == first || s.text.tokens[k+1].gap&clauseEnd == 0); k-- {
		if word := s.text.word(k); prohibitive[word] || withholding[word] || word == "gab" && s.text.word(first-1) == "an" {
			return k
		}
	}
	return first
}

// withholding are the verbs by which German says of an infinitive that it is not so,
// or not yet.
var withholding = words(`weigert weigern weigerte weigerten versäumt versäumte versäumten unterließ unterließen unterlassen verzichtet verzichtete verzichteten
	droht drohte drohten behauptet behauptete behaupteten beabsichtigt beabsichtigte plant plante planten erwägt erwog leugnet leugnete bestreitet bestritt vermeidet vermied`)

// infinitive reports whether a span holds an infinitive with "zu", which may be in
// the middle of the verb: "zu nehmen", "einzunehmen".
func (s *search) infinitive(hit span) bool {
	for i := hit.first; i < hit.end; i++ {
		word := s.text.word(i)
		if prefix, verb, inside := strings.Cut(word, "zu"); word == "zu" || inside && separable[prefix] && strings.HasSuffix(verb, "n") {
			return true
		}
	}
	return false
}

// negatedFrom looks for a negation a few words in front of a span.
func (s *search) negatedFrom(first int) int {
	for k := first - 1; k >= 0 && k >= first-reach; k-- {
		if s.text.tokens[k+1].gap&clauseEnd != 0 {
			break
		}
		word := s.text.word(k)
		if s.negates(word) || prohibitive[word] {
			return k
		}
		if !between(word) && !s.text.plays(word, lexis.Stop|lexis.Auxiliary|lexis.Modal|lexis.Approximate) {
			break
		}
	}
	return first
}

// between reports whether a word may stand between a negation and what it
// negates: an adverb, a noun of a set phrase, a letter of "no e/o", or a Chinese particle.
func between(word string) bool {
	return strings.HasSuffix(word, "ly") && len(word) > 4 || casual[word] ||
		strings.Contains(" e o serão serán saranno seront 得 能 会 會 可 是 应 應 该 該 曾 再 太 很 要 想 有 法 允 许 yet ever any evidence true ", " "+word+" ")
}
