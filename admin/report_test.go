package admin

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"html"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
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
		"It passed because its estimated risk is", "balanced",
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
	for _, want := range []string{"Period page", "<dd dir=\"auto\">clinic</dd>", "All 5 exchanges are counted above.", "balanced"} {
		if !strings.Contains(got.body, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if got := call(t, addr, "GET", "/api/report?verdict=refused", as(operatorToken)); got.status != 400 {
		t.Errorf("%d for a filter that it has not", got.status)
	}
}

// TestAReportHidesThatItsFiguresChanged: what was deleted is told, and who made the report with their role.
func TestAReportHidesThatItsFiguresChanged(t *testing.T) {
	addr, _ := stocked(t)
	const told = "Since then 1 exchange was deleted on request"
	if before := call(t, addr, "GET", "/api/report?since=7d", as(operatorToken)).body; strings.Contains(before, told) || !strings.Contains(before, "by operator (admin)") {
		t.Error(before)
	}
	if got := send(t, addr, "DELETE", "/api/traces/vt_clinic_0001", "", as(operatorToken)); got.status != 200 {
		t.Fatal(got.body)
	}
	if after := call(t, addr, "GET", "/api/report?since=7d", as(operatorToken)).body; !strings.Contains(after, told) {
		t.Error(after)
	}
}

// TestThePeriodReportIsSigned: the page holds what the signed statement names the hash of, with the rules, the program
// and the traces that are shown.
func TestThePeriodReportIsSigned(t *testing.T) {
	var statement atomic.Value
	addr, _ := stocked(t, func(o *Options) {
		o.Sign = func(s string) (*htmlreport.Seal, error) {
			statement.Store(s)
			return &htmlreport.Seal{Statement: s, Signature: "c2ln", PublicKey: "KEY", KeyID: "k1"}, nil
		}
	})
	page := call(t, addr, "GET", "/api/report", as(operatorToken)).body
	signed, _ := statement.Load().(string)
	m := regexp.MustCompile(`download="period.json" href="data:application/json;base64,([^"]+)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("%.2000s", page)
	}
	record, err := base64.StdEncoding.DecodeString(html.UnescapeString(m[1]))
	sum := sha256.Sum256(record)
	if hash := hex.EncodeToString(sum[:]); err != nil || gjson.Get(signed, "sha256").Str != hash || !strings.Contains(page, hash) ||
		gjson.Get(signed, "statement").Str != "vouchsafe period page" || gjson.Get(signed, "made_by").Str != "operator (admin)" {
		t.Errorf("%s, %v", signed, err)
	}
	stats := call(t, addr, "GET", "/api/stats", as(operatorToken)).body
	for _, member := range []string{"figures", "by_policy", "by_engine"} {
		if got := gjson.GetBytes(record, "stats."+member).Raw; got != gjson.Get(stats, member).Raw || got == "" {
			t.Errorf("%s is %s", member, got)
		}
	}
	if len(gjson.GetBytes(record, "shown").Map()) == 0 || gjson.GetBytes(record, "stats.by_policy").Raw == "{}" {
		t.Errorf("%s", record)
	}
}

// TestAChangedTraceIsNotCertified: a trace of the store that the file of traces tells otherwise, or not at all, makes a report with a warning, also
// in what is signed. One that another gateway wrote makes none, and the report says so.
func TestAChangedTraceIsNotCertified(t *testing.T) {
	for _, filed := range []written.Filed{written.Same, written.Other, written.Missing, written.Elsewhere} {
		t.Run(string(filed), func(t *testing.T) {
			var signed atomic.Value
			addr, _ := stocked(t, func(o *Options) {
				o.Hold = func(context.Context, string, []byte) (written.Filed, error) { return filed, nil }
				o.Sign = func(s string) (*htmlreport.Seal, error) {
					signed.Store(s)
					return &htmlreport.Seal{Statement: s, Signature: "c2ln", PublicKey: "KEY", KeyID: "k1"}, nil
				}
			})
			page := call(t, addr, "GET", "/api/traces/vt_clinic_0001/report", as(operatorToken)).body
			if warned := strings.Contains(page, "<strong>Warning.</strong>"); warned != (filed == written.Other || filed == written.Missing) {
				t.Errorf("warned: %v", warned)
			}
			statement, _ := signed.Load().(string)
			if got := gjson.Get(statement, "file_of_traces").Str; got != string(filed) {
				t.Errorf("%q is signed: %s", got, statement)
			}
		})
	}
}

// TestAPeriodReportCertifiesNoFalseFigures: figures of the store that the file of traces tells otherwise make a warning, also in what is signed.
func TestAPeriodReportCertifiesNoFalseFigures(t *testing.T) {
	for missing, want := range map[int]written.Filed{0: written.Same, 1: written.Other} {
		var signed atomic.Value
		addr, _ := stocked(t, func(o *Options) {
			o.Filed = func(_ context.Context, _ time.Time, begin func(time.Time) error, take func([]byte)) error {
				err := begin(time.Now().Add(-2 * time.Hour))
				for n := missing; n < 5; n++ {
					take(ledger.AppendLine(nil, exchange(n, "clinic", report.Refused)))
					take(ledger.AppendLine(nil, exchange(n, "lab", report.Grounded)))
				}
				return err
			}
			o.Sign = func(s string) (*htmlreport.Seal, error) {
				signed.Store(s)
				return &htmlreport.Seal{Statement: s, Signature: "c2ln", PublicKey: "KEY", KeyID: "k1"}, nil
			}
		})
		page := call(t, addr, "GET", "/api/report?since=24h&app=clinic", as(operatorToken)).body
		statement, _ := signed.Load().(string)
		if got := gjson.Get(statement, "file_of_traces").Str; got != string(want) || strings.Contains(page, "<strong>Warning.</strong>") != (want == written.Other) {
			t.Errorf("%q is signed, %q wanted", got, want)
		}
		for _, told := range []string{"verify-ledger -c vouchsafe.yaml --store", ".app == &#34;clinic&#34;"} {
			if !strings.Contains(page, told) {
				t.Errorf("%q is missing", told)
			}
		}
		if want == written.Other && !strings.Contains(page, "there are 4 exchanges, of which 4 were verified and 4 did not hold; the store says 5, 5 and 5") {
			t.Error("both figures are not told")
		}
	}
	addr, _ := stocked(t)
	if page := call(t, addr, "GET", "/api/report", as(operatorToken)).body; !strings.Contains(page, "were not counted again from the file of traces") {
		t.Error("without a file nothing is said")
	}
}

// TestTheRowsOfAPeriodAddUp: shadows, which nobody was served, stood among the apps, and the last line left them out.
func TestTheRowsOfAPeriodAddUp(t *testing.T) {
	addr, db := stocked(t)
	shadow := exchange(9, "clinic", report.Refused)
	shadow.QueryID, shadow.App = "vt_shadow_0009", "clinic:shadow"
	keep(t, db, shadow)
	page := call(t, addr, "GET", "/api/report", as(operatorToken)).body
	if _, rows, _ := strings.Cut(page, `class="weeks"`); strings.Contains(rows, "clinic:shadow</th>") || !strings.Contains(rows, `<th scope="row">all apps</th>`) {
		t.Errorf("%.3000s", rows)
	}
}
