package admin

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

func TestReadsAndDeletionsAreLogged(t *testing.T) {
	addr, db := stocked(t)
	call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(clinicToken))
	call(t, addr, "GET", "/api/traces/vt_lab_0001", as(clinicToken)) // not shown, not logged
	call(t, addr, "GET", "/api/traces?q=dose&limit=3", as(operatorToken))
	call(t, addr, "GET", "/api/failures", as(operatorToken))
	call(t, addr, "DELETE", "/api/traces?user=u-lab", as(operatorToken))
	call(t, addr, "GET", "/api/stats", as(operatorToken)) // figures are no content
	accesses, err := db.Accesses(context.Background(), 100)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, a := range accesses {
		got[a.Who+" "+a.Action+" "+a.Target] = a.Count
	}
	want := map[string]int{
		"app:clinic read vt_clinic_0001": 1, "operator list q=dose&limit=3": 3, "operator failures ": 0,
		"operator delete user=u-lab": 0, "operator deleted user=u-lab": 5,
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
