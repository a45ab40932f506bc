package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/internal/wait"
	"vouchsafe/trace/chain"
)

// TestAnEvidenceReportIsCheckedWithoutTheGateway: with the page and the public key
// alone.
func TestAnEvidenceReportIsCheckedWithoutTheGateway(t *testing.T) {
	dir := t.TempDir()
	file := strings.Replace(shop(scripted(t).BaseURL(), "north"), `jsonl: {path: ""}, store: {driver: none}`,
		fmt.Sprintf("jsonl: {path: %q}, store: {driver: sqlite, dsn: %q}", dir+"/t.jsonl", dir+"/t.db"), 1)
	r := start(t, file)
	if _, err := r.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
		t.Fatal(err)
	}
	ask := adminAt(t, r)
	id := ""
	wait.Until(t, "the trace is stored", func() bool {
		id = gjson.Get(ask("/api/traces"), "traces.0.query_id").Str
		return id != ""
	})
	page := ask("/api/traces/" + id + "/report")
	files := map[string][]byte{}
	for _, m := range regexp.MustCompile(`download="([\w.]+)" href="data:[^,]+;base64,([^"]+)"`).FindAllStringSubmatch(page, -1) {
		data, err := base64.StdEncoding.DecodeString(html.UnescapeString(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		files[m[1]] = data
	}
	keys, err := chain.ReadKeys(files["vouchsafe.pub"])
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	signature, err := base64.StdEncoding.DecodeString(string(bytes.TrimSpace(files["signature.txt"])))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if !ed25519.Verify(key, files["statement.json"], signature) {
			t.Error("the signature is not that of the statement")
		}
		if ed25519.Verify(key, append(files["statement.json"], ' '), signature) {
			t.Error("the signature is also that of something else")
		}
	}
	if trace := ask("/api/traces/" + id); string(files["trace.json"]) != trace || gjson.GetBytes(files["statement.json"], "query_id").Str != id {
		t.Errorf("%s\n%s", files["statement.json"], files["trace.json"])
	}
	for _, want := range []string{"&#34;on_failure&#34;: &#34;refuse&#34;", "What still fails is refused as a whole."} {
		if !strings.Contains(page, want) {
			t.Errorf("the rules of the day lack %q", want)
		}
	}
}
