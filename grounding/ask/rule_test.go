package ask_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// testCase is one line of testdata/cases.jsonl.
type testCase struct {
	Name     string `json:"name"` // "" where nothing is to be recognised
	Why      string `json:"why"`
	Weak     bool   `json:"weak"`
	Beside   bool   `json:"beside"`
	Messages []struct {
		Role string `json:"role"`
		Text string `json:"text"`
	} `json:"messages"`
	Fits   []string `json:"fits"`
	Unfits []string `json:"unfits"`
}

func (c testCase) prompt() prompt.Prompt {
	var p prompt.Prompt
	for _, m := range c.Messages {
		p.Messages = append(p.Messages, prompt.Message{Role: m.Role, Parts: []string{m.Text}})
	}
	if c.Beside {
		p.Beside = []prompt.Beside{{Channel: "documents", JSON: `[{"text":"Kilns cool."}]`}}
	}
	return p
}

func cases(t testing.TB) []testCase {
	t.Helper()
	file, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []testCase
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		var c testCase
		if err := json.Unmarshal(scanner.Bytes(), &c); err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		out = append(out, c)
	}
	if err := scanner.Err(); err != nil || len(out) == 0 {
		t.Fatalf("cannot read the cases: %v", err)
	}
	return out
}

// samples are the rules of testdata/rules.yaml: literal heads and tails of the prompts of
// common apps, as an operator could write them.
func samples(t testing.TB) (rules []ask.Rule) {
	t.Helper()
	data, err := os.ReadFile("testdata/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Name, Role, Head, Tail, Form string
	}
	if err := yaml.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		form := ask.Form{Kind: ask.Shape(r.Form)}
		if form.Kind != ask.Object {
			if form, err = ask.ParseForm(r.Form); err != nil {
				t.Fatal(err)
			}
		}
		rules = append(rules, ask.Rule{Name: r.Name, Role: r.Role, Head: r.Head, Tail: r.Tail, Form: form})
	}
	return rules
}

func TestRecognise(t *testing.T) {
	for i, c := range cases(t) {
		rule, ok := ask.Recognise(c.prompt(), samples(t))
		if ok != (c.Name != "") || rule.Name != c.Name || rule.Weak != c.Weak {
			t.Errorf("line %d (%s): recognised %q weak=%v, want %q weak=%v", i+1, c.Why, rule.Name, rule.Weak, c.Name, c.Weak)
		}
	}
}

func TestFits(t *testing.T) {
	for i, c := range cases(t) {
		rule, ok := ask.Recognise(c.prompt(), samples(t))
		if !ok {
			continue
		}
		for _, reply := range c.Fits {
			if !rule.Form.Fits(reply) {
				t.Errorf("line %d, %s: refused %q", i+1, rule.Name, reply)
			}
		}
		for _, reply := range c.Unfits {
			if rule.Form.Fits(reply) {
				t.Errorf("line %d, %s: accepted %q", i+1, rule.Name, reply)
			}
		}
	}
}

// No built-in form lets a statement through, wherever it hides.
func TestNoFormTakesAnAnswer(t *testing.T) {
	answers := []string{
		"The dose is 50 mg.", "yes. The dose is 50 mg.", "No, the dose is 50 mg twice daily [1].",
		"Kilns must cool for eleven hours before anyone opens the door.", "What is the dose? The dose is 50 mg.",
		"Title: Dose\n\nThe dose is 50 mg.", "1. The dose is 50 mg.\n2. It is given daily.", `{"answer":"The dose is 50 mg."}`,
		"```\nThe dose is 50 mg.\n```", "Die Dosis beträgt 50 mg.", "La dose est de 50 mg.", "剂量是50毫克。", "The dose was 50 mg",
		"", " ", "\n", strings.Repeat("dose ", 100_000), strings.Repeat("[", 30_000), strings.Repeat(`{"a":`, 5_000),
	}
	for _, rule := range samples(t) {
		for _, answer := range answers {
			if rule.Form.Fits(answer) {
				t.Errorf("%s: accepted %.60q", rule.Name, answer)
			}
		}
	}
}

func TestOwnRules(t *testing.T) {
	form, err := ask.ParseForm("label: billing | repair | other")
	if err != nil {
		t.Fatal(err)
	}
	rules := []ask.Rule{
		{Name: "desk", Role: "user", Head: "Sort this letter:", Tail: "Desk:", Form: form},
		{Name: "small", Model: "tiny-1", Form: ask.Form{Kind: ask.YesNo}},
	}
	letter := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{"Sort  this\nletter: it broke.", "Desk:\n"}}}}
	if rule, ok := ask.Recognise(letter, rules); !ok || rule.Name != "desk" || rule.Weak || !rule.Form.Fits("Repair") || rule.Form.Fits("Repair it for 50 euros") {
		t.Errorf("the letter: %+v, %v", rule, ok)
	}
	if rule, ok := ask.Recognise(prompt.Prompt{Model: "tiny-1"}, rules); !ok || rule.Name != "small" || rule.Weak {
		t.Errorf("the model: %+v, %v", rule, ok)
	}
	if _, ok := ask.Recognise(prompt.Prompt{Model: "tiny-10"}, rules); ok {
		t.Error("another model was exempt")
	}
}

func TestParseForm(t *testing.T) {
	for _, name := range ask.FormNames() {
		text := name
		if name == "object" {
			text = "object: title, tags"
		}
		if _, err := ask.ParseForm(text); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"", "prose", "object", "object: ", "yes"} {
		if form, err := ask.ParseForm(bad); err == nil {
			t.Errorf("%q became %+v", bad, form)
		}
	}
}

func TestAPromptThatOrdersJSON(t *testing.T) {
	single := func(role, text string) prompt.Prompt {
		return prompt.Prompt{Messages: []prompt.Message{{Role: role, Parts: []string{text}}}}
	}
	for _, c := range []struct {
		p    prompt.Prompt
		want bool
	}{
		{single("system", "You are a clerk.\nRespond only with a JSON object with the keys name and date."), true},
		{single("system", "You extract facts. Your response must be valid JSON."), true},
		{single("developer", "- Always return JSON, nothing else."), true},
		{single("user", "Extract the parts.\nReturn JSON.\nThe kiln has a door."), true},
		{single("system", "\n    Given a user prompt, you will return fully valid JSON based on the following schema.\n"), true},
		{single("system", "Outputs will be a JSON object with the fields below.\n{\"hours\": 1}"), true},
		{single("system", "As an expert, your task is to read the notes and provide the parsed parts in json that match the schema below."), true},
		{single("system", "Answer from the documents.\n\n<document id=\"1\">Clerks sign each letter and provide it in JSON to the archive, which opened in 1912.</document>"), false},
		{single("system", "Given the JSON below, you will answer briefly."), false},
		{single("system", "Return only the SQL, without comments."), false},
		{single("system", "Answer from the documents.\nThe endpoint must return JSON to its caller."), false},
		{single("system", "Reply in prose, not JSON."), false},
		{single("system", "Never output JSON."), false},
		{single("system", "JSON is a format. Answers cite their sources."), false},
		{prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"Answer."}}, {Role: "user", Parts: []string{"Return only the SQL."}}}}, false},
		{prompt.Prompt{Format: prompt.FormatJSONObject, Messages: []prompt.Message{{Role: "system", Parts: []string{"Return JSON."}}}}, false},
		{prompt.Prompt{}, false},
	} {
		found := layout.Find(c.p, layout.Defaults())
		if got := ask.DemandsJSON(c.p, &found); got != c.want {
			t.Errorf("%+v: %v, want %v", c.p.Messages, got, c.want)
		}
	}
}

func FuzzFits(f *testing.F) {
	for _, c := range cases(f) {
		for _, reply := range append(c.Fits, c.Unfits...) {
			f.Add(reply)
		}
	}
	rules := samples(f)
	f.Fuzz(func(t *testing.T, reply string) {
		for _, rule := range rules {
			if rule.Form.Fits(reply) && utf8.RuneCountInString(reply) > 32<<10 {
				t.Errorf("%s: accepted %d bytes", rule.Name, len(reply))
			}
		}
	})
}

func FuzzRecognise(f *testing.F) {
	for _, c := range cases(f) {
		if len(c.Messages) > 0 {
			f.Add(c.Messages[0].Text, c.Messages[len(c.Messages)-1].Text)
		}
	}
	rules := samples(f)
	f.Fuzz(func(t *testing.T, system, user string) {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{system}}, {Role: "user", Parts: []string{user}}}}
		if rule, ok := ask.Recognise(p, rules); ok && rule.Role == "user" && !rule.Weak {
			t.Errorf("%s: a user's words beside an app's were taken for the app's", rule.Name)
		}
		found := layout.Find(p, layout.Defaults())
		ask.DemandsJSON(p, &found)
	})
}

func BenchmarkRecognise(b *testing.B) {
	long := strings.Repeat("Kilns cool for eleven hours with the damper shut. ", 2_000)
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{long}}, {Role: "user", Parts: []string{"How long?"}}}}
	rules := samples(b)
	b.ReportAllocs()
	for b.Loop() {
		ask.Recognise(p, rules)
	}
}

func BenchmarkDemandsJSON(b *testing.B) {
	long := strings.Repeat("Kilns cool for eleven hours with the damper shut. ", 2_000)
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{long}}}}
	b.ReportAllocs()
	b.SetBytes(int64(len(long)))
	found := layout.Find(p, layout.Defaults())
	for b.Loop() {
		ask.DemandsJSON(p, &found)
	}
}
