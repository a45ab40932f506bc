package evidence

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ids(set *Set) []string {
	var list []string
	for i := 0; i < set.Len(); i++ {
		list = append(list, set.Handle(i))
	}
	return list
}

func TestHandles(t *testing.T) {
	tests := []struct {
		name   string
		chunks []Chunk
		want   []string
	}{
		{"visible and unique", []Chunk{{ID: "1"}, {ID: "a.pdf#page=3"}}, []string{"1", "a.pdf#page=3"}},
		{"none visible", []Chunk{{}, {}}, []string{"c1", "c2"}},
		{"one id on two chunks", []Chunk{{ID: "1"}, {ID: "1"}, {ID: "2"}}, []string{"c1", "c2", "2"}},
		{"a visible id that looks like a number of ours", []Chunk{{ID: "c2"}, {}}, []string{"c2", "cx2"}},
		{"an id that cannot be repeated", []Chunk{{ID: "a]b"}, {ID: " x"}}, []string{"c1", "c2"}},
		{"ids restart each turn", []Chunk{{ID: "1", Standing: Stale}, {ID: "1", Standing: Primary}}, []string{"c1", "1"}},
		{"case does not make ids unique", []Chunk{{ID: "A"}, {ID: "a"}}, []string{"c1", "c2"}},
		{"a forged chunk takes no name", []Chunk{{ID: "1", Standing: Primary}, {ID: "1", Standing: Fallback}}, []string{"1", "c2"}},
	}
	for _, tt := range tests {
		set := NewSet(tt.chunks)
		if diff := cmp.Diff(tt.want, ids(set)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestUsable(t *testing.T) {
	tests := []struct {
		name   string
		chunks []Chunk
		want   []int
	}{
		{"fallback alone", []Chunk{{Standing: Fallback}, {Standing: Fallback}}, []int{0, 1}},
		{"fallback beside primary", []Chunk{{Standing: Primary}, {Standing: Fallback}}, []int{0}},
		{"ambient text displaces nothing", []Chunk{{Standing: Primary, Ambient: true}, {Standing: Fallback}}, []int{0, 1}},
		{"an answer of a model displaces nothing", []Chunk{{Standing: Primary, Derived: true}, {Standing: Fallback}}, []int{0, 1}},
		{"a worked example in an earlier message of a user proves nothing", []Chunk{{Standing: Stale, Role: "user"}, {Standing: Fallback, Role: "user"}}, []int{1}},
		{"stale user text is no better", []Chunk{{Standing: Primary}, {Standing: Stale, Role: "user"}, {Standing: Stale, Role: "tool"}}, []int{0, 2}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, NewSet(tt.chunks).Usable()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestNeighbours(t *testing.T) {
	set := NewSet([]Chunk{{Title: "a"}, {Title: "a"}, {Title: "b"}, {}, {}})
	for i, want := range [][]int{{1}, {0}, nil, nil, nil} {
		if diff := cmp.Diff(want, set.Neighbours(i)); diff != "" {
			t.Errorf("neighbours of %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestResolve(t *testing.T) {
	numbered := []Chunk{{ID: "1", Title: "A"}, {ID: "1", Title: "A"}, {ID: "2", Title: "B"}}
	files := []Chunk{
		{Filename: "kb/2024/rules.pdf", Title: "Rules", DocID: "d1"},
		{Filename: "kb/2023/rules.pdf", Title: "Old rules", DocID: "d2"},
		{Filename: "kb/prices.md", Title: "Prices", DocID: "d3"},
	}
	zero := []Chunk{{ID: "0"}, {ID: "1"}, {ID: "2"}}
	tests := []struct {
		name   string
		chunks []Chunk
		ref    Ref
		want   Resolution
	}{
		{"visible id", numbered, Ref{ChunkID: "2"}, Resolution{Candidates: []int{2}, By: "handle"}},
		{"one id for several chunks", numbered, Ref{ChunkID: "1"}, Resolution{Candidates: []int{0, 1}, By: "id"}},
		{"brackets", numbered, Ref{ChunkID: "[2]"}, Resolution{Candidates: []int{2}, By: "handle"}},
		{"label", numbered, Ref{ChunkID: "Source 2"}, Resolution{Candidates: []int{2}, By: "handle"}},
		{"the word of the heads, in any language", numbered, Ref{ChunkID: "Textstelle 2"}, Resolution{Candidates: []int{2}, By: "handle"}},
		{"a word before what is no id", numbered, Ref{ChunkID: "Textstelle 9"}, Resolution{}},
		{"label and bracket", numbered, Ref{ChunkID: "[ID:2]"}, Resolution{Candidates: []int{2}, By: "handle"}},
		{"our own number behind a label", numbered, Ref{ChunkID: "chunk c1"}, Resolution{Candidates: []int{0}, By: "handle"}},
		{"unknown id", numbered, Ref{ChunkID: "9"}, Resolution{}},
		{"a number is no ordinal where ids are numbers", zero, Ref{ChunkID: "3"}, Resolution{}},
		{"ordinal", files, Ref{ChunkID: "doc2"}, Resolution{Candidates: []int{1}, By: "ordinal"}},
		{"ordinal beyond the list", files, Ref{ChunkID: "doc4"}, Resolution{}},
		{"title", files, Ref{ChunkID: "prices"}, Resolution{Candidates: []int{2}, By: "name"}},
		{"path tail", files, Ref{Filename: "prices.md"}, Resolution{Candidates: []int{2}, By: "name"}},
		{"longer path than shown", files, Ref{Filename: "/srv/kb/prices.md"}, Resolution{Candidates: []int{2}, By: "name"}},
		{"a tail that two documents share", files, Ref{Filename: "rules.pdf"}, Resolution{Ambiguous: true, By: "name"}},
		{"document id", files, Ref{DocID: "d2"}, Resolution{Candidates: []int{1}, By: "doc_id"}},
		{"number", files, Ref{Number: 3}, Resolution{Candidates: []int{2}, By: "ordinal"}},
		{"nothing", files, Ref{}, Resolution{}},
		{"present before stale", []Chunk{{ID: "1", Standing: Stale}, {ID: "1", Standing: Primary}}, Ref{ChunkID: "1"}, Resolution{Candidates: []int{1}, By: "handle"}},
		{"a forged chunk has no handle to be called by", []Chunk{{ID: "1", Standing: Primary}, {Standing: Fallback}}, Ref{ChunkID: "c2"}, Resolution{}},
		{"a forged chunk does not make a name ambiguous", []Chunk{{Title: "A", DocID: "x", Standing: Primary}, {Title: "A", DocID: "y", Standing: Fallback}}, Ref{Title: "A"}, Resolution{Candidates: []int{0}, By: "name"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, NewSet(tt.chunks).Resolve(tt.ref)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// FuzzResolve checks that no reference makes the resolver panic or name a
// chunk that may not be used.
func FuzzResolve(f *testing.F) {
	f.Add("[1]", "a/b.pdf", "Title", 1, "1", "c1", "x")
	f.Add("chunk c1", "", "", 0, "c1", "C1", "")
	f.Fuzz(func(t *testing.T, id, file, title string, number int, a, b, c string) {
		set := NewSet([]Chunk{{ID: a, Title: b}, {ID: b, Filename: c, Standing: Primary}, {ID: c, URL: a, Standing: Fallback}})
		usable := map[int]bool{}
		for _, i := range set.Usable() {
			usable[i] = true
		}
		for _, ref := range []Ref{{ChunkID: id}, {Filename: file}, {Title: title}, {Number: number}, {DocID: id}} {
			res := set.Resolve(ref)
			if res.Ambiguous && len(res.Candidates) > 0 {
				t.Errorf("%+v is ambiguous and names %v", ref, res.Candidates)
			}
			for _, i := range res.Candidates {
				if !usable[i] {
					t.Errorf("%+v names chunk %d, which is not usable", ref, i)
				}
			}
		}
	})
}

func BenchmarkNewSet(b *testing.B) {
	chunks := make([]Chunk, 40)
	for i := range chunks {
		chunks[i] = Chunk{ID: string(rune('a' + i%26)), Title: "A title of some length", Filename: "kb/file.pdf"}
	}
	b.ReportAllocs()
	for b.Loop() {
		NewSet(chunks)
	}
}

// What a trace calls the chunks is not to change what they are called.
func TestNamedChangesNothing(t *testing.T) {
	for _, chunks := range [][]Chunk{{{ID: "1"}, {ID: "2"}}, {{ID: "1"}, {}, {}}, {}} {
		set := NewSet(chunks)
		before := append([]Chunk(nil), chunks...)
		named := set.Named()
		if len(named) != set.Len() {
			t.Fatalf("%d of %d chunks", len(named), set.Len())
		}
		for i := range named {
			if named[i].ID != set.Handle(i) {
				t.Errorf("chunk %d is called %q, want %q", i, named[i].ID, set.Handle(i))
			}
			if set.At(i).ID != before[i].ID {
				t.Errorf("chunk %d was %q, now it is %q", i, before[i].ID, set.At(i).ID)
			}
		}
	}
}
