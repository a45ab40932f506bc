package quotes

import (
	"strings"
	"testing"
)

func TestParseReportsTheLine(t *testing.T) {
	for _, data := range []string{"text first", "== en x\nSome text.\nkind: none of it -> other", "== en x\nSome text.\nno arrow"} {
		if _, err := Parse(data); err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v", data, err)
		}
	}
}

func TestTamperedIsNotInThePassage(t *testing.T) {
	passages, err := Parse("== en x\nGive 5 mg daily to adults. Do not exceed 20 mg in a day.\nnumber: 5 mg -> 50 mg")
	if err != nil {
		t.Fatal(err)
	}
	quotes := Tampered(passages[0])
	if len(quotes) < 20 {
		t.Errorf("only %d quotes", len(quotes))
	}
	for _, q := range quotes {
		if strings.Contains(q.Chunk, q.Snippet) || q.Faithful {
			t.Errorf("%s: %q", q.Mutation, q.Snippet)
		}
	}
}

func TestFaithfulKeepsTheWords(t *testing.T) {
	for _, q := range Faithful(Passage{Language: "en", Text: "Give 5 mg daily to adults. Do not exceed 20 mg in a day. Ask twice."}) {
		if !q.Faithful || q.Snippet == "" {
			t.Errorf("%s: %+v", q.Mutation, q)
		}
	}
}
