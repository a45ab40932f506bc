package tree

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestValuesKnowWhereTheyStand(t *testing.T) {
	t.Parallel()
	text := ` { "a/b" : [ 1.5 , "x\n\u00e9" , { } , true , null ] , "k~\"e" : -2e3 } `
	root, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"": strings.TrimSpace(text), "/a~1b/0": "1.5", "/a~1b/1": `"x\n\u00e9"`, "/a~1b/2": "{ }", "/a~1b/3": "true", "/a~1b/4": "null", "/k~0\"e": "-2e3",
		"/a~1b/5": "", "/a~1b/-1": "", "/none": "", "a": "", "/a~1b/0/0": "",
	} {
		n := root.Find(path)
		if n.Raw != want || text[n.Start:n.End()] != want {
			t.Errorf("%q is %q, want %q", path, n.Raw, want)
		}
	}
	if got := root.Find("/a~1b/1").Text(); got != "x\né" {
		t.Errorf("%q", got)
	}
}

func TestWhatReadersDisagreeOnIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		``, ` `, `{`, `[1`, `"a`, `{"a":1,"a":2}`, `{'a':1}`, `[1,]`, `{} {}`, `nul`, `01`, "\"\xff\"", `"\ud800"`, `{"a":1}}`, `]`,
		strings.Repeat("[", 200) + strings.Repeat("]", 200), `1e999999`, `[1e-401]`, strings.Repeat("1", 500), `[` + strings.Repeat("1,", maxValues) + `1]`,
	} {
		if n, err := Parse(text); err == nil {
			t.Errorf("%.30q was read as %.30q", text, n.Raw)
		}
	}
}

func TestTheFirstValueEndsWhereItEnds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{`{"a":"}"} more`: `{"a":"}"}`, ` [1] [2]`: `[1]`, `"a\"b"c`: `"a\"b"`, `12, 13`: `12`, `true]`: `true`} {
		n, length, err := First(text)
		if err != nil || n.Raw != want || text[:length] != text[:n.Start]+want {
			t.Errorf("%q: %q, %v", text, n.Raw, err)
		}
	}
}

func TestManyMembersAreFound(t *testing.T) {
	t.Parallel()
	keys := map[string]int{}
	for i := range 100 {
		keys[strings.Repeat("k", i)] = i
	}
	text, _ := json.Marshal(keys)
	root, err := Parse(string(text))
	for key := range keys {
		if err != nil || !root.Has(key) {
			t.Errorf("%q is not found (%v)", key, err)
		}
	}
	if root.Has("other") {
		t.Error("what is not there is found")
	}
}

// FuzzParse holds the reader to the standard library's: what it takes, that one
// takes too, and each value stands where it says.
func FuzzParse(f *testing.F) {
	f.Add(`{"a":[1,{"b":"\\\""}],"c":null}`)
	f.Add(` [ "x" , -1.5e3 ] `)
	f.Fuzz(func(t *testing.T, text string) {
		root, err := Parse(text)
		if err != nil {
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is taken", text)
		}
		check(t, text, &root)
	})
}

func check(t *testing.T, text string, n *Node) {
	t.Helper()
	if text[n.Start:n.End()] != n.Raw || !json.Valid([]byte(n.Raw)) {
		t.Fatalf("%q does not stand at %d of %q", n.Raw, n.Start, text)
	}
	for i := range n.Children {
		check(t, text, &n.Children[i])
	}
}
