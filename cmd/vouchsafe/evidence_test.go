package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
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
		if !ed25519.Verify(key.PublicKey, files["statement.json"], signature) {
			t.Error("the signature is not that of the statement")
		}
		if ed25519.Verify(key.PublicKey, append(files["statement.json"], ' '), signature) {
			t.Error("the signature is also that of something else")
		}
	}
	if trace := ask("/api/traces/" + id); string(files["trace.json"]) != trace || gjson.GetBytes(files["statement.json"], "query_id").Str != id {
		t.Errorf("%s\n%s", files["statement.json"], files["trace.json"])
	}
	if filed := gjson.GetBytes(files["statement.json"], "file_of_traces").Str; filed != "same" || strings.Contains(page, "<strong>Warning.") {
		t.Errorf("held against the file of traces: %q", filed)
	}
	checkAgainstFile(t, dir, page, files["trace.json"])
	for _, want := range []string{"&#34;on_failure&#34;: &#34;refuse&#34;", "What still fails is refused as a whole."} {
		if !strings.Contains(page, want) {
			t.Errorf("the rules of the day lack %q", want)
		}
	}
}

// checkAgainstFile runs the command of a report that holds its trace against the file of traces: it finds nothing, and it
// finds a changed trace.
func checkAgainstFile(t *testing.T, dir, page string, trace []byte) {
	t.Helper()
	m := regexp.MustCompile(`<pre>(grep -hs [^<]+)</pre>`).FindStringSubmatch(page)
	if m == nil {
		t.Fatal("the report does not say how it is held against the file of traces")
	}
	command := strings.Replace(html.UnescapeString(m[1]), "rag_trace.jsonl", "t.jsonl", 1)
	for name, c := range map[string]struct {
		trace []byte
		holds bool
	}{
		"as it was": {trace, true},
		"changed":   {bytes.Replace(trace, []byte(`"app":"`), []byte(`"app":"x`), 1), false},
	} {
		if err := os.WriteFile(filepath.Join(dir, "trace.json"), c.trace, 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.Command("sh", "-c", command)
		run.Dir = dir
		if out, err := run.CombinedOutput(); (err == nil) != c.holds || (len(out) == 0) != c.holds {
			t.Errorf("%s: %v %s\n%s", name, err, out, command)
		}
	}
}
