package growth

import (
	"strings"
	"testing"
)

// recorder notes a failure in the place of a test.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

var sink int

// TestLinearTellsSquareGrowth: a reader that looks back over all before is found, one
// that reads on is not.
func TestLinearTellsSquareGrowth(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector is on")
	}
	r := &recorder{TB: t}
	Linear(r, "square", Repeat("a b "), func(s string) {
		for i := range len(s) {
			sink += strings.Count(s[:i], "x")
		}
	})
	if !r.failed {
		t.Error("square growth passes")
	}
	r.failed = false
	Linear(r, "linear", Repeat("a b "), func(s string) {
		for range 20 {
			for i := range len(s) {
				sink += int(s[i])
			}
		}
	})
	if r.failed {
		t.Error("linear growth fails")
	}
}

func TestRepeatCounts(t *testing.T) {
	if got := Repeat("%d %% ")(10); got != "1 %% 2 %% " {
		t.Errorf("%q", got)
	}
	if got := Repeat("ab")(5); got != "ababab" {
		t.Errorf("%q", got)
	}
}
