package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEachKindOfAnswerIsCountedApart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	lines := `{"question":"How long are backups kept?","context":[{"id":"p1","text":"Nightly backups are kept for 21 days."}],"response":"Nightly backups are kept for 21 days.","hallucinated":false}
{"question":"How long are backups kept?","context":[{"id":"p1","text":"Nightly backups are kept for 21 days."}],"response":"The mayor opened the vault in Berlin in 1998 with great pomp.","hallucinated":true}
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(path, &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if f := strings.Fields(line); f[0] == "balanced" && !strings.Contains(line, "100.0 % of 1") || f[0] == "balanced" && strings.Count(line, "0.0 % of 1") != 3 {
			t.Errorf("%s", line)
		}
	}
	if strings.Count(out.String(), "\n") != 5 {
		t.Errorf("%s", out.String())
	}
}

func TestANumberIsChangedAndAListIsNot(t *testing.T) {
	for s, want := range map[string]string{"1. Take 25 mg": "1. Take 28 mg", "In 1999, 12 of them": "In 1992, 12 of them", "1. No 2. numbers": ""} {
		got, ok := otherNumber(s)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q became %q", s, got)
		}
	}
}
