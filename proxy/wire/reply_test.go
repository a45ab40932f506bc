package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/internal/golden"
)

// holdReply compares what was read of a recording with the file beside it.
func holdReply(t *testing.T, recording string, reply *Reply, err error) {
	t.Helper()
	var got strings.Builder
	encoder := json.NewEncoder(&got)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if encodeErr := encoder.Encode(reply); encodeErr != nil {
		t.Fatal(encodeErr)
	}
	if err != nil {
		got.WriteString(err.Error() + "\n")
		var b *BrokenReply
		if !errors.As(err, &b) {
			t.Fatalf("the error is no BrokenReply: %v", err)
		}
		if b.Upstream != nil {
			got.WriteString(b.Upstream.Error() + "\n")
		}
	}
	golden.Hold(t, recording+".golden", got.String())
}

// recordings calls run for each file of testdata that matches.
func recordings(t *testing.T, pattern string, run func(t *testing.T, path string, body []byte)) {
	paths, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			body, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			run(t, path, body)
		})
	}
}

func TestReadReplyRecordings(t *testing.T) {
	recordings(t, "replies/*.json", func(t *testing.T, path string, body []byte) {
		reply, err := ReadReply(body)
		holdReply(t, path, reply, err)
	})
}

func TestReadReplyMendsBrokenUTF8(t *testing.T) {
	reply, err := ReadReply([]byte("{\"choices\":[{\"message\":{\"content\":\"a\xffb \\ud83d c\"}}]}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := *reply.Choices[0].Content; got != "a�b � c" {
		t.Errorf("content %q", got)
	}
}

func TestBrokenReplyIsReportedAs502(t *testing.T) {
	_, err := ReadReply([]byte("null"))
	var b *BrokenReply
	if !errors.As(err, &b) || b.Report().Status != 502 || b.Report().NoRetry {
		t.Errorf("%+v", err)
	}
	_, err = ReadReply([]byte(`{"error":{"message":"slow down","code":429}}`))
	if !errors.As(err, &b) || b.Report().Status != 429 || b.Report().Message != "slow down" {
		t.Errorf("%+v", err)
	}
	_, err = ReadReply([]byte(`{"error":{"message":"odd","code":409}}`))
	if !errors.As(err, &b) || b.Report().Status != 502 {
		t.Errorf("a status that clients retry at once is sent on: %+v", b.Report())
	}
}

func FuzzReadReply(f *testing.F) {
	paths, _ := filepath.Glob("testdata/replies/*.json")
	for _, path := range paths {
		body, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	for _, text := range []string{`"a"`, `""`, `null`, `"\\u00e9\\/\\""`, `"\\ud834"`, "\"\xff\"", `5`, `["a"]`} {
		f.Add(fmt.Appendf(nil, `{"id":%s,"choices":[{"message":{"role":%s,"content":%s,"refusal":%s,"reasoning":%s},"finish_reason":%s}],"usage":%s}`,
			text, text, text, text, text, text, text))
		f.Add(fmt.Appendf(nil, `{"choices":[{"index":127,"message":{"content":%s,"annotations":[ ],"tool_calls":[]}}],"usage":{"a":%s,"a":1}}`, text, text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		reply, err := ReadReply(body)
		if err != nil {
			var b *BrokenReply
			if !errors.As(err, &b) || !json.Valid(b.Report().Body()) || b.Report().Status < 400 {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		if len(reply.Choices) == 0 {
			t.Fatalf("%q: no choices and no error", body)
		}
		checkBuilt(t, reply)
	})
}

// checkBuilt builds a reply, reads it again, and expects the same.
func checkBuilt(t *testing.T, reply *Reply) {
	t.Helper()
	reply.ShowReasoning = true
	again, err := ReadReply(BuildReply(reply, `{"verdict":"grounded"}`))
	if err != nil {
		t.Fatalf("%s: %v", BuildReply(reply, ""), err)
	}
	for i := range reply.Choices {
		want := reply.Choices[i]
		if !want.Called() {
			want.Thought = Thought{}
		}
		want.FinishReason, want.Context = FinishReason(want.FinishReason), ""
		if diff := cmp.Diff(want, again.Choices[i]); diff != "" {
			t.Fatal(diff)
		}
	}
}
