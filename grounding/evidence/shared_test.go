package evidence

import (
	"slices"
	"testing"
)

// The list of a name that has one chunk is a part of the list of all that are
// usable. A second chunk of that name must not write into that.
func TestNamesDoNotWriteIntoTheListOfUsableChunks(t *testing.T) {
	s := NewSet([]Chunk{
		{ID: "1", Title: "a", Text: "x", Standing: Primary}, {ID: "2", Title: "b", Text: "y", Standing: Primary},
		{ID: "1", Title: "a", Text: "z", Standing: Primary}, {ID: "4", Title: "A", Text: "w", Standing: Primary},
	})
	if got := s.Usable(); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("usable are %v", got)
	}
	for name, want := range map[string][]int{"a": {0, 2, 3}, "b": {1}} {
		if got := s.byName[name]; !slices.Equal(got, want) {
			t.Errorf("chunks of %s: %v, want %v", name, got, want)
		}
	}
	if got := s.byID["1"]; !slices.Equal(got, []int{0, 2}) {
		t.Errorf("chunks of the id 1: %v", got)
	}
}
