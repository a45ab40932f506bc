//go:build unix

package crash

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vouchsafe/internal/gatewaytest"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/trace/store"
)

// binary is the gateway, built once for all tests.
var binary string

func TestMain(m *testing.M) { os.Exit(gatewaytest.Main(m, &binary)) }

// rig is a gateway, and what clients were answered by it.
type rig struct {
	*gatewaytest.Gateway
	t    *testing.T
	kind store.Driver
	dsn  string

	mu       sync.Mutex
	answered map[string]bool // the trace ids of answers that a client has whole
}

// newRig prepares a gateway with a ledger of these settings (YAML, in braces).
func newRig(t *testing.T, kind store.Driver, dsn, ledger string) *rig {
	t.Helper()
	model, err := upstreamtest.Start(upstreamtest.Extractive{}.Reply)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	r := &rig{Gateway: gatewaytest.New(t, binary), t: t, kind: kind, dsn: dsn, answered: map[string]bool{}}
	if dsn == "" {
		r.dsn = filepath.Join(r.Dir, "traces.db")
	}
	r.Configure(fmt.Sprintf("admin: {listen: ''}\nlog: {level: warn}\nupstreams: {model: {base_url: %q}}\nledger:\n  jsonl: {path: trace.jsonl}\n  store: {driver: %s, dsn: %q}\n%s",
		model.BaseURL(), kind, r.dsn, ledger))
	return r
}

// load calls the gateway with some clients until ctx is done, and notes what
// was answered whole.
func (r *rig) load(ctx context.Context, clients int) {
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for n := 0; ctx.Err() == nil; n++ {
				if !r.call(client, (i+n)%2 == 0) {
					time.Sleep(5 * time.Millisecond) // the gateway is away
				}
			}
		})
	}
	all.Wait()
}

const question = `"model":"m","messages":[{"role":"system","content":"Answer from the passages."},{"role":"user","content":"How long are nightly backups kept?"}],"vouchsafe":{"chunks":[{"chunk_id":"d1","text":"Nightly backups start at 01:30 UTC and are kept for 21 days in the archive of the data centre."}]}}`

// call makes one call, and reports whether it was answered whole.
func (r *rig) call(client *http.Client, stream bool) bool {
	body := "{" + question
	if stream {
		body = `{"stream":true,` + question
	}
	resp, err := client.Post("http://"+r.Addr+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	whole := resp.StatusCode == 200 && (err == nil || stream)
	if stream {
		whole = whole && strings.Contains(string(text), "data: [DONE]")
	}
	if whole {
		r.mu.Lock()
		r.answered[resp.Header.Get("X-Vouchsafe-Trace-Id")] = true
		r.mu.Unlock()
	}
	return whole
}

// inFile are the ids in the file of traces. Only a line that a crash cut off
// may be no JSON.
func (r *rig) inFile() map[string]bool {
	r.t.Helper()
	f, err := os.Open(filepath.Join(r.Dir, "trace.jsonl"))
	if err != nil {
		r.t.Fatal(err)
	}
	defer f.Close()
	out := map[string]bool{}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var line struct {
			ID string `json:"query_id"`
		}
		if json.Unmarshal(in.Bytes(), &line) == nil {
			out[line.ID] = true
		}
	}
	if err := in.Err(); err != nil {
		r.t.Fatal(err)
	}
	return out
}

// inStore are the ids in the store.
func (r *rig) inStore() map[string]bool {
	r.t.Helper()
	dsn := r.dsn
	if !filepath.IsAbs(dsn) && r.kind == store.SQLite {
		dsn = filepath.Join(r.Dir, dsn)
	}
	s, err := store.Open(context.Background(), store.Options{Driver: r.kind, DSN: dsn})
	if err != nil {
		r.t.Fatal(err)
	}
	defer s.Close()
	out := map[string]bool{}
	for f := (store.Filter{Limit: 500}); ; {
		page, err := s.List(context.Background(), f)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, t := range page.Traces {
			out[t.ID] = true
		}
		if f.Cursor = page.Next; f.Cursor == "" {
			return out
		}
	}
}

// spilled are the files in the spill directory.
func (r *rig) spilled() []string {
	r.t.Helper()
	var out []string
	for _, pattern := range []string{"*.spill/*", "vouchsafe.spill/*"} {
		paths, err := filepath.Glob(filepath.Join(r.Dir, pattern))
		if err != nil {
			r.t.Fatal(err)
		}
		out = append(out, paths...)
	}
	return out
}

// ids are the trace ids of what was answered so far.
func (r *rig) ids() map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.answered)
}

// missing counts the ids that are not among others.
func missing(ids, among map[string]bool) int {
	n := 0
	for id := range ids {
		if !among[id] {
			n++
		}
	}
	return n
}

// check holds the ledger against what clients were answered.
func (r *rig) check(least int) {
	r.t.Helper()
	if len(r.answered) < least {
		r.t.Fatalf("only %d answers: the test says nothing", len(r.answered))
	}
	file, db := r.inFile(), r.inStore()
	r.t.Logf("%d answers, %d traces in the file, %d in the store", len(r.answered), len(file), len(db))
	if n := missing(r.answered, file); n > 0 {
		r.t.Errorf("%d of %d answers are not in the file", n, len(r.answered))
	}
	if n := missing(r.answered, db); n > 0 {
		r.t.Errorf("%d of %d answers are not in the store", n, len(r.answered))
	}
	r.chained()
}

// chained fails where the chain in the file does not hold.
func (r *rig) chained() {
	r.t.Helper()
	look := exec.Command(binary, "verify-ledger", "--key", "vouchsafe.signing.pub", "trace.jsonl")
	look.Dir = r.Dir
	said, err := look.CombinedOutput()
	if err != nil {
		r.t.Errorf("%v: %s", err, said)
	}
	r.t.Logf("%s", said[bytes.LastIndexByte(bytes.TrimSpace(said), '\n')+1:])
}
