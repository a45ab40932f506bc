package answers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnswersComeInOrder(t *testing.T) {
	path := write(t, `{"source_id":"a","context":[{"id":"1","text":"The valve is red."}],"response":"It is blue.","spans":[{"start":6,"end":10}],"hallucinated":true}
{"source_id":"b","response":"It is red."}
`)
	var got []Answer
	for a, err := range Read(path) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, a)
	}
	want := []Answer{
		{SourceID: "a", Context: []Passage{{"1", "The valve is red."}}, Response: "It is blue.", Spans: []Span{{6, 10}}, Hallucinated: true},
		{SourceID: "b", Response: "It is red."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBeReadEndsItAndTellsTheLine(t *testing.T) {
	var n int
	var last error
	for _, err := range Read(write(t, "{}\n[]\n{}\n")) {
		n, last = n+1, err
	}
	if n != 2 || last == nil || !strings.Contains(last.Error(), "answer 2") {
		t.Errorf("%d yielded, the last with %v: want 2 and an error about answer 2", n, last)
	}
	for _, err := range Read(filepath.Join(t.TempDir(), "absent")) {
		if err == nil {
			t.Error("an absent file was read")
		}
	}
}
