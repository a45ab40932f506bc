package layout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

func msg(role string, parts ...string) prompt.Message {
	return prompt.Message{Role: role, Parts: parts}
}

func call() prompt.Message { return prompt.Message{Role: "assistant", ToolCalls: true} }

func toolJSON(id, text string) prompt.Message {
	return msg("tool", `[{"id":"`+id+`","text":"`+text+`"}]`)
}

// brief tells of each chunk its id or layout, its standing and its message.
func brief(chunks []evidence.Chunk) []string {
	var list []string
	for _, c := range chunks {
		name := c.ID
		if name == "" {
			name = c.Layout
		}
		list = append(list, name+" "+string(c.Standing))
	}
	return list
}

func TestTurnsAndStanding(t *testing.T) {
	a, b, c := plain[0].text, plain[1].text, plain[2].text
	tags := func(id, text string) string {
		return `<context><source id="` + id + `">` + text + `</source></context>`
	}
	tests := []struct {
		name     string
		messages []prompt.Message
		change   func(*Options)
		want     []string
		question string
	}{
		{name: "chunks of an earlier turn are stale", messages: []prompt.Message{msg("user", "one?"), call(), toolJSON("x", a), msg("assistant", "yes"), msg("user", "two?"), call(), toolJSON("y", b)},
			want: []string{"x stale", "y primary"}, question: "two?"},
		{name: "the newest turn that has chunks is current", messages: []prompt.Message{msg("user", "one?"), call(), toolJSON("x", a), msg("assistant", "yes"), msg("user", "and now?")},
			want: []string{"x primary"}, question: "and now?"},
		{name: "conversation keeps all current", messages: []prompt.Message{msg("user", "one?"), call(), toolJSON("x", a), msg("assistant", "yes"), msg("user", "two?"), call(), toolJSON("y", b)},
			change: func(o *Options) { o.Conversation = true }, want: []string{"x primary", "y primary"}, question: "two?"},
		{name: "a typed block makes nothing stale", messages: []prompt.Message{msg("user", "one?"), call(), toolJSON("x", a), msg("assistant", "yes"), msg("user", tags("9", b)+"\n\ntwo?")},
			want: []string{"x primary", "9 fallback"}, question: "two?"},
		{name: "system text at the head is of the last turn", messages: []prompt.Message{msg("system", tags("1", a)), msg("user", "one?"), msg("assistant", "yes"), msg("user", "two?")},
			want: []string{"1 primary"}, question: "two?"},
		{name: "a system message behind the question", messages: []prompt.Message{msg("user", "one?"), msg("system", "Context information is below.\n--------------------\n"+a+"\n\n"+b+"\n--------------------")},
			want: []string{"sections primary", "sections primary"}, question: "one?"},
		{name: "roles may be ignored", messages: []prompt.Message{msg("system", tags("1", a)), msg("user", tags("2", b)+"\n\none?")},
			change: func(o *Options) { o.Roles = map[string]evidence.Standing{"system": Ignore, "user": evidence.Primary} }, want: []string{"2 primary"}, question: "one?"},
		{name: "developer", messages: []prompt.Message{msg("developer", tags("1", a)), msg("user", "one?")}, want: []string{"1 primary"}, question: "one?"},
		{name: "function role is a tool", messages: []prompt.Message{msg("user", "one?"), msg("function", `[{"id":"f","text":"`+c+`"}]`)}, want: []string{"f primary"}, question: "one?"},
		{name: "whole message", messages: []prompt.Message{msg("system", "Summarise."), msg("user", a+"\n\n"+b)}, change: func(o *Options) { o.WholeMessage = true },
			want: []string{"whole-message fallback"}},
		{name: "a tool's plain text is a section", messages: []prompt.Message{msg("user", "one?"), call(), msg("tool", a)}, want: []string{"tool-text primary"}, question: "one?"},
		{name: "a reminder is no question", messages: []prompt.Message{msg("user", "one?"), call(), toolJSON("x", a), msg("user", "Reminder: cite inline as [1].")}, want: []string{"x primary"}, question: "one?"},
		{name: "parts", messages: []prompt.Message{msg("user", "```a.md\n"+a+"\n```", "```b.md\n"+b+"\n```", "Use the above code to answer the following question.", "one?")},
			want: []string{"fences fallback", "fences fallback"}, question: "one?"},
		{name: "no content", messages: []prompt.Message{msg("system"), msg("user")}, want: nil},
	}
	for _, tt := range tests {
		o := Defaults()
		if tt.change != nil {
			tt.change(&o)
		}
		found := Find(prompt.Prompt{Messages: tt.messages}, o)
		if diff := cmp.Diff(tt.want, brief(found.Chunks)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if tt.question != "" && found.Question != tt.question {
			t.Errorf("%s: question %q, want %q", tt.name, found.Question, tt.question)
		}
	}
}

func TestBeside(t *testing.T) {
	p := prompt.Prompt{
		Messages: []prompt.Message{msg("user", "one?")},
		Beside: []prompt.Beside{
			{Channel: "documents", JSON: `[{"id":"d0","data":{"title":"T","snippet":"` + plain[0].text + `"}},"` + plain[1].text + `",{"doc_id":7,"text":"short"}]`},
			{Channel: "vouchsafe.chunks", JSON: `[{"chunk_id":"c9","doc_id":"d","text":"x y z","authors":["A. Ode","B. Ode"],"year":2021,"page":"4","similarity":0.5,"source_filename":"f.pdf","shelf":3}]`},
			{Channel: "documents", JSON: `not JSON`},
		},
	}
	found := Find(p, Defaults())
	if diff := cmp.Diff([]string{"d0 primary", "documents primary", "7 primary", "c9 primary"}, brief(found.Chunks)); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	c := found.Chunks[3]
	if c.DocID != "d" || c.Year != 2021 || c.Page != "4" || c.Similarity == nil || *c.Similarity != 0.5 || c.Filename != "f.pdf" ||
		strings.Join(c.Authors, "|") != "A. Ode|B. Ode" || string(c.Meta["shelf"]) != "3" || c.Message != evidence.Beside {
		t.Errorf("got %+v", c)
	}
	o := Defaults()
	o.Beside = ""
	if found := Find(p, o); len(found.Chunks) != 0 {
		t.Errorf("ignored evidence was read: %v", brief(found.Chunks))
	}
}

// TestSimilarityIsLiteral checks that only a key named similarity between 0
// and 1 is the retriever's figure.
func TestSimilarityIsLiteral(t *testing.T) {
	for raw, want := range map[string]bool{`"similarity":0.4`: true, `"similarity":1.4`: false, `"score":0.4`: false, `"relevance":0.4`: false} {
		found := Find(prompt.Prompt{Messages: []prompt.Message{msg("tool", `[{"text":"`+plain[0].text+`",`+raw+`}]`)}}, Defaults())
		if got := found.Chunks[0].Similarity != nil; got != want {
			t.Errorf("%s: similarity taken: %v", raw, got)
		}
	}
}

// TestDerivedAnswers checks that an answer that comes back from a tool is told
// from passages.
func TestDerivedAnswers(t *testing.T) {
	for text, want := range map[string]bool{
		"{\n  content: The pier opens at nine [1]. It closes at ten [2].\n}":            true,
		`{"answer":"The pier opens at nine [1]. It closes at ten [2]."}`:                true,
		`[{"id":"a","text":"Membranes [1] foul within days [2], as was said before."}]`: false,
		plain[0].text: false,
	} {
		found := Find(prompt.Prompt{Messages: []prompt.Message{msg("user", "when?"), call(), msg("tool", text)}}, Defaults())
		if len(found.Chunks) == 0 || found.Chunks[0].Derived != want {
			t.Errorf("%q: %+v", text, found.Chunks)
		}
	}
}
