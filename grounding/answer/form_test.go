package answer

import (
	"strings"
	"testing"
)

func TestEveryFormIsAskedForByItsExample(t *testing.T) {
	t.Parallel()
	for _, f := range forms.Forms {
		want := strings.NewReplacer("$1: ", "Source: ", "$1{n}", "doc{n}").Replace(f.Marker)
		if got := FormAskedFor("Be brief.\n" + f.Example + "\n"); got != want {
			t.Errorf("%q asks for %q, want %q", f.Example, got, want)
		}
	}
}

func TestAPromptWithoutAFormAsksForNone(t *testing.T) {
	t.Parallel()
	for _, prompt := range []string{
		"You are a helpful assistant. Answer from the sources.",
		"Cite your sources.", "Version [2023] of the handbook (see below).", "The yard is 20 m² large.",
		"Sources are listed below (three of them).", "arr[doc] = 1",
	} {
		if got := FormAskedFor(prompt); got != "" {
			t.Errorf("%q asks for %q", prompt, got)
		}
	}
}
