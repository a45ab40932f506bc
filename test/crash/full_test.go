//go:build unix

package crash

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vouchsafe/trace/store"
)

// TestAStoreThatCannotBeWrittenIsTold: under sync no answer leaves without its
// trace. Where traces cannot be written, calls get a 503 within 5 s.
func TestAStoreThatCannotBeWrittenIsTold(t *testing.T) {
	r := newRig(t, store.Driver("none"), "none", "  durability: sync\n")
	if err := os.Symlink("/dev/full", filepath.Join(r.Dir, "trace.jsonl")); err != nil {
		t.Fatal(err)
	}
	r.Start()
	client := &http.Client{Transport: &http.Transport{}}
	for range 3 {
		began := time.Now()
		resp, err := client.Post("http://"+r.Addr+"/v1/chat/completions", "application/json", strings.NewReader("{"+question))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if took := time.Since(began); resp.StatusCode != 503 || took > 5*time.Second {
			t.Errorf("%d after %s", resp.StatusCode, took)
		}
	}
	resp, err := client.Get("http://" + r.Addr + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 503 {
		t.Errorf("/readyz is %d", resp.StatusCode)
	}
	r.Kill()
}
