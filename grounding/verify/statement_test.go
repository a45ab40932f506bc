package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/text"
)

func TestAStatementAgainstItsSource(t *testing.T) {
	const question = "May children take the syrup with milk?"
	for _, c := range []struct {
		said, source string
		want         agreement
	}{
		{"Storage of the tablets", "The tablets need no special storage.", turned},
		{"Storage of the tablets", "Storage: keep the tablets dry.", aligned},
		{"Safe for children", "The syrup is safe for children.", aligned},
		{"Safe for children", "The syrup is not safe for children.", turned},
		{"Not safe for children", "The syrup is not safe for children.", aligned},
		{"Safe for horses", "The syrup is safe for children.", apart},
		{"Safe with milk", "The syrup is safe for children.", aligned}, // milk is the question's
		{"Children with milk", "The tablets are red.", apart},
		{"All valves", "Some valves are open.", turned},
		{"Valves", "Some valves are open.", aligned},
		{"", "The tablets are red.", apart},
	} {
		if got := readStatement(c.said).against(readStatement(c.source), readStatement(question)); got != c.want {
			t.Errorf("%q under %q: %d, want %d", c.said, c.source, got, c.want)
		}
	}
	if got := readStatement("Children and milk").against(nil, readStatement(question)); got != aligned {
		t.Errorf("words of the question: %d", got)
	}
}

func TestWordsAreFormsOfOne(t *testing.T) {
	for pair, want := range map[string]bool{
		"close closes": true, "close closed": true, "valve valves": true, "open opening": true, "storage storing": true, "größe größen": true,
		"safe sage": false, "month mouth": false, "metformin methanol": false, "in inn": false, "hyper hypo": false,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if got := kindred(a, b); got != want || kindred(b, a) != want {
			t.Errorf("%s: %t", pair, got)
		}
	}
}

// TestThePhrasesCanBeRead holds the list of phrases to its form: each stands once in
// its section, and a phrase of single words states nothing by itself.
func TestThePhrasesCanBeRead(t *testing.T) {
	for name, lines := range readLists(phrasesText) {
		kind, _, _ := strings.Cut(name, " ")
		if kind == "said" || kind == "me" || kind == "you" || kind == "conditions" {
			continue // TestTheUsersOwnStatementIsRepeatedAsTheirs has these
		}
		seen := map[string]bool{}
		for _, line := range lines {
			entries := []string{line}
			if kind == "words" || kind == "and" {
				entries = strings.Fields(line)
			}
			for _, entry := range entries {
				if seen[entry] {
					t.Errorf("%s: %q stands there twice", name, entry)
				}
				seen[entry] = true
				if p := readSpoken(entry); len(p.words) > 0 {
					t.Errorf("%s: %q has words that state something: %+v", name, entry, p.words)
				}
			}
		}
	}
}

func TestClausesOfASentence(t *testing.T) {
	for sentence, want := range map[string]int{
		"The gate is open.":                                   1,
		"The gate is open, and the lamp is lit.":              2,
		"The gate is open because nobody closed it.":          2,
		"The gate is open; the lamp is lit (since noon).":     3,
		"Das Tor ist offen, weil niemand es geschlossen hat.": 2,
	} {
		if got := clausesOf(text.Read(sentence)); len(got) != want {
			t.Errorf("%q: %d clauses, want %d: %q", sentence, len(got), want, got)
		}
	}
}
