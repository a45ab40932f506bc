// Package gosdk runs the two common OpenAI clients for Go against the gateway
// and a scripted upstream. It is a module of its own, so that neither client
// becomes a dependency of the gateway.
//
// The binaries are named by VOUCHSAFE_BIN and SCRIPTED_UPSTREAM_BIN; one that
// is not named is built from this checkout.
package gosdk

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	sources = `Answer from the documents below.

<document id="kiln-4" title="Kiln handbook" url="https://pottery.example/kiln">
The large kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees.
</document>
<document id="clay-2" title="Clay store">
White clay is kept in the cellar for at most 18 months.
</document>`
	question = "How many degrees does the large kiln reach?"
	fact     = "The large kiln reaches 1240 degrees after seven hours."
	refusal  = "I can't answer that from the provided sources."

	// What the model does is told by its name; see internal/upstreamtest.
	honest  = "extractive"
	lying   = "extractive:invent-all"
	calling = "extractive:call-tool"
)

// gateway is the running pair; all tests share it.
var gateway struct{ url, upstream string }

func TestMain(m *testing.M) {
	if does := os.Getenv(asApp); does != "" {
		app(does)
		return
	}
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "vouchsafe-go-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	base, stopUpstream, err := startUpstream(dir)
	if err != nil {
		return 1, fmt.Errorf("cannot start the scripted upstream: %w", err)
	}
	defer stopUpstream()
	url, stopGateway, err := startGateway(dir, base)
	if err != nil {
		return 1, fmt.Errorf("cannot start the gateway: %w", err)
	}
	defer stopGateway()
	gateway.url, gateway.upstream = url, strings.TrimSuffix(base, "/v1")
	return m.Run(), nil
}

// binary returns the path of a program, and builds it if none is named.
func binary(variable, pkg, dir string) (string, error) {
	if path := os.Getenv(variable); path != "" {
		return filepath.Abs(path)
	}
	out := filepath.Join(dir, filepath.Base(pkg))
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Stderr = os.Stderr
	return out, cmd.Run()
}

func startUpstream(dir string) (base string, stop func(), err error) {
	bin, err := binary("SCRIPTED_UPSTREAM_BIN", "./internal/upstreamtest/cmd/scripted-upstream", dir)
	if err != nil {
		return "", nil, err
	}
	cmd := exec.Command(bin)
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	return strings.TrimSpace(line), func() { in.Close(); _ = cmd.Wait() }, err
}

func startGateway(dir, base string) (url string, stop func(), err error) {
	bin, err := binary("VOUCHSAFE_BIN", "./cmd/vouchsafe", dir)
	if err != nil {
		return "", nil, err
	}
	addr, admin := freeAddr(), freeAddr()
	config := filepath.Join(dir, "vouchsafe.yaml")
	text := fmt.Sprintf(`
listen: %s
admin: {listen: %q}
upstreams:
  scripted: {base_url: %q}
apps:
  default: {upstream: scripted, policy: tested}
policies:
  tested: {extends: balanced, citations: {dialect: %s}}
ledger:
  jsonl: {path: %q}
`, addr, admin, base, cmp.Or(os.Getenv("VOUCHSAFE_TEST_DIALECT"), "auto"), filepath.Join(dir, "trace.jsonl"))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return "", nil, err
	}
	var log strings.Builder
	cmd := exec.Command(bin, "serve", "-c", config)
	cmd.Dir, cmd.Stderr = dir, &log // whatever it stores goes with the directory
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
	url = "http://" + addr
	if !eventually(func() bool { return ready(url) }) {
		stop()
		return "", nil, fmt.Errorf("it does not come up:\n%s", log.String())
	}
	return url, stop, nil
}

func ready(url string) bool {
	resp, err := http.Get(url + "/readyz")
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

func freeAddr() string {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "127.0.0.1:0"
	}
	defer ln.Close()
	return ln.Addr().String()
}

// eventually waits for what another process brings about, a minute on a busy machine.
func eventually(happened func() bool) bool {
	for range 2400 {
		if happened() {
			return true
		}
		time.Sleep(25 * time.Millisecond)
	}
	return false
}

// seen is a request as the upstream recorded it.
type seen struct {
	Path, Query, Body string
	Headers           http.Header
	Gone              bool
}

func record(t *testing.T) []seen {
	t.Helper()
	resp, err := http.Get(gateway.upstream + "/_requests")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var list []seen
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}

// forget empties the upstream's record before a test.
func forget(t *testing.T) {
	t.Helper()
	req, err := http.NewRequest(http.MethodDelete, gateway.upstream+"/_requests", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}

func wantFact(t *testing.T, text string) {
	t.Helper()
	if !strings.HasPrefix(text, fact+" [1]") {
		t.Errorf("got %q", text)
	}
}
