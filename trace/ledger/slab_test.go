package ledger

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
)

// TestLinesInSlabsStayAsTheyWere: no line takes the place of one that waits.
func TestLinesInSlabsStayAsTheyWere(t *testing.T) {
	var r slabs
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for j := range 200 {
				want := bytes.Repeat([]byte(fmt.Sprintln(i, j)), 1+j*j/10)
				text, in := r.add(want)
				b := batch{done: make(chan struct{})}
				b.add(Line{Text: text}, in)
				in.release()
				for k := range 3 { // others come meanwhile
					_, other := r.add(bytes.Repeat([]byte{byte(k)}, 100))
					defer other.release()
				}
				if !bytes.Equal(text, want) {
					t.Errorf("%d %d: the line has changed", i, j)
				}
				b.end(false)
			}
		})
	}
	all.Wait()
}

func TestASlabThatNobodyHoldsIsUsedAgain(t *testing.T) {
	var r slabs
	first, in := r.add(make([]byte, slabBytes/2))
	in.release()
	second, in := r.add(make([]byte, slabBytes/2))
	if &first[0] != &second[0] {
		t.Error("a line lies behind one that nobody waits for")
	}
	in.hold()
	in.release()
	third, _ := r.add(make([]byte, 1))
	if &third[0] == &second[0] {
		t.Error("a line has taken the place of one that waits")
	}
}

func TestLinesThatAdjoinAreWrittenTogether(t *testing.T) {
	var r slabs
	var lines []Line
	var want [][]byte
	for i, n := range []int{10, 10, slabBytes, slabBytes + 1, 10} {
		text, _ := r.add(bytes.Repeat([]byte{byte('a' + i)}, n))
		lines = append(lines, Line{Text: text})
		want = append(want, bytes.Clone(text))
	}
	var runs [][]byte
	n, err := byRun(lines, func(run []byte) (int, error) {
		runs = append(runs, bytes.Clone(run))
		return len(run), nil
	})
	if n != len(lines) || err != nil || !bytes.Equal(bytes.Join(runs, nil), bytes.Join(want, nil)) {
		t.Errorf("%d lines, %v", n, err)
	}
	if len(runs) != 4 {
		t.Errorf("%d runs", len(runs))
	}
}
