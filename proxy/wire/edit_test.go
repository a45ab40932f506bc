package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

func TestEditWithoutChangesKeepsEveryByte(t *testing.T) {
	body := "\n{ \"z\" : 1.0E+02 ,\t\"messages\":[ {\"role\" :\"user\",\"content\":\"\\u0041<&>\\/\"} ] , \"a\\u0062\":[1 , 2]\r\n}  "
	if got := parse(t, body).Edit().Bytes(); string(got) != body {
		t.Errorf("got %q", got)
	}
}

func TestEditMembers(t *testing.T) {
	const messages = `"messages":[{"role":"user","content":"x"}]`
	for _, tt := range []struct {
		name, body string
		edit       func(e *Edit)
		want       string
	}{
		{"replace", `{ "model" : "a" ,` + messages + `}`,
			func(e *Edit) { e.SetModel(`b"<`) }, `{ "model" : "b\"<" ,` + messages + `}`},
		{"add", `{` + messages + ` }`,
			func(e *Edit) { e.SetModel("b") }, `{` + messages + `,"model":"b" }`},
		{"drop the first", `{ "logprobs" : true , ` + messages + `}`,
			func(e *Edit) { e.Drop("logprobs") }, `{  ` + messages + `}`},
		{"drop the first two", `{"logprobs":true, "top_logprobs":2, ` + messages + `}`,
			func(e *Edit) { e.Drop("logprobs", "top_logprobs") }, `{ ` + messages + `}`},
		{"drop the last", `{` + messages + `, "prediction":{"type":"content","content":"y"} }`,
			func(e *Edit) { e.Drop("prediction") }, `{` + messages + ` }`},
		{"drop between", `{"a":1,"documents":[{"a":1}],` + messages + `,"vouchsafe":{},"b":2}`,
			func(e *Edit) { e.Drop("documents", "vouchsafe") }, `{"a":1,` + messages + `,"b":2}`},
		{"drop an escaped name", `{"st\u006fp":"x",` + messages + `}`,
			func(e *Edit) { e.Drop("stop") }, `{` + messages + `}`},
		{"drop what is absent", `{` + messages + `}`,
			func(e *Edit) { e.Drop("stop", "messages") }, `{` + messages + `}`},
		{"drop the first and add", `{"stop":"x",` + messages + `}`,
			func(e *Edit) { e.Drop("stop"); e.SetResponseFormat(`{"type":"json_object"}`) },
			`{` + messages + `,"response_format":{"type":"json_object"}}`},
		{"the last change holds", `{"response_format":{"type":"text"},` + messages + `}`,
			func(e *Edit) { e.SetResponseFormat(`{"a":1}`); e.SetResponseFormat(`{"b":2}`) },
			`{"response_format":{"b":2},` + messages + `}`},
		{"stream", `{` + messages + `}`,
			func(e *Edit) { e.SetStream(true) },
			`{` + messages + `,"stream":true,"stream_options":{"include_usage":true}}`},
		{"stream with options of the client's", `{"stream":false,"stream_options":{"include_usage":false, "x":[1.0]},` + messages + `}`,
			func(e *Edit) { e.SetStream(true) },
			`{"stream":true,"stream_options":{"include_usage":true, "x":[1.0]},` + messages + `}`},
		{"stream with null options", `{"stream_options":null,` + messages + `}`,
			func(e *Edit) { e.SetStream(true) },
			`{"stream_options":{"include_usage":true},` + messages + `,"stream":true}`},
		{"no stream", `{"stream":true,"stream_options":{"include_usage":true},` + messages + `}`,
			func(e *Edit) { e.SetStream(false) }, `{"stream":false,` + messages + `}`},
		{"no stream, as it was", `{` + messages + `}`,
			func(e *Edit) { e.SetStream(false) }, `{` + messages + `}`},
		{"room for citations", `{"max_tokens":100,` + messages + `}`,
			func(e *Edit) { e.RaiseMaxTokens(QuoteRoom) }, `{"max_tokens":812,` + messages + `}`},
		{"room under the other name", `{"max_completion_tokens":1,` + messages + `}`,
			func(e *Edit) { e.RaiseMaxTokens(QuoteRoom) }, `{"max_completion_tokens":515,` + messages + `}`},
		{"no limit stays none", `{"max_tokens":null,` + messages + `}`,
			func(e *Edit) { e.RaiseMaxTokens(QuoteRoom) }, `{"max_tokens":null,` + messages + `}`},
		{"a limit too large to raise", `{"max_tokens":9223372036854775807,` + messages + `}`,
			func(e *Edit) { e.RaiseMaxTokens(QuoteRoom) }, `{"max_tokens":9223372036854775807,` + messages + `}`},
		{"no calls", `{"tools":[{}],` + messages + `}`,
			func(e *Edit) { e.SetNoCalls() }, `{"tools":[{}],` + messages + `,"tool_choice":"none"}`},
		{"no calls where one is forced", `{"functions":[{}],"function_call":{"name":"f"},` + messages + `}`,
			func(e *Edit) { e.SetNoCalls() }, `{"functions":[{}],"function_call":"none",` + messages + `}`},
		{"no calls where no tool is offered", `{"tools":[],` + messages + `}`,
			func(e *Edit) { e.SetNoCalls() }, `{"tools":[],` + messages + `}`},
		{"store", `{"store":true,` + messages + `}`,
			func(e *Edit) { e.SetStoreFalse() }, `{"store":false,` + messages + `}`},
		{"store of nobody", `{` + messages + `}`,
			func(e *Edit) { e.SetStoreFalse() }, `{` + messages + `}`},
	} {
		e := parse(t, tt.body).Edit()
		tt.edit(e)
		if diff := cmp.Diff(tt.want, string(e.Bytes())); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestEditJoinsTextToMessages(t *testing.T) {
	system := func(e *Edit) { e.AppendSystem("Cite.") }
	user := func(e *Edit) { e.AppendUser("Index.") }
	const fence, partFence = `\n\n========\n\n`, `========\n\n`
	for _, tt := range []struct {
		name, messages string
		edit           func(e *Edit)
		want           string
	}{
		{"system string", `{"role":"system","content":"Be \u0062rief."} , {"role":"user","content":"x"}`, system,
			`{"role":"system","content":"Be \u0062rief.` + fence + `Cite."} , {"role":"user","content":"x"}`},
		{"empty system string", `{"role":"system","content":""},{"role":"user","content":"x"}`, system,
			`{"role":"system","content":"Cite."},{"role":"user","content":"x"}`},
		{"system parts", `{"role":"developer","content":[ {"type":"text","text":"a"} ]},{"role":"user","content":"x"}`, system,
			`{"role":"developer","content":[ {"type":"text","text":"a"} ,{"type":"text","text":"` + partFence + `Cite."}]},{"role":"user","content":"x"}`},
		{"the last of the leading ones", `{"role":"system","content":"a"},{"role":"developer","content":"b"},{"role":"user","content":"x"},{"role":"system","content":"late"}`, system,
			`{"role":"system","content":"a"},{"role":"developer","content":"b` + fence + `Cite."},{"role":"user","content":"x"},{"role":"system","content":"late"}`},
		{"no leading system message", `{"role":"user","content":"x"},{"role":"assistant","content":"y"},{"role":"user","content":"z"},{"role":"system","content":"late"}`, system,
			`{"role":"user","content":"x"},{"role":"assistant","content":"y"},{"role":"user","content":"z` + fence + `Cite."},{"role":"system","content":"late"}`},
		{"system without content", `{"role":"system","content":null},{"role":"user","content":[]}`, system,
			`{"role":"system","content":null},{"role":"user","content":[{"type":"text","text":"` + partFence + `Cite."}]}`},
		{"nowhere to join", `{"role":"assistant","content":"y"}`, system,
			`{"role":"assistant","content":"y"},{"role":"user","content":"Cite."}`},
		{"user last", `{"role":"user","content":"x"}`, user,
			`{"role":"user","content":"x` + fence + `Index."}`},
		{"behind a system message", `{"role":"user","content":"x"},{"role":"system","content":"late"}`, user,
			`{"role":"user","content":"x"},{"role":"system","content":"late"},{"role":"user","content":"Index."}`},
		{"behind tool results", `{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]},{"role":"tool","tool_call_id":"1","content":"r"} `, user,
			`{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]},{"role":"tool","tool_call_id":"1","content":"r` + fence + `Index."} `},
		{"behind a tool's parts", `{"role":"user","content":"x"},{"role":"tool","tool_call_id":"1","content":[{"type":"text","text":"r"}]}`, user,
			`{"role":"user","content":"x"},{"role":"tool","tool_call_id":"1","content":[{"type":"text","text":"r"},{"type":"text","text":"========\n\nIndex."}]}`},
		{"behind a tool that brought nothing", `{"role":"user","content":"x"},{"role":"tool","tool_call_id":"1","content":null}`, user,
			`{"role":"user","content":"x"},{"role":"tool","tool_call_id":"1","content":null},{"role":"user","content":"Index."}`},
		{"never between a call and its result", `{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]}`, user,
			`{"role":"user","content":"x` + fence + `Index."},{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]}`},
		{"both on one message", `{"role":"user","content":"x"}`, func(e *Edit) { system(e); user(e) },
			`{"role":"user","content":"x` + fence + `Cite.` + fence + `Index."}`},
		{"both on one empty string", `{"role":"user","content":""}`, func(e *Edit) { system(e); user(e) },
			`{"role":"user","content":"Cite.` + fence + `Index."}`},
		{"both on one empty array", `{"role":"user","content":[]}`, func(e *Edit) { system(e); user(e) },
			`{"role":"user","content":[{"type":"text","text":"` + partFence + `Cite."},{"type":"text","text":"` + partFence + `Index."}]}`},
		{"repair turns", `{"role":"user","content":"x"}`,
			func(e *Edit) { e.AppendMessages(TextMessage("assistant", "bad \"1\""), TextMessage("user", "again")) },
			`{"role":"user","content":"x"},{"role":"assistant","content":"bad \"1\""},{"role":"user","content":"again"}`},
	} {
		e := parse(t, `{"messages":[`+tt.messages+`],"n":1}`).Edit()
		tt.edit(e)
		if diff := cmp.Diff(`{"messages":[`+tt.want+`],"n":1}`, string(e.Bytes())); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestEditsOfOneRequestDoNotMeet(t *testing.T) {
	c := parse(t, `{"messages":[{"role":"user","content":"x"}]}`)
	first, second := c.Edit(), c.Edit()
	first.AppendUser("one")
	second.SetModel("two")
	if got := string(second.Bytes()); got != `{"messages":[{"role":"user","content":"x"}],"model":"two"}` {
		t.Error(got)
	}
	if again := first.Bytes(); string(again) != string(first.Bytes()) {
		t.Error("writing twice gives two bodies")
	}
}

// mark is a text that no fuzzed body holds by chance.
const mark = "mark\"\\<é\n7f3a"

func FuzzEdit(f *testing.F) {
	for _, body := range []string{
		`{"messages":[{"role":"user","content":"x"}]}`,
		` {"messages":[{"role":"user","content":[]}]} `,
		" {\"stop\":1.0 , \"messages\" : [ {\"role\":\"system\",\"content\":\"a\\u0041\"}, {\"role\":\"user\",\"content\":[]} ] }\n",
		`{"stream":false,"stream_options":{"x":1},"model":"m","messages":[{"role":"assistant","content":[{"type":"text","text":"a"}]}],"store":true,"max_tokens":5}`,
	} {
		f.Add([]byte(body), uint16(0xffff))
		f.Add([]byte(body), uint16(0x5a5a))
	}
	f.Fuzz(func(t *testing.T, body []byte, choice uint16) {
		if Check(body, 0) != nil || strings.Contains(string(body), "7f3a") {
			return
		}
		c, fault := Completions.Parse(body)
		if fault != nil {
			return
		}
		e, changed := c.Edit(), map[string]bool{}
		changeMembers(e, choice, changed)
		checkMembers(t, c.Raw, string(e.Bytes()), changed)

		e = c.Edit()
		inserted := insertTexts(e, choice)
		recovered := string(e.Bytes())
		for _, text := range inserted {
			recovered = removeText(recovered, text)
		}
		if recovered != c.Raw {
			t.Fatalf("cannot recover\n%s\nfrom\n%s", c.Raw, e.Bytes())
		}
		changeMembers(e, choice, changed)
		both := e.Bytes()
		if err := Check(both, 0); err != nil {
			t.Fatalf("%s\nbecame\n%s: %v", body, both, err)
		}
		if again, err := Completions.Parse(both); err != nil || len(again.messages) < len(c.messages) {
			t.Fatalf("%s\nbecame\n%s: %v", body, both, err)
		}
	})
}

// changeMembers makes the changes that choice has bits for.
func changeMembers(e *Edit, choice uint16, changed map[string]bool) {
	for i, step := range []struct {
		names []string
		do    func()
	}{
		{[]string{"model"}, func() { e.SetModel("other") }},
		{[]string{"response_format"}, func() { e.SetResponseFormat(`{"type":"json_object"}`) }},
		{[]string{"stream", "stream_options"}, func() { e.SetStream(choice&0x100 != 0) }},
		{[]string{"max_tokens", "max_completion_tokens"}, func() { e.RaiseMaxTokens(QuoteRoom) }},
		{[]string{"store"}, e.SetStoreFalse},
		{[]string{"stop", "a"}, func() { e.Drop("stop", "a") }},
		{[]string{"vouchsafe", "documents"}, func() { e.Drop("vouchsafe", "documents") }},
	} {
		if choice&(1<<i) != 0 {
			step.do()
			for _, name := range step.names {
				changed[name] = true
			}
		}
	}
}

// insertTexts adds marked texts and returns what may have been added for them.
func insertTexts(e *Edit, choice uint16) []string {
	var inserted []string
	if choice&0x200 != 0 {
		e.AppendSystem(mark + "s")
		inserted = append(inserted, mark+"s")
	}
	if choice&0x400 != 0 {
		e.AppendUser(mark + "u")
		inserted = append(inserted, mark+"u")
	}
	if choice&0x800 != 0 {
		e.AppendMessages(TextMessage("user", mark+"m"))
		inserted = append(inserted, mark+"m")
	}
	return inserted
}

// removeText takes one added text away, in whatever form it was added.
func removeText(body, text string) string {
	bare := func(s string) string { q := quote(s); return q[1 : len(q)-1] }
	part := `{"type":"text","text":` + quote(Fence[2:]+text) + `}`
	for _, form := range []string{
		"," + TextMessage("user", text), "," + part, part, bare(Fence + text), bare(text),
	} {
		if before, after, found := strings.Cut(body, form); found {
			return before + after
		}
	}
	return body
}

// checkMembers compares the members that were not changed, byte by byte, with
// the names in front of them.
func checkMembers(t *testing.T, before, after string, changed map[string]bool) {
	t.Helper()
	list := func(body string) (kept []string) {
		gjson.Parse(body).ForEach(func(key, v gjson.Result) bool {
			if !changed[key.Str] {
				kept = append(kept, body[key.Index:v.Index+len(v.Raw)])
			}
			return true
		})
		return kept
	}
	if diff := cmp.Diff(list(before), list(after)); diff != "" {
		t.Fatalf("%s\nbecame\n%s\n%s", before, after, diff)
	}
}
