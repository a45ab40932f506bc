package answer

import "strings"

// blanks are what stands in the forms that a model is shown in the place of what it
// is to write. Small models repeat them.
var blanks = map[Dialect][]string{
	Numbered:   {"[n]", "[m]"},
	AuthorYear: {"[Author, Year]", "[Author & Author, Year]", "[Author et al., Year]"},
	Sentences:  {defaultSign + "n", defaultSign + "m"},
}

// afterBlanks begins what an instruction in prose says behind them.
const afterBlanks = ". No list"

// blankText stands for a text in the forms that are JSON.
const blankText = "…"

// echoes reports whether a reply has a blank of the form in it that it was asked for.
func (r *reader) echoes(text string) bool {
	if of(r.asked).format == "" {
		return r.known.numbered.echoed(r.asked, text)
	}
	for _, s := range r.answer.Segments {
		if isBlankText(s.Text) {
			return true
		}
	}
	for i := range r.answer.Citations {
		if c := &r.answer.Citations[i]; isBlankText(c.Snippet) || c.ChunkID == blankText {
			return true
		}
	}
	return false
}

func isBlankText(s string) bool { return strings.Trim(strings.TrimSpace(s), ".") == blankText }

// echoed reports whether a text has a blank of a dialect that is prose.
func (n *Numbers) echoed(asked Dialect, text string) bool {
	for _, blank := range blanks[asked] {
		if n != nil {
			blank = strings.Replace(blank, defaultSign, n.Sign, 1)
		}
		at := strings.Index(text, blank)
		if at >= 0 && !beginsWord(text[at+len(blank):]) {
			return true
		}
	}
	return false
}

func beginsWord(s string) bool { return s != "" && isWord(s[0]) }
