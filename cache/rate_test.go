package cache

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func after(d time.Duration) time.Time { return noon.Add(d) }

func TestABucketIsEmptiedAndFillsEvenly(t *testing.T) {
	l := NewRateLimiter(RateLimits{Requests: 3})
	for i := range 3 {
		if s := l.Take(noon, 100); !s.Taken || s.Requests.Remaining != 2-i || s.Wait != 0 {
			t.Fatalf("request %d: %+v", i, s)
		}
	}
	want := RateState{Wait: 20 * time.Second, Short: RateRequests, Requests: RateLevel{Limit: 3, Reset: time.Minute}}
	if diff := cmp.Diff(want, l.Take(noon, 100)); diff != "" {
		t.Error(diff)
	}
	if s := l.Take(after(20*time.Second), 100); !s.Taken {
		t.Errorf("after the time to wait: %+v", s)
	}
	if s := l.Take(after(time.Hour), 100); !s.Taken || s.Requests.Remaining != 2 {
		t.Errorf("a bucket holds a minute's worth only: %+v", s)
	}
}

func TestTokensAreChargedByEstimateAndCorrected(t *testing.T) {
	l := NewRateLimiter(RateLimits{Tokens: 600})
	if s := l.Take(noon, 100); s.Tokens.Remaining != 500 {
		t.Fatalf("%+v", s)
	}
	l.Correct(noon, 300)
	if s := l.Take(noon, 0); s.Tokens.Remaining != 200 {
		t.Errorf("more was used: %+v", s)
	}
	l.Correct(noon, -50)
	if s := l.Take(noon, 0); s.Tokens.Remaining != 250 {
		t.Errorf("less was used: %+v", s)
	}
	l.Correct(noon, -10_000)
	if s := l.Take(noon, 0); s.Tokens.Remaining != 600 {
		t.Errorf("a bucket overflows: %+v", s)
	}
}

func TestWhatWasUsedBeyondTheBucketIsOwed(t *testing.T) {
	l := NewRateLimiter(RateLimits{Tokens: 600})
	l.Take(noon, 100)
	l.Correct(noon, 800)
	s := l.Take(noon, 100)
	if s.Taken || s.Short != RateTokens || s.Wait != 40*time.Second || s.Tokens.Remaining != 0 || s.Tokens.Reset != 90*time.Second {
		t.Errorf("%+v", s)
	}
	if s := l.Take(after(40*time.Second), 100); !s.Taken {
		t.Errorf("%+v", s)
	}
}

func TestARequestThatIsTurnedAwayCostsNothing(t *testing.T) {
	l := NewRateLimiter(RateLimits{Requests: 2, Tokens: 100})
	l.Take(noon, 90)
	if s := l.Take(noon, 50); s.Taken || s.Short != RateTokens || s.Requests.Remaining != 1 || s.Tokens.Remaining != 10 {
		t.Errorf("%+v", s)
	}
	if s := l.Take(noon, 10); !s.Taken {
		t.Errorf("%+v", s)
	}
	if s := l.Take(noon, 0); s.Taken || s.Short != RateRequests {
		t.Errorf("%+v", s)
	}
}

func TestARequestLargerThanTheBucketPassesWhenItIsFull(t *testing.T) {
	l := NewRateLimiter(RateLimits{Tokens: 100})
	if s := l.Take(noon, 5000); !s.Taken {
		t.Errorf("%+v", s)
	}
	if s := l.Take(after(time.Minute), 5000); s.Taken {
		t.Errorf("what it used is not owed: %+v", s)
	}
}

func TestNoLimitIsNone(t *testing.T) {
	l := NewRateLimiter(RateLimits{})
	for range 1000 {
		if s := l.Take(noon, 1_000_000); !s.Taken || s.Requests != (RateLevel{}) || s.Tokens != (RateLevel{}) {
			t.Fatalf("%+v", s)
		}
	}
	l.Correct(noon, 1)
}

func TestAClockThatGoesBackGivesNothing(t *testing.T) {
	l := NewRateLimiter(RateLimits{Requests: 1})
	l.Take(noon, 0)
	if s := l.Take(after(-time.Hour), 0); s.Taken {
		t.Errorf("%+v", s)
	}
	if s := l.Take(after(time.Second), 0); s.Taken {
		t.Errorf("the hour was given: %+v", s)
	}
}

// Whoever waits as long as told is taken, and no sooner; and over any time no
// more than a bucket and what flowed in is given.
func TestTheTimeToWaitIsRight(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		limit := 1 + random.IntN(5000)
		l := NewRateLimiter(RateLimits{Requests: limit, Tokens: 100 * limit})
		now, taken, used := noon, 0, 0
		for range 300 {
			now = now.Add(time.Duration(random.Int64N(int64(time.Second))))
			tokens := random.IntN(200)
			s := l.Take(now, tokens)
			if !s.Taken {
				if early := l.Take(now.Add(s.Wait-time.Millisecond), tokens); early.Taken && s.Wait > 2*time.Millisecond {
					t.Fatalf("limit %d: taken before %v were over", limit, s.Wait)
				}
				now = now.Add(s.Wait)
				if s = l.Take(now, tokens); !s.Taken {
					t.Fatalf("limit %d: not taken after the time to wait: %+v", limit, s)
				}
			}
			taken, used = taken+1, used+min(tokens, 100*limit)
			if most := float64(limit)*(1+now.Sub(noon).Minutes()) + 1; float64(taken) > most || float64(used) > 100*most {
				t.Fatalf("limit %d: %d requests and %d tokens in %v", limit, taken, used, now.Sub(noon))
			}
		}
	}
}

func BenchmarkTake(b *testing.B) {
	l := NewRateLimiter(RateLimits{Requests: 1_000_000, Tokens: 1_000_000_000})
	now := noon
	b.ReportAllocs()
	for b.Loop() {
		now = now.Add(time.Millisecond)
		if !l.Take(now, 1000).Taken {
			b.Fatal("turned away")
		}
	}
}
