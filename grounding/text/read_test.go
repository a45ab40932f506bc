package text

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	const original = "Do n\u00adot take more than ５０ mg. Ｗｅ don’t know 东京."
	read := Read(original)
	var words []string
	for _, w := range read.Words {
		words = append(words, w.Fold)
	}
	if got, want := strings.Join(words, " "), "do not take more than 50 mg we don't know 东 京"; got != want {
		t.Errorf("words %q, want %q", got, want)
	}
	if read.Language() != English || !read.Class(read.Words[1]).Has(Negator) {
		t.Errorf("language %s, class of not %b", read.Language(), read.Class(read.Words[1]))
	}
	if n := read.Numbers(); len(n) != 1 || n[0].Value != "50" || n[0].Unit != "mg" || n[0].Comparison != ">" {
		t.Errorf("numbers %+v", n)
	}
	if we := read.Words[7]; !we.Flags.Has(Opens) || !we.Flags.Has(Capital) || we.Script != Latin {
		t.Errorf("we: %+v", we)
	}
	if last := read.Words[len(read.Words)-1]; last.Script != Han || !last.Flags.Has(Glued) {
		t.Errorf("the last word: %+v", last)
	}
}

func BenchmarkRead(b *testing.B) {
	chunk := strings.Repeat("The committee may approve up to 250 mg of aspirin per day. ", 27)
	b.SetBytes(int64(len(chunk)))
	for b.Loop() {
		Read(chunk)
	}
}
