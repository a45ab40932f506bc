package admin

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

func TestReadsAndDeletionsAreLogged(t *testing.T) {
	addr, db := stocked(t)
	call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(clinicToken))
	call(t, addr, "GET", "/api/traces/vt_lab_0001", as(clinicToken)) // not shown: it is of another app
	call(t, addr, "GET", "/api/traces?q=dose&limit=3", as(operatorToken))
	call(t, addr, "GET", "/api/failures", as(operatorToken))
	call(t, addr, "DELETE", "/api/traces?user=u-lab", as(operatorToken))
	call(t, addr, "GET", "/api/stats", as(operatorToken)) // figures are no content
	accesses, _, err := db.Notes.Accesses(context.Background(), store.Filter{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, a := range accesses {
		got[a.Who+" "+a.Action+" "+a.Target] = a.Count
		if want := map[string]string{"app:clinic": "officer", "operator": "admin"}[a.Who]; a.Role != want {
			t.Errorf("%+v: the role should be %s", a, want)
		}
	}
	want := map[string]int{
		"app:clinic read vt_clinic_0001": 1, "operator list q=dose&limit=3": 3, "operator failures ": 0,
		"operator delete user=hmac-sha256-5ae74ea9de31a5be713b83eda0647195": 0, "operator deleted user=hmac-sha256-5ae74ea9de31a5be713b83eda0647195": 5,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	list := call(t, addr, "GET", "/api/accesses?limit=2", as(operatorToken))
	if n := gjson.Get(list.body, "accesses.#").Int(); n != 2 {
		t.Errorf("%s", list.body)
	}
}

func TestNothingIsShownThatCannotBeLogged(t *testing.T) {
	addr, db := stocked(t)
	db.Close()
	for _, target := range []string{"/api/traces", "/api/traces/vt_clinic_0001", "/api/stats", "/api/failures", "/api/traces?format=csv", "/api/feedback"} {
		got := call(t, addr, "GET", target, as(operatorToken))
		if got.code() != "store_unavailable" || got.status != 503 || strings.Contains(got.body, "closed") {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
	}
}

// TestNoNameOfAUserStaysInTheLog: an access to a user's traces is recorded under a keyed hash of
// the name, whatever it was.
func TestNoNameOfAUserStaysInTheLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "traces.jsonl")
	addr, db := stocked(t, func(o *Options) {
		o.Ledger = writer(t, ledger.Options{Path: file, Key: func() ([]byte, error) { return []byte("key"), nil }})
	})
	keep(t, db, func() *ledger.Trace {
		e := exchange(9, "clinic", report.Refused)
		e.User = "dora@example.org"
		return e
	}())
	call(t, addr, "GET", "/api/traces?us%65r=dora%40example.org&limit=3", as(operatorToken))
	call(t, addr, "GET", "/api/traces?user=dora@example.org&format=csv", as(operatorToken))
	if got := call(t, addr, "DELETE", "/api/traces?app=clinic&user=dora@example.org", as(operatorToken)); got.body != `{"deleted":1}` {
		t.Errorf("%s", got.body)
	}
	var noted []byte
	wait.Until(t, "every access is noted", func() bool { // an export when it has been read
		noted, _ = os.ReadFile(file)
		return bytes.Count(noted, []byte(`"record":"access"`)) >= 5
	})
	stored, _, err := db.Notes.Accesses(context.Background(), store.Filter{Limit: 100})
	if err != nil || len(stored) < 5 {
		t.Fatal(stored, err)
	}
	for _, all := range []string{fmt.Sprint(stored), strings.ReplaceAll(string(noted), `\u0026`, "&")} {
		if strings.Contains(all, "dora") || !strings.Contains(all, "app=clinic&user=hmac-sha256-") {
			t.Error(all)
		}
	}
}

func TestNothingIsDeletedWhoseNameCannotBeHashed(t *testing.T) {
	addr, _ := stocked(t, func(o *Options) { o.Ledger = writer(t, ledger.Options{}) })
	if got := call(t, addr, "DELETE", "/api/traces?user=u-lab", as(operatorToken)); got.status != 503 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := call(t, addr, "GET", "/api/traces?app=lab", as(operatorToken)); len(got.ids()) != 5 {
		t.Errorf("%s", got.body)
	}
}

// TestTheLastDayIsNotLeftOut: a day as the end of a time means its end.
func TestTheLastDayIsNotLeftOut(t *testing.T) {
	addr, db := stocked(t)
	e := exchange(1, "late", report.Refused)
	e.Timestamp = time.Date(2026, 3, 7, 23, 59, 59, 999e6, time.UTC)
	next := exchange(2, "late", report.Refused)
	next.Timestamp = time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC)
	keep(t, db, e, next)
	const span = "app=late&since=2026-03-07&until=2026-03-07"
	if got := call(t, addr, "GET", "/api/traces?"+span, as(operatorToken)); len(got.ids()) != 1 {
		t.Errorf("%s", got.body)
	}
	if got := call(t, addr, "GET", "/api/stats?"+span, as(operatorToken)); gjson.Get(got.body, "total").Int() != 1 {
		t.Errorf("%s", got.body)
	}
	got := call(t, addr, "GET", "/api/report?"+span, as(operatorToken))
	if !strings.Contains(got.body, "there was 1 exchange. ") || !strings.Contains(got.body, "the end of 7 March 2026, UTC") {
		t.Errorf("%s", got.body)
	}
}
