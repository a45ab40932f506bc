package admin

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"vouchsafe/grounding/report"
)

// TestEvidenceReport: the page holds the proof, and the hash of the trace as
// the API gives it.
func TestEvidenceReport(t *testing.T) {
	addr, db := stocked(t)
	start, end, last, five := 16, 20, 5, "5 mg"
	told := exchange(7, "clinic", report.Grounded)
	told.Findings = nil
	told.Claims = []report.Claim{{Text: "5 mg.", Start: new(int), End: &last, Citations: []int{1}, Judgement: report.Open, Risk: 0.12}}
	told.Citations = []report.Citation{{
		Number: 1, ChunkID: "c1", Snippet: five, Verified: true, Quoted: true, Match: "exact", Start: &start, End: &end,
		Sentence: &report.Sentence{Start: 0, End: 93, Text: passage[:93], Lead: &report.Stretch{Text: "Doses"}},
	}}
	keep(t, db, told)
	got := call(t, addr, "GET", "/api/traces/vt_clinic_0007/report", as(operatorToken))
	trace := call(t, addr, "GET", "/api/traces/vt_clinic_0007", as(operatorToken))
	sum := sha256.Sum256([]byte(trace.body))
	for _, want := range []string{
		hex.EncodeToString(sum[:]), `<mark class="sentence">Adults start on <mark>`, "Doses", "Not proven by words.",
		"It passed because its estimated risk, 12", "balanced",
	} {
		if !strings.Contains(got.body, want) {
			t.Errorf("%q is missing in\n%s", want, got.body)
		}
	}
	if kind := got.header.Get("Content-Disposition"); got.status != 200 || !strings.HasPrefix(kind, "attachment") {
		t.Errorf("%d %s", got.status, kind)
	}
	if got := call(t, addr, "GET", "/api/traces/vt_none/report", as(operatorToken)); got.status != 404 {
		t.Errorf("%d for no exchange", got.status)
	}
}

func TestPeriodReport(t *testing.T) {
	addr, _ := stocked(t)
	got := call(t, addr, "GET", "/api/report?app=clinic&since=7d", as(operatorToken))
	if got.status != 200 || strings.Count(got.body, "SHA-256 of the trace") != 5 || strings.Contains(got.body, "dose for lab") {
		t.Errorf("%d\n%s", got.status, got.body)
	}
	for _, want := range []string{"Period report", "<dd dir=\"auto\">clinic</dd>", "All 5 exchanges are counted above.", "balanced"} {
		if !strings.Contains(got.body, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if got := call(t, addr, "GET", "/api/report?verdict=refused", as(operatorToken)); got.status != 400 {
		t.Errorf("%d for a filter that it has not", got.status)
	}
}
