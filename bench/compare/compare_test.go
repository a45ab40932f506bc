package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadsLinesOfEveryKind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cases.jsonl")
	lines := []string{
		`{"name":"a","request":{"messages":[]}}`,
		`{"name":"b","body":{"messages":[]}}`,
		`{"id":"q","chunk_text":"The cap is 5 mg.","snippet":"cap is 5 mg","label":"faithful"}`,
		`{"evidence":"The cap is 5 mg.","claim":"The cap is 50 mg.","label":"contradicted"}`,
		`{"chunks":[{"text":"x"}],"answer":"y"}`,
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	prompts, answers, err := readCases(file)
	if err != nil || len(prompts) != 2 || len(answers) != 3 {
		t.Fatalf("%d prompts, %d answers, error %v; want 2, 3 and none", len(prompts), len(answers), err)
	}
	if got := string(answers[0].line); !strings.Contains(got, `\"snippet\":\"cap is 5 mg\"`) {
		t.Errorf("a quote became %s", got)
	}
}

func TestALineThatIsNothingKnownIsAnError(t *testing.T) {
	if _, _, err := caseOf([]byte(`{"poem":"x"}`), 1); err == nil {
		t.Error("no error")
	}
}

func TestPrintsWhatDiffers(t *testing.T) {
	old, err := verified([]byte(`{"verdict":"grounded","report":{"claims":[{"text":"A.","supported":true}],"findings":[]}}`))
	if err != nil {
		t.Fatal(err)
	}
	now, err := verified([]byte(`{"verdict":"ungrounded","report":{"claims":[{"text":"A.","supported":null}],"findings":[{"code":"claim-number"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	d := difference{kinds: map[string]int{}, out: &out}
	d.add("first", old, old)
	d.add("second", old, now)
	want := "second: verdict\n  - grounded\n  + ungrounded\nsecond: claim\n  - supported \"A.\"\n  + open \"A.\"\nsecond: finding\n  + claim-number\n"
	if out.String() != want || d.lines != 1 || d.counts() != " (claim 1, finding 1, verdict 1)" {
		t.Errorf("printed %q for %d lines%s", out.String(), d.lines, d.counts())
	}
}
