package ownschema

import (
	"encoding/json"
	"testing"
)

func TestElementsAreDropped(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, answer, path, want string }{
		{"first", `{"facts": ["a", "b", "c"]}`, "/facts/0", `{"facts": ["b", "c"]}`},
		{"middle", `{"facts": ["a", "b", "c"]}`, "/facts/1", `{"facts": ["a", "c"]}`},
		{"last", `{"facts": [ "a", "b", "c" ]}`, "/facts/2", `{"facts": [ "a", "b" ]}`},
		{"only", `{"facts":["a"]}`, "/facts/0", `{"facts":[]}`},
		{"object", `{"facts":[{"dose":5,"for":"adults"},{"dose":2}]}`, "/facts/0/dose", `{"facts":[{"dose":2}]}`},
		{"nearest", `{"a":[{"b":["x","y"]},{"b":[]}]}`, "/a/0/b/1", `{"a":[{"b":["x"]},{"b":[]}]}`},
		{"row", `{"rows":[["a","5 mg"],["b","6 mg"]]}`, "/rows/0/1", `{"rows":[["b","6 mg"]]}`},
		{"the answer itself", `["a","b"]`, "/1", `["a"]`},
		{"name with a slash", `{"a/b":["x","y"]}`, "/a~1b/0", `{"a/b":["y"]}`},
		{"member", `{"dose":5,"facts":["a"]}`, "/dose", ""},
		{"numbers", `{"at":[1,2,3]}`, "/at/1", ""},
		{"side by side", `{"names":["a","b"],"doses":[1,2]}`, "/names/0", ""},
		{"no such place", `{"facts":["a"]}`, "/facts/4", ""},
		{"the whole", `{"facts":["a"]}`, "", ""},
		{"no pointer", `{"facts":["a"]}`, "facts", ""},
	} {
		tree, err := NewTree([]byte(tc.answer), nil)
		if err != nil {
			t.Fatal(err)
		}
		e, ok := tree.Holder(tc.path)
		if ok != (tc.want != "") {
			t.Errorf("%s: holder %v, %v", tc.name, e, ok)
			continue
		}
		if tree.Drop(e); ok && string(tree.Bytes()) != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, tree.Bytes(), tc.want)
		}
	}
}

// TestTheSchemaSaysWhatMayChange: source sentences fit where any text may stand,
// and no element goes from a list whose places have meanings.
func TestTheSchemaSaysWhatMayChange(t *testing.T) {
	t.Parallel()
	schema, err := Compile([]byte(`{"properties":{"free":{"type":"string"},"day":{"format":"date"},"code":{"pattern":"^a"},"short":{"maxLength":9},
		"level":{"anyOf":[{"enum":["high","low"]},{"type":"null"}]},"pair":{"prefixItems":[{"type":"string"}],"items":{"type":"string"}},"list":{"items":{"type":"string"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	tree, err := NewTree([]byte(`{"free":"a","day":"b","code":"c","short":"d","level":"e","pair":["f","g"],"list":["h"],"n":1}`), schema)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/free": true, "/day": false, "/code": false, "/short": false, "/level": false, "/list/0": true, "/n": false, "/none": false} {
		if tree.SetText(path, "x") != want {
			t.Errorf("%s takes a text: %v", path, !want)
		}
	}
	if _, ok := tree.Holder("/pair/1"); ok {
		t.Error("an element of a tuple may go")
	}
	if e, ok := tree.Holder("/list/0"); !ok || e.Array != "/list" {
		t.Error("an element of a list may not go")
	}
}

func TestPlacesMoveWithWhatIsDropped(t *testing.T) {
	t.Parallel()
	tree, err := NewTree([]byte(`{"n":3,"a":[{"b":1},{"b":2},{"b":3}]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !tree.Counted("/a") || tree.Counted("/n") {
		t.Error("the length is stated beside it")
	}
	tree.Drop(Element{"/a", 1})
	tree.Drop(Element{"/a", 9})
	for from, want := range map[string]string{"": "", "/n": "/n", "/a": "/a", "/a/0/b": "/a/0/b", "/a/2/b": "/a/1/b", "/a/1": "gone", "/a/1/b": "gone", "/x": "gone"} {
		to, ok := tree.Moved(from)
		if !ok {
			to = "gone"
		}
		if to != want {
			t.Errorf("%q moved to %q, want %q", from, to, want)
		}
	}
}

func FuzzDroppedElementsLeaveJSON(f *testing.F) {
	f.Add(`{"facts": [ "a", {"b":[1,"x"]} , [] ]}`, "/facts/1", uint8(3))
	f.Add(`[[],["a"]]`, "/1/0", uint8(0))
	f.Fuzz(func(t *testing.T, answer, path string, at uint8) {
		tree, err := NewTree([]byte(answer), nil)
		if err != nil {
			return
		}
		if e, ok := tree.Holder(path); ok {
			tree.Drop(e)
			if _, left := tree.Moved(path); left {
				t.Errorf("%s of %s is still there", path, answer)
			}
			tree.Drop(Element{e.Array, int(at)})
		}
		if out := tree.Bytes(); !json.Valid(out) || len(out) > len(answer) {
			t.Errorf("%s became %s", answer, out)
		}
	})
}
