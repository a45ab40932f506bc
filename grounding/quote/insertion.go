package quote

import (
	"strings"

	"vouchsafe/grounding/text"
)

// Bounds of editorial insertions.
const (
	maxInsertion = 4 // words of one
	minAround    = 4 // words of the snippet around them
)

// withoutInsertions looks for the snippet without its editorial insertions in
// square brackets ("[sic]", "[the drug]"). It returns the zero result if there
// are none.
func (s *search) withoutInsertions() Result {
	plain := s.withoutBrackets(s.snippet.Original)
	if plain == s.snippet.Original {
		return Result{}
	}
	sub := search{s.text, Prepare(plain), s.mode}
	inserted := len(s.snippet.Tokens) - len(sub.snippet.Tokens)
	if len(sub.snippet.Tokens) < minAround || inserted*2 > len(sub.snippet.Tokens) {
		return Result{}
	}
	r := sub.whole()
	if r.Outcome == "" {
		r = sub.ellipsis()
	}
	if r.Outcome != Verified {
		return r
	}
	if r.Kind != KindEllipsis {
		r.Kind = KindFuzzy
	}
	r.Similarity = round(2 * float64(len(sub.snippet.Folded.Folded)) / float64(len(sub.snippet.Folded.Folded)+len(s.snippet.Folded.Folded)))
	if s.mode != Fuzzy {
		return s.settle(r, finding{loose, "the snippet has an insertion in brackets"})
	}
	return r
}

// withoutBrackets takes the harmless insertions out of a snippet. Others stay, and so
// have to be in the source.
func (s *search) withoutBrackets(snippet string) string {
	var out strings.Builder
	for {
		before, rest, opened := strings.Cut(snippet, "[")
		inside, behind, closed := strings.Cut(rest, "]")
		if !opened || !closed {
			out.WriteString(snippet)
			return out.String()
		}
		out.WriteString(before)
		if s.isHarmless(before, inside) {
			out.WriteByte(' ')
		} else {
			out.WriteString("[" + inside + "]")
		}
		snippet = behind
	}
}

// editorial are the notes of writers that speak of the quote itself.
var editorial = text.WordSet("quote_notes")

// determiners stand in front of the noun that an insertion names something by.
var determiners = text.WordSet("determiners")

// isHarmless reports whether an insertion only clarifies: a note on the quote, or the
// name of something behind its article ("the company"), which the source has too where
// it is longer. Any other word would be the writer's, in the source's mouth.
func (s *search) isHarmless(before, inside string) bool {
	const telling = text.TokenDigit | text.TokenSign | text.TokenUnspaced
	const turning = text.Critical &^ (text.Weekday | text.Connective | text.Auxiliary)
	t := Prepare(inside)
	if len(t.Tokens) == 0 || len(t.Tokens) > maxInsertion {
		return false
	}
	if editorial[strings.Join(strings.Fields(strings.Trim(text.Fold(inside), " .")), "_")] {
		return true
	}
	foreign := 0
	for i := range t.Tokens {
		word := t.Word(i)
		class := text.Unknown.Class(word)
		if t.Is(i, telling) || class.Has(turning) {
			return false
		}
		if !class.Has(text.Stop|text.Auxiliary) && !(t.Is(i, text.TokenCapital) && s.text.hasWord(word)) {
			foreign++
		}
	}
	if foreign == 0 {
		return true
	}
	names := determiners[t.Word(0)] && !judging[t.Word(len(t.Tokens)-1)]
	return names && (foreign == 1 || s.says(t))
}

// judging words say what somebody thinks of a thing, in the place of its name.
var judging = text.WordSet("judging")

// says reports whether the source has the words of another text somewhere.
func (s *search) says(t *Text) (found bool) {
	s.text.hits(t.Folded.Folded, 0, func(text.Run) bool { found = true; return false })
	return found
}
