//go:build unix

package replicas

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vouchsafe/internal/gatewaytest"
	"vouchsafe/internal/need"
	"vouchsafe/internal/pgtest"
	"vouchsafe/internal/redistest"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/store"
)

const (
	limit = 30 // requests a minute of the app `limited`
	key   = "vs-of-the-test"
)

// binary is the gateway, built once for all tests.
var binary string

func TestMain(m *testing.M) { os.Exit(gatewaytest.Main(m, &binary)) }

// set is three gateways behind nginx, with what they share.
type set struct {
	t        *testing.T
	url      string
	config   string
	dsn      string
	replicas []*gatewaytest.Gateway
	redis    *redistest.Server
}

func newSet(t *testing.T) *set {
	t.Helper()
	database := need.Start(t, pgtest.Start)
	t.Cleanup(func() { database.Close() })
	redis := need.Start(t, redistest.Start)
	t.Cleanup(redis.Close)
	model, err := upstreamtest.Start(upstreamtest.Slow(20*time.Millisecond, upstreamtest.Extractive{}.Reply))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	sum := sha256.Sum256([]byte(key))
	s := &set{t: t, redis: redis, dsn: database.DSN("postgres")}
	s.config = fmt.Sprintf(`admin: {listen: ""}
log: {level: warn}
upstreams: {model: {base_url: %q}}
apps:
  default: {upstream: model, policy: balanced}
  limited: {upstream: model, policy: balanced, keys: ["sha256:%s"], rate: {requests_per_minute: %d}}
ledger: {durability: sync, jsonl: {path: trace.jsonl}, store: {driver: postgres, dsn: %q}}
cache: {backend: redis, url: %q}
`, model.BaseURL(), hex.EncodeToString(sum[:]), limit, s.dsn, redis.URL())
	for range 3 {
		r := gatewaytest.New(t, binary)
		r.Configure(s.config)
		r.Start()
		s.replicas = append(s.replicas, r)
	}
	s.url = balance(t, s.replicas)
	return s
}

// answer is what a client got.
type answer struct {
	status  int
	id      string // of the trace
	replica string
	report  struct {
		Documents int `json:"documents_retrieved"`
	}
	reported bool
}

// ask asks at an address; header holds names and values in turn.
func ask(url, body string, header ...string) (answer, error) {
	req, err := http.NewRequest("POST", url+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return answer{}, err
	}
	a := answer{status: resp.StatusCode, id: resp.Header.Get("X-Vouchsafe-Trace-Id"), replica: resp.Header.Get("X-Replica")}
	var reply struct {
		Vouchsafe *struct{ Choices []json.RawMessage }
	}
	if json.Unmarshal(text, &reply) == nil && reply.Vouchsafe != nil && len(reply.Vouchsafe.Choices) == 1 {
		a.reported = json.Unmarshal(reply.Vouchsafe.Choices[0], &a.report) == nil
	}
	return a, nil
}

// question is a request with one chunk, unlike any other of its number.
func question(n int, extra string) string {
	return fmt.Sprintf(`{"model":"m","seed":%d,"messages":[{"role":"user","content":"How long are nightly backups kept?"}],"vouchsafe":{%s"chunks":[{"chunk_id":"d%d","text":"Nightly backups of vault %d are kept for %d days."}]}}`, n, extra, n, n, n+2)
}

// load asks from some clients until ctx is done, and counts whole answers. It
// returns their ids, and what was answered otherwise.
func (s *set) load(ctx context.Context, clients int, answered *atomic.Int64) (ids []string, others []string) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				a, err := ask(s.url, question(1000*c+n, ""))
				mu.Lock()
				switch {
				case err != nil:
					others = append(others, err.Error())
				case a.status != 200:
					others = append(others, fmt.Sprintf("%d from %s", a.status, a.replica))
				default:
					ids = append(ids, a.id)
					answered.Add(1)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return ids, others
}

// during runs something while clients ask, between two times of 30 answers.
func (s *set) during(t *testing.T, f func()) (ids, others []string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var answered atomic.Int64
	done := make(chan struct{})
	go func() { defer close(done); ids, others = s.load(ctx, 6, &answered) }()
	more := func() {
		until := answered.Load() + 30
		wait.Until(t, "30 more answers", func() bool { return answered.Load() >= until })
	}
	more()
	f()
	more()
	cancel()
	<-done
	return ids, others
}

// stored waits until all ids are in the store.
func (s *set) stored(t *testing.T, ids []string) {
	t.Helper()
	db, err := store.Open(context.Background(), store.Options{Driver: store.Postgres, DSN: s.dsn})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	wait.Until(t, fmt.Sprintf("%d answers are in the store", len(ids)), func() bool {
		for _, id := range ids {
			if trace, err := db.Get(context.Background(), id); err != nil || len(trace) == 0 {
				return false
			}
		}
		return true
	})
}

func TestThreeReplicas(t *testing.T) {
	s := newSet(t)
	t.Run("a limit holds at all together", s.limits)
	t.Run("a conversation crosses them", s.conversation)
	t.Run("a killed one loses no exchange that was answered", s.killed)
	t.Run("a rolling restart loses none", s.rolling)
	t.Run("each reloads by itself", s.reload)
	t.Run("Redis may go away", s.withoutRedis)
}

func (s *set) limits(t *testing.T) {
	var mu sync.Mutex
	counts := map[int]int{}
	by := map[string]int{}
	var all sync.WaitGroup
	began := time.Now()
	for c := range 6 {
		all.Go(func() {
			for n := range 15 {
				a, err := ask(s.url, question(100*c+n, ""), "Authorization", "Bearer "+key)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				counts[a.status]++
				by[a.replica]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	flowed := int(time.Since(began).Seconds()*limit/60) + 1
	t.Logf("%v by status, %v by replica, at most %d flowed in", counts, by, flowed)
	if counts[200] < limit || counts[200] > limit+flowed || counts[200]+counts[429] != 90 {
		t.Errorf("%v by status: want %d to %d answered, the rest 429", counts, limit, limit+flowed)
	}
	if len(by) != 3 {
		t.Errorf("asked %v", by)
	}
}

func (s *set) conversation(t *testing.T) {
	seen := map[string]bool{}
	for n := range 3 {
		a, err := ask(s.url, question(n, `"context_id":"talk",`), "Authorization", "Bearer sk-1")
		if err != nil || a.status != 200 || a.report.Documents != n+1 {
			t.Errorf("call %d: %v, %+v: want %d chunks", n, err, a, n+1)
		}
		seen[a.replica] = true
	}
	if len(seen) != 3 {
		t.Errorf("asked %v: the test says nothing", seen)
	}
}

func (s *set) killed(t *testing.T) {
	ids, others := s.during(t, s.replicas[0].Kill)
	t.Logf("%d answers, %d errors", len(ids), len(others))
	s.replicas[0].Start() // it brings back what it had not stored yet
	s.stored(t, ids)
}

func (s *set) rolling(t *testing.T) {
	ids, others := s.during(t, func() {
		for _, r := range s.replicas {
			r.Stop()
			r.Start()
		}
	})
	t.Logf("%d answers", len(ids))
	if len(others) > 0 {
		t.Errorf("%d calls were lost: %v", len(others), others[:min(len(others), 5)])
	}
	s.stored(t, ids)
}

func (s *set) reload(t *testing.T) {
	const quiet = "policies: {balanced2: {extends: balanced, report: none}}\n"
	s.replicas[1].Configure(strings.Replace(s.config, "default: {upstream: model, policy: balanced}", "default: {upstream: model, policy: balanced2}", 1) + quiet)
	s.replicas[2].Configure("nonsense: [\n")
	defer func() {
		for _, r := range s.replicas[1:] {
			r.Configure(s.config)
		}
	}()
	reports := func(r *gatewaytest.Gateway) bool {
		a, err := ask("http://"+r.Addr, question(1, ""))
		return err == nil && a.status == 200 && a.reported
	}
	wait.Until(t, "the second one has its new policy", func() bool { return !reports(s.replicas[1]) })
	text := func() string {
		b, _ := os.ReadFile(filepath.Join(s.replicas[2].Dir, "log"))
		return string(b)
	}
	wait.Until(t, "the third one rejects its file", func() bool { return strings.Contains(text(), "rejected") })
	if !reports(s.replicas[0]) || !reports(s.replicas[2]) {
		t.Error("another one's reload changed a gateway")
	}
}

func (s *set) withoutRedis(t *testing.T) {
	ids, others := s.during(t, s.redis.Stop)
	t.Logf("%d answers", len(ids))
	if len(others) > 0 {
		t.Errorf("%d calls were lost: %v", len(others), others[:min(len(others), 5)])
	}
}
