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
	inDouble := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(asked)
	inSingle := strings.ReplaceAll(asked, "'", `'\''`)
	around := strings.ReplaceAll(asked, "'", `'"'"'`)
	inC := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(asked)
	python := `[{'role': 'system', 'content': 'Don\'t guess.\nContext:\n[1] "Gate" closes.'}, {'role': 'user', 'content': 'When?'}]`
	for text, as := range map[string]string{
		asked:                                    "",
		messages:                                 "a list of messages",
		`{"custom_id":"1","body":` + asked + `}`: "the request at body",
		`{"inputs":{"messages":` + messages + `},"outputs":{"messages":[]}}`:           "the request at inputs",
		`{"kwargs":{"input":` + messages + `}}`:                                        "a list of messages, at kwargs.input",
		"curl -s http://x/v1 \\\n  -H 'A: b' -d '" + inSingle + "'":                    "the data of a curl command",
		"curl http://x/v1 -d '" + around + "' | jq .":                                  "the data of a curl command",
		`$ curl http://x/v1 --data-raw "` + inDouble + `"`:                             "the data of a curl command",
		`curl http://x/v1 --data-raw $'` + inC + `' --compressed`:                      "the data of a curl command",
		`curl http://x/v1 --data-raw $'` + strings.ReplaceAll(inC, ",", `,\n\t`) + `'`: "the data of a curl command",
		"curl http://x/v1 -d @- <<E\n" + asked + "\nE":                                 "the data of a curl command",
		"2026-11-28 INFO [app] sent " + asked + " in 3 ms":                             "JSON among other words",
		python: "a printed object",
		`[('system', 'Don\'t guess.\nContext:\n[1] "Gate" closes.'), ('human', 'When?')]`:                                                                                                                                                                                                  "a printed object",
		`[{'type': 'system', 'data': {'content': 'Don\'t guess.\nContext:\n[1] "Gate" closes.', 'type': 'system', 'name': None}}, {'type': 'human', 'data': {'content': 'When?', 'type': 'human'}}]`:                                                                                       "a printed object",
		`[{'content': 'Don\'t guess.\nContext:\n[1] "Gate" closes.', 'type': 'system', 'name': None}, {'content': 'When?', 'type': 'human'}]`:                                                                                                                                              "a printed object",
		`SystemMessage(content='Don\'t guess.\nContext:\n[1] "Gate" closes.', id='1')` + "\nHumanMessage(content='When?')":                                                                                                                                                                 "a printed object",
		`{"lc":1,"kwargs":{"messages":[{"lc":1,"type":"constructor","kwargs":{"content":"Don't guess.\nContext:\n[1] \"Gate\" closes.","type":"system"}},{"lc":1,"kwargs":{"content":"When?","type":"human"}}]}}`:                                                                          "the messages at kwargs",
		"DEBUG:x:Options: {'headers': NOT_GIVEN, 'json_data': {'messages': " + python + ", 'n': None}}":                                                                                                                                                                                    "a printed object",
		`messages=[SystemMessage(content='Don\'t guess.\nContext:\n[1] "Gate" closes.', additional_kwargs={}), HumanMessage(content='When?')]`:                                                                                                                                             "a printed object",
		"{\n  model: 'm',\n  messages: [\n    {\n      role: 'system',\n      content: \"Don't guess.\\n\" +\n        'Context:\\n' +\n        '[1] \"Gate\" closes.'\n    },\n    { role: 'user', content: 'When?' }\n  ]\n}":                                                             "a printed object",
		"{'messages': [{'content': \"Don't guess.\\n\"\n                          'Context:\\n'\n                          '[1] \"Gate\" '\n                          'closes.',\n               'role': 'system'},\n              {'content': 'When?', 'role': 'user'}],\n 'model': 'm'}": "a printed object",
		"======= System Message =======\n\nDon't guess.\nContext:\n[1] \"Gate\" closes.\n======= Human Message =======\n\nWhen?":                                                                                                                                                           "plain text, whose lines name their speakers",
		"System: Don't guess.\nContext:\n[1] \"Gate\" closes.\nHuman: When?":                                                                                                                                                                                                               "plain text, whose lines name their speakers",
	} {
		body, told := Read(text)
		if told != as {
			t.Errorf("%s: read as %q, want %q", text, told, as)
		}
		for path, want := range map[string]string{"messages.#": "2", "messages.0.role": "system", "messages.1.role": "user",
			"messages.0.content": "Don't guess.\nContext:\n[1] \"Gate\" closes.", "messages.1.content": "When?"} {
			if got := gjson.Get(body, path).String(); got != want {
				t.Errorf("%s: %s is %q, want %q", text, path, got, want)
			}
		}
	}
}

// TestMessagesOfTextPartsAreOnePrompt: what Python prints of LlamaIndex's and Haystack's messages.
func TestMessagesOfTextPartsAreOnePrompt(t *testing.T) {
	for _, text := range []string{
		`[ChatMessage(role=<MessageRole.SYSTEM: 'system'>, additional_kwargs={}, blocks=[TextBlock(block_type='text', text='Be brief.')]), ChatMessage(role=<MessageRole.USER: 'user'>, blocks=[TextBlock(text='When?')])]`,
		`[ChatMessage(_role=<ChatRole.SYSTEM: 'system'>, _content=[TextContent(text='Be brief.')], _name=None, _meta={}), ChatMessage(_role=<ChatRole.USER: 'user'>, _content=[TextContent(text='When?')])]`,
		`[{"role":"system","blocks":[{"block_type":"text","text":"Be brief."}]},{"role":"user","blocks":[{"block_type":"text","text":"When?"}]}]`,
	} {
		body, _ := Read(text)
		if got := gjson.Get(body, "messages.#.role").Raw + gjson.Get(body, "messages.#.content.0.text").Raw; got != `["system","user"]["Be brief.","When?"]` {
			t.Errorf("%s: %s", text, got)
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
		"curl http://x/v1/responses \\\n  -d '" + strings.ReplaceAll(body, "'", `'\''`) + "'",
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
	for _, text := range []string{asked[:len(asked)-1], `{"messages":[{"role":"user","content":"a"},]}`, "curl http://x/v1 -d @body.json", `{"messages":`, `{"messages": "a"}`, "[1]"} {
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

// TestWhatNodeLeftOutIsTold: console.log shows no parts of a message.
func TestWhatNodeLeftOutIsTold(t *testing.T) {
	for text, want := range map[string]bool{"{ role: 'user', content: [Array] }": true, "messages: [ [Object] ]": true, asked: false} {
		if IsElided([]byte(text)) != want {
			t.Errorf("%s: told is %t", text, !want)
		}
	}
}
