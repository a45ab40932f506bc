package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// compare walks over the tokens of a place and of a part of the snippet side by side.
// Their folded characters are the same; where the tokens begin, what separates
// them and what folding hid may differ.
func (s *search) compare(hit, part text.Run) finding {
	var found finding
	i, j := hit.First, part.First
	base, origin := int(s.text.FoldedStart(i)), int(s.snippet.FoldedStart(j))
	aligned := true
	for found.severity < changed {
		sourceEnd, snippetEnd := s.text.FoldedEnd(i)-base, s.snippet.FoldedEnd(j)-origin
		if aligned && sourceEnd == snippetEnd {
			found = worse(found, s.token(i, j))
		}
		aligned = sourceEnd == snippetEnd
		if sourceEnd <= snippetEnd {
			i++
		}
		if snippetEnd <= sourceEnd {
			j++
		}
		if i >= hit.End || j >= part.End {
			break
		}
		switch {
		case aligned:
			found = worse(found, s.between(hit, i, j))
		case sourceEnd < snippetEnd:
			found = worse(found, s.seam(s.text, i, s.snippet, j))
		default:
			found = worse(found, s.seam(s.snippet, j, s.text, i))
		}
	}
	return found
}

// border is two borders between tokens that answer to each other: in front of token i
// of the source, which belongs to a hit, and of token j of the snippet.
type border struct {
	search search
	hit    text.Run
	i, j   int
	g, h   text.Gap // what the source has there, and the snippet
}

// between compares what separates a token from the one before it, in the source and
// in the snippet.
func (s *search) between(hit text.Run, i, j int) finding {
	b := border{*s, hit, i, j, s.text.Tokens[i].Gap, s.snippet.Tokens[j].Gap}
	if b.g == b.h && b.g&(text.GapOther|text.GapCell) == 0 {
		return finding{}
	}
	for _, rule := range borderRules {
		if rule.holds(b) {
			return differs(rule.severity, s.text.Passage(run(i-1, i+1)), s.snippet.Passage(run(j-1, j+1)))
		}
	}
	return s.notes(i, j)
}

// borderRules are what must not differ between two tokens.
var borderRules = []struct {
	severity severity
	holds    func(border) bool
}{
	{changed, border.movesCells},
	{changed, border.joinsRows},
	{changed, border.changesPrimes},
	{changed, border.joinsNumbers},
	{changed, border.joinsCode},
	{changed, border.freesNegation},
	{drifted, border.addsBrackets},
	{drifted, border.dropsSlash},
	{drifted, border.movesClause},
	{drifted, border.movesStop},
}

// either reports whether one of some separators stands on either side.
func (b border) either(of text.Gap) bool { return (b.g|b.h)&of != 0 }

// differ reports whether one of some separators stands on one side only.
func (b border) differ(of text.Gap) bool { return (b.g^b.h)&of != 0 }

// texts are what stands between the tokens on both sides.
func (b border) texts() (source, snippet string) {
	return b.search.text.GapText(b.i), b.search.snippet.GapText(b.j)
}

// movesCells: a value must not move into the next column. A snippet without any
// borders of cells may leave all of them out.
func (b border) movesCells() bool {
	if !b.either(text.GapCell) || b.either(text.GapBreak) || !strings.Contains(b.search.snippet.Text, "|") ||
		!strings.Contains(b.search.text.Text, "|") {
		return false
	}
	source, snippet := b.texts()
	return strings.Count(source, "|") != strings.Count(snippet, "|")
}

// maxRow is how far a row of a table is read, in tokens.
const maxRow = 40

// joinsRows: a snippet that runs from inside one row of a table into the next shows it,
// since the cells of two rows look like one statement.
func (b border) joinsRows() bool {
	const row = text.GapBreak | text.GapCell
	if b.g&row != row || b.h&row != 0 {
		return false
	}
	for k := b.hit.First; k > max(0, b.hit.First-maxRow) && !b.search.text.Parted(k, text.GapBreak); k-- {
		if b.search.text.Parted(k, text.GapCell) {
			return true
		}
	}
	return false
}

// changesPrimes: behind a number primes are feet and inches, minutes and seconds.
func (b border) changesPrimes() bool {
	source, snippet := b.texts()
	return b.search.text.Is(b.i-1, text.TokenDigit) && strings.ContainsAny(source+snippet, "′″") && strings.TrimSpace(source) != strings.TrimSpace(snippet)
}

// joinsNumbers: "5; 000" is two numbers and "5 000" is one. 1911 | 412 are no
// thousands.
func (b border) joinsNumbers() bool {
	const plain = text.GapSpace | text.GapBreak
	before, behind := b.search.text.Word(b.i-1), b.search.text.Word(b.i)
	return (b.g&^plain == 0) != (b.h&^plain == 0) && len(behind) == 3 && len(before) <= 3 &&
		strings.Trim(before+behind, "0123456789") == ""
}

// joinsCode: j.doe is not j_doe.
func (b border) joinsCode() bool {
	return b.g == text.GapStop && b.h&^text.GapStop == text.GapHyphen || b.h == text.GapStop && b.g&^text.GapStop == text.GapHyphen
}

// freesNegation: "no, changes are needed" is not "no changes are needed".
func (b border) freesNegation() bool {
	return b.differ(text.GapComma|text.GapStop|text.GapSemi) && !b.either(text.GapBreak) && b.search.text.negates(b.i-1)
}

// addsBrackets: brackets that only the snippet has are the writer's.
func (b border) addsBrackets() bool {
	source, snippet := b.texts()
	return strings.TrimSpace(source) == "" && strings.ContainsAny(snippet, "()（）")
}

// dropsSlash: mg/kg is not mg kg.
func (b border) dropsSlash() bool { return b.differ(text.GapSlash) }

// clauseMarks end a clause.
const clauseMarks = text.GapStop | text.GapAsk | text.GapComma | text.GapSemi

// movesClause: where no spaces part words, punctuation parts clauses.
func (b border) movesClause() bool {
	spaced := !b.search.text.Has(run(b.i-1, b.i+1), text.TokenUnspaced|text.TokenSign)
	if spaced || b.either(text.GapBreak|text.GapCell) {
		return false
	}
	return (b.g&clauseMarks == 0) != (b.h&clauseMarks == 0) || b.differ(text.GapStop|text.GapAsk)
}

// pointed are the abbreviations that may lose or gain their point.
var pointed = text.WordSet("pointed")

// movesStop: the end of a sentence must not come or go.
func (b border) movesStop() bool {
	const soft = text.GapBreak | text.GapCell | text.GapDots | text.GapSemi | text.GapDash
	if !b.differ(text.GapStop|text.GapAsk) || b.either(soft) || b.search.text.abbreviates(b.i-1) {
		return false
	}
	return b.either(text.GapSpace) || b.search.text.Is(b.i, text.TokenUnspaced) // else a point inside an address
}

// abbreviates reports whether token i is an initial or an abbreviation, whose point
// ends no sentence.
func (t *Text) abbreviates(i int) bool {
	word := t.Word(i)
	degrees := i > 0 && t.Is(i-1, text.TokenSign) // the C of °C
	return utf8.RuneCountInString(word) == 1 && !degrees && !t.Is(i, text.TokenUnspaced) || pointed[word]
}

// notes compares the footnote marks in front of two tokens. One that only the
// source has is no difference; one that only the snippet has is none either,
// but for raised digits behind a number, which read as a power.
func (s *search) notes(i, j int) finding {
	source, snippet := s.text.GapText(i), s.snippet.GapText(j)
	a, b := noteDigits(source), noteDigits(snippet)
	power := a == "" && b != "" && j > 0 && !strings.ContainsAny(snippet, "[【") && s.snippet.Is(j-1, text.TokenDigit)
	if power || a != "" && b != "" && a != b {
		return differs(changed, "the mark "+a, b)
	}
	return finding{}
}

// noteDigits are the digits of footnote marks between two tokens, where there are no
// others.
func noteDigits(between string) string {
	digits := strings.Map(func(r rune) rune {
		switch {
		case r == ',' || r == '.' || unicode.IsDigit(r):
			return r
		case text.Raised(r) != 0:
			return rune(text.Raised(r))
		}
		return -1
	}, between)
	return strings.Trim(digits, ".,")
}
