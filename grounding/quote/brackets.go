package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// Bounds of editorial insertions.
const (
	maxInsertion = 4 // words of one
	minAround    = 4 // words of the snippet around them
)

// bracketAside reports whether a span of the source that a snippet leaves out is what a
// pair of round brackets holds, and nothing in it turns or binds what stands in front.
func (s *search) bracketAside(at span) bool {
	if at.first == 0 || at.end >= len(s.text.tokens) || at.end-at.first > maxClause {
		return false
	}
	before, behind := s.text.gapBefore(at.first), s.text.gapBefore(at.end)
	if !strings.HasSuffix(before, "(") || !strings.HasPrefix(behind, ")") {
		return false
	}
	for i := at.first; i < at.end; i++ {
		if s.turnsWord(s.text.word(i)) || i > at.first && strings.ContainsAny(s.text.gapBefore(i), "()") {
			return false
		}
	}
	return true
}

// withoutBrackets looks for the snippet without its editorial insertions in
// square brackets ("[sic]", "[the drug]"). It returns the zero result if there
// are none.
func (s *search) withoutBrackets() Result {
	plain, ok := s.strip(s.snippet.original)
	if !ok {
		return Result{}
	}
	sn := Prepare(plain)
	inserted := len(s.snippet.tokens) - len(sn.tokens)
	if len(sn.tokens) < minAround || inserted*2 > len(sn.tokens) {
		return Result{}
	}
	sub := search{text: s.text, snippet: sn, mode: s.mode}
	r := sub.whole(sn)
	if r.Outcome == "" {
		r = sub.ellipsis()
	}
	if r.Outcome != Verified {
		return r
	}
	found := finding{loose, "the snippet has an insertion in brackets"}
	if r.Kind != KindEllipsis {
		r.Kind = KindFuzzy
	}
	r.Similarity = round(2 * float64(len(sn.folded)) / float64(len(sn.folded)+len(s.snippet.folded)))
	r = s.settle(r, found)
	if r.Outcome == Verified {
		r.Detail = ""
	}
	return r
}

// strip takes the harmless insertions out of a snippet; ok is false if it has
// none. Others stay, and so have to be in the source.
func (s *search) strip(snippet string) (plain string, ok bool) {
	var out strings.Builder
	for {
		open := strings.IndexByte(snippet, '[')
		if open < 0 {
			break
		}
		length := strings.IndexByte(snippet[open:], ']')
		if length < 0 {
			break
		}
		inside := snippet[open+1 : open+length]
		if strings.Trim(inside, ".… ") != "" && (s.harmless(inside) || glosses(inside, snippet[open+length+1:])) &&
			!qualifies(snippet[:open], inside) {
			ok = true
			out.WriteString(snippet[:open])
			out.WriteByte(' ')
		} else {
			out.WriteString(snippet[:open+length+1])
		}
		snippet = snippet[open+length+1:]
	}
	out.WriteString(snippet)
	return out.String(), ok
}

// qualifies reports whether an insertion narrows the number it stands behind
// ("30 [business] days"): one bare word that is no note of the writer.
func qualifies(before, inside string) bool {
	t, note := Prepare(before), Prepare(inside)
	n := len(t.tokens)
	if n == 0 || len(note.tokens) != 1 || notes[note.folded] {
		return false
	}
	return t.tokens[n-1].flags&hasDigit != 0 || n > 1 && t.tokens[n-2].flags&hasDigit != 0 ||
		lexis.Unknown.Class(t.word(n-1)).Has(lexis.NumberWord)
}

// notes are what writers put into quotes to speak of the quote itself.
var notes = phrases("quote_notes")

// phrases indexes the phrases of a key, folded.
func phrases(key string) map[string]bool {
	out := map[string]bool{}
	for phrase := range lexis.WordSet(key) {
		out[Prepare(strings.ReplaceAll(phrase, "_", " ")).folded] = true
	}
	return out
}

// determiners stand in front of the noun that an insertion names something by.
var determiners = lexis.WordSet("determiners")

// harmless reports whether an insertion only clarifies: a note on the quote,
// little words, a noun behind its article ("the company"), several that the source
// has so ("the steel tower"), or what it calls by name. Any other word would be the writer's, in the source's mouth.
func (s *search) harmless(inside string) bool {
	t := Prepare(inside)
	if len(t.tokens) == 0 || len(t.tokens) > maxInsertion {
		return false
	}
	if notes[t.folded] {
		return true
	}
	foreign := 0
	for i := range t.tokens {
		word := t.word(i)
		switch class := lexis.Unknown.Class(word); {
		case t.tokens[i].flags&(hasDigit|symbol|unspaced) != 0:
			return false
		case class.Has(lexis.Critical &^ (lexis.Weekday | lexis.Connective | lexis.Auxiliary)):
			return false
		case t.tokens[i].flags&upperCase != 0 && s.text.hasWord(word), class.Has(lexis.Stop | lexis.Auxiliary):
		case t.tokens[i].flags&upperCase != 0 && !lexis.Known(word):
			return false
		default:
			foreign++
		}
	}
	if foreign == 0 {
		return true
	}
	return determiners[t.word(0)] && !describes[t.word(len(t.tokens)-1)] && (foreign == 1 || s.says(t))
}

// says reports whether the source has the words of another text somewhere.
func (s *search) says(t *Text) (found bool) {
	s.text.hits(t.folded, 0, func(span) bool { found = true; return false })
	return found
}

// glosses reports whether an insertion is a noun that says a subject in another
// word: "the tenant [lessee] may". In front of a noun it would describe that.
func glosses(inside, behind string) bool {
	t, next := Prepare(inside), Prepare(behind)
	if len(t.tokens) != 1 || len(next.tokens) == 0 || !lexis.Unknown.Class(next.word(0)).Has(lexis.Modal|lexis.Auxiliary) {
		return false
	}
	word := t.word(0)
	for _, ending := range []string{"al", "ed", "ful", "ous", "ive", "ic", "less", "able", "ible", "ly", "ing"} {
		if strings.HasSuffix(word, ending) {
			return false
		}
	}
	return lexis.Known(word) && lexis.Unknown.Class(word) == 0 && !describes[word] && t.tokens[0].flags&(hasDigit|symbol|unspaced) == 0
}

// describes are words that an article may stand before and that still judge.
var describes = lexis.WordSet("judging")
