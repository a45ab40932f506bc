package quote

import (
	"fmt"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// severity orders what can be found against a place.
type severity uint8

const (
	same    severity = iota
	loose            // fine in fuzzy mode
	drifted          // not these words, but nothing that decides the meaning
	changed          // the meaning may differ
)

// finding is one thing found, with both readings.
type finding struct {
	severity severity
	detail   string
}

// worse returns the graver of two findings, the first if they are alike.
func worse(a, b finding) finding {
	if b.severity > a.severity {
		return b
	}
	return a
}

// differs words a finding.
func differs(level severity, source, snippet string) finding {
	return finding{level, fmt.Sprintf("the source says %s, the snippet %s", clip(source), clip(snippet))}
}

// maxReading bounds a reading in a detail, in bytes.
const maxReading = 80

// clip shortens a reading and names the empty one.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return "nothing there"
	}
	if len(s) <= maxReading {
		return s
	}
	cut := maxReading
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// inspect walks over the tokens of a hit and of the snippet side by side. Their
// folded characters are the same; where the tokens begin, what separates them
// and what folding hid may differ.
func (s *search) inspect(hit span, sn *Text) finding {
	return s.walk(hit, sn, span{0, len(sn.tokens)})
}

// walk does the same for a part of the snippet.
func (s *search) walk(hit span, sn *Text, part span) finding {
	var found finding
	i, j := hit.first, part.first
	base, origin := int(s.text.tokens[i].at), int(sn.tokens[j].at)
	aligned := true
	for found.severity < changed {
		sourceEnd, snippetEnd := s.text.foldedEnd(i)-base, sn.foldedEnd(j)-origin
		if aligned && sourceEnd == snippetEnd {
			found = worse(found, s.token(i, j, sn))
		}
		switch {
		case sourceEnd == snippetEnd:
			i, j, aligned = i+1, j+1, true
			if i >= hit.end || j >= part.end {
				return found
			}
			found = worse(found, s.between(i, j, sn))
			found = worse(found, s.acrossRows(hit, i, sn.tokens[j].gap))
		case sourceEnd < snippetEnd:
			i, aligned = i+1, false
			found = worse(found, s.seam(s.text, i, sn.word(j), true))
		default:
			j, aligned = j+1, false
			found = worse(found, s.seam(sn, j, s.text.word(i), false))
		}
		if i >= hit.end || j >= part.end {
			return found
		}
	}
	return found
}

// between compares what separates a token from the one before it, in the
// source and in the snippet.
func (s *search) between(i, j int, sn *Text) finding {
	g, h := s.text.tokens[i].gap, sn.tokens[j].gap
	if found := s.marks(i, j, sn); found.severity != same {
		return found
	}
	if g == h && g&(gapOther|gapCell) == 0 {
		return finding{}
	}
	if (g|h)&gapCell != 0 && (g|h)&gapBreak == 0 {
		if found := s.cells(i, j, sn); found.severity != same {
			return found
		}
	}
	if (g|h)&gapOther != 0 {
		if found := s.signsBetween(i, j, sn); found.severity != same {
			return found
		}
	}
	if s.text.tokens[i].flags&s.text.tokens[i-1].flags&hasDigit != 0 {
		return s.betweenNumbers(i, j, sn)
	}
	const clause = gapStop | gapAsk | gapComma | gapSemi
	if (s.text.tokens[i].flags|s.text.tokens[i-1].flags)&(unspaced|symbol) != 0 && !s.amountEnds(i) &&
		((g&clause == 0) != (h&clause == 0) || (g^h)&(gapStop|gapAsk) != 0) && (g|h)&(gapBreak|gapCell) == 0 {
		return differs(drifted, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	if g^h == gapDash && s.text.folded[s.text.tokens[i].at] == '-' {
		return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	if (g^h)&gapSlash != 0 {
		return differs(drifted, s.quote(s.text, i-1, i), s.quote(sn, j-1, j)) // mg/kg, mg kg
	}
	return s.punctuation(i, j, sn)
}

// signsBetween compares the signs between two tokens that state something
// though they are no tokens: brackets that only the snippet has, and the primes
// of feet and inches behind a number.
func (s *search) signsBetween(i, j int, sn *Text) finding {
	source, snippet := s.text.gapBefore(i), sn.gapBefore(j)
	if s.text.tokens[i-1].flags&hasDigit != 0 && strings.ContainsAny(source+snippet, "′″") && primes(source) != primes(snippet) {
		return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	if strings.TrimSpace(source) == "" && strings.ContainsAny(snippet, "()（）") {
		return differs(drifted, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	return finding{}
}

// primes writes the primes in a text one way.
func primes(s string) string {
	s = strings.NewReplacer("''", "″", "\"", "″", "”", "″", "'", "′", "’", "′").Replace(s)
	return strings.Map(func(r rune) rune {
		if r == '′' || r == '″' {
			return r
		}
		return -1
	}, s)
}

// cells compares the borders of table cells between two tokens of a row, where
// the snippet draws them: a value must not move into the next column. A snippet
// without any borders may leave all of them out.
func (s *search) cells(i, j int, sn *Text) finding {
	if !strings.Contains(sn.original, "|") || !strings.Contains(s.text.original, "|") {
		return finding{}
	}
	if strings.Count(s.text.gapBefore(i), "|") == strings.Count(sn.gapBefore(j), "|") {
		return finding{}
	}
	return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
}

// maxClause is how far a row of a table is read, in tokens.
const maxClause = 40

// acrossRows reports that a snippet runs from inside one row of a table into the
// next and does not show it: the cells of two rows look like one statement.
func (s *search) acrossRows(hit span, i int, g gap) finding {
	const row = gapBreak | gapCell
	if s.text.tokens[i].gap&row != row || g&row != 0 {
		return finding{}
	}
	for k := hit.first; k > max(0, hit.first-maxClause) && s.text.tokens[k].gap&gapBreak == 0; k-- {
		if s.text.tokens[k].gap&gapCell != 0 {
			return differs(changed, s.quote(s.text, i-1, i), s.text.raw(i-1)+" "+s.text.raw(i))
		}
	}
	return finding{}
}

// amountEnds reports whether a word follows a percent or currency sign at token
// i: a comma between them says no more than one between words.
func (s *search) amountEnds(i int) bool {
	sign := s.text.word(i - 1)
	return (sign == "%" || lexis.Currency(sign) != "") && s.text.tokens[i].flags&(unspaced|symbol|hasDigit) == 0 &&
		s.text.tokens[i].gap&gapStop == 0
}

// marks compares the footnote marks in front of two tokens. One that only the
// source has is no difference; one that only the snippet has is none either,
// but for raised digits behind a number, which read as a power.
func (s *search) marks(i, j int, sn *Text) finding {
	a, b := s.text.markBefore(i), sn.markBefore(j)
	power := a == "" && b != "" && j > 0 && !strings.HasPrefix(b, "[") && sn.tokens[j-1].flags&hasDigit != 0
	if power || a != "" && b != "" && digitsOf(a) != digitsOf(b) {
		return differs(changed, "the mark "+a, b)
	}
	return finding{}
}

// betweenNumbers: "5; 000" is two numbers and "5 000" is one. A tab sets off cells.
func (s *search) betweenNumbers(i, j int, sn *Text) finding {
	g, h := s.text.tokens[i].gap, sn.tokens[j].gap
	plain := func(g gap) bool { return g&^(gapSpace|gapBreak) == 0 }
	tab := strings.Contains(s.text.gapBefore(i), "\t") || strings.Contains(sn.gapBefore(j), "\t")
	cells := g&gapCell != 0 && len(s.text.word(i-1)) > 3 // 1911 | 412 are no thousands
	if plain(g) == plain(h) || tab || cells || len(s.text.word(i)) != 3 {
		return finding{}
	}
	return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
}

// quote returns the original from token i to token k.
func (s *search) quote(t *Text, i, k int) string {
	return t.original[t.tokens[i].start:t.tokens[k].end]
}

// punctuation compares the separators around words: the end of a sentence must
// not come or go, nor a comma behind a bare "no".
func (s *search) punctuation(i, j int, sn *Text) finding {
	const ends = gapStop | gapAsk
	const soft = gapBreak | gapCell | gapDots | gapSemi | gapDash
	g, h := s.text.tokens[i].gap, sn.tokens[j].gap
	before := s.text.word(i - 1)
	if g == gapStop && h&^gapStop == gapHyphen || h == gapStop && g&^gapStop == gapHyphen {
		return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j)) // j.doe and j_doe
	}
	if s.text.negator(before) && (g^h)&(gapComma|gapStop|gapSemi) != 0 && (g|h)&gapBreak == 0 {
		return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	if g&ends == h&ends || utf8.RuneCountInString(before) == 1 && !s.afterSign(i-1) || abbreviations[before] || (g|h)&soft != 0 {
		return finding{}
	}
	if (g|h)&gapSpace == 0 && s.text.tokens[i].flags&unspaced == 0 {
		return finding{} // a point inside an address or an abbreviation
	}
	return differs(drifted, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
}

// afterSign reports whether token i follows a sign, as the C of °C does.
func (s *search) afterSign(i int) bool { return i > 0 && s.text.tokens[i-1].flags&symbol != 0 }

// abbreviations may lose or gain their point.
var abbreviations = lexis.WordSet("pointed")

// digitsOf reduces a footnote mark to its numbers.
func digitsOf(mark string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r == ',':
			return r
		case lexis.Raised(r) != 0:
			return rune(lexis.Raised(r))
		}
		return -1
	}, mark)
}
