package quote

import (
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// governedTo returns the token behind the span once what governs it from behind
// is taken in, with its clause.
func (s *search) governedTo(hit span) int {
	k := hit.end
	if k >= len(s.text.tokens) {
		return hit.end
	}
	g := s.text.tokens[k].gap
	ends := g&(gapStop|gapAsk|gapCell|gapDots) != 0 && g&(gapStop|gapComma) != gapStop|gapComma // "a.s., mits"
	if ends || s.newLine(k) {
		return hit.end
	}
	if end := s.text.phraseAt(k, conditions); end >= 0 {
		return s.clause(end)
	}
	if end := s.excludedTo(k); end != k {
		return end
	}
	if end := s.conditionTo(hit); end != k {
		return end
	}
	if end := s.openNegation(hit); end != k {
		return end
	}
	if g&(clauseEnd|gapBreak) == 0 && s.atEnd(hit) && (s.openException(hit) || s.openScope(hit)) {
		return s.clause(k)
	}
	if g&clauseEnd == 0 {
		if end := s.besideTo(hit); end != hit.end {
			return end
		}
	}
	if adversative[s.text.word(k)] && k+1 < len(s.text.tokens) && s.text.tokens[k+1].gap&clauseEnd == 0 {
		k++
	}
	word := s.text.word(k)
	negation := s.text.negator(word) || anywhere[word]
	limit := k > hit.end && restrictive[word]                                   // but only so far as …
	alone := k+1 == len(s.text.tokens) || s.text.tokens[k+1].gap&clauseEnd != 0 // "the other — not"
	if limit || negation && (g&(gapComma|gapSemi|gapDash|gapBreak) == 0 || k > hit.end || alone && g&(gapSemi|gapBreak) == 0) ||
		s.text.plays(word, lexis.Exception) {
		return s.clause(k)
	}
	return hit.end
}

// excludedTo takes in a bracket or a clause behind a span of Chinese or Japanese
// that takes something out of it: 18歳以上（学生を除く）.
func (s *search) excludedTo(k int) int {
	if k == 0 || s.text.tokens[k].flags&unspaced == 0 {
		return k
	}
	if end := s.clause(k); s.text.tokens[k].gap&gapComma != 0 && strings.HasSuffix(s.text.characters(span{k, end}), "除外") {
		return end // …，但法律另有规定的除外
	}
	if !strings.HasSuffix(s.text.gapBefore(k), "（") && !strings.HasSuffix(s.text.gapBefore(k), "(") {
		return k
	}
	end := s.clause(k)
	for i := k + 1; i < end; i++ {
		if s.text.tokens[i].gap&gapOther != 0 {
			end = i
		}
	}
	if strings.Contains(s.text.characters(span{k, end}), "除") {
		return end
	}
	return k
}

// besideTo looks for what governs a span only from right behind it.
func (s *search) besideTo(hit span) int {
	k := hit.end
	if s.text.tokens[k].flags&unspaced != 0 && s.text.language() == lexis.Japanese {
		if end := s.japaneseEnd(k); end != k {
			return end
		}
		if end := s.deniedTopic(k); end != k {
			return end
		}
	}
	if end := s.separated(k); end != k {
		return end
	}
	if end := s.text.phraseAt(k, trailing); end >= 0 {
		return s.clause(end - 1)
	}
	if end := s.bounded(hit); end != k {
		return end
	}
	switch word := s.text.word(k); {
	case s.text.tokens[k].gap == 0 && s.text.tokens[k].flags&s.text.tokens[k-1].flags&unspaced != 0 && s.endsSentence():
		return s.clause(k) // a full stop in the middle of a word, as far as one can tell
	case restrictive[word] && s.text.tokens[k].flags&unspaced == 0 && k+1 < len(s.text.tokens) && s.text.tokens[k+1].gap&clauseEnd == 0:
		return s.clause(k) // only for good cause
	case word == "only" && (k+1 == len(s.text.tokens) || s.text.tokens[k+1].gap&clauseEnd != 0):
		return k + 1 // for adults only
	}
	return k
}

// bounded takes in what makes a bound of the number at the end of a span ("or
// more", "at least"), and the number's unit.
func (s *search) bounded(hit span) int {
	last, k := hit.end-1, hit.end
	if s.text.tokens[last].flags&hasDigit != 0 && utf8.RuneCountInString(s.text.word(k)) > 1 && s.text.tokens[k].gap&^gapSpace == 0 && lexis.IsUnitSymbol(s.text.raw(k)) {
		return k + 1
	}
	for i := last; i >= hit.first && i > last-5; i-- {
		if !s.numeric(i) {
			continue
		}
		if i > hit.first && s.ranges(i, k) {
			return min(s.clause(k), k+4)
		}
		if end := s.text.phraseAt(k, bounding); end >= 0 {
			return end
		}
		if k+1 < len(s.text.tokens) && s.text.tokens[k+1].gap&clauseEnd == 0 && alternative[s.text.word(k)] &&
			s.text.plays(s.text.word(k+1), lexis.Comparative) {
			return k + 2
		}
	}
	return k
}

// ranges reports whether the number at token i opens a range that token k goes on
// with: between $300 million | and $350 million.
func (s *search) ranges(i, k int) bool {
	for from := i - 1; from >= max(0, i-2); from-- {
		if word := s.text.word(k); betweens[s.text.word(from)] && (joins[word] || word == "und" || word == "en" || word == "و") {
			return k+1 < len(s.text.tokens) && s.amount(k+1)
		}
	}
	return false
}

// betweens open a range of numbers.
var betweens = words("between zwischen entre tra fra tussen между بين")

// alternative are the words for "or" and, in Russian, "and".
var alternative = words("or oder ou o u of или и أو او")

// endsSentence reports whether the snippet closes with a full stop.
func (s *search) endsSentence() bool {
	end := strings.TrimRight(s.snippet.original, " \n”」』»\"'")
	return strings.HasSuffix(end, "。") || strings.HasSuffix(end, ".") && !strings.HasSuffix(end, "..")
}

// adversative are the words for "but" and "if": a negation behind them still
// limits what stands before them.
var adversative = words("but if aber mais pero ma mas maar но а لكن ولكن 但 但是")

// maxClause bounds how far a span is extended, in tokens.
const maxClause = 40

// clause returns the token behind the clause that token k is in.
func (s *search) clause(k int) int {
	if k >= len(s.text.tokens) {
		return len(s.text.tokens)
	}
	end := k + 1
	for end < len(s.text.tokens) && end-k < maxClause && s.text.tokens[end].gap&(gapStop|gapAsk|gapSemi|gapCell|gapComma) == 0 {
		end++
	}
	return end
}

// japaneseEnds are the endings that negate the verb in front of them.
var japaneseEnds = []string{"ない", "ません", "なかった", "なく", "ず", "ぬ", "ざる", "まい", "ではない", "じゃない", "ではありません", "を除", "以外", "ければなら", "ければなり"}

// japaneseEnd takes in a negating ending that follows at once or behind a few
// kana of the verb.
func (s *search) japaneseEnd(end int) int {
	rest := ""
	stop := end
	for stop < len(s.text.tokens) && stop-end < 10 && (stop == end || s.text.tokens[stop].gap == 0) {
		stop++
	}
	if stop > end && s.text.tokens[end].gap == 0 {
		rest = s.text.folded[s.text.tokens[end].at:s.text.foldedEnd(stop-1)]
	}
	for skip := 0; skip < 4 && rest != ""; skip++ {
		for _, ending := range japaneseEnds {
			if strings.HasPrefix(rest, ending) {
				return s.clause(end)
			}
		}
		r, size := utf8.DecodeRuneInString(rest)
		if r < 'ぁ' || r > 'ん' {
			break
		}
		rest = rest[size:]
	}
	return end
}
