package proxy

import (
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
)

// TestWhatADeletedExchangeLeftIsForgotten: its answer, its evidence in a conversation, its turn.
func TestWhatADeletedExchangeLeftIsForgotten(t *testing.T) {
	t.Parallel()
	t.Run("an answer", func(t *testing.T) {
		r, _ := caches(t, up.InTurn(says(goodAnswer), says(goodAnswer)))
		body := ask(howLong, "")
		r.talk(body, false)
		r.gate.Forget(map[string]bool{"vt_another": true})
		if s := r.talk(body, false); s.header.Get("X-Vouchsafe-Cache") != "hit" {
			t.Fatal(s.header)
		}
		r.gate.Forget(map[string]bool{r.trace(0).QueryID: true})
		if s := r.talk(body, false); s.header.Get("X-Vouchsafe-Cache") != "miss" {
			t.Error(s.header)
		}
	})
	t.Run("a conversation, at another gateway", func(t *testing.T) {
		one, other, server := replicas(t, nil)
		one.postAs("alice", inContext(vault))
		id := one.trace(0).QueryID
		wait.Until(t, "it is noted what is the exchange's", func() bool { return server.Has("vouchsafe:of:" + id) })
		other.gate.Forget(map[string]bool{id: true})
		other.postAs("alice", inContext(restore))
		if tr := other.trace(0); len(tr.Chunks) != 1 {
			t.Errorf("%+v", tr.Chunks)
		}
	})
	t.Run("a turn", func(t *testing.T) {
		r := newRig(t, up.Extractive{}.Reply)
		first := r.inquire(`{"model":"m",`+placed+`"input":"How long are nightly backups kept?"}`, false)
		again := `{"model":"m",` + placed + `"input":"When do they start?","previous_response_id":"` + first.whole.Get("id").Str + `"}`
		if s := r.inquire(again, false); s.status != 200 {
			t.Fatal(string(s.body))
		}
		r.gate.Forget(map[string]bool{r.trace(0).QueryID: true})
		if s := r.inquire(again, false); s.status != 404 && s.status != 400 {
			t.Error(s.status, string(s.body))
		}
	})
}
