package outbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"go.uber.org/zap"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// receiver takes messages, and answers each with the next of some statuses,
// the last one again and again.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	statuses []int
	bodies   []string
	requests []*http.Request
	hold     chan struct{} // if not nil, answers wait for it
}

func newReceiver(t *testing.T, statuses ...int) *receiver {
	t.Helper()
	r := &receiver{statuses: statuses}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.bodies = append(r.bodies, string(body))
		r.requests = append(r.requests, req)
		status := r.statuses[0]
		if len(r.statuses) > 1 {
			r.statuses = r.statuses[1:]
		}
		hold := r.hold
		r.mu.Unlock()
		if hold != nil {
			<-hold
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) got() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.bodies...)
}

func open(t *testing.T, o Options) *Outbox {
	t.Helper()
	o.Log = zap.NewNop()
	if o.Pause == 0 {
		o.Pause = time.Millisecond
	}
	b, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close(context.Background()) })
	return b
}

func TestMessagesAreDelivered(t *testing.T) {
	r := newReceiver(t, 204)
	b := open(t, Options{URL: r.URL + "/hook/x?sig=a%2Fb"})
	for _, m := range []string{"one", "two"} {
		if !b.Put([]byte(m)) {
			t.Fatalf("%s was not taken", m)
		}
	}
	b.Close(context.Background())
	if diff := cmp.Diff([]string{"one", "two"}, r.got()); diff != "" {
		t.Error(diff)
	}
	if req := r.requests[0]; req.Method != "POST" || req.URL.String() != "/hook/x?sig=a%2Fb" || req.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %s %v", req.Method, req.URL, req.Header)
	}
	if diff := cmp.Diff(Stats{Sent: 2}, b.Stats()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNotTakenIsTriedAgainWithinABound(t *testing.T) {
	for _, tt := range []struct {
		name     string
		statuses []int
		tries    int
		want     Stats
	}{
		{"taken at last", []int{503, 429, 500, 200}, 4, Stats{Sent: 1}},
		{"never", []int{503}, 5, Stats{Dropped: 1}},
		{"turned down", []int{400}, 1, Stats{Dropped: 1}},
		{"redirected", []int{302}, 1, Stats{Dropped: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReceiver(t, tt.statuses...)
			b := open(t, Options{URL: r.URL})
			b.Put([]byte("m"))
			b.Close(context.Background())
			if diff := cmp.Diff(tt.want, b.Stats()); diff != "" || len(r.got()) != tt.tries {
				t.Errorf("%d tries, %s", len(r.got()), diff)
			}
		})
	}
}

func TestAnAddressWhereNobodyIsCostsNothing(t *testing.T) {
	r := newReceiver(t, 200)
	r.Close()
	b := open(t, Options{URL: r.URL, Queue: 10, Tries: 2})
	for range 1000 {
		b.Put([]byte("m"))
	}
	b.Close(context.Background())
	if s := b.Stats(); s.Sent != 0 || s.Dropped != 1000 || s.Waiting != 0 {
		t.Errorf("%+v", s)
	}
}

func TestASlowReceiverHoldsNobodyUp(t *testing.T) {
	r := newReceiver(t, 200)
	r.hold = make(chan struct{})
	b := open(t, Options{URL: r.URL, Queue: 5})
	for range 100 {
		b.Put([]byte("m")) // would not return if it waited
	}
	if s := b.Stats(); s.Dropped < 94 || s.Waiting > 6 {
		t.Errorf("%+v", s)
	}
	close(r.hold)
}

func TestBytesAreBounded(t *testing.T) {
	r := newReceiver(t, 200)
	b := open(t, Options{URL: r.URL, Bytes: 10})
	if b.Put(make([]byte, 11)) {
		t.Error("a message beyond the bound was taken")
	}
	if !b.Put(make([]byte, 10)) {
		t.Error("a message within it was not")
	}
}

func TestMessagesAreJoined(t *testing.T) {
	r := newReceiver(t, 200)
	b := open(t, Options{URL: r.URL, Batch: 3, Linger: time.Minute, Join: func(m [][]byte) []byte { return bytes.Join(m, []byte("+")) }})
	for i := range 7 {
		b.Put(fmt.Append(nil, i))
	}
	b.Close(context.Background()) // waits for no further ones
	if diff := cmp.Diff([]string{"0+1+2", "3+4+5", "6"}, r.got()); diff != "" {
		t.Error(diff)
	}
}

func TestClosingGivesUpInTime(t *testing.T) {
	r := newReceiver(t, 503)
	b := open(t, Options{URL: r.URL, Tries: 1000, Pause: time.Hour})
	b.Put([]byte("a"))
	b.Put([]byte("b"))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	b.Close(ctx)
	if s := b.Stats(); s.Dropped != 2 || b.Put([]byte("c")) {
		t.Errorf("%+v", s)
	}
}

func TestAddressesThatAreNone(t *testing.T) {
	for _, u := range []string{"", "://", "ftp://x", "/path", "http://", "http://a b"} {
		if _, err := Open(Options{URL: u, Log: zap.NewNop()}); err == nil {
			t.Errorf("%q was taken", u)
		}
	}
}
