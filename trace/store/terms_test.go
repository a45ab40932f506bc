package store

import (
	"strings"
	"testing"
)

func TestWordsAreWhatPeopleLookFor(t *testing.T) {
	for text, want := range map[string]string{
		"Höchstens 4 g (2,000 mg)!": "höchstens|4|g|2|000|mg",
		"東京都庁は、高い。":                 "東京|京都|都庁|庁は|は|高い|い",
		"薬 aspirin薬":                "薬|aspirin",
		"नमस्ते दुनिया":             "नमस्ते|दुनिया",
		"\xff—\x00":                 "",
		strings.Repeat("a", 60):     strings.Repeat("a", wordBytes),
	} {
		got := wordSet{seen: map[string]bool{}}
		got.text(text)
		if said := strings.Join(got.all, "|"); said != want {
			t.Errorf("%q: %s, want %s", text, said, want)
		}
	}
	if got := unescaped(`{"text":"first\nse\u0063ond \"third\" \`); got != `{"text":"first second  third   ` {
		t.Errorf("%q", got)
	}
}

func TestASearchFindsScriptsWithoutSpaces(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		tokyo, kyoto := one(1), one(2)
		tokyo.question, kyoto.question = "東京都庁の住所は？", "京都駅はどこ？"
		add(t, s, tokyo, kyoto)
		for text, want := range map[string]string{"都庁": "1", "京都": "1 2", "京都駅": "2", "駅": "2", "東": "1", "所": "1", "大阪": "", "京 駅": "2"} {
			if got := ids(list(t, s, Filter{Text: text})); got != want {
				t.Errorf("%s finds %q, want %q", text, got, want)
			}
		}
	})
}

// FuzzSearch: whatever is typed is a question that the database takes, and a text is found by itself.
func FuzzSearch(f *testing.F) {
	for _, text := range []string{"a", `" OR *`, "foo'bar\\ & ! <->", "東京 \x00 x*", "¶d NEAR(a b)", "\xff\"", "^ab: -c {d}", "1e5 ½ ²"} {
		f.Add(text)
	}
	s := open(f, options(f, SQLite))
	pg := open(f, options(f, Postgres))
	n := 0
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		said := one(0)
		n++
		said.id, said.question = "vt_"+strings.Repeat("x", 1+n%50), text
		for _, s := range []*Store{s, pg} {
			if _, err := s.Delete(ctx, Selector{App: "clinic"}); err != nil {
				t.Fatal(err)
			}
			add(t, s, said)
			page, err := s.List(ctx, Filter{Text: text})
			if _, words := (Filter{Text: text}).sought(); err != nil || (len(page.Traces) == 1) != (words && text != "" || text == "") {
				t.Errorf("%q: %d found, %v", text, len(page.Traces), err)
			}
		}
	})
}
