package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	lines := `{"response":"Tea costs 4 euros. Coffee costs 5 euros. Grüße cost 6 euros.","spans":[{"start":19,"end":25}]}
{"response":"Tea costs 4 euros. However, milk costs 5 euros. The bridge has eight lanes. The vault is blue.","spans":[]}
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(path, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"those fail: 1\n  cut 100.0 %, only what failed goes 100.0 %", "in turn: 4\n  cut 100.0 %, only what failed goes 50.0 %"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q lacks %q", out.String(), want)
		}
	}
	if err := run(path+".not", &out); err == nil {
		t.Error("no file is no error")
	}
}
