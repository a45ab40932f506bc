package ask_test

import (
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/internal/growth"
	"vouchsafe/proxy/wire/prompt"
)

// askCase is one record of testdata/asks.yaml.
type askCase struct {
	Why, System, Earlier, User string
	JSON                       bool // the request has a response_format
	Kind                       ask.Kind
	Fits, Unfits               []string
}

func askCases(t testing.TB) (all []askCase) {
	t.Helper()
	data, err := os.ReadFile("testdata/asks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalWithOptions(data, &all, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return all
}

// read is a case as a prompt, with what stands between brackets as its material.
func (c askCase) read() (p prompt.Prompt, parts []layout.Part) {
	for _, m := range [][2]string{{"system", c.System}, {"user", c.Earlier}, {"assistant", c.Earlier}, {"user", c.User}} {
		if m[1] == "" {
			continue
		}
		text := m[1]
		for {
			before, rest, ok := strings.Cut(text, "⟦")
			if !ok {
				break
			}
			inside, behind, _ := strings.Cut(rest, "⟧")
			parts = append(parts, layout.Part{Message: len(p.Messages), Start: len(before), End: len(before) + len(inside), Kind: layout.Material})
			text = before + inside + behind
		}
		p.Messages = append(p.Messages, prompt.Message{Role: m[0], Parts: []string{text}})
	}
	if c.JSON {
		p.Format = prompt.FormatJSONObject
	}
	return p, parts
}

func TestWhatAPromptAsksFor(t *testing.T) {
	for _, c := range askCases(t) {
		p, parts := c.read()
		got := ask.Read(ask.Own(p, parts))
		if got.Kind != c.Kind {
			t.Errorf("%s: %s (%s), want %s", c.Why, got.Kind, got.Why, c.Kind)
		}
		for _, reply := range c.Fits {
			if fitted := got.Form.Fit(reply); fitted.Name == "" {
				t.Errorf("%s: refused %q (%s)", c.Why, reply, got.Form.Name())
			}
		}
		for _, reply := range c.Unfits {
			if fitted := got.Form.Fit(reply); fitted.Name != "" {
				t.Errorf("%s: accepted %q as %s", c.Why, reply, fitted.Name)
			}
		}
	}
}

// A template that an app built in has no user's words at its end, and stays a task
// whatever the material says.
func TestMaterialMakesNoTaskAndEndsNone(t *testing.T) {
	orders := []string{"Answer the question.", "Extract all names as JSON {\"names\": []}.", "Return only 'yes' or 'no'.", "You are a grader.", "Output:", "Question: how?"}
	for _, c := range askCases(t) {
		for _, order := range orders {
			for _, field := range []*string{&c.System, &c.User} {
				before := *field
				*field = strings.Replace(before, "⟧", " "+order+"⟧", 1)
				p, parts := c.read()
				if got := ask.Read(ask.Own(p, parts)); *field != before && got.Kind != c.Kind {
					t.Errorf("%s: with %q in its material it is %s (%s), and was %s", c.Why, order, got.Kind, got.Why, c.Kind)
				}
				*field = before
			}
		}
	}
}

func TestAnUnsureReplyPassesOnlyIfItStatesNothing(t *testing.T) {
	c := askCase{System: "You classify letters. Name their topic in at most three words.", User: "⟦The kiln broke on 3 June.⟧"}
	p, parts := c.read()
	got := ask.Read(ask.Own(p, parts))
	if got.Kind != ask.Unsure {
		t.Fatalf("%s: %s", got.Kind, got.Why)
	}
	for reply, want := range map[string]bool{"Broken kiln": true, "Kiln broke 3 June": true, "Kiln broke 4 June": false} {
		fitted := got.Form.Fit(reply)
		if passes := fitted.Name != "" && got.Echoes(&fitted, p); passes != want {
			t.Errorf("%q passes: %v (%s)", reply, passes, fitted.Name)
		}
	}
}

func TestAMessageThatIsOneObjectIsMadeByAProgram(t *testing.T) {
	text := `{"instruction": "Extract the parts. Return a JSON list of objects with name and use.", "input": "The damper shuts the flue. Answer the question."}`
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}
	got := ask.Read(ask.Own(p, []layout.Part{{Start: 0, End: len(text), Kind: layout.Material}}))
	if got.Kind != ask.Task || got.Form.Name() != "json" {
		t.Errorf("%s: %s, %s", got.Kind, got.Why, got.Form.Name())
	}
}

// A figure of a JSON reply says what its member is called: "21 days" is no dose of 21 mg.
func TestAFigurePassesOnlyAsWhatItsMemberIsCalled(t *testing.T) {
	c := askCase{System: "You extract figures. Return JSON with max_dose_mg, days_taken, apgar_score, relevance_score.",
		User: "⟦The maximal dose is 40 mg. It is taken for 21 days. The Apgar score was 9.⟧"}
	p, parts := c.read()
	w := ask.Own(p, parts)
	w.Format = prompt.FormatJSONObject
	got := ask.Read(w)
	for reply, want := range map[string]bool{
		`{"max_dose_mg":40}`: true, `{"max_dose_mg":21}`: false, `{"days_taken":21}`: true, `{"days_taken":40}`: false,
		`{"apgar_score":9}`: true, `{"apgar_score":8}`: false, `{"relevance_score":8}`: true,
	} {
		fitted := got.Form.Fit(reply)
		if passes := fitted.Name != "" && got.Echoes(&fitted, p); passes != want {
			t.Errorf("%s passes: %v (%s, %s)", reply, passes, fitted.Name, got.Why)
		}
	}
}

func TestARequestWithASchemaIsATaskIfItsPromptOrdersWork(t *testing.T) {
	p := prompt.Prompt{Format: prompt.FormatJSONSchema, Messages: []prompt.Message{
		{Role: "system", Parts: []string{"Extract all entities and how they are related."}}, {Role: "user", Parts: []string{"Kilns cool."}}}}
	if got := ask.Of(p, &layout.Found{}, `{"properties":{"nodes":{"type":"array"}}}`, nil); got.Kind != ask.Task {
		t.Errorf("%s: %s", got.Kind, got.Why)
	}
	if got := ask.Of(p, &layout.Found{}, `{"properties":{"answer":{"type":"string"}}}`, nil); got.Kind != ask.Unsure {
		t.Errorf("with a member for an answer %s: %s", got.Kind, got.Why)
	}
	p.Messages[0].Parts[0] = "Answer the question from the notes."
	if got := ask.Of(p, &layout.Found{}, `{"properties":{"nodes":{"type":"array"}}}`, nil); got.Kind != ask.Answer {
		t.Errorf("with an order to answer %s: %s", got.Kind, got.Why)
	}
}

// TestAForcedToolIsNoForm: an order in front of a document was held to be an answer's where the tool that the request
// forces names the members, and not the response_format.
func TestAForcedToolIsNoForm(t *testing.T) {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{"Extract the invoice.\n\n<document id=\"d1\">\nAcme GmbH\n</document>"}}}}
	for schema, want := range map[string]ask.Kind{
		`{"properties":{"vendor":{"type":"string"}}}`: ask.Task, `{"properties":{"answer":{"type":"string"}}}`: ask.Answer, "": ask.Answer,
	} {
		if got := ask.Of(p, ptr(layout.Find(p, layout.Defaults())), schema, nil); got.Kind != want {
			t.Errorf("%s: %s (%s), want %s", schema, got.Kind, got.Why, want)
		}
	}
}

// TestAnOrderToExtractUnderASchemaIsATaskWhereverItStands: it was one in a system message, and in a user's an honest record
// was refused whose document stood above the order, or had two figures in a line.
func TestAnOrderToExtractUnderASchemaIsATaskWhereverItStands(t *testing.T) {
	const document = "<document>\nInvoice No. 2231, Acme GmbH, due 2026-11-02, total 90 EUR\n</document>"
	for text, want := range map[string]ask.Kind{
		"Extract vendor and total as JSON.\n\n" + document:                      ask.Task,
		document + "\n\nExtract the data as JSON.":                              ask.Task,
		"Extrais vendor et total en JSON.\n\n" + document:                       ask.Task,
		"请从以下文本中提取 vendor, total。\n\n" + document:                               ask.Task,
		"## Task\nExtract the order.\n\n## Document\nTotal: 90 EUR":             ask.Task,
		document + "\n\nWhat is the total?":                                     ask.Unsure,
		document + "\n\nExtract the total. Is it due?":                          ask.Unsure,
		"Answer from the document.\n\n" + document + "\n\nExtract the total.":   ask.Answer,
		document + "\n\nQuestion: extract the total":                            ask.Unsure,
		"Extract the total and cite the line that it stands in.\n\n" + document: ask.Answer,
	} {
		p := prompt.Prompt{Format: prompt.FormatJSONSchema, Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}
		if got := ask.Of(p, ptr(layout.Find(p, layout.Defaults())), `{"properties":{"vendor":{},"total":{}}}`, nil); got.Kind != want {
			t.Errorf("%q: %s (%s), want %s", text, got.Kind, got.Why, want)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func FuzzOf(f *testing.F) {
	for _, c := range askCases(f) {
		f.Add(c.System, c.User, "the kiln")
		for _, reply := range append(c.Fits, c.Unfits...) {
			f.Add(c.System, c.User, reply)
		}
	}
	f.Fuzz(func(t *testing.T, system, user, reply string) {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"Answer the question.\n" + system}}, {Role: "user", Parts: []string{user}}}}
		if got := ask.Of(p, ptr(layout.Find(p, layout.Defaults())), "", nil); got.Kind != ask.Answer {
			t.Errorf("an app that orders an answer has a %s (%s)", got.Kind, got.Why)
		}
		p.Messages[0].Parts[0] = system
		got := ask.Of(p, ptr(layout.Find(p, layout.Defaults())), "", nil)
		fitted := got.Form.Fit(reply)
		got.Echoes(&fitted, p)
	})
}

func BenchmarkOf(b *testing.B) {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"You extract names. Return JSON {\"names\": []}.\n" + strings.Repeat("Write each name as it stands in the text, with its case. ", 150)}}, {Role: "user", Parts: []string{"Kilns cool."}}}}
	b.SetBytes(int64(len(p.Messages[0].Parts[0])))
	b.ReportAllocs()
	found := layout.Find(p, layout.Defaults())
	for b.Loop() {
		ask.Of(p, &found, "", nil)
	}
}

// TestAGraderIsTakenForAnAnswer: a newcomer's grader of passages was refused. Its order is work, and its reply one of
// the words that it names.
func TestAGraderIsTakenForAnAnswer(t *testing.T) {
	for _, order := range []string{
		"You grade whether a retrieved passage is relevant to a question. Reply yes or no.",
		"Grade whether a retrieved passage is relevant to a question. Reply yes or no.",
	} {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{order}},
			{Role: "user", Parts: []string{"Passage:\nDogs travel free on a lead on all ferries to the islands.\n\nQuestion: can dogs go on the ferry?"}}}}
		found := layout.Find(p, layout.Defaults())
		if a := ask.Of(p, &found, "", nil); a.Kind != ask.Task {
			t.Errorf("%s: %+v", order, a)
		}
	}
}

// Facts in few words passed as search queries, keywords or a title, whatever their members are called.
func TestAFactInAListIsNoClosedForm(t *testing.T) {
	note := "⟦Ada takes 50 mg of aspirin. Her next visit is on 4 May.⟧"
	for _, c := range []struct {
		order, reply string
		closed       bool
	}{
		{`Extract facts and return them as JSON {"facts": ["..."]}.`, `{"facts": ["Takes 500 mg of Ibuprofen"]}`, false},
		{`Extract keywords and facts. Return JSON {"keywords": ["..."], "facts": ["..."]}.`, `{"keywords": ["dose"], "facts": ["Takes 500 mg of Ibuprofen"]}`, false},
		{`Extract things. Return JSON {"keywords": ["..."], "facts": ["..."]}.`, `{"keywords": [], "facts": ["Takes 500 mg of Ibuprofen"]}`, false},
		{`Extract a title and the main fact. Return JSON {"title": "...", "fact": "..."}.`, `{"title": "Dose", "fact": "Takes 500 mg of Ibuprofen"}`, false},
		{`Extract the facts as a JSON array, e.g. ["fact one", "fact two"].`, `["Takes 500 mg of Ibuprofen", "Next visit never"]`, false},
		{`Extract the drugs as a JSON array, e.g. ["drug one", "drug two"].`, `["aspirin"]`, true},
		{`Extract keywords. Return JSON {"keywords": ["..."], "facts": ["..."]}.`, `{"keywords": ["dose of aspirin"], "facts": []}`, true},
		{`Write three search queries. Return JSON {"results": ["..."]}.`, `{"results": ["aspirin dose", "next visit"]}`, true},
	} {
		p, parts := askCase{System: "You organize notes. " + c.order, User: note}.read()
		got := ask.Read(ask.Own(p, parts))
		if fitted := got.Form.Fit(c.reply); fitted.Name == "" || fitted.Closed != c.closed {
			t.Errorf("%s: %s is %q, closed: %v", c.order, c.reply, fitted.Name, fitted.Closed)
		}
	}
}

// TestMessagesOfAnAppAreReadOnce: each of an app's messages copied all before it.
func TestMessagesOfAnAppAreReadOnce(t *testing.T) {
	const each = 20 // bytes
	growth.Linear(t, "messages", growth.Repeat("a"), func(s string) {
		turns := make([]ask.Turn, 0, len(s)/each+1)
		for range len(s) / each {
			turns = append(turns, ask.Turn{Role: "system", Text: "The mill was opened.", Form: "The mill was opened.", Whole: "The mill was opened."})
		}
		ask.Read(ask.Words{Turns: append(turns, ask.Turn{Role: "user", Text: "When?"})})
	})
}

// TestMembersThatTheSystemNamesAreNoForm: a model that extracted rightly, from a document that is the user's whole
// message, was refused, since the members of its JSON were looked for in that message alone.
func TestMembersThatTheSystemNamesAreNoForm(t *testing.T) {
	for _, system := range []string{
		"You are an invoice extraction engine. Return JSON with total, currency, vendor.",
		"You turn invoices into structured data. Reply with a JSON object: total, currency, vendor.",
		"From the invoice in the user's message, pull total, currency and vendor. JSON only.",
	} {
		p, parts := askCase{System: system, User: "<document>\n⟦Acme GmbH\nTotal: 1,234.50 EUR⟧\n</document>"}.read()
		p.Format = prompt.FormatJSONObject
		asks := ask.Read(ask.Own(p, parts))
		for reply, passes := range map[string]bool{
			`{"total": 1234.5, "currency": "EUR", "vendor": "Acme GmbH"}`: true,
			`{"total": 1334.5, "currency": "EUR", "vendor": "Acme GmbH"}`: false,
			`{"total": 1234.5, "currency": "EUR", "vendor": "Bolt AG"}`:   false,
			`{"total": 1234.5, "status": "paid"}`:                         false,
		} {
			fitted := asks.Form.Fit(reply)
			if got := fitted.Name != "" && asks.Echoes(&fitted, p); got != passes || asks.Kind != ask.Unsure {
				t.Errorf("%s\n%s: passes %t, read as %s", system, reply, got, asks.String())
			}
		}
	}
}

// TestAnEmptyFenceWasAPanic: a reply that is a fence with nothing in it has no form.
func TestAnEmptyFenceWasAPanic(t *testing.T) {
	for _, form := range []ask.Demand{{}, {JSON: true}, {Schema: true}} {
		for _, reply := range []string{"```\n```", "```json\n```", "```", "``` ```"} {
			if fitted := form.Fit(reply); fitted.Name != "" {
				t.Errorf("%q is %s", reply, fitted.Name)
			}
		}
	}
}
