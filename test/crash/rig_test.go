//go:build unix

package crash

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vouchsafe/internal/upstreamtest"
	"vouchsafe/store"
)

// binary is the gateway, built once for all tests.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "vouchsafe-crash-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "vouchsafe")
		if out, err := exec.Command("go", "build", "-o", binary, "vouchsafe/cmd/vouchsafe").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "cannot build the gateway: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// rig is a directory in which a gateway runs, is ended and runs again.
type rig struct {
	t    *testing.T
	dir  string
	addr string
	kind store.Driver
	dsn  string
	cmd  *exec.Cmd

	mu       sync.Mutex
	answered map[string]time.Time // trace id: when the client had the whole answer
}

// newRig prepares a gateway with a ledger of these settings (YAML, in braces).
func newRig(t *testing.T, kind store.Driver, dsn, ledger string) *rig {
	t.Helper()
	model, err := upstreamtest.Start(upstreamtest.Extractive{}.Reply)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { model.Close() })
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, dir: t.TempDir(), addr: free.Addr().String(), kind: kind, dsn: dsn, answered: map[string]time.Time{}}
	free.Close()
	if dsn == "" {
		r.dsn = filepath.Join(r.dir, "traces.db")
	}
	text := fmt.Sprintf("listen: %s\nadmin: {listen: ''}\nlog: {level: warn}\nupstreams: {model: {base_url: %q}}\nledger:\n  jsonl: {path: trace.jsonl}\n  store: {driver: %s, dsn: %q}\n%s",
		r.addr, model.BaseURL(), kind, r.dsn, ledger)
	if err := os.WriteFile(filepath.Join(r.dir, "vouchsafe.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if r.cmd != nil {
			r.kill()
		}
	})
	return r
}

// start starts the gateway and returns when it takes calls.
func (r *rig) start() {
	r.t.Helper()
	r.cmd = exec.Command(binary, "serve", "-c", "vouchsafe.yaml")
	r.cmd.Dir = r.dir
	log, err := os.OpenFile(filepath.Join(r.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		r.t.Fatal(err)
	}
	defer log.Close()
	r.cmd.Stderr = log
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	for range 2000 {
		if c, err := net.Dial("tcp", r.addr); err == nil {
			c.Close()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	text, _ := os.ReadFile(log.Name())
	r.t.Fatalf("the gateway does not come up: %s", text)
}

// kill ends the process at once.
func (r *rig) kill() {
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait() // it was killed
	r.cmd = nil
}

// stop ends the process as an operator does.
func (r *rig) stop() {
	r.t.Helper()
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		r.t.Fatal(err)
	}
	if err := r.cmd.Wait(); err != nil {
		r.t.Fatal(err)
	}
	r.cmd = nil
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
	resp, err := client.Post("http://"+r.addr+"/v1/chat/completions", "application/json", strings.NewReader(body))
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
		r.answered[resp.Header.Get("X-Vouchsafe-Trace-Id")] = time.Now()
		r.mu.Unlock()
	}
	return whole
}

// inFile are the ids in the file of traces. Only a line that a crash cut off
// may be no JSON.
func (r *rig) inFile() map[string]bool {
	r.t.Helper()
	f, err := os.Open(filepath.Join(r.dir, "trace.jsonl"))
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
		dsn = filepath.Join(r.dir, dsn)
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
		paths, err := filepath.Glob(filepath.Join(r.dir, pattern))
		if err != nil {
			r.t.Fatal(err)
		}
		out = append(out, paths...)
	}
	return out
}

// missing counts the answers that are not among some ids.
func (r *rig) missing(ids map[string]bool) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for id := range r.answered {
		if !ids[id] {
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
	if n := r.missing(file); n > 0 {
		r.t.Errorf("%d of %d answers are not in the file", n, len(r.answered))
	}
	if n := r.missing(db); n > 0 {
		r.t.Errorf("%d of %d answers are not in the store", n, len(r.answered))
	}
}
