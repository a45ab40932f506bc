package claim

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"vouchsafe/grounding/text"
)

// What one claim leaves behind in the room of a hearing must not tell on the
// next: each is judged as it would be by itself.
func TestAHearingJudgesEachClaimAsByItself(t *testing.T) {
	var h Hearing
	for _, name := range []string{"quoted", "quoted_unseen"} {
		for _, p := range readPairs(t, "testdata/"+name+".txt") {
			ev := Evidence{Sources: []*Source{Prepare(p.quote)}, Titles: []string{p.language, p.quote}, Question: p.claim}
			ev.Quotes = []Quote{{0, 0, utf8.RuneCountInString(p.quote)}}
			text := p.claim + " " + strings.Repeat("It is so. ", len(p.claim)%4) + p.quote
			for _, s := range h.Split(text) {
				sentence := text[s.Start:s.End]
				if diff := cmp.Diff(Judge(sentence, ev, usual), h.Judge(sentence, ev, usual)); diff != "" {
					t.Errorf("%q (-by itself +in a hearing):\n%s", sentence, diff)
				}
			}
			if diff := cmp.Diff(Judge(p.claim, Evidence{}, usual), h.Judge(p.claim, Evidence{}, usual)); diff != "" {
				t.Errorf("%q without evidence:\n%s", p.claim, diff)
			}
		}
	}
}

// A word is found in the lists however its accents are written.
func TestListedWordsAreFoundComposedAndDecomposed(t *testing.T) {
	for word := range text.Words() {
		for _, written := range []string{word, strings.ToUpper(word), norm.NFD.String(word)} {
			read := text.Read(written)
			all := tokensOf(read, text.Unknown, nil)
			if len(all) != 1 || all[0].is(wide|numeral) || int(all[0].end) != len(read.Text) {
				continue // of several words, or of a script without spaces
			}
			token := all[0]
			if text.Fold(written) == word && token.role != text.Unknown.Class(word) {
				t.Errorf("%q has the roles %b, want %b", written, token.role, text.Unknown.Class(word))
			}
		}
	}
}
