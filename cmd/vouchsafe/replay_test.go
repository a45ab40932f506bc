package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/internal/wait"
)

// history is a gateway's past: every trick of the scripted model, under a
// policy (and other keys of an app), in a trace file.
type history struct {
	dir    string
	config string
	traces string
}

var tricks = []string{
	"", "invent", "invent-all", "invent-all-once", "wrong-chunk", "unknown-id", "number", "number-once", "number-text", "negation",
	"uncited", "typographic", "prose", "malformed", "cut-short", "fenced", "fenced-prose", "decline", "think", "number+wrong-chunk",
}

// past has a gateway under a policy answer a question for each trick. extra is
// more configuration, on lines of its own.
func past(t *testing.T, policy, extra string) history {
	t.Helper()
	model := scripted(t)
	h := history{dir: t.TempDir()}
	h.config, h.traces = filepath.Join(h.dir, "vouchsafe.yaml"), filepath.Join(h.dir, "traces.jsonl")
	text := fmt.Sprintf("listen: 127.0.0.1:0\nadmin: {listen: ''}\nupstreams: {scripted: {base_url: %q}}\napps: {default: {policy: %s}}\nledger: {jsonl: {path: %q, max_size: 1GiB}, store: {dsn: %q}}\n%s",
		model.BaseURL(), policy, h.traces, h.traces+".db", extra)
	r := start(t, text)
	for _, trick := range tricks {
		if _, err := r.ask(http.DefaultClient, "extractive:"+trick, "When does the ferry leave, and do bicycles travel free?"); err != nil && trick != "malformed" {
			t.Fatal(trick, err)
		}
	}
	body := `{"model":"extractive","messages":[{"role":"user","content":"Hello"}]}`
	resp, err := http.Post(r.url+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if err := os.WriteFile(h.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "the traces are there", func() bool {
		data, _ := os.ReadFile(h.traces)
		return bytes.Count(data, []byte("\n{\"query_id\"")) == len(tricks)+1
	})
	return h
}

// replayed runs the command and returns its decisions and its table.
func (h history) replayed(t *testing.T, policy string, more ...string) ([]decision, string) {
	t.Helper()
	out := filepath.Join(h.dir, "out.jsonl")
	var stdout, stderr bytes.Buffer
	args := append([]string{"replay", "-c", h.config, "--policy", policy, "-o", out}, more...)
	if code := run(args, streams{nil, &stdout, &stderr}); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var all []decision
	for line := range bytes.Lines(data) {
		var d decision
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all, stdout.String()
}

// Under the policy that they were made with, stored traces come to what they
// came to.
func TestReplayUnderTheSamePolicyGivesTheSameVerdicts(t *testing.T) {
	for _, policy := range []string{"balanced", "strict", "lenient", "observe"} {
		t.Run(policy, func(t *testing.T) {
			h := past(t, policy, "")
			all, _ := h.replayed(t, policy)
			seen := map[string]bool{}
			for i, d := range all {
				seen[string(d.Was)] = true
				name := "(no evidence)"
				if i < len(tricks) {
					name = tricks[i]
				}
				if d.Was == "failed" {
					if d.Class != "not-decidable" {
						t.Errorf("%s: %+v", name, d)
					}
					continue
				}
				if d.Now == nil {
					t.Errorf("%s: was %s, is not decidable: %s", name, d.Was, d.Why)
				} else if *d.Now != d.Was {
					t.Errorf("%s: was %s, is %s, %v", name, d.Was, *d.Now, d.Findings)
				}
			}
			for _, want := range map[string][]string{
				"balanced": {"grounded", "healed", "repaired", "redacted", "refused", "declined", "skipped"},
				"observe":  {"grounded", "ungrounded", "skipped"},
			}[policy] {
				if !seen[want] {
					t.Errorf("no trace was %s", want)
				}
			}
		})
	}
}

const tighter = "policies:\n  quoting: {extends: balanced, citations: {dialect: segments}}\n  tight: {verify: {max_chars: 20}, repair: {attempts: 0}, on_failure: refuse, stream: {mode: buffered}}\n"

func TestReplayUnderAStricterPolicyTellsWhatIsAtRisk(t *testing.T) {
	h := past(t, "quoting", tighter)
	all, table := h.replayed(t, "tight")
	if d := all[0]; d.Was != "grounded" || d.Class != "at-risk" || *d.Now != "refused" || !slices.Contains(d.Findings, "snippet-too-long") {
		t.Errorf("%+v", d)
	}
	if last := all[len(all)-1]; last.Class != "not-verified" || *last.Now != "skipped" {
		t.Errorf("without evidence: %+v", last)
	}
	if !strings.Contains(table, all[0].QueryID) || !strings.Contains(table, "snippet-too-long") || !strings.Contains(table, "default") {
		t.Errorf("the table:\n%s", table)
	}
	again, same := h.replayed(t, "tight")
	if len(again) != len(all) || same != table {
		t.Errorf("a second run says otherwise:\n%s\n%s", table, same)
	}
}

func TestReplayOfObservedTraffic(t *testing.T) {
	h := past(t, "observe", "")
	page := filepath.Join(h.dir, "page.html")
	all, table := h.replayed(t, "balanced", "--html", page)
	for i, d := range all[:len(all)-1] {
		if d.Class == "not-decidable" && d.Why != "the model was not asked for citations, and gave none" && d.Was != "failed" {
			t.Errorf("%s: %+v", tricks[i], d)
		}
	}
	if at := slices.Index(tricks, "uncited"); all[at].Class != "would-pass" || *all[at].Now != "grounded" {
		t.Errorf("uncited, in its source's own words: %+v", all[at])
	}
	if !strings.Contains(table, "(audited: ungrounded ") {
		t.Errorf("the table does not tell of audits:\n%s", table)
	}
	if data, err := os.ReadFile(page); err != nil || !bytes.Contains(data, []byte("Of these, audited")) {
		t.Errorf("the page does not tell of audits: %v", err)
	}
}

func TestReplayCannotDecideOnTextsThatWereNotKept(t *testing.T) {
	for _, content := range []string{"hashed", "none"} {
		h := past(t, "balanced, content: "+content, "")
		all, table := h.replayed(t, "balanced")
		if d := all[0]; d.Class != "not-decidable" || d.Now != nil || d.Why != "its texts were not kept" {
			t.Errorf("%s: %+v", content, d)
		}
		if !strings.Contains(table, "its texts were not kept") {
			t.Errorf("%s: the table does not tell:\n%s", content, table)
		}
		if last := all[len(all)-1]; last.Class != "not-verified" {
			t.Errorf("%s: without evidence: %+v", content, last)
		}
	}
}

func TestReplayReadsRotatedFilesOldestFirst(t *testing.T) {
	h := past(t, "balanced", "")
	data, err := os.ReadFile(h.traces)
	if err != nil {
		t.Fatal(err)
	}
	whole, table := h.replayed(t, "balanced")
	lines := bytes.SplitAfter(data, []byte("\n"))
	for name, part := range map[string][][]byte{".10": lines[:3], ".2": lines[3:5], ".1": lines[5:9], "": lines[9:]} {
		if err := os.WriteFile(h.traces+name, bytes.Join(part, nil), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parts, same := h.replayed(t, "balanced")
	if table != same || len(parts) != len(whole) || parts[0].QueryID != whole[0].QueryID || parts[6].QueryID != whole[6].QueryID {
		t.Errorf("%d and %d decisions\n%s\n%s", len(whole), len(parts), table, same)
	}
}

// The store holds the same traces as the file, newest first.
func TestReplayReadsTheStore(t *testing.T) {
	h := past(t, "balanced", "")
	file, _ := h.replayed(t, "strict")
	var stored []decision
	wait.Until(t, "the store has the traces", func() bool {
		stored, _ = h.replayed(t, "strict", "--store")
		return len(stored) == len(file)
	})
	if some, _ := h.replayed(t, "strict", "--store", "--app", "nobody"); len(some) != 0 {
		t.Errorf("%d of an app that there is not", len(some))
	}
	if some, _ := h.replayed(t, "strict", "--store", "--since", "1h"); len(some) != len(file) {
		t.Errorf("%d since an hour", len(some))
	}
	byID := func(a, b decision) int { return strings.Compare(a.QueryID, b.QueryID) }
	slices.SortFunc(file, byID) // the store tells those of one millisecond apart by more than their id
	slices.SortFunc(stored, byID)
	if diff := cmp.Diff(file, stored); diff != "" {
		t.Error(diff)
	}
}

func TestReplayChoosesTraces(t *testing.T) {
	h := past(t, "balanced", "")
	if all, _ := h.replayed(t, "balanced", "--app", "nobody"); len(all) != 0 {
		t.Errorf("%d of an app that there is not", len(all))
	}
	if all, _ := h.replayed(t, "balanced", "--since", "2099-01-01"); len(all) != 0 {
		t.Errorf("%d from the future", len(all))
	}
	if all, _ := h.replayed(t, "balanced", "--since", "1h"); len(all) != len(tricks)+1 {
		t.Errorf("%d since an hour", len(all))
	}
	page := filepath.Join(h.dir, "page.html")
	h.replayed(t, "balanced", "--html", page, h.traces)
	html, err := os.ReadFile(page)
	if err != nil || !bytes.Contains(html, []byte("at risk")) || !bytes.Contains(html, []byte("redacted")) || bytes.Contains(html, []byte(">?<")) || !bytes.Contains(html, []byte("The ferry leaves the north pier")) {
		t.Errorf("%v: %d bytes", err, len(html))
	}
}

func TestReplaySparesTheTraces(t *testing.T) {
	h := past(t, "balanced", "")
	for _, args := range [][]string{
		{"-o", h.traces}, {"--html", h.traces}, {"--policy", "nobody"}, {"--policy", ""}, {"--since", "yesterday"}, {"/nowhere.jsonl"}, {"--store", "-o", h.traces + ".db"},
	} {
		var stdout, stderr bytes.Buffer
		all := append([]string{"replay", "-c", h.config, "--policy", "balanced"}, args...)
		if code := run(all, streams{nil, &stdout, &stderr}); code != exitUsage || stderr.Len() == 0 {
			t.Errorf("%q: exit %d, %s", args, code, stderr.String())
		}
	}
	if info, err := os.Stat(h.traces); err != nil || info.Size() == 0 {
		t.Error("the traces are gone")
	}
}

func TestReplayFailsUnderAShare(t *testing.T) {
	h := past(t, "balanced", "")
	for least, want := range map[string]int{"1%": 0, "99%": exitFailed, "many": exitUsage} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{"replay", "-c", h.config, "--policy", "balanced", "--fail-under", least}, streams{nil, &stdout, &stderr}); code != want {
			t.Errorf("--fail-under %s: exit %d, %s", least, code, stderr.String())
		}
	}
}

// A stored trace is a line of verify's input: what the model wrote last.
func TestVerifyReadsStoredTraces(t *testing.T) {
	h := past(t, "balanced", "")
	decided, _ := h.replayed(t, "observe")
	var stdout, stderr bytes.Buffer
	if code := run([]string{"verify", "--policy", "balanced", h.traces}, streams{nil, &stdout, &stderr}); code != 0 {
		t.Fatal(stderr.String())
	}
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	for name, want := range map[string]string{"": "grounded", "invent-all": "ungrounded", "invent-all-once": "grounded", "wrong-chunk": "healed"} {
		i := slices.Index(tricks, name)
		var got struct{ ID, Verdict string }
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil || got.Verdict != want || got.ID != decided[i].QueryID {
			t.Errorf("%q: %+v, want %s", name, got, want)
		}
	}
}
