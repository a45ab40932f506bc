package main

import (
	"strings"
	"testing"
)

// TestInspectForPeople: what a terminal shows of a prompt, and of a line that
// is none.
func TestInspectForPeople(t *testing.T) {
	look, err := newInspector("", "", streams{})
	if err != nil {
		t.Fatal(err)
	}
	in := `{"messages":[{"role":"system","content":"<context>\n<source id=\"k1\" title=\"Kiln\">The kiln takes nine hours.</source>\n</context>"},{"role":"user","content":"How long?"}]}
{"messages":
`
	var out strings.Builder
	if err := look.all(&out, linesOf(strings.NewReader(in)), writeInspection); err == nil || err.Error() != "1 line of the input cannot be read as a request" {
		t.Fatal(err)
	}
	for _, want := range []string{
		"request 1\n  question  How long?\n", "  seen      1 passage (k1), read as tags\n", "    [k1] primary chunk, layout tags, system message, Kiln\n        The kiln takes nine hours. (26 characters)\n",
		"request 2\n  error     ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}

// TestInspectSeesNothingOfAnAnthropicRequest: the gateway reads its system prompt and its blocks. A trial sends it
// where it belongs.
func TestInspectSeesNothingOfAnAnthropicRequest(t *testing.T) {
	look, err := newInspector("", "", streams{})
	if err != nil {
		t.Fatal(err)
	}
	const system = `Answer from the documents.\n<document id=\"d1\">Backups are kept for 21 days.</document>`
	for _, body := range []string{
		`{"model":"m","max_tokens":9,"system":"` + system + `","messages":[{"role":"user","content":"How long?"}]}`,
		`{"model":"m","max_tokens":9,"system":[{"type":"text","text":"` + system + `"}],"messages":[{"role":"user","content":"How long?"}]}`,
		`{"model":"m","messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"Backups are kept for 21 days."}},{"type":"text","text":"How long?"}]}]}`,
		`curl http://x/v1/messages -d '{"model":"m","system":"` + system + `","messages":[{"role":"user","content":"How long?"}]}'`,
	} {
		var told inspection
		if look.look(&told, []byte(body), 1); len(told.Chunks) != 1 || told.Chunks[0].Text != "Backups are kept for 21 days." {
			t.Errorf("%s: %+v", body, told)
		}
		if to := pathOf([]byte(body)); body[0] == '{' && to != "/v1/messages" {
			t.Errorf("%s goes to %s", body, to)
		}
	}
	for body, want := range map[string]string{
		`{"messages":[{"role":"user","content":[{"type":"text","text":"a"}]}],"tools":[{"type":"function","function":{"name":"f"}}]}`: "/v1/chat/completions",
		`{"input":"a"}`: "/v1/responses",
	} {
		if to := pathOf([]byte(body)); to != want {
			t.Errorf("%s goes to %s", body, to)
		}
	}
}
