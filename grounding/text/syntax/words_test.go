package syntax

import (
	"strings"
	"testing"
)

func TestWordsAndSignsOfASentence(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"The board proposes a dividend of NOK 2.75.", "The board proposes a dividend of NOK 2.75 ."},
		{"It isn't Ann's.", "It is n't Ann 's ."},
		{"They’re well-known, U.S. firms (5mg).", "They ’re well-known , U.S firms ( 5mg ) ."},
		{"We'll go — 'soon'; 1,000 won't.", "We 'll go — ' soon ' ; 1,000 wo n't ."},
		{"A *very* 36-year-old R&D unit, 5 %", "A very 36-year-old R&D unit , 5 %"},
	} {
		var words []string
		for _, w := range new(Reader).Read(c.sentence).Words {
			words = append(words, c.sentence[w.Start:w.End])
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%q is read as\n%s, not as\n%s", c.sentence, got, c.want)
		}
	}
}
