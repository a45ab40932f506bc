package match

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
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
	if k < 0 || s.newLine(hit.first) {
		return hit.first
	}
	g := s.text.tokens[hit.first].gap
	if g&gapElision != 0 && s.text.word(k) == "n'" {
		return k
	}
	if g&clauseEnd == 0 {
		if first := s.besideFrom(hit.first); first != hit.first {
			return first
		}
	}
	if g&(clauseEnd&^gapComma) == 0 && g&gapComma != 0 {
		if first := s.exceptedFrom(hit.first); first != hit.first {
			return first
		}
	}
	if s.text.language() == lexis.German && prohibitive[s.text.word(k)] && g&(clauseEnd&^gapComma) == 0 && s.infinitive(hit) {
		return k // es ist verboten, das Tor zu öffnen
	}
	return s.negatedFrom(hit.first)
}

// exceptedFrom takes in a clause that opens the sentence with an exception and
// ends right in front of a span: "unless …, the fee is due".
func (s *search) exceptedFrom(first int) int {
	for k := first - 1; k >= 0 && k > first-maxClause; k-- {
		if k > 0 && s.text.tokens[k].gap&clauseEnd == 0 {
			continue
		}
		opens := k == 0 || s.text.tokens[k].gap&(gapStop|gapAsk|gapCell) != 0
		if opens && (s.text.class(k, s.text.language()).Has(lexis.Exception) || s.text.phraseBefore(first, excepting) >= 0) {
			return k
		}
		break
	}
	return first
}

// besideFrom looks for what governs a span only from right in front of it.
func (s *search) besideFrom(first int) int {
	k := first - 1
	word, language := s.text.word(k), s.text.language()
	switch {
	case restrictive[word], doubting[word]:
		return k
	case language.Class(word).Has(lexis.Approximate) && language.Class(s.text.word(first)).Has(lexis.Quantifier|lexis.NumberWord):
		return k // almost all
	}
	if from := s.leadFrom(first); from >= 0 {
		return from
	}
	if s.numeric(first) {
		return s.partitive(first)
	}
	return first
}

// leadFrom looks for a phrase that governs a span from right in front of it,
// and returns its first token, or -1.
func (s *search) leadFrom(first int) int {
	if s.numeric(first) || first+1 < len(s.text.tokens) && s.text.language().IsStop(s.text.word(first)) && s.numeric(first+1) {
		if from := s.text.phraseBefore(first, comparing); from >= 0 {
			return from
		}
	}
	if s.text.tokens[first-1].flags&unspaced != 0 {
		return s.text.phraseBefore(first, leading)
	}
	return s.text.phraseBefore(first, denying)
}

// partitive takes in the number in front of "of the three".
func (s *search) partitive(first int) int {
	for k := first - 1; k > 0 && k >= first-2; k-- {
		word := s.text.word(k)
		if s.text.tokens[k].gap&clauseEnd != 0 || !s.text.language().IsStop(word) {
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
	class := s.text.language().Class(s.text.word(i))
	return class.Has(lexis.NumberWord|lexis.Quantifier|lexis.Negator) || s.text.tokens[i].flags&hasDigit != 0 && len(s.text.word(i)) < 4
}

// infinitive reports whether a span of German holds an infinitive with "zu".
func (s *search) infinitive(hit span) bool {
	for i := hit.first; i < hit.end; i++ {
		if s.text.word(i) == "zu" {
			return true
		}
	}
	return false
}

// negatedFrom looks for a negation a few words in front of a span.
func (s *search) negatedFrom(first int) int {
	language := s.text.language()
	for k := first - 1; k >= 0 && k >= first-reach; k-- {
		if s.text.tokens[k+1].gap&clauseEnd != 0 {
			break
		}
		word := s.text.word(k)
		if s.negates(word) || prohibitive[word] {
			return k
		}
		if !language.Class(word).Has(lexis.Stop|lexis.Auxiliary|lexis.Modal|lexis.Approximate) && !between(word) {
			break
		}
	}
	return first
}

// between reports whether a word may stand between a negation and what it
// negates: an adverb, a noun of a set phrase, or a Chinese particle.
func between(word string) bool {
	return strings.HasSuffix(word, "ly") && len(word) > 4 || casual[word] ||
		strings.Contains(" 得 能 会 會 可 是 应 應 该 該 曾 再 太 很 要 想 有 法 允 许 yet ever any evidence true ", " "+word+" ")
}

// newLine reports whether token i begins a line with a capital, as a heading or
// a new sentence does.
func (s *search) newLine(i int) bool {
	return s.text.tokens[i].gap&gapBreak != 0 && s.text.tokens[i].flags&upperCase != 0
}

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
	if g&clauseEnd == 0 {
		if end := s.besideTo(hit); end != hit.end {
			return end
		}
	}
	if adversative[s.text.word(k)] && k+1 < len(s.text.tokens) && s.text.tokens[k+1].gap&clauseEnd == 0 {
		k++
	}
	word := s.text.word(k)
	negation := s.text.language().IsNegator(word) || anywhere[word]
	alone := k+1 == len(s.text.tokens) || s.text.tokens[k+1].gap&clauseEnd != 0 // "the other — not"
	if negation && (g&(gapComma|gapSemi|gapDash|gapBreak) == 0 || k > hit.end || alone && g&(gapSemi|gapBreak) == 0) ||
		s.text.language().Class(word).Has(lexis.Exception) {
		return s.clause(k)
	}
	return hit.end
}

// excludedTo takes in a bracket behind a span of Chinese or Japanese that takes
// something out of it: 18歳以上（学生を除く）.
func (s *search) excludedTo(k int) int {
	if k == 0 || s.text.tokens[k].flags&unspaced == 0 || !strings.HasSuffix(s.text.gapBefore(k), "（") && !strings.HasSuffix(s.text.gapBefore(k), "(") {
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
	if s.text.language() == lexis.Japanese {
		if end := s.japaneseEnd(k); end != k {
			return end
		}
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
	case word == "only" && (k+1 == len(s.text.tokens) || s.text.tokens[k+1].gap&clauseEnd != 0):
		return k + 1 // for adults only
	case ifs[word] && s.endsSentence():
		return s.clause(k)
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
		if end := s.text.phraseAt(k, bounding); end >= 0 {
			return end
		}
		language := s.text.language()
		if k+1 < len(s.text.tokens) && s.text.tokens[k+1].gap&clauseEnd == 0 && alternative[s.text.word(k)] &&
			language.Class(s.text.word(k+1)).Has(lexis.Comparative) {
			return k + 2
		}
	}
	return k
}

// alternative are the words for "or" and, in Russian, "and".
var alternative = words("or oder ou o u of или и أو او")

// endsSentence reports whether the snippet closes with a full stop.
func (s *search) endsSentence() bool {
	end := strings.TrimRight(s.snippet.original, " \n”」』»\"'")
	return strings.HasSuffix(end, "。") || strings.HasSuffix(end, ".") && !strings.HasSuffix(end, "..")
}

// adversative are the words for "but" and "if": a negation behind them still
// limits what stands before them.
var adversative = words("but if aber mais pero ma mas maar но а لكن ولكن")

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
var japaneseEnds = []string{"ない", "ません", "なかった", "なく", "ず", "ぬ", "ざる", "まい", "ではない", "じゃない", "ではありません", "を除", "以外"}

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
