package chain

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// doubted are the numbers of a text's lines that its chain does not hold.
func doubted(keys Keys, text []byte) (out []int) {
	h := Holder{Keys: keys, Doubt: func(d Doubt) {
		for n := d.From; n <= d.To; n++ {
			out = append(out, n)
		}
	}}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		h.Take(Place{"f", n}, line)
	}
	h.Done()
	return out
}

func TestAChangedOrForgedLineIsNotHeld(t *testing.T) {
	key, keys := newTestKey(t)
	first := sealed(t, key, 3)
	whole := slices.Concat(first, sealedBehind(t, key, first, Opened, 2)) // signed: 1, 5 and 6; 7 and 8 wait for it
	lines := func() [][]byte { return slices.Collect(bytes.Lines(bytes.Clone(whole))) }
	forged := func(after Link) []byte {
		line, _ := Seal(nil, []byte(`{"query_id":"vt_forged"}`), after, nil)
		return line
	}
	anew := func(l [][]byte, from, to int) { // the chain is computed anew
		for i := from; i < to; i++ {
			parsed, _ := Parse(l[i])
			l[i], _ = Seal(nil, append(bytes.Clone(parsed.Object), '}'), Link{parsed.N - 1, HashOf(l[i-1])}, nil)
		}
	}
	for what, of := range map[string]struct {
		edit func(l [][]byte) [][]byte
		want []int
	}{
		"nothing": {func(l [][]byte) [][]byte { return l }, nil},
		"a changed line, and what stands between it and the signed one": {func(l [][]byte) [][]byte {
			l[2] = bytes.Replace(l[2], []byte("vt_1"), []byte("vt_9"), 1)
			return l
		}, []int{2, 3}},
		"two changed lines, which agree": {func(l [][]byte) [][]byte {
			l[1] = bytes.Replace(l[1], []byte("vt_0"), []byte("vt_9"), 1)
			anew(l, 2, 3)
			return l
		}, []int{2, 3}},
		"all up to the signature, computed anew": {func(l [][]byte) [][]byte {
			l[1] = bytes.Replace(l[1], []byte("vt_0"), []byte("vt_9"), 1)
			anew(l, 2, 4)
			return l
		}, []int{2, 3, 4}},
		"all to the end, computed anew around the signatures": {func(l [][]byte) [][]byte {
			l[1] = bytes.Replace(l[1], []byte("vt_0"), []byte("vt_9"), 1)
			for i := 2; i < len(l); i++ {
				parsed, _ := Parse(l[i])
				l[i] = bytes.Replace(l[i], fmt.Appendf(nil, "%x", parsed.Prev), fmt.Appendf(nil, "%x", HashOf(l[i-1])), 1)
			}
			return l
		}, []int{2, 3, 4, 5, 6, 7, 8}},
		"a line inserted": {func(l [][]byte) [][]byte {
			return slices.Insert(l, 2, forged(Link{2, HashOf(l[1])}))
		}, []int{2, 3}},
		"a line without a chain": {func(l [][]byte) [][]byte { return slices.Insert(l, 2, []byte("{}\n")) }, []int{2, 3}},
		"a line removed":         {func(l [][]byte) [][]byte { return slices.Delete(l, 2, 3) }, []int{2}},
	} {
		if got := doubted(keys, bytes.Join(of.edit(lines()), nil)); !slices.Equal(got, of.want) {
			t.Errorf("%s: %v, want %v", what, got, of.want)
		}
	}
}

// TestAStartDoesNotVouchForWhatItFoundBehindTheEnd: the next line that a gateway signs names them, and tells that nobody had written them.
func TestAStartDoesNotVouchForWhatItFoundBehindTheEnd(t *testing.T) {
	key, keys := newTestKey(t)
	end, _ := Record{Record: Closed, Alone: true, Key: key.ID}.Encode()
	text, at := Seal(nil, end, Link{}, key)
	line, _ := Seal(nil, []byte(`{"query_id":"vt_forged"}`), at, nil)
	if got := doubted(keys, slices.Concat(text, line)); !slices.Equal(got, []int{2}) {
		t.Errorf("without a start: %v", got)
	}
	for what, r := range map[string]Record{"added": {Added: 1}, "cut off before": {Lost: 3}} {
		text := sealed(t, key, 3)
		last := slices.Collect(bytes.Lines(text))[4]
		line, at := Seal(nil, []byte(`{"query_id":"vt_forged"}`), Link{5, HashOf(last)}, nil)
		r.Record, r.Key = Opened, key.ID
		object, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		opened, _ := Seal(nil, object, at, key)
		if got := doubted(keys, slices.Concat(text, line, opened)); !slices.Equal(got, []int{6}) {
			t.Errorf("%s: %v", what, got)
		}
	}
}

// sealedBehind are a signed line and traces that go on behind a text.
func sealedBehind(t *testing.T, key *Key, text []byte, kind string, traces int) (out []byte) {
	t.Helper()
	all := slices.Collect(bytes.Lines(text))
	last := all[len(all)-1]
	l, _ := Parse(last)
	object, err := Record{Record: kind, Key: key.ID}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	out, at := Seal(nil, object, Link{l.N, HashOf(last)}, key)
	for i := range traces {
		out, at = Seal(out, fmt.Appendf(nil, `{"query_id":"vt_late_%d"}`, i), at, nil)
	}
	return out
}
