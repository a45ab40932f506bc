package admin

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
)

func TestExports(t *testing.T) {
	addr, db := stocked(t)
	hostile := exchange(9, "clinic", report.Refused)
	hostile.Findings[0].Detail = "=source 5 mg, answer 50 mg"
	hostile.Question, hostile.Answer = "=HYPERLINK(\"http://evil.example\")", "-1 line\nand \"another\""
	keep(t, db, hostile)
	lines := call(t, addr, "GET", "/api/traces?format=jsonl&app=clinic", as(operatorToken))
	if n := strings.Count(lines.body, "\n"); n != 6 || !strings.HasPrefix(lines.header.Get("Content-Type"), "application/x-ndjson") {
		t.Errorf("%d lines, %v", n, lines.header)
	}
	for line := range strings.Lines(lines.body) {
		if !json.Valid([]byte(line)) || gjson.Get(line, "app").Str != "clinic" {
			t.Errorf("%q", line)
		}
	}
	got := call(t, addr, "GET", "/api/traces?format=csv&app=clinic", as(operatorToken))
	rows, err := csv.NewReader(strings.NewReader(got.body)).ReadAll()
	if err != nil || len(rows) != 7 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	want := []string{"vt_clinic_0009", hostile.Timestamp.UTC().Format("2006-01-02T15:04:05.000Z"), "clinic", "u-clinic", "", "balanced", "gpt-4o", "refused", "",
		"'" + hostile.Question, "'" + hostile.Answer, "snippet-altered", "'=source 5 mg, answer 50 mg", "1", "1", "1000", "0", "0", "", "", "refused", ""}
	if diff := cmp.Diff(want, rows[1]); diff != "" {
		t.Error(diff)
	}
}
