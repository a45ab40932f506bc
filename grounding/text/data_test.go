package text

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// TestLanguageFiles reads each file as YAML does: the own reader of them must
// agree, a comment above every key must say in one file what its words do, and no
// word may stand twice under a key.
func TestLanguageFiles(t *testing.T) {
	told := explainedKeys(t)
	for code, data := range langs {
		content, err := langFiles.ReadFile(path.Join("lang", code+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		var asYAML map[string]string
		if err := yaml.Unmarshal(content, &asYAML); err != nil {
			t.Errorf("%s: %v", code, err)
		}
		for _, key := range regexp.MustCompile(`(?m)^\w+`).FindAllString(grammars[code], -1) {
			if !told[key] {
				t.Errorf("%s: no comment says what the key %q holds", code, key)
			}
		}
		if len(asYAML) != len(data) {
			t.Errorf("%s: %d keys, YAML has %d", code, len(data), len(asYAML))
		}
		for key, words := range data {
			if diff := cmp.Diff(strings.Fields(asYAML[key]), words); diff != "" {
				t.Errorf("%s, %s (-YAML +read):\n%s", code, key, diff)
			}
			if !told[key] {
				t.Errorf("%s: no comment says what the key %q holds", code, key)
			}
			sorted := slices.Sorted(slices.Values(words))
			for i := 1; i < len(sorted); i++ {
				if sorted[i] == sorted[i-1] {
					t.Errorf("%s, %s: %q stands twice", code, key, sorted[i])
				}
			}
		}
	}
}

// explainedKeys are those above which a comment stands in some file.
func explainedKeys(t *testing.T) map[string]bool {
	out := map[string]bool{}
	for code := range langs {
		content, err := langFiles.ReadFile(path.Join("lang", code+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range regexp.MustCompile(`(?m)^# .*\n(\w+):`).FindAllStringSubmatch(string(content), -1) {
			out[key[1]] = true
		}
	}
	return out
}

// TestLanguagesInSentences reads a few sentences of each language.
func TestLanguagesInSentences(t *testing.T) {
	file, err := os.ReadFile("testdata/languages.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(file)) {
		if line[0] == '#' {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), " | ")
		code, sentence, negators := cells[0], cells[1], strings.Trim(cells[2], "-")
		seen[code] = true
		read := Read(sentence)
		if read.Language().String() != code {
			t.Errorf("%q is read as %q", sentence, read.Language())
		}
		var found []string
		for _, w := range read.Words {
			if read.Class(w).Has(Negator) {
				found = append(found, w.Fold)
			}
		}
		if got := strings.Join(found, " "); got != negators {
			t.Errorf("%q: negators %q, want %q", sentence, got, negators)
		}
		var numbers []string
		for _, n := range read.Numbers() {
			numbers = append(numbers, shortNumber(n))
		}
		if got, want := strings.Join(numbers, ", "), strings.TrimSpace(cells[3]); got != want {
			t.Errorf("%q: numbers %q, want %q", sentence, got, want)
		}
	}
	for _, l := range Languages() {
		if !seen[l.String()] && len(l.WordList("stops")) > 0 {
			t.Errorf("no sentence in %s", l)
		}
	}
}

func shortNumber(n Number) string {
	switch {
	case n.Kind == Money:
		return n.Comparison + n.Unit + " " + n.Value
	case n.Kind == Percent:
		return n.Comparison + n.Value + "%"
	case n.Unit != "":
		return n.Comparison + n.Value + " " + n.Unit
	}
	return n.Comparison + n.Value
}

// TestAddingAWord follows the recipe of docs/extending.md: its file of one new
// language is read, and its words are found.
func TestAddingAWord(t *testing.T) {
	page, err := os.ReadFile("../../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```yaml\n# Polish")
	example, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("docs/extending.md has no example of a language")
	}
	lex := compile(parseLang("# Polish" + example))
	if !lex.classes["nie"].Has(Negator) || lex.values["pięć"] != "5" || lex.months["marca"] != 3 {
		t.Errorf("the example gives %v, %q, %d", lex.classes["nie"], lex.values["pięć"], lex.months["marca"])
	}
}

func BenchmarkReadLanguages(b *testing.B) {
	for b.Loop() {
		langs, grammars = readLangs()
		compileAll()
	}
}
