package upstream

import (
	"testing"
	"time"
)

func TestWhatWasLearntOfAnUpstreamIsForgottenWithIt(t *testing.T) {
	m := NewMemory(time.Now)
	for _, name := range []string{"one", "two"} {
		m.Refuse(name, "m", JSONSchema.String())
		m.Refuse(name, "m", "{}")
	}
	m.Forget("one")
	if m.Rung("one", "m") != JSONSchema || m.Refused("one", "m", "{}") {
		t.Error("the one that is gone is remembered")
	}
	if m.Rung("two", "m") != JSONObject || !m.Refused("two", "m", "{}") {
		t.Error("the other was forgotten, too")
	}
}
