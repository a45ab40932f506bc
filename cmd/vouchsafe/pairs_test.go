package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/internal/upstreamtest"
)

// TestTheJudgeOfComposeIsMeasuredOnItsPairs: the file that stands beside its configuration,
// before a server of Text Embeddings Inference that always guesses half.
func TestTheJudgeOfComposeIsMeasuredOnItsPairs(t *testing.T) {
	server := serverOf(t, func(r *upstreamtest.Request) upstreamtest.Reply {
		if r.Path != "/predict" || r.Get("truncate").Raw != "false" || r.Get("inputs.#").Int() > 32 || r.Get("inputs.0.#").Int() != 1 || !strings.Contains(r.Get("inputs.0.0").Str, "</s>") {
			t.Errorf("%s %.80s", r.Path, r.Body)
		}
		var all []string
		for i := range r.Get("inputs").Array() {
			all = append(all, fmt.Sprintf(`[{"score":0.%d,"label":"1"},{"score":0.1,"label":"0"}]`, 2+6*(i%2)))
		}
		return upstreamtest.Reply{Body: []byte("[" + strings.Join(all, ",") + "]"), Header: map[string]string{"Content-Type": "application/json"}}
	})
	config := filepath.Join(t.TempDir(), "v.yaml")
	if err := os.WriteFile(config, []byte("judges: {local: {preset: minicheck-roberta, url: \""+server.URL+"\"}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := vouchsafe(nil, "judge-eval", "-c", config, "--judge", "local", "--json", "../../deploy/compose/gateway/pairs.jsonl")
	var e evaluation
	if err := json.Unmarshal([]byte(out), &e); code != 0 || err != nil || e.Pairs != 200 || e.Supported != 100 || e.Errors != 0 {
		t.Fatalf("%d %v %s%s", code, err, out, stderr)
	}
	if e.Asked < 0.5 || e.Asked > 0.99 {
		t.Errorf("words leave %.2f to the judge", e.Asked)
	}
	t.Logf("words leave %.1f %% to the judge", 100*e.Asked)
}
