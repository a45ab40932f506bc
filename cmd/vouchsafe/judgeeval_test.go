package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/internal/upstreamtest"
)

// nliByWords is a classifier that carries a claim by the share of its words in
// the evidence.
func nliByWords(r *upstreamtest.Request) upstreamtest.Reply {
	var sent struct{ Inputs [][2]string }
	_ = json.Unmarshal(r.Body, &sent)
	var out []any
	for _, p := range sent.Inputs {
		words, found := strings.Fields(p[1]), 0
		for _, w := range words {
			if strings.Contains(p[0], w) {
				found++
			}
		}
		carried := float64(found) / float64(len(words))
		out = append(out, []any{map[string]any{"label": "entailment", "score": carried}, map[string]any{"label": "neutral", "score": 1 - carried}})
	}
	body, _ := json.Marshal(out)
	return upstreamtest.Reply{Body: body, Header: map[string]string{"Content-Type": "application/json"}}
}

const evalPairs = `{"evidence":"Payroll data is exported on the 25th of each month by the finance team.","claim":"Payroll data is exported on the 25th of each month by the finance team.","label":"supported"}
{"evidence":"Visitors sign in at the front desk and wear a badge all day.","claim":"Guests announce themselves on arrival","label":"unsupported"}

{"evidence":"The kiln takes nine hours.","claim":"The kiln takes seven hours.","label":"contradicted"}
{"evidence":"The kiln takes nine hours.","claim":"The kiln takes nine","label":"supported"}
`

func evalConfig(t *testing.T, judge string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vouchsafe.yaml")
	if err := os.WriteFile(path, []byte("judges: {j: "+judge+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestJudgeEval(t *testing.T) {
	server, err := upstreamtest.Start(nliByWords)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	config := evalConfig(t, `{kind: nli, url: "`+server.URL+`"}`)
	code, out, stderr := vouchsafe(strings.NewReader(evalPairs), "judge-eval", "-c", config, "--judge", "j", "--json", "-")
	var e evaluation
	if err := json.Unmarshal([]byte(out), &e); code != 0 || err != nil {
		t.Fatalf("%d %v %s%s", code, err, out, stderr)
	}
	if e.Pairs != 4 || e.Supported != 2 || e.Errors != 0 || e.Calls != 1 || len(e.Curve) != 19 {
		t.Errorf("%+v", e)
	}
	// The judge alone passes the changed number at 0.5 (four of five words are
	// there) and not at 0.9; behind the words it never does.
	half, high := e.Curve[9], e.Curve[17]
	if half.At != 0.5 || half.Alone.Passed != 0.5 || half.Alone.Refused != 0 || half.Together.Passed != 0 || half.Alone.Balanced != 0.75 {
		t.Errorf("%+v", half)
	}
	if high.Alone.Passed != 0 || high.Alone.Balanced != 1 {
		t.Errorf("%+v", high)
	}
	code, out, _ = vouchsafe(strings.NewReader(evalPairs), "judge-eval", "-c", config, "--judge", "j", "-")
	if code != 0 || !strings.Contains(out, "4 pairs, 2 supported") || !strings.Contains(out, "best threshold behind the words") {
		t.Errorf("%d %s", code, out)
	}
}

func TestJudgeEvalTellsWhatIsWrong(t *testing.T) {
	own := evalConfig(t, "{kind: chat}")
	for _, c := range []struct{ judge, config, pairs, want string }{
		{"k", own, evalPairs, `no judge "k"`},
		{"j", own, evalPairs, "name both"},
		{"j", evalConfig(t, `{kind: nli, url: "http://127.0.0.1:1"}`), `{"label":"true"}`, "line 1"},
		{"j", evalConfig(t, `{kind: nli, url: "http://127.0.0.1:1"}`), "", "no pairs"},
		{"j", evalConfig(t, `{kind: nli, url: "http://127.0.0.1:1"}`), evalPairs, "no pair got an opinion: "},
	} {
		code, out, stderr := vouchsafe(strings.NewReader(c.pairs), "judge-eval", "-c", c.config, "--judge", c.judge, "-")
		if code != exitUsage && code != exitFailed || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%d %s%s, want %q", code, out, stderr, c.want)
		}
	}
}
