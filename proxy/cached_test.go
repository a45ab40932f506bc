package proxy

import (
	"strings"
	"testing"
	"time"

	"vouchsafe/cache"
	up "vouchsafe/internal/upstreamtest"
)

// caches is a rig whose apps use answers again.
func caches(t *testing.T, script up.Script, app ...func(*App)) (*rig, *clock) {
	t.Helper()
	c := clockOfNow()
	return plan{script: script, app: func(a *App) {
		a.Policy.Cache = true
		for _, f := range app {
			f(a)
		}
	}, gate: func(g *Gateway) {
		c.set(g)
		g.KeepAnswers(cache.NewTimed(100, 1<<20, time.Minute, c.now))
	}}.start(t), c
}

func TestAVerifiedAnswerIsUsedAgain(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		body    string
		scripts []up.Script
		hits    bool
		calls   int
	}{
		{"grounded", ask(howLong, ""), []up.Script{says(goodAnswer)}, true, 1},
		{"healed", ask(howLong, ""), []up.Script{says(segmented(passage{backups.text, "d1", backups.snippet}))}, true, 1},
		{"repaired", ask(howLong, ""), []up.Script{says(badAnswer), says(goodAnswer)}, true, 2},
		{"repaired in the middle", ask(howLong, ""), []up.Script{says(segmented(backups, doseWrong)), says(segmented(doseRight))}, true, 2},
		{"refused", ask(howLong, ""), []up.Script{says(badAnswer)}, false, 2},
		{"declined", ask("Who won the race?", ""), []up.Script{up.Extractive{}.Reply}, false, 1},
		{"several choices", ask(howLong, `"n":2,`), []up.Script{says(goodAnswer, goodAnswer)}, true, 1},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r, _ := caches(t, up.InTurn(tc.scripts...))
			first := r.talk(tc.body, stream)
			first.wellFormed(t)
			r.trace(0)
			asked := len(r.upstream.Requests())
			if asked != tc.calls || first.header.Get("X-Vouchsafe-Cache") != "miss" {
				t.Fatalf("%d calls, %q\n%s", asked, first.header.Get("X-Vouchsafe-Cache"), first.body)
			}
			for _, otherWay := range []bool{stream, !stream} {
				s := r.talk(tc.body, otherWay)
				s.wellFormed(t)
				if hits := s.header.Get("X-Vouchsafe-Cache") == "hit"; hits != tc.hits {
					t.Errorf("hit: %t\n%s", hits, s.body)
				}
				if !tc.hits {
					return
				}
				if s.text() != first.text() || s.status != 200 {
					t.Errorf("%q, and first %q", s.text(), first.text())
				}
			}
			if len(r.upstream.Requests()) != asked {
				t.Error("the upstream was asked again")
			}
			tr := r.trace(1)
			if len(tr.Attempts) != 0 || readString(string(tr.Metadata), "cache_hit_of") != r.trace(0).QueryID || readInt(string(tr.Usage), "total_tokens") != 0 {
				t.Errorf("trace: %d attempts, %s, %s", len(tr.Attempts), tr.Metadata, tr.Usage)
			}
			if c := r.gate.Cached(); c.Hits != 2 || c.Misses != 1 {
				t.Errorf("%+v", c)
			}
		})
	}
}

func TestAnAnswerIsForItsOwnRequestOnly(t *testing.T) {
	t.Parallel()
	r, c := caches(t, says(goodAnswer))
	key := []string{"Authorization", "Bearer sk-1"}
	r.talk(ask(howLong, ""), false, key...)
	for name, tc := range map[string]struct {
		body   string
		header []string
	}{
		"another credential": {ask(howLong, ""), []string{"Authorization", "Bearer sk-2"}},
		"no credential":      {ask(howLong, ""), nil},
		"another byte":       {ask(howLong, `"temperature":1,`), key},
		"other evidence":     {strings.Replace(ask(howLong, ""), "21 days", "22 days", 1), key},
		"no-store":           {ask(howLong, ""), append([]string{"Cache-Control", "no-store"}, key...)},
		"no-cache":           {ask(howLong, ""), append([]string{"Cache-Control", "max-age=0"}, key...)},
	} {
		before := len(r.upstream.Requests())
		if s := r.talk(tc.body, false, tc.header...); len(r.upstream.Requests()) == before || s.header.Get("X-Vouchsafe-Cache") == "hit" {
			t.Errorf("%s: %s", name, s.header.Get("X-Vouchsafe-Cache"))
		}
	}
	if s := r.talk(ask(howLong, ""), false, key...); s.header.Get("X-Vouchsafe-Cache") != "hit" {
		t.Error("the request itself found nothing")
	}
	c.pass(2 * time.Minute)
	if s := r.talk(ask(howLong, ""), false, key...); s.header.Get("X-Vouchsafe-Cache") != "miss" {
		t.Error("found after its time")
	}
}

func TestWhatTheClientWantsStoredNowhereIsNotStored(t *testing.T) {
	t.Parallel()
	r, _ := caches(t, says(goodAnswer))
	r.talk(ask(howLong, ""), false, "Cache-Control", "private, No-Store")
	if s := r.talk(ask(howLong, ""), false); s.header.Get("X-Vouchsafe-Cache") != "miss" {
		t.Error("it was stored")
	}
}

func TestNoPolicyUsesAnswersAgainUnasked(t *testing.T) {
	t.Parallel()
	r, _ := caches(t, says(goodAnswer), func(a *App) { a.Policy.Cache = false })
	for range 2 {
		if s := r.talk(ask(howLong, ""), false); s.header.Get("X-Vouchsafe-Cache") != "" {
			t.Error("the cache was asked")
		}
	}
	if n := len(r.upstream.Requests()); n != 2 {
		t.Errorf("%d calls", n)
	}
}

// TestAPoisonedCacheChangesNothing puts into the cache what was never verified.
func TestAPoisonedCacheChangesNothing(t *testing.T) {
	t.Parallel()
	for name, poison := range map[string]string{
		"a false answer": `{"of":"x","model":"m","choices":[{"index":0,"finish":"stop","content":` + encode(badAnswer) + `}]}`,
		"no answer":      `{"of":"x","model":"m","choices":[{"index":0,"finish":"stop","content":null}]}`,
		"too few":        `{"of":"x","model":"m","choices":[]}`,
		"no JSON":        `{"of`,
		"bare prose":     `{"of":"x","model":"m","choices":[{"index":0,"finish":"stop","content":"Backups are kept for 21 days."}]}`,
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r, _ := caches(t, says(goodAnswer))
			r.gate.stored.kept = poisoned{r.gate.stored.kept, []byte(poison)}
			s := r.talk(ask(howLong, ""), stream)
			if s.wellFormed(t); s.text() != "Backups are kept for 21 days. [1]" || s.header.Get("X-Vouchsafe-Cache") != "miss" || len(r.upstream.Requests()) != 1 {
				t.Errorf("%s\n%s", s.header.Get("X-Vouchsafe-Cache"), s.body)
			}
			if tr := r.trace(0); len(tr.Attempts) != 1 || tr.Verdict != "grounded" {
				t.Errorf("trace: %s of %d attempts", tr.Verdict, len(tr.Attempts))
			}
		})
	}
}

type poisoned struct {
	Answers
	poison []byte
}

func (p poisoned) Get(cache.Key) ([]byte, bool) { return p.poison, true }

func TestAnAnswerInTheClientsOwnFormIsUsedAgain(t *testing.T) {
	t.Parallel()
	r, _ := caches(t, up.Extractive{}.Reply)
	body := ask(howLong, `"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}}},`)
	first := r.talk(body, false)
	second := r.talk(body, false)
	if first.verdict() != "grounded" || second.header.Get("X-Vouchsafe-Cache") != "hit" || second.text() != first.text() {
		t.Errorf("%s %s\n%s\n%s", first.verdict(), second.header.Get("X-Vouchsafe-Cache"), first.body, second.body)
	}
}
