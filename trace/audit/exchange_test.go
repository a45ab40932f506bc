package audit

import (
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/grounding/report"
)

// A question with its passages in the prompt, as apps send it.
const asks = `{"model":"m","messages":[{"role":"system","content":"Answer from the context.\n\n<context>\n<source id=\"1\">The bisque firing of the small kiln runs to 1000 degrees Celsius and takes nine hours.</source>\n<source id=\"2\">The tin glaze must not be fired above 1080 degrees Celsius.</source>\n</context>"},{"role":"user","content":"How hot may the tin glaze be fired?"}]}`

// asksForm asks for an answer in a form of the client's own.
var asksForm = strings.Replace(asks, `"model":"m"`, `"model":"m","response_format":{"type":"json_schema","json_schema":{"name":"g","strict":true,"schema":{"type":"object","properties":{"rule":{"type":"string"}},"required":["rule"],"additionalProperties":false}}}`, 1)

// asksResponse asks the same through the Responses interface.
const asksResponse = `{"model":"m","instructions":"Answer from the context.\n\n<context>\n<source id=\"1\">The bisque firing of the small kiln runs to 1000 degrees Celsius and takes nine hours.</source>\n<source id=\"2\">The tin glaze must not be fired above 1080 degrees Celsius.</source>\n</context>","input":"How hot may the tin glaze be fired?"}`

// responds is a response that says a text.
func responds(text string) string {
	quoted, _ := json.Marshal(text)
	return `{"id":"r","object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":` + string(quoted) + `}]}]}`
}

// says is a chat completion with one choice for each content.
func says(contents ...string) string {
	var choices []string
	for i, c := range contents {
		text, _ := json.Marshal(c)
		choice, _ := json.Marshal(map[string]any{"index": i, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": json.RawMessage(text)}})
		choices = append(choices, string(choice))
	}
	return `{"id":"r","object":"chat.completion","created":1,"model":"m","choices":[` + strings.Join(choices, ",") + `]}`
}

// told adds a gateway's report to a response.
func told(response, verdict, choice string) string {
	return strings.TrimSuffix(response, "}") + `,"vouchsafe":{"verdict":"` + verdict + `","choices":[` + choice + `]}}`
}

const (
	glazeTrue  = "The tin glaze must not be fired above 1080 degrees Celsius [2]."
	glazeFalse = "The tin glaze must not be fired above 1280 degrees Celsius [2]."
)

var exchanges = []struct {
	name, request, response string
	verdict                 report.Verdict
	codes, err              string
}{
	{name: "grounded", response: says(glazeTrue), verdict: report.Grounded},
	{name: "a changed number", response: says(glazeFalse), verdict: report.Ungrounded, codes: "snippet-not-found"},
	{name: "the worst of several choices", response: says(glazeTrue, glazeFalse, "You're welcome!"), verdict: report.Ungrounded, codes: "snippet-not-found"},
	{name: "a response", request: asksResponse, response: responds(glazeTrue), verdict: report.Grounded},
	{name: "a response with a changed number", request: asksResponse, response: responds(glazeFalse), verdict: report.Ungrounded, codes: "snippet-not-found"},
	{name: "the events of a response", request: asksResponse, response: `[{"type":"response.completed"}]`, err: "put the events of a stream together"},
	{name: "no citations", response: says("The tin glaze is not to be fired above 1080 degrees Celsius."), verdict: report.Ungrounded, codes: "missing-citations"},
	{name: "no citations, and the source's own words", response: says("The tin glaze must not be fired above 1080 degrees Celsius."), verdict: report.Grounded},
	{name: "small talk for an answer", response: says("You're welcome!"), verdict: report.Skipped},
	{name: "small talk", request: strings.Replace(asks, "How hot may the tin glaze be fired?", "Thank you!", 1), response: says("You're welcome!"), verdict: report.Skipped},
	{name: "tool calls only", verdict: report.Skipped,
		response: `{"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}`},
	{name: "tool calls with text beside them", verdict: report.Ungrounded, codes: "missing-citations",
		response: `{"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"The tin glaze is not to be fired above 1080 degrees Celsius.","tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}`},
	{name: "the model's own refusal", verdict: report.Declined,
		response: `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I'm sorry, I can't help with that."}}]}`},
	{name: "broken off", verdict: report.Ungrounded, codes: "truncated-output",
		response: strings.Replace(says(glazeTrue), `"stop"`, `"length"`, 1)},
	{name: "no context", verdict: report.Skipped,
		request: `{"messages":[{"role":"user","content":"Hello there!"}]}`, response: says("The tin glaze is fired to 900 degrees Celsius.")},
	{name: "an auxiliary call", verdict: report.Skipped,
		request:  `{"messages":[{"role":"user","content":"### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Output:\nJSON format: { \"title\": \"your concise title here\" }\n### Chat History:\n<chat_history>\nUSER: How hot may the tin glaze be fired?\n</chat_history>"}]}`,
		response: says(`{"title":"Firing tin glaze"}`)},
	{name: "the client's own form, without citations", request: asksForm, verdict: report.Ungrounded, codes: "missing-citations",
		response: says(`{"rule":"The tin glaze must not be fired above 1080 degrees Celsius."}`)},
	{name: "the client's own form, as the upstream wrote it", request: asksForm, verdict: report.Grounded,
		response: says(`{"answer":{"rule":"The tin glaze must not be fired above 1080 degrees Celsius."},"citations":[{"chunk_id":"2","path":"/rule","snippet":"must not be fired above 1080 degrees Celsius"}],"mode":"answer","unanswered_aspects":[]}`)},
	{name: "the client's own form, with the gateway's report", request: asksForm, verdict: report.Grounded,
		response: told(says(`{"rule":"The tin glaze must not be fired above 1080 degrees Celsius."}`), "grounded",
			`{"index":0,"citations":[{"number":1,"chunk_id":"2","snippet":"must not be fired above 1080 degrees Celsius","quoted":true}],"claims":[{"path":"/rule","citations":[1]}]}`)},
	{name: "a form that is not the client's", request: asksForm, verdict: report.Ungrounded, codes: "malformed-output",
		response: says(`{"answer":{"advice":"The tin glaze must not be fired above 1080 degrees Celsius."},"citations":[{"chunk_id":"2","path":"/advice","snippet":"must not be fired above 1080 degrees Celsius"}],"mode":"answer","unanswered_aspects":[]}`)},
	{name: "a form with its citations that nobody asked for", verdict: report.Grounded,
		response: says(`{"answer":{"rule":"The tin glaze must not be fired above 1080 degrees Celsius."},"citations":[{"chunk_id":"2","path":"/rule","snippet":"must not be fired above 1080 degrees Celsius"}],"mode":"answer","unanswered_aspects":[]}`)},
	{name: "no content, no refusal, no call", verdict: report.Ungrounded, codes: "malformed-output",
		response: `{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":null}}]}`},
	{name: "prose in place of the client's form", request: asksForm, verdict: report.Ungrounded, codes: "malformed-output",
		response: says("I would rather not.")},
	{name: "with the gateway's report", verdict: report.Grounded,
		response: told(says("The tin glaze must not be fired above 1080 degrees Celsius [1]."), "repaired",
			`{"index":0,"citations":[{"number":1,"chunk_id":"2","snippet":"must not be fired above 1080 degrees Celsius","quoted":true}]}`)},
	{name: "with a report that is not true", verdict: report.Ungrounded, codes: "snippet-altered",
		response: told(says("The tin glaze must not be fired above 1280 degrees Celsius [1]."), "grounded",
			`{"index":0,"citations":[{"number":1,"chunk_id":"2","snippet":"must not be fired above 1280 degrees Celsius","quoted":true,"verified":true}]}`)},
	{name: "a report that quotes nothing", verdict: report.Grounded,
		response: told(says("The tin glaze must not be fired above 1080 degrees Celsius [1]."), "grounded",
			`{"index":0,"citations":[{"number":1,"chunk_id":"2","snippet":"anything","quoted":false}]}`)},
	{name: "refused by a gateway", verdict: report.Declined,
		response: told(says("I can't answer that from the provided sources."), "refused", `{"index":0,"citations":[]}`)},
	{name: "what goes on with words of the client that deny it", request: begun("It is not true that"), response: says(" the tin glaze must not be fired above 1080 degrees Celsius [2]."), verdict: report.Ungrounded, codes: "claim-negation"},
	{name: "what goes on with words of the client", request: begun("The tin glaze"), response: says(" must not be fired above 1080 degrees Celsius [2]."), verdict: report.Grounded},
	{name: "a response as text", response: jsonText(says(glazeTrue)), verdict: report.Grounded},

	{name: "an error in place of a response", response: `{"error":{"message":"overloaded"}}`, err: "response"},
	{name: "no choices", response: `{"choices":[]}`, err: "response"},
	{name: "a stream that was cut off", response: `"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"The tin\"}}]}\n\n"`, err: "response"},
	{name: "a response that is a number", response: `7`, err: "response"},
	{name: "a request without messages", request: `{"model":"m"}`, response: says("A."), err: "request"},
	{name: "a request that is an array", request: `[]`, response: says("A."), err: "request"},
}

// begun asks with the beginning of the answer.
func begun(words string) string {
	return strings.TrimSuffix(asks, "]}") + `,{"role":"assistant","content":` + jsonText(words) + `}]}`
}

func jsonText(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

func TestRequestsAndResponses(t *testing.T) {
	for _, c := range exchanges {
		if c.request == "" {
			c.request = asks
		}
		t.Run(c.name, func(t *testing.T) {
			checkLine(t, []byte(`{"id":"x","request":`+c.request+`,"response":`+c.response+`}`), c.verdict, c.codes, c.err)
		})
	}
}

func TestAFormThatThePromptDemandsInWords(t *testing.T) {
	request := strings.Replace(asks, "Answer from the context.", "Answer from the context. Respond only with a JSON object.", 1)
	l := `{"request":` + request + `,"response":` + says(`{"rule":"The tin glaze must not be fired above 1080 degrees Celsius."}`) + `}`
	o := options(t)
	o.All = true
	item, err := Line([]byte(l), o)
	if err != nil || item.Verdict != report.Grounded || len(item.Report.Claims) != 1 || item.Report.Claims[0].Path == nil {
		t.Errorf("%s, %+v, %v", item.Verdict, item.Report.Claims, err)
	}
}

func TestCitationsBesideARequestAndItsResponse(t *testing.T) {
	l := `{"request":` + asksForm + `,"response":` + says(`{"rule":"The tin glaze must not be fired above 1080 degrees Celsius."}`) +
		`,"citations":[{"chunk_id":"2","path":"/rule","quote":"must not be fired above 1080 degrees Celsius"}]}`
	checkLine(t, []byte(l), report.Grounded, "", "")
}

func TestChunksBesideARequest(t *testing.T) {
	l := `{"request":{"messages":[{"role":"user","content":"How hot?"}]},"chunks":["The tin glaze must not be fired above 1080 degrees Celsius."],"response":` +
		says("The tin glaze must not be fired above 1080 degrees Celsius [1].") + `}`
	checkLine(t, []byte(l), report.Grounded, "", "")
}

func TestAResponseWithSeveralChoicesTellsOfAll(t *testing.T) {
	item, err := Line([]byte(`{"request":`+asks+`,"response":`+says(glazeTrue, glazeFalse)+`}`), options(t))
	if err != nil || len(item.Choices) != 2 || item.Report.Index != 1 || item.Choices[0].Verdict != report.Grounded {
		t.Errorf("%d choices, the worst is %d, %v", len(item.Choices), item.Report.Index, err)
	}
	if !strings.Contains(item.Question, "How hot") {
		t.Errorf("the question is %q", item.Question)
	}
}

func TestEvidenceThatIsWantedAndMissing(t *testing.T) {
	o := options(t)
	o.Policy.WhenNoContext = "refuse"
	item, err := Line([]byte(`{"request":{"messages":[{"role":"user","content":"Hello there!"}]},"response":`+says("Nine hours.")+`}`), o)
	if err != nil || item.Verdict != report.Ungrounded {
		t.Errorf("%s, %v", item.Verdict, err)
	}
}
