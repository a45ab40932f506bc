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
