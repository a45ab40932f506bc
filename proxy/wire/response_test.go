package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/internal/golden"
)

// appendStream is a whole reply as the events of a stream.
func appendStream(c *Chat, r *Reply, report string) []byte {
	return WriteReply(nil, c.NewStream(*r), r, report, Sent{})
}

// asking reads a Responses request.
func asking(t testing.TB, body string) *Chat {
	t.Helper()
	if err := Check([]byte(body), 0); err != nil {
		t.Fatal(err)
	}
	c, err := Responses.Parse([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Each recorded request comes through untouched without edits, and its golden
// file shows what was read of it and what an enforced call makes of it.
func TestResponseRequestRecordings(t *testing.T) {
	recordings(t, "responses/*.request.json", func(t *testing.T, path string, body []byte) {
		c := asking(t, string(body))
		if diff := cmp.Diff(string(body), string(c.Edit().Bytes())); diff != "" {
			t.Errorf("without an edit: %s", diff)
		}
		edited := enforced(c)
		if err := Check(edited, 0); err != nil {
			t.Fatal(err)
		}
		var read strings.Builder
		encoder := json.NewEncoder(&read)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		for _, v := range []any{c.Prompt(), c.Previous, c.ResponseFormat, c.Schema, c.MaxTokens, c.Tools(), c.ForcedTool(), c.Hosted, c.Items()} {
			if err := encoder.Encode(v); err != nil {
				t.Fatal(err)
			}
		}
		golden.Hold(t, path+".golden", read.String()+string(edited))
	})
}

// enforced is what an enforced call makes of a request.
func enforced(c *Chat) []byte {
	e := c.Edit()
	e.AppendSystem("Cite your sources.")
	e.AppendUser("c1: ferry")
	e.AppendMessages(TextMessage("assistant", "x"), TextMessage("user", "Again."))
	e.SetResponseFormat(`{"type":"json_schema","json_schema":{"name":"cited","strict":true,"schema":{"type":"object"}}}`)
	e.SetStream(true)
	e.RaiseMaxTokens(QuoteRoom)
	e.SetStoreFalse()
	e.ShowFound()
	e.Drop("vouchsafe", "documents", "stop", "prediction", "logprobs", "top_logprobs")
	return e.Bytes()
}

func TestResponseRequestsThatAreRefused(t *testing.T) {
	for _, tt := range []struct{ body, param string }{
		{`{}`, "input"},
		{`{"input":[]}`, "input"},
		{`{"input":7}`, "input"},
		{`{"input":["x"]}`, "input[0]"},
		{`{"input":[{"content":"x"}]}`, "input[0].role"},
		{`{"input":[{"role":"user","content":7}]}`, "input[0].content"},
		{`{"input":[{"type":7}]}`, "input[0].type"},
		{`{"input":[{"Type":"message","role":"user","content":"x"}]}`, "input[0].type"},
		{`{"input":[{"type":"function_call_output","output":"a","Output":"b"}]}`, "input[0].output"},
		{`{"Input":"x","input":"y"}`, "input"},
		{`{"input":"x","Instructions":"y"}`, "instructions"},
		{`{"input":"x","instructions":["y"]}`, "instructions"},
		{`{"input":"x","text":"y"}`, "text"},
		{`{"input":"x","text":{"format":"y"}}`, "text.format"},
		{`{"input":"x","text":{"format":{"type":"json_schema"}}}`, "text.format.schema"},
		{`{"input":"x","stream":"true"}`, "stream"},
		{`{"input":"x","store":"false"}`, "store"},
		{`{"input":"x","background":"true"}`, "background"},
		{`{"input":"x","include":"y"}`, "include"},
		{`{"input":"x","previous_response_id":7}`, "previous_response_id"},
		{`{"input":"x","max_output_tokens":"7"}`, "max_output_tokens"},
	} {
		_, err := Responses.Parse([]byte(tt.body))
		if err == nil || err.Param != tt.param || err.Status != 400 {
			t.Errorf("%s: %v", tt.body, err)
		}
	}
}

func TestHiddenWork(t *testing.T) {
	for body, want := range map[string]string{
		`{"input":"x"}`: "",
		`{"input":"x","background":false,"conversation":null}`:      "",
		`{"input":"x","background":true}`:                           "background",
		`{"input":"x","conversation":{"id":"conv_1"}}`:              "conversation",
		`{"input":"x","prompt":{"id":"pmpt_1"}}`:                    "prompt",
		`{"input":[{"type":"compaction","encrypted_content":"x"}]}`: "input[0]",
	} {
		if got := asking(t, body).Hidden; got != want {
			t.Errorf("%s: %q", body, got)
		}
	}
}

func TestGoingOn(t *testing.T) {
	c := asking(t, `{"model":"m","previous_response_id":"resp_1","input":[{"type":"item_reference","id":"msg_1"},{"type":"item_reference","id":"rs_1"},{"role":"user","content":"And?"}]}`)
	known := map[string]string{"msg_1": `{"role":"assistant","content":"a"}`, "rs_1": ""}
	own, changed, err := c.Resolved(func(id string) (string, bool) { raw, ok := known[id]; return raw, ok })
	if err != nil || !changed {
		t.Fatal(err, changed)
	}
	want := `{"model":"m","input":[{"role":"user","content":"x"},{"role":"assistant","content":"a"},{"role":"user","content":"And?"}]}`
	if got := string(c.With(append([]string{`{"role":"user","content":"x"}`}, own...))); got != want {
		t.Errorf("got %s", got)
	}
	if _, _, err := c.Resolved(func(string) (string, bool) { return "", false }); err == nil || err.Code != "item_not_found" {
		t.Errorf("an unknown item: %v", err)
	}
}

// TestReasoningThatNobodyStored: the upstream has no memory of the item, and
// refuses calls whose ids are tied to one that is missing.
func TestReasoningThatNobodyStored(t *testing.T) {
	const user = `{"role":"user","content":"x"}`
	for _, tt := range []struct{ in, want string }{
		{user, user},
		{user + `,{"type":"reasoning","id":"rs_1","summary":[]},{"type":"function_call","id":"fc_1","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"y"}`,
			user + `,{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"y"}`},
		{user + `,{"type":"reasoning","id":"rs_1","summary":[]},{"type":"message","id":"msg_1","role":"assistant","content":"y"},` + user,
			user + `,{"type":"message","role":"assistant","content":"y"},` + user},
		{`{"type":"reasoning","id":"rs_1","encrypted_content":"g"},{"type":"function_call","id":"fc_1","call_id":"c","name":"f","arguments":"{}"}`,
			`{"type":"reasoning","id":"rs_1","encrypted_content":"g"},{"type":"function_call","id":"fc_1","call_id":"c","name":"f","arguments":"{}"}`},
	} {
		items, changed, err := asking(t, `{"input":[`+tt.in+`]}`).Resolved(nil)
		if got := strings.Join(items, ","); err != nil || got != tt.want || changed != (tt.in != tt.want) {
			t.Errorf("%v %v\ngot  %s\nwant %s", err, changed, got, tt.want)
		}
	}
}

// goldenResponse compares what was read of a reply, and what a client gets of
// it plain and streamed, with the file beside it.
func goldenResponse(t *testing.T, path string, reply *Reply, err error) {
	t.Helper()
	holdReply(t, path, reply, err)
	if err != nil {
		return
	}
	c := asking(t, `{"model":"m","input":"x","metadata":{"a":"1"}}`)
	reply.ID = "resp_vt_1"
	checkResponseBuilt(t, c, reply)
	golden.Hold(t, path+".built", string(c.AppendReply(nil, reply, `{"trace_id":"vt_1"}`))+"\n\n"+string(appendStream(c, reply, `{"trace_id":"vt_1"}`)))
}

func TestReadResponseRecordings(t *testing.T) {
	recordings(t, "responses/*.reply.json", func(t *testing.T, path string, body []byte) {
		reply, err := (&Chat{Surface: Responses}).ReadReply(body)
		goldenResponse(t, path, reply, err)
	})
	recordings(t, "responses/*.reply.sse", func(t *testing.T, path string, body []byte) {
		reply, err := gatherResponse(body, 0)
		goldenResponse(t, path, reply, err)
	})
}

// gatherResponse reads a streamed response.
func gatherResponse(body []byte, most int) (*Reply, error) {
	g := (&Chat{Surface: Responses}).Gather(Limits{Choices: 1, Bytes: most})
	events := NewEventReader(bytes.NewReader(body), 0)
	for !g.Done() {
		event, err := events.Next()
		if err != nil {
			break
		}
		if err := g.Feed(event); err != nil {
			return nil, err
		}
	}
	return g.Reply()
}

// checkResponseBuilt builds a reply, plain and streamed, reads both again, and
// expects to read the same.
func checkResponseBuilt(t *testing.T, c *Chat, reply *Reply) {
	t.Helper()
	plain, err := c.ReadReply(c.AppendReply(nil, reply, ""))
	if err != nil {
		t.Fatal(err)
	}
	streamed, err := gatherResponse(appendStream(c, reply, ""), 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain, streamed); diff != "" {
		t.Errorf("plain and streamed differ: %s", diff)
	}
	first, got := reply.Choices[0], plain.Choices[0]
	if got.Said() != first.Said() || FinishReason(got.FinishReason) != FinishReason(first.FinishReason) && got.FinishReason != "stop" || len(got.Calls()) != len(first.Calls()) {
		t.Errorf("built of %+v: %+v", first, got)
	}
}

func TestSeals(t *testing.T) {
	long := "gAAAAA" + strings.Repeat("b9Q-xT_3kZ7w", 20)
	for text, want := range map[string]bool{
		long: true, long + "==": true, long[:90]: false, long + " x": false, "The dose is 50 mg, take it " + long: false,
		strings.Repeat("TakeFiftyMilligrams", 10) + strings.Repeat("a", 30): false, "": false,
	} {
		if isSeal(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestGatheredResponsesAreBounded(t *testing.T) {
	for _, event := range []string{
		`{"type":"response.output_text.delta","item_id":"m","delta":"0123456789"}`,
		`{"type":"response.output_item.added","item":{"id":"m","phase":"commentary"}}`,
		`{"type":"response.output_item.done","item":{"id":"m"}}`,
	} {
		var broken *BrokenReply
		if _, err := gatherResponse([]byte(strings.Repeat("data: "+event+"\n\n", 100)), 500); !errors.As(err, &broken) || broken.Fault != FaultTooLarge {
			t.Errorf("%s: %v", event, err)
		}
	}
}

func TestMarksOfASearch(t *testing.T) {
	for text, want := range map[string]string{
		"":  "",
		"a": "a",
		"It is 14 \ue200filecite\ue202turn0file0\ue201.": "It is 14.",
		"It is 14【4:0†kiln.pdf】【4:1†kiln.pdf】. Yes":      "It is 14. Yes",
		"【注意】 and \ue200 alone":                          "【注意】 and \ue200 alone",
		"【" + strings.Repeat("x", 300) + "†】":            "【" + strings.Repeat("x", 300) + "†】",
	} {
		if got := withoutMarks(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestResponseWithoutItsLastEvent: the mark that ends a chat completion's
// stream does not make half a response whole.
func TestResponseWithoutItsLastEvent(t *testing.T) {
	_, err := gatherResponse([]byte("data: {\"type\":\"response.output_text.delta\",\"item_id\":\"m\",\"delta\":\"The ri\"}\n\ndata: [DONE]\n\n"), 0)
	var broken *BrokenReply
	if !errors.As(err, &broken) || broken.Fault != FaultTruncated {
		t.Errorf("%v", err)
	}
}

func FuzzResponseRequest(f *testing.F) {
	for _, body := range []string{
		`{"input":"x"}`, `{"instructions":"a","input":"x","text":{"format":{"type":"json_object"}}}`, `{"input":[{"role":"user","content":[]}]}`,
		`{"input":[{"type":"item_reference","id":"a"}],"include":["a"]}`, `{"input":[{"type":"function_call_output","output":[{"text":"a"}]}]}`,
		"0\"input\":\"\"{", "\"\"input\":[{\"role\":\"user\"0\"0000000\"0000]}",
	} {
		f.Add([]byte(body))
	}
	paths, _ := filepath.Glob("testdata/responses/*.request.json")
	for _, path := range paths {
		if body, err := os.ReadFile(path); err == nil {
			f.Add(body)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c, fault := Responses.Parse(body) // must not panic, even on what the gate refuses
		if c != nil {
			enforced(c)
		}
		if Check(body, 0) != nil {
			return
		}
		if fault != nil {
			if !json.Valid(fault.Body()) {
				t.Fatalf("error body %q", fault.Body())
			}
			return
		}
		if got := c.Edit().Bytes(); !bytes.Equal(got, body) {
			t.Fatalf("without an edit: %q", got)
		}
		edited := enforced(c)
		if err := Check(edited, 0); err != nil && !strings.Contains(err.Message, "deeper") {
			t.Fatalf("%v: %q", err, edited)
		}
		own, _, fault := c.Resolved(func(string) (string, bool) { return "", true })
		if fault != nil {
			t.Fatal(fault)
		}
		again := c.With(own)
		if err := Check(again, 0); err != nil && !strings.Contains(err.Message, "deeper") || gjson.GetBytes(again, "previous_response_id").Exists() {
			t.Fatalf("%v: %q", err, again)
		}
	})
}

func FuzzResponseReply(f *testing.F) {
	paths, _ := filepath.Glob("testdata/responses/*.reply.*")
	for _, path := range paths {
		if body, err := os.ReadFile(path); err == nil {
			f.Add(body)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c := &Chat{Surface: Responses, Raw: "{}"}
		for _, read := range []func() (*Reply, error){
			func() (*Reply, error) { return c.ReadReply(body) },
			func() (*Reply, error) { return gatherResponse(body, 1<<16) },
		} {
			reply, err := read()
			if err != nil {
				var b *BrokenReply
				if !errors.As(err, &b) || !json.Valid(b.Report().Body()) {
					t.Fatalf("%q: %v", body, err)
				}
				continue
			}
			for _, built := range [][]byte{c.AppendReply(nil, reply, ""), []byte("[" + strings.Join(c.ReplyItems(reply), ",") + "]")} {
				if !json.Valid(built) {
					t.Fatalf("%q: built %s", body, built)
				}
			}
			for _, item := range Replayed(reply.Items) {
				if item.Raw != "" && !json.Valid([]byte(item.Raw)) {
					t.Fatalf("%q: replayed %s", body, item.Raw)
				}
			}
			checkResponseBuilt(t, c, reply)
		}
	})
}

// TestAPartOfAMessageThatGoesOnIsAParagraph: openai's clients join the parts of a message as they are. One that begins behind the
// end of a sentence, with nothing between them, stays apart.
func TestAPartOfAMessageThatGoesOnIsAParagraph(t *testing.T) {
	for _, tc := range [][3]string{
		{"Backups are kept ", "for 21 days.", "Backups are kept for 21 days."},
		{"Backups are kept", " for 21 days.", "Backups are kept for 21 days."},
		{"They are kept.", " For 21 days.", "They are kept. For 21 days."},
		{"They are kept.", "For 21 days.", "They are kept.\n\nFor 21 days."},
		{"For 21 days", ".", "For 21 days."},
	} {
		if got := tc[0] + seam(tc[0], tc[1], true) + tc[1]; got != tc[2] {
			t.Errorf("%q, not %q", got, tc[2])
		}
		if got := seam(tc[0], tc[1], false); got != "\n\n" {
			t.Errorf("between messages: %q", got)
		}
	}
}

// TestSixteenPairsOfAClientBecomeNineteen: a response's metadata has sixteen at most.
func TestSixteenPairsOfAClientBecomeNineteen(t *testing.T) {
	for n, want := range map[int]int{0: 3, 13: 16, 14: 14, 16: 16} {
		own := map[string]string{}
		for i := range n {
			own[fmt.Sprint("k", i)] = "v"
		}
		text, _ := json.Marshal(own)
		if got := len(gjson.Parse(withVerdict(string(text), `{"verdict":"grounded"}`)).Map()); got != want {
			t.Errorf("of %d pairs %d are made, not %d", n, got, want)
		}
	}
}
