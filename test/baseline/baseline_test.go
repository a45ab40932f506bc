//go:build unix

package baseline

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/redis/rueidis"

	"vouchsafe/internal/gatewaytest"
	"vouchsafe/internal/need"
	"vouchsafe/internal/redistest"
	"vouchsafe/internal/upstreamtest"
)

// binary is the gateway, built once for all tests.
var binary string

func TestMain(m *testing.M) { os.Exit(gatewaytest.Main(m, &binary)) }

// model is where the earlier version's model server was: answers are kept under
// its address, so the one of the tests has to be there too.
const model = "127.83.12.7:39117"

// question asks what the earlier version was asked, in the same bytes.
const question = `{"model":"m","messages":[{"role":"user","content":"How long does warfarin take to act?"}],` +
	`"vouchsafe":{"context_id":"ward-7","chunks":[{"chunk_id":"c1","doc_id":"guideline","title":"Anticoagulation guideline",` +
	`"text":"Warfarin takes three to five days to act. The dose is adjusted by the INR, which is measured every second day at first."}]}}`

// next goes on from there, and brings no evidence of its own.
const next = `{"model":"m","messages":[{"role":"user","content":"How often is the INR measured at first?"}],` +
	`"vouchsafe":{"context_id":"ward-7"}}`

// response goes on from a response that the earlier version gave.
const response = `{"model":"m","input":"How often is the INR measured at first?",` +
	`"previous_response_id":"resp_vt_01m82hv5pe6g7e104xm8ab6gpg"}`

func TestWhatTheBaselineSharedInRedisIsUsed(t *testing.T) {
	redis := need.Start(t, redistest.Start)
	t.Cleanup(redis.Close)
	load(t, redis.URL())
	upstream, err := upstreamtest.StartAt(model, upstreamtest.Extractive{}.Reply)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { upstream.Close() })
	g := gatewaytest.New(t, binary)
	sum := sha256.Sum256([]byte("vs-of-the-test"))
	g.Configure(fmt.Sprintf(`admin: {listen: ""}
upstreams: {model: {base_url: "http://%s/v1"}}
apps:
  default: {upstream: model, policy: kept}
  limited: {upstream: model, policy: kept, keys: ["sha256:%s"], rate: {requests_per_minute: 30}}
policies: {kept: {cache: true}}
ledger: {jsonl: {path: ""}, store: {driver: none}}
cache: {backend: redis, url: %q}
`, model, hex.EncodeToString(sum[:]), redis.URL()))
	g.Start()
	for _, c := range []struct{ what, path, body, want string }{
		{"the evidence of a conversation", "chat/completions", next, "every second day at first"},
		{"a turn of a conversation", "responses", response, "every second day at first"},
	} {
		if _, text := post(t, g.Addr, c.path, c.body); !strings.Contains(text, c.want) {
			t.Errorf("%s was not found: %s", c.what, text)
		}
	}
	if head, text := post(t, g.Addr, "chat/completions", question); !strings.Contains(text, "three to five days to act") {
		t.Errorf("the question that was asked before: %v %s", head, text)
	}
}

// load puts into a Redis server what the earlier version kept in one.
func load(t *testing.T, url string) {
	t.Helper()
	option, err := rueidis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	option.DisableCache = true
	client, err := rueidis.NewClient(option)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	file, err := os.Open("testdata/redis.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kept struct{ Key, Value string }
		if err := json.Unmarshal(lines.Bytes(), &kept); err != nil {
			t.Fatal(err)
		}
		if err := client.Do(context.Background(), client.B().Set().Key(kept.Key).Value(kept.Value).Build()).Error(); err != nil {
			t.Fatal(err)
		}
	}
}

func post(t *testing.T, addr, path, body string) (http.Header, string) {
	t.Helper()
	req, err := http.NewRequest("POST", "http://"+addr+"/v1/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer sk-x")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.Header, string(text)
}

func TestTracesOfTheBaselineAreRead(t *testing.T) {
	const traces, id = "testdata/rag_trace.jsonl", "vt_01m82hv5pe6g7e104xm8ab6gpg"
	for _, c := range []struct {
		args  []string
		lines int // of output
		says  string
	}{
		{[]string{"replay", "--policy", "observe", traces}, 0, "limited"},
		{[]string{"verify", traces}, 8, `"id":"` + id + `"`},
	} {
		cmd := exec.Command(binary, c.args...)
		cmd.Stderr = io.Discard
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%v: %v", c.args, err)
		}
		if n := strings.Count(string(out), "\n"); c.lines > 0 && n != c.lines {
			t.Errorf("%v: %d lines, want %d:\n%s", c.args, n, c.lines, out)
		}
		if !strings.Contains(string(out), c.says) {
			t.Errorf("%v does not say %q:\n%s", c.args, c.says, out)
		}
	}
}
