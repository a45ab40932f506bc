package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/ledger"
)

// running is a gateway in this process that follows a configuration file.
type running struct {
	t    testing.TB
	path string
	url  string
	node *node
}

// start starts a gateway with a file of this content.
func start(t testing.TB, content string) *running {
	t.Helper()
	r := &running{t: t, path: filepath.Join(t.TempDir(), "vouchsafe.yaml")}
	r.write(content)
	f := serveFlags{path: r.path}
	data, err := readConfig(r.path)
	if err != nil {
		t.Fatal(err)
	}
	c, problems, err := f.load(data)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	if r.node, err = newNode(c, zap.NewNop(), func(*ledger.Trace, ledger.Content) {}); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() { _ = r.node.server.Serve(l) }()
	r.node.follow(ctx, c, f.source(data))
	r.url = "http://" + l.Addr().String()
	t.Cleanup(func() {
		stop()
		if err := r.node.close(5*time.Second, nil); err != nil {
			t.Error(err)
		}
	})
	return r
}

// write puts a file in place as editors do.
func (r *running) write(content string) {
	r.t.Helper()
	next := r.path + "~"
	if err := os.WriteFile(next, []byte(content), 0o600); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Rename(next, r.path); err != nil {
		r.t.Fatal(err)
	}
}

// reloaded waits until so many files have been applied and rejected.
func (r *running) reloaded(applied, rejected int64) {
	r.t.Helper()
	wait.Until(r.t, fmt.Sprintf("%d files are applied and %d rejected", applied, rejected), func() bool {
		c := r.node.reloads.Load().Counts()
		return c.Applied == applied && c.Rejected == rejected
	})
}

// reply is what a client is told.
type reply struct {
	status  int
	verdict string
	policy  string
	content string
}

const documentsPrompt = `Answer from the documents.\n\n<documents>\n<document id=\"d1\">The ferry leaves the north pier at 7 every morning.</document>\n<document id=\"d2\">Bicycles travel free of charge on weekdays.</document>\n</documents>`

// ask sends a question to the model of a name.
func (r *running) ask(client *http.Client, model, question string) (reply, error) {
	body := `{"model":"` + model + `","messages":[{"role":"system","content":"` + documentsPrompt + `"},{"role":"user","content":"` + question + `"}]}`
	resp, err := client.Post(r.url+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{}, err
	}
	var said struct {
		Choices   []struct{ Message struct{ Content string } }
		Vouchsafe struct{ Verdict, Policy string }
	}
	if err := json.Unmarshal(b, &said); err != nil || len(said.Choices) == 0 {
		return reply{status: resp.StatusCode}, fmt.Errorf("%s: %w", b, err)
	}
	return reply{resp.StatusCode, said.Vouchsafe.Verdict, said.Vouchsafe.Policy, said.Choices[0].Message.Content}, nil
}

// shop is a configuration with one app, whose policy has the name and the
// words of refusal.
func shop(upstream, policy string) string {
	return fmt.Sprintf(`listen: 127.0.0.1:0
admin: {listen: ""}
upstreams: {scripted: {base_url: %q}}
apps: {default: {policy: %s}}
policies:
  %s: {repair: {attempts: 0}, on_failure: refuse, stream: {mode: buffered}, refusal: {message: "No, says %s."}}
ledger: {jsonl: {path: ""}, store: {driver: none}}
`, upstream, policy, policy, policy)
}

func scripted(t testing.TB) *upstreamtest.Server {
	t.Helper()
	s, err := upstreamtest.Start(upstreamtest.Extractive{}.Reply)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// The file changes many times while clients ask; every call is answered, and
// judged by one policy from its beginning to its end.
func TestReloadUnderLoadDropsAndMisjudgesNothing(t *testing.T) {
	model := scripted(t)
	r := start(t, shop(model.BaseURL(), "north"))
	var asked atomic.Int64
	seen := sync.Map{} // policies that answered
	stop := make(chan struct{})
	var clients sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	for range 8 {
		clients.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				asked.Add(1)
				name, verdict := "extractive", "grounded"
				if i%2 == 1 {
					name, verdict = "extractive:invent-all", "refused"
				}
				got, err := r.ask(client, name, "When does the ferry leave?")
				seen.Store(got.policy, true)
				refused := got.content == "No, says "+got.policy+"."
				if err != nil || got.status != 200 || got.verdict != verdict || refused != (verdict == "refused") {
					t.Errorf("%s: %+v, %v", name, got, err)
				}
			}
		})
	}
	began := time.Now()
	const rounds = 4
	for i := range int64(rounds) {
		r.write(shop(model.BaseURL(), "south"))
		r.reloaded(2*i+1, i)
		r.write("apps: {default: {polcy: none}}\n")
		r.reloaded(2*i+1, i+1)
		r.write(shop(model.BaseURL(), "north"))
		r.reloaded(2*i+2, i+1)
	}
	close(stop)
	clients.Wait()
	t.Logf("%d calls in %v, %.0f a second", asked.Load(), time.Since(began), float64(asked.Load())/time.Since(began).Seconds())
	for _, name := range []string{"north", "south"} {
		if _, ok := seen.Load(name); !ok {
			t.Errorf("no call was answered under %s", name)
		}
	}
	connections := map[string]bool{}
	for _, q := range model.Requests() {
		connections[q.RemoteAddr] = true
	}
	if len(connections) > 16 {
		t.Errorf("%d connections to an upstream that did not change, of 8 clients", len(connections))
	}
}

func TestAReloadLetsGoOfUpstreamsThatChanged(t *testing.T) {
	first, second := scripted(t), scripted(t)
	r := start(t, shop(first.BaseURL(), "north"))
	if got, err := r.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil || got.verdict != "grounded" {
		t.Fatal(got, err)
	}
	r.write(shop(second.BaseURL(), "north"))
	r.reloaded(1, 0)
	if got, err := r.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil || got.verdict != "grounded" {
		t.Fatal(got, err)
	}
	if n := len(second.Requests()); n != 1 {
		t.Errorf("the new upstream was asked %d times", n)
	}
}

// What cannot change in a running process is said, and keeps its value; the
// rest of the file is applied.
func TestAReloadSaysWhatNeedsARestart(t *testing.T) {
	load := func(text string) *config.Config {
		c, problems := config.Load([]byte(text), func(string) (string, bool) { return "", false })
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return c
	}
	started := load("listen: 127.0.0.1:1\n")
	for text, want := range map[string]string{
		"listen: 127.0.0.1:1\n":                                "",
		"listen: 127.0.0.1:2\n":                                "listen",
		"listen: 127.0.0.1:1\nadmin: {listen: ''}\n":           "admin",
		"listen: 127.0.0.1:1\nadmin: {public_url: http://x}\n": "",
		"listen: 127.0.0.1:1\nledger: {content: none}\n":       "",
		"listen: 127.0.0.1:1\nledger: {redact: [a+]}\n":        "ledger",
		"listen: 127.0.0.1:1\nlimits: {request_bytes: 64MiB}":  "limits.request_bytes",
		"listen: 127.0.0.1:1\nlimits: {request_bytes: 1MiB}":   "",
		"listen: 127.0.0.1:1\nlog: {level: debug}\n":           "log",
		"listen: 127.0.0.1:1\ncache: {ttl: 1m}\n":              "cache",
	} {
		c := load(text)
		if got := strings.Join(fixed(c, started), " "); got != want {
			t.Errorf("%q: restart for %q, want %q", text, got, want)
		}
		if c.Listen != started.Listen || c.Limits.RequestBytes > started.Limits.RequestBytes {
			t.Errorf("%q: the configuration says otherwise than the process does", text)
		}
	}
}

// An address that the file no longer names is still the one that strangers
// reach: what would be safe at the new one is not taken.
func TestAReloadOpensNoRelayAtTheOldAddress(t *testing.T) {
	hash := "sha256:" + strings.Repeat("ab", 32)
	const upstreams = "upstreams: {u: {base_url: http://127.0.0.1:9/v1, api_key: secret}}\nledger: {jsonl: {path: ''}, store: {driver: none}}\nadmin: {listen: ''}\n"
	f := serveFlags{}
	started, problems, err := f.load([]byte("listen: 0.0.0.0:0\nauth: keys\napps: {a: {keys: ['" + hash + "']}}\n" + upstreams))
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	n, err := newNode(started, zap.NewNop(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := n.apply([]byte("listen: 127.0.0.1:0\nauth: open\n"+upstreams), started, f.source(nil))
	if len(got.Problems) != 1 || !strings.Contains(got.Problems[0], "anyone could use the api_key") {
		t.Errorf("outcome %+v", got)
	}
}

// The program itself: a hang-up signal reads the file again and ends nothing.
func TestAHangUpSignalReadsTheFileAgain(t *testing.T) {
	model := scripted(t)
	r := start(t, shop(model.BaseURL(), "north"))
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	r.write("apps: {default: {polcy: none}}\n")
	r.reloaded(0, 1)
	if err := self.Signal(hangUp); err != nil {
		t.Fatal(err)
	}
	r.reloaded(0, 2) // the same bytes, judged again because somebody asked
	if got, err := r.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil || got.policy != "north" {
		t.Error(got, err)
	}
}
