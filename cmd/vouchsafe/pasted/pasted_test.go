package pasted

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

const asked = `{"model":"m","messages":[{"role":"system","content":"Don't guess.\nContext:\n[1] \"Gate\" closes."},{"role":"user","content":"When?"}]}`

// TestTheRequestIsFoundInWhatPeoplePaste: each text holds the same two messages.
func TestTheRequestIsFoundInWhatPeoplePaste(t *testing.T) {
	messages := gjson.Get(asked, "messages").Raw
	for text, as := range map[string]string{
		asked:                                    "",
		messages:                                 "a list of messages",
		`{"custom_id":"1","body":` + asked + `}`: "the request at body",
		`{"inputs":{"messages":` + messages + `},"outputs":{"messages":[]}}`: "the request at inputs",
		`{"kwargs":{"input":` + messages + `}}`:                              "a list of messages, at kwargs.input",
		"curl http://x/v1 -d @- <<E\n" + asked + "\nE":                       "JSON among other words",
		"2026-11-28 INFO [app] sent " + asked + " in 3 ms":                   "JSON among other words",
	} {
		body, told := Read(text)
		if told != as {
			t.Errorf("%s: read as %q, want %q", text, told, as)
		}
		if got, want := gjson.Get(body, "messages").Raw, messages; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestTheInstructionsOfAResponseAreLost: of a request through Responses its messages alone were read.
func TestTheInstructionsOfAResponseAreLost(t *testing.T) {
	for _, text := range []string{
		`{"model":"m","instructions":"Context:\n[1] The gate closes.","input":[{"role":"user","content":"When?"}]}`,
		`{"body":{"model":"m","instructions":"Context:\n[1] The gate closes.","input":[{"role":"user","content":"When?"}]}}`,
	} {
		if body, _ := Read(text); gjson.Get(body, "instructions").String() == "" {
			t.Errorf("%s: %s", text, body)
		}
	}
}

// TestAQuestionToResponsesIsNoRequest: in a command of curl or a line of a batch, its input was looked for as a
// list of messages alone.
func TestAQuestionToResponsesIsNoRequest(t *testing.T) {
	const body = `{"model":"m","instructions":"Don't guess.","input":"Context:\n[1] The gate closes.\n\nWhen?"}`
	for _, text := range []string{
		"curl http://x/v1/responses -d @- <<'E'\n" + body + "\nE", "INFO sent " + body,
		`{"custom_id":"1","url":"/v1/responses","body":` + body + `}`,
	} {
		if got, as := Read(text); got != body || as == "" {
			t.Errorf("%s: %s, %q", text, got, as)
		}
	}
}

// TestOnlyTheFirstRequestOfAListIsRead: the others were left out without a word.
func TestOnlyTheFirstRequestOfAListIsRead(t *testing.T) {
	for text, want := range map[string]int{
		"[" + asked + ",\n" + asked + "," + asked + "]": 3, `[{"body":` + asked + "}," + asked + "]": 2, "[" + asked + "]": 1, asked: 1,
		gjson.Get(asked, "messages").Raw: 1, "[" + gjson.Get(asked, "messages").Raw + "," + gjson.Get(asked, "messages").Raw + "]": 2, "[" + asked + `,{"a":1}]`: 1, "[" + asked + "," + asked: 1, "Answer.": 1,
	} {
		if got := All([]byte(text)); len(got) != want || want == 1 && string(got[0]) != text {
			t.Errorf("%s: %d, want %d", text, len(got), want)
		}
	}
}

// TestAPromptIsOneMessageOfTheUser: also where it begins or ends like something else.
func TestAPromptIsOneMessageOfTheUser(t *testing.T) {
	for _, text := range []string{
		"Answer.\n\nContext:\n[1] The gate closes at 21:30.", "[1] The gate closes.", `{context} and "more"`, "What does role mean in {\"a\": 1}?",
		"The System: is no speaker here.", `Documents: [{"id": 1, "text": "The gate closes."}]`,
	} {
		body, as := Read(text)
		if as != "plain text, as one message of the user" || gjson.Get(body, "messages.0.content").String() != text || gjson.Get(body, "messages.#").Int() != 1 {
			t.Errorf("%s: %q, %s", text, as, body)
		}
	}
}

// TestABrokenRequestIsNoPrompt: whoever reads it says what is wrong with it.
func TestABrokenRequestIsNoPrompt(t *testing.T) {
	for _, text := range []string{asked[:len(asked)-1], `{"messages":[{"role":"user","content":"a"},]}`, "curl http://x/v1 -d @body.json", `[{'role': 'user'}]`, "[HumanMessage(content='a')]", `{"messages":`, `{"messages": "a"}`, "[1]"} {
		if body, as := Read(text); body != text || as != "" {
			t.Errorf("%s: %q, %s", text, as, body)
		}
	}
}

// FuzzRead: whatever is pasted, what is returned is JSON or the text itself.
func FuzzRead(f *testing.F) {
	f.Add(asked)
	f.Add("curl -d '{\"messages\":[]}' $'\\u00")
	f.Add("'role' [HumanMessage(content='a'")
	f.Fuzz(func(t *testing.T, text string) {
		body, as := Read(text)
		if as != "" && !gjson.Valid(body) || as == "" && body != strings.TrimSpace(text) {
			t.Errorf("%q: %q, %q", text, as, body)
		}
	})
}
