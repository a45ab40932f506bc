package upstreamtest

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

const sources = `<chunk id="tea" title="Tea">
Harbour tea is brewed at 71 degrees for nine minutes. It must not be stirred. The tea was first sold in 1931.
</chunk>
<chunk id="rail">
The harbour railway opened in 1902 and closed in 1977.
</chunk>`

func request(model, format string, messages ...string) *Request {
	var ms []any
	for i := 0; i < len(messages); i += 2 {
		ms = append(ms, object{"role": messages[i], "content": messages[i+1]})
	}
	body := object{"model": model, "messages": ms}
	if format != "" {
		body["response_format"] = object{"type": "json_schema", "json_schema": object{"name": "x", "schema": gjson.Parse(format).Value()}}
	}
	return &Request{Path: "/v1/chat/completions", Body: encode(body)}
}

func said(r *Request) string {
	return gjson.GetBytes(Extractive{}.Reply(r).Body, "choices.0.message.content").Str
}

const segmentsSchema = `{"type":"object","properties":{"mode":{},"segments":{},"unanswered_aspects":{}}}`

func TestAnswersInTheFormAskedFor(t *testing.T) {
	ask := []string{"system", sources, "user", "At how many degrees is the tea brewed?"}
	for name, tc := range map[string]struct{ format, instruction, want string }{
		"segments": {format: segmentsSchema, want: `{"mode":"answer","segments":[{"citations":[{"chunk_id":"tea","snippet":"Harbour tea is brewed at 71 degrees for nine minutes."}],"text":"Harbour tea is brewed at 71 degrees for nine minutes."}],"unanswered_aspects":[]}`},
		"segments by words": {instruction: `like {"segments":[]}`,
			want: `{"mode":"answer","segments":[{"citations":[{"chunk_id":"tea","snippet":"Harbour tea is brewed at 71 degrees for nine minutes."}],"text":"Harbour tea is brewed at 71 degrees for nine minutes."}],"unanswered_aspects":[]}`},
		"snippet": {format: `{"properties":{"answer":{"type":"string"},"citations":{"items":{"properties":{"snippet":{}}}}}}`,
			want: `{"answer":"Harbour tea is brewed at 71 degrees for nine minutes [1].","citations":[{"chunk_id":"tea","doc_id":"","snippet":"Harbour tea is brewed at 71 degrees for nine minutes."}],"mode":"answer"}`},
		"numbered": {instruction: "cite like [1]", want: "Harbour tea is brewed at 71 degrees for nine minutes [tea]."},
		"prose":    {want: "Harbour tea is brewed at 71 degrees for nine minutes."},
		"a client's own schema": {format: `{"type":"object","properties":{"degrees":{"type":"integer"},"why":{"$ref":"#/$defs/s"},"ok":{"type":["boolean","null"]},"kind":{"enum":["a","b"]},"quotes":{"type":"array","items":{"type":"object","properties":{"quote":{"type":"string"},"sourceId":{"type":"string"}}}}},"$defs":{"s":{"type":"string"}}}`,
			want: `{"degrees":71,"kind":"a","ok":true,"quotes":[{"quote":"Harbour tea is brewed at 71 degrees for nine minutes.","sourceId":"tea"}],"why":"Harbour tea is brewed at 71 degrees for nine minutes."}`},
	} {
		t.Run(name, func(t *testing.T) {
			ms := append([]string{}, ask...)
			if tc.instruction != "" {
				ms[1] += "\n\n========\n\n" + tc.instruction
			}
			if d := cmp.Diff(tc.want, said(request("extractive", tc.format, ms...))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestPassagesAreFoundInManyPrompts(t *testing.T) {
	const tea, rail = "Harbour tea is brewed at 71 degrees.", "The harbour railway opened in 1902."
	for name, tc := range map[string]struct {
		messages []string
		want     string
	}{
		"numbered":            {[]string{"system", "Context:\n[1] " + tea + "\n[2] " + rail, "user", "When did the railway open?"}, "2"},
		"numbered with ids":   {[]string{"system", "Context:\n[1] (id: doc-1) " + tea + "\n[2] (id: doc-2) " + rail, "user", "When did the railway open?"}, "doc-2"},
		"in the question":     {[]string{"user", "<document index=\"7\">" + rail + "</document>\n\nWhen did the railway open?"}, "7"},
		"a tool's":            {[]string{"user", "When did the railway open?", "assistant", "", "tool", tea + "\n\n" + rail}, ""},
		"behind a label":      {[]string{"user", "Context:\n\n" + rail + "\n\nQuestion: When did the railway open?\nAnswer:"}, ""},
		"beside the messages": {[]string{"user", "When did the railway open?\n\n========\n\nHow to answer: …\n\n========\n\n<chunk id=\"b\">\n" + rail + "\n</chunk>"}, "b"},
		"an index": {[]string{"system", tea + "\n\n" + rail, "user",
			"When did the railway open?\n\n========\n\nSource ids:\nc1 begins \"Harbour tea is\"\nc2 begins \"The harbour railway\"\n"}, "c2"},
		"an index of its own": {[]string{"system", tea + "\n\n" + rail, "user", "When did the railway open?", "user",
			"Source ids:\nc1 begins \"Harbour tea is\"\nc2 begins \"The harbour railway\"\n"}, "c2"},
	} {
		t.Run(name, func(t *testing.T) {
			reply := said(request("extractive", segmentsSchema, tc.messages...))
			got := gjson.Get(reply, "segments.#.citations.0")
			if n := len(got.Array()); n != 1 || got.Get("0.snippet").Str != rail || got.Get("0.chunk_id").Str != tc.want {
				t.Errorf("got %s, want %q", reply, tc.want)
			}
		})
	}
}

func TestTricks(t *testing.T) {
	ask := []string{"system", sources, "user", "May the tea be stirred, and at how many degrees is it brewed?"}
	first := func(trick Trick, path string) string {
		return gjson.Get(said(request("extractive:"+string(trick), segmentsSchema, ask...)), path).String()
	}
	for _, tc := range []struct {
		trick      Trick
		path, want string
	}{
		{Honest, "segments.0.text", "Harbour tea is brewed at 71 degrees for nine minutes."},
		{Number, "segments.0.citations.0.snippet", "Harbour tea is brewed at 72 degrees for nine minutes."},
		{NumberText, "segments.0.text", "Harbour tea is brewed at 72 degrees for nine minutes."},
		{NumberText, "segments.0.citations.0.snippet", "Harbour tea is brewed at 71 degrees for nine minutes."},
		{Negation, "segments.0.text", "Harbour tea is not brewed at 71 degrees for nine minutes."},
		{WrongChunk, "segments.0.citations.0.chunk_id", "rail"},
		{UnknownID, "segments.0.citations.0.chunk_id", "c999"},
		{Uncited, "segments.0.citations", "[]"},
		{Decline, "mode", "refuse"},
		{InventAll, "segments.0.text", "Independent inspectors confirmed this in a later survey of nineteen towns."},
	} {
		if got := first(tc.trick, tc.path); got != tc.want {
			t.Errorf("%s: %s is %q, want %q", tc.trick, tc.path, got, tc.want)
		}
	}
	for trick, want := range map[Trick]string{Fenced: "```json\n{", Think: "</think>\n{", Prose: "Harbour tea is", "number+fenced-prose": "```json\nHarbour tea is brewed at 72"} {
		if got := said(request("extractive:"+string(trick), segmentsSchema, ask...)); !strings.Contains(got, want) {
			t.Errorf("%s: %q lacks %q", trick, got, want)
		}
	}
	if got := said(request("extractive:malformed", segmentsSchema, ask...)); gjson.Valid(got) || got == "" {
		t.Errorf("malformed: %q", got)
	}
}

func TestTrickPlayedOnceEndsWithTheRepair(t *testing.T) {
	ms := []string{"system", sources, "user", "At how many degrees is the tea brewed?"}
	bad := said(request("extractive:number-once", segmentsSchema, ms...))
	ms = append(ms, "assistant", bad, "user", "Your last answer could not be verified.")
	good := said(request("extractive:number-once", segmentsSchema, ms...))
	if !strings.Contains(bad, "72 degrees") || !strings.Contains(good, "71 degrees") || strings.Contains(good, "72") {
		t.Errorf("first %s, then %s", bad, good)
	}
}

func TestQuestionHasItsTrick(t *testing.T) {
	x := Extractive{Tricks: []QuestionTrick{{Contains: "degrees", Trick: Number}}}
	r := request("any", segmentsSchema, "system", sources, "user", "At how many degrees is the tea brewed?")
	if got := string(x.Reply(r).Body); !strings.Contains(got, "72 degrees") {
		t.Error(got)
	}
}

func TestToolIsCalledAndItsResultAnswered(t *testing.T) {
	r := request("extractive:call-tool", "", "user", "When did the railway open?")
	r.Body = encode(object{"model": "extractive:call-tool", "messages": r.Get("messages").Value(), "tools": []any{object{
		"type": "function", "function": object{"name": "search", "parameters": object{"type": "object", "properties": object{"query": object{"type": "string"}}}},
	}}})
	call := gjson.GetBytes(Extractive{}.Reply(r).Body, "choices.0.message.tool_calls.0.function")
	if call.Get("name").Str != "search" || call.Get("arguments").Str != `{"query":"everything"}` {
		t.Errorf("got %s", call)
	}
}

// start runs a scripted upstream for a test.
func start(t *testing.T, script Script) *Server {
	t.Helper()
	srv, err := Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv
}

func TestMenuServesEveryFault(t *testing.T) {
	srv := start(t, Menu())
	hc := &http.Client{Timeout: 300 * time.Millisecond}
	defer hc.CloseIdleConnections()
	for name := range Faults(Say("")) {
		body := strings.Replace(string(request("fault:"+name, segmentsSchema, "system", sources, "user", "How is tea brewed?").Body), "{", `{"stream":true,`, 1)
		resp, err := hc.Post(srv.BaseURL()+"/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			continue // silent, slow, vanishing
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
		resp.Body.Close()
	}
	if n := len(srv.Requests()); n != len(Faults(Say(""))) {
		t.Errorf("%d requests are recorded", n)
	}
}

func TestStreamIsWholeHoweverItIsCut(t *testing.T) {
	for _, split := range []int{0, 1, 7, 1000} {
		srv := start(t, Answering(Answer{Choices: []Choice{{Content: "Grüße, 🌍!"}}, Runes: 1, Split: split}))
		resp, err := http.Post(srv.BaseURL()+"/chat/completions", "application/json", strings.NewReader(`{"stream":true,"stream_options":{"include_usage":true}}`))
		if err != nil {
			t.Fatal(err)
		}
		var text, last string
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				text += gjson.Get(data, "choices.0.delta.content").Str
				last = data
			}
		}
		resp.Body.Close()
		if text != "Grüße, 🌍!" || last != "[DONE]" {
			t.Errorf("split %d: %q, last %q", split, text, last)
		}
	}
}

func TestRecordCanBeReadOverHTTP(t *testing.T) {
	srv := start(t, Menu())
	if _, err := http.Get(srv.BaseURL() + "/models"); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(srv.URL + "/_requests")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	if got := gjson.GetBytes(body, "#.path").String(); got != `["/v1/models"]` {
		t.Errorf("got %s", got)
	}
}

func FuzzExtractive(f *testing.F) {
	f.Add("extractive", sources, "How is tea brewed?", segmentsSchema)
	f.Add("extractive:number", "[1] a. B\n[2]", "Question: \n", `{"properties":{"a":{"$ref":"#"}}}`)
	f.Add("x:malformed", "<chunk id=>é", "c1 begins \"…\"", `{"type":["array"],"items":{"enum":[]}}`)
	f.Fuzz(func(_ *testing.T, model, system, user, schema string) {
		if !gjson.Valid(schema) {
			schema = ""
		}
		Extractive{}.Reply(request(model, schema, "system", system, "user", user))
	})
}
