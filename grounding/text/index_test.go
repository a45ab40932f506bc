package text

import (
	"strconv"
	"testing"
)

// listed is an index of all words with a role.
func listed() *Index {
	x := NewIndex()
	for word := range Words() {
		x.Add(word)
	}
	return x
}

func TestAnIndexFindsItsWordsAndNoOther(t *testing.T) {
	x, seen := listed(), map[int]bool{}
	for word := range Words() {
		n := x.Find([]byte(word))
		if n == 0 || x.words[n] != word || x.Add(word) != n {
			t.Fatalf("%q is number %d, %q", word, n, x.words[n])
		}
		seen[n] = true
		for _, other := range []string{word + "q", "q" + word, word[1:]} {
			if n := x.Find([]byte(other)); n > 0 && x.words[n] != other {
				t.Errorf("%q is taken for %q", other, x.words[n])
			}
		}
	}
	if len(seen) != len(x.words)-1 {
		t.Errorf("%d words have %d numbers", len(x.words)-1, len(seen))
	}
}

func TestAnIndexThatIsFullTakesNoMore(t *testing.T) {
	x := NewIndex()
	for i := range mostWords + 2 {
		if n := x.Add(strconv.Itoa(i)); (n > 0) != (i < mostWords) {
			t.Fatalf("word %d has number %d", i, n)
		}
	}
}

func TestTheRolesOfAWordAreThoseOfEachLanguage(t *testing.T) {
	for word := range Words() {
		roles := RolesOf(word)
		for _, l := range Languages() {
			if roles.In(l) != l.Class(word) {
				t.Fatalf("%q in %s: %b, want %b", word, l, roles.In(l), l.Class(word))
			}
		}
	}
	if got := RolesOf("reservoir"); got != (Roles{}) {
		t.Errorf("an unlisted word has roles: %v", got)
	}
}

func FuzzIndex(f *testing.F) {
	f.Add("not", "nothing")
	x := listed()
	f.Fuzz(func(t *testing.T, a, b string) {
		own := NewIndex()
		if own.Add(a); own.Find([]byte(b)) > 0 && a != b {
			t.Errorf("%q is taken for %q", b, a)
		}
		if i, k := own.Find([]byte(a)), own.Add(b); i != 1 || own.Find([]byte(b)) != k {
			t.Errorf("%q and %q are not found", a, b)
		}
		if n := x.Find([]byte(a)); n > 0 && x.words[n] != a {
			t.Errorf("%q is taken for %q", a, x.words[n])
		}
	})
}

func BenchmarkIndex(b *testing.B) {
	x := listed()
	words := [][]byte{[]byte("the"), []byte("reservoir"), []byte("not"), []byte("floods"), []byte("carried"), []byte("of")}
	b.ReportAllocs()
	for b.Loop() {
		for _, w := range words {
			x.Find(w)
		}
	}
}
