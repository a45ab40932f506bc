//go:build unix

package crash

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/internal/wait"
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
	client := &http.Client{Transport: &http.Transport{}, Timeout: wait.Patience}
	for range 3 {
		resp, err := client.Post("http://"+r.Addr+"/v1/chat/completions", "application/json", strings.NewReader("{"+question))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 503 {
			t.Errorf("%d", resp.StatusCode)
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
