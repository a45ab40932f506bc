package upstream

import (
	"testing"
	"time"
)

// opened returns a circuit that has just opened.
func opened(t *testing.T, after time.Duration) *circuit {
	c := newCircuit(after)
	for range failuresToOpen {
		turn, ok := c.allow()
		if !ok {
			t.Fatal("it opened too early")
		}
		c.learn(turn, &Error{Failure: Unreachable})
	}
	if _, ok := c.allow(); ok {
		t.Fatal("it did not open")
	}
	return c
}

func TestOneCallTriesWhetherTheCircuitMayClose(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		err   error
		calls int // that may be made at once afterwards, of two
	}{
		"it answers":                   {nil, 2},
		"it is still away":             {&Error{Failure: Unreachable}, 0},
		"the client leaves meanwhile":  {&Error{Failure: Canceled}, 1},
		"it breaks off after its head": {&Error{Failure: Broken}, 2},
	} {
		c := opened(t, time.Hour)
		c.until = time.Now()
		turn, ok := c.allow()
		if _, second := c.allow(); !ok || second {
			t.Errorf("%s: tried %t, at the same time %t", name, ok, second)
		}
		c.learn(turn, tc.err)
		calls := 0
		for range 2 {
			if _, ok := c.allow(); ok {
				calls++
			}
		}
		if calls != tc.calls {
			t.Errorf("%s: %d calls may be made, want %d", name, calls, tc.calls)
		}
	}
}

func TestLateNewsDoNotMoveTheCircuit(t *testing.T) {
	t.Parallel()
	c := newCircuit(time.Hour)
	early, _ := c.allow()
	for range failuresToOpen {
		turn, _ := c.allow()
		c.learn(turn, &Error{Failure: Unreachable})
	}
	c.learn(early, nil)
	if _, ok := c.allow(); ok {
		t.Error("an answer to a call from before it opened closed it")
	}
}

func TestAnAnswerEndsARowOfFailures(t *testing.T) {
	t.Parallel()
	c := newCircuit(time.Hour)
	for i := range 3 * failuresToOpen {
		turn, ok := c.allow()
		if !ok {
			t.Fatalf("open after %d calls", i)
		}
		if i%failuresToOpen == failuresToOpen-1 {
			c.learn(turn, nil)
			continue
		}
		c.learn(turn, &Error{Failure: TimedOut, Phase: FirstByte})
	}
}
