package cache

import (
	"math"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"vouchsafe/internal/need"
	"vouchsafe/internal/redistest"
	"vouchsafe/internal/wait"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// changes are what an RedisOptions.Changed was told.
type changes struct {
	mu   sync.Mutex
	errs []error
}

func (c *changes) add(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errs = append(c.errs, err)
}

func (c *changes) count() (gone, back int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, err := range c.errs {
		if err == nil {
			back++
		} else {
			gone++
		}
	}
	return gone, back
}

func server(t testing.TB) *redistest.Server {
	t.Helper()
	s := need.Start(t, redistest.Start)
	t.Cleanup(s.Close)
	return s
}

func open(t testing.TB, url string, changed func(error)) *Redis {
	t.Helper()
	r, err := OpenRedis(RedisOptions{URL: url, Timeout: wait.Patience, Retry: 20 * time.Millisecond, Changed: changed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestWhatOneGatewayKeepsAnotherFinds(t *testing.T) {
	s := server(t)
	one, other := open(t, s.URL(), nil), open(t, s.URL(), nil)
	key := Key{1, 2}
	if _, ok := other.Get("turn", key); ok {
		t.Error("found before it was kept")
	}
	one.Put("turn", key, []byte("a\x00b\xff"), time.Minute)
	if v, ok := other.Get("turn", key); !ok || string(v) != "a\x00b\xff" {
		t.Errorf("%q %t", v, ok)
	}
	if _, ok := other.Get("answer", key); ok {
		t.Error("found as another kind")
	}
	other.Drop("turn", key)
	if _, ok := one.Get("turn", key); ok {
		t.Error("found after it was dropped")
	}
	one.Put("turn", key, []byte("x"), 20*time.Millisecond)
	wait.Until(t, "it is forgotten after its time", func() bool { _, ok := one.Get("turn", key); return !ok })
	one.Put("turn", key, make([]byte, valueBytes+1), time.Minute)
	if _, ok := one.Get("turn", key); ok {
		t.Error("too large, and kept")
	}
	answers := RedisAnswers{one, time.Minute}
	answers.Put(key, []byte("y"))
	if v, ok := (RedisAnswers{other, time.Minute}).Get(key); !ok || string(v) != "y" {
		t.Errorf("%q %t", v, ok)
	}
	answers.Drop(key)
	if _, ok := answers.Get(key); ok {
		t.Error("found after it was dropped")
	}
}

func TestNoServerIsNoTrouble(t *testing.T) {
	var r *Redis
	r.Put("turn", Key{}, nil, time.Minute)
	r.Drop("turn", Key{})
	if _, ok := r.Get("turn", Key{}); ok || r.Up() {
		t.Error("there is no server")
	}
	r.Close()
	if _, err := OpenRedis(RedisOptions{URL: "http://x"}); err == nil {
		t.Error("a URL of another kind is taken")
	}
}

func TestAServerThatGoesAwayIsDoneWithoutAndFoundAgain(t *testing.T) {
	s := server(t)
	var told changes
	r := open(t, s.URL(), told.add)
	l := NewRedisRateLimiter(r, "app", RateLimits{Requests: 10})
	s.Stop()
	wait.Until(t, "it is found to be away", func() bool { r.Get("turn", Key{}); return !r.Up() })
	if st := l.Take(time.Now(), 0); !st.Taken || st.Requests.Remaining != 9 {
		t.Errorf("the local limit does not hold: %+v", st)
	}
	if err := s.Resume(); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "it is found again", r.Up)
	r.Put("turn", Key{}, []byte("x"), time.Minute)
	if _, ok := r.Get("turn", Key{}); !ok {
		t.Error("it does not work again")
	}
	wait.Until(t, "both changes are told once", func() bool { gone, back := told.count(); return gone == 1 && back == 1 })
}

func TestAServerThatIsNotThereAtTheStartIsLookedFor(t *testing.T) {
	s := server(t)
	s.Stop()
	var told changes
	r := open(t, s.URL(), told.add)
	if r.Up() {
		t.Fatal("it is not there")
	}
	if err := s.Resume(); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "it is found", r.Up)
}

func TestASilentServerHoldsNobodyUp(t *testing.T) {
	s := server(t)
	r, err := OpenRedis(RedisOptions{URL: s.URL(), Timeout: 20 * time.Millisecond, Retry: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	if err := s.Pause(); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "it is given up", func() bool { r.Get("turn", Key{}); return !r.Up() })
	if err := s.Continue(); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "it is found again", r.Up)
}

// TestTheSharedLimiterHasTheRulesOfTheLocalOne plays the same calls to both.
func TestTheSharedLimiterHasTheRulesOfTheLocalOne(t *testing.T) {
	r := open(t, server(t).URL(), nil)
	for name, l := range map[string]RateLimits{
		"requests": {Requests: 3}, "tokens": {Tokens: 600}, "both": {Requests: 3, Tokens: 600}, "large": {Requests: 1e9, Tokens: 1e9},
	} {
		shared, local := NewRedisRateLimiter(r, name, l), NewRateLimiter(l)
		now := time.Now()
		for i, call := range []struct{ take, correct int }{{100, 0}, {100, 250}, {0, 0}, {9000, 0}, {500, -100}, {1, 0}, {0, 5000}, {10, 0}, {0, -1_000_000}, {600, 0}} {
			a, b := shared.Take(now, call.take), local.Take(now, call.take)
			near := cmp.Comparer(func(a, b time.Duration) bool { return math.Abs(float64(a-b)) < float64(10*time.Second) })
			few := cmp.Comparer(func(a, b int) bool { return a == b || math.Abs(float64(a-b)) <= 0.1*float64(max(l.Requests, l.Tokens)) })
			if d := cmp.Diff(b, a, near, few); d != "" {
				t.Errorf("%s, call %d: %s", name, i, d)
			}
			if a.Taken { // as a gateway does
				shared.Correct(now, call.correct)
				local.Correct(now, call.correct)
			}
		}
	}
}

func TestALimitHoldsAtAllGatewaysTogether(t *testing.T) {
	s := server(t)
	const limit = 60
	var taken, turned int
	var mu sync.Mutex
	var all sync.WaitGroup
	began := time.Now()
	for range 3 {
		l := NewRedisRateLimiter(open(t, s.URL(), nil), "app", RateLimits{Requests: limit})
		for range 4 {
			all.Go(func() {
				for range 20 {
					ok := l.Take(time.Now(), 0).Taken
					mu.Lock()
					if ok {
						taken++
					} else {
						turned++
					}
					mu.Unlock()
				}
			})
		}
	}
	all.Wait()
	flowed := int(time.Since(began).Seconds()*limit/60) + 1
	if taken < limit || taken > limit+flowed || taken+turned != 240 {
		t.Errorf("%d taken, %d turned away", taken, turned)
	}
}

func TestErrorsOfTheServerAreNoAnswers(t *testing.T) {
	s := server(t)
	r := open(t, s.URL(), nil)
	l := NewRedisRateLimiter(r, "app", RateLimits{Requests: 2})
	r.Put("turn", Key{}, []byte("x"), time.Minute)
	l.key = name("turn", Key{}) // a string, which is no bucket
	if st := l.Take(time.Now(), 0); !st.Taken || st.Requests.Remaining != 1 {
		t.Errorf("the local limit does not hold: %+v", st)
	}
	if !r.Up() {
		t.Error("one error is no reason to give the server up")
	}
}

func BenchmarkTakeFromRedis(b *testing.B) {
	l := NewRedisRateLimiter(open(b, server(b).URL(), nil), "app", RateLimits{Requests: 1e9, Tokens: 1e9})
	b.ReportAllocs()
	for b.Loop() {
		l.Take(time.Now(), 100)
	}
}

func BenchmarkAway(b *testing.B) {
	s := server(b)
	s.Stop()
	r := open(b, s.URL(), nil)
	b.ReportAllocs()
	for b.Loop() {
		r.Get("turn", Key{})
	}
}
