package layout

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCodeIsNobodysForm reads a section that begins with code, in which lines begin alike.
func TestCodeIsNobodysForm(t *testing.T) {
	for _, text := range [...]string{
		"```\n# one\n```\n# two\n# three\n", "```\n[a] x\n```\n\n[b] " + coldStore, "Context: ```\n- a\n```\n- " + coldStore + "\n- " + licence,
	} {
		if f := Find(onePrompt("system", "Context:\n"+text), Defaults()); len(f.Chunks) > 1 {
			t.Errorf("%q is parted: %v", text, f.Chunks)
		}
	}
}

// TestPassagesThatBeginAlikeAreParted fills one form for each passage of a section.
func TestPassagesThatBeginAlikeAreParted(t *testing.T) {
	for name, tt := range map[string]struct {
		form, join string
		title, id  string
	}{
		"a title in brackets":      {form: "[{name}] {text}", join: "\n", title: "Store"},
		"a link and a colon":       {form: "[Store {n}](https://a.example/{n}): {text}", join: "\n\n", title: "Store 1"},
		"a number and a title":     {form: "Doc {n}(Title: Store {n}) {text}", join: "\n", title: "Store 1", id: "1"},
		"a title in parentheses":   {form: "Document (Title: Store {n}): {text}", join: "\n\n", title: "Store 1"},
		"a label above the text":   {form: "Article: Store {n}\n{text}", join: "\n\n", title: "Store 1"},
		"a word that is not known": {form: "Leaflet {n}: {text}", join: "\n", id: "1"},
		"lines that are sentences": {form: "{text}", join: "\n"},
	} {
		var parts []string
		for i, text := range [...]string{coldStore, licence} {
			r := strings.NewReplacer("{n}", string(rune('1'+i)), "{text}", text, "{name}", [...]string{"Store", "Licences"}[i])
			parts = append(parts, r.Replace(tt.form))
		}
		f := Find(onePrompt("system", "Answer from the information below.\n\nInformation:\n"+strings.Join(parts, tt.join)), Defaults())
		var got []string
		for _, c := range f.Chunks {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff([]string{coldStore, licence}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
			continue
		}
		if c := f.Chunks[0]; c.Title != tt.title || c.ID != tt.id {
			t.Errorf("%s: id %q, title %q", name, c.ID, c.Title)
		}
	}
}

// TestAHeadingBeginsThePassageBelowIt holds passages that blank lines part and some of which
// have a heading, in words or of Markdown: they are told apart, and keep it.
func TestAHeadingBeginsThePassageBelowIt(t *testing.T) {
	for name, want := range map[string][]string{
		"a title":                    {"Cold store\n\n" + coldStore, licence},
		"a title of the second":      {coldStore, "Licence\n\n" + licence},
		"a title above a table":      {"Cold store\n\n| room | warmest |\n|---|---|\n| A | 6 degrees, measured daily |", licence},
		"headings of Markdown":       {"## Cold store\n" + coldStore, "## Licence\n" + licence},
		"headings and a blank line":  {"## Cold store\n\n" + coldStore, "## Licence\n\n" + licence},
		"a lower heading":            {"# Cold store\n\n" + coldStore + "\n\n## Terms\n\n" + licence},
		"paragraphs, and no heading": {coldStore, licence},
	} {
		text := "Use the following pieces of context to answer the question.\n----------------\n" + strings.Join(want, "\n\n") + "\n----------------\nQuestion: How warm may it be?"
		var got []string
		for _, c := range Find(say("user", text), Defaults()).Chunks {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// TestFramesOfAUsersTemplate holds a user's message whose question has a frame like that of the
// material: it is an app's template, and the frames belong to no passage.
func TestFramesOfAUsersTemplate(t *testing.T) {
	text := "=== ドキュメント ===\n" + coldStore + "\n\n" + licence + "\n\n=== 質問 ===\nHow warm may it be?"
	chunks := Find(say("system", "以下のドキュメントを参考に答えてください。", "user", text), Defaults()).Chunks
	if len(chunks) != 2 || chunks[0].Text != coldStore || chunks[1].Text != licence {
		t.Errorf("got %+v", chunks)
	}
}

// TestRulesBelowThePassagesAreNoPassage holds rules that the model has to keep, behind passages
// of which nothing but the words in front of them tells what they are.
func TestRulesBelowThePassagesAreNoPassage(t *testing.T) {
	text := "Dispones del siguiente conocimiento para responder preguntas:\n\n" + coldStore + "\n\n" + licence +
		"\n\nDebes seguir estas reglas estrictamente:\n- Solo puedes usar lo anterior.\n- No inventes nada."
	chunks := Find(say("system", text, "user", "How warm may it be?"), Defaults()).Chunks
	if len(chunks) != 2 || chunks[0].Text != coldStore || chunks[1].Text != licence {
		t.Errorf("got %+v", chunks)
	}
}
