package claim

import (
	"os"
	"strings"
	"testing"

	"vouchsafe/grounding/text"
)

// One quantity in two spellings is one quantity, and another one is another. A copy that
// differs in one place says something else where that place has a known opposite.
func TestTables(t *testing.T) {
	allowed := map[string][]Outcome{"carried": {Carried}, "refuted": {Refuted}, "open": {Open}, "true": {Carried, Open}, "false": {Refuted, Open}}
	for _, path := range []string{"testdata/quantities.txt", "testdata/places.txt", "testdata/leads.txt"} {
		table, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(table)) {
			fields := strings.Split(strings.TrimSpace(line), " | ")
			if line[0] == '#' || len(fields) != 3 {
				continue
			}
			want := allowed[strings.TrimSpace(fields[0])]
			if got := outcomeOf(strings.ReplaceAll(fields[1], `\n`, "\n"), fields[2]); len(want) == 0 || got != want[0] && got != want[len(want)-1] {
				t.Errorf("%q of %q is %s, want %s", fields[2], fields[1], got, fields[0])
			}
		}
	}
}

// outcomeOf holds a claim against a source that is cited whole.
func outcomeOf(source, claim string) Outcome {
	src := Prepare(text.Show(source).Text)
	ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{End: len([]rune(src.page.text))}}}
	return Judge(claim, ev, Rules{MaxRisk: 1}).Outcome
}
