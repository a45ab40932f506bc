package admin

import (
	"context"
	"strings"
	"testing"

	"vouchsafe/trace/store"
)

// keyed lets in one key of each role, named after it, and one of a viewer of one app.
func keyed(o *Options) {
	o.UserHeader = "X-Forwarded-Email"
	o.Keys = func() []Key {
		return []Key{
			{"key:ann", hashed("viewer"), Viewer, ""}, {"key:bob", hashed("officer"), Officer, ""}, {"key:cid", hashed("admin"), Admin, ""},
			{"key:prometheus", hashed("metrics"), Metrics, ""}, {"key:dee", hashed("viewer of lab"), Viewer, "lab"},
		}
	}
}

func TestWhatEachRoleMayDo(t *testing.T) {
	addr, _ := stocked(t, keyed)
	for _, tt := range []struct{ method, target, allowed string }{
		{"GET", "/metrics", "admin metrics"},
		{"GET", "/api/me", "viewer officer admin"},
		{"GET", "/api/stats", "viewer officer admin"},
		{"GET", "/api/traces", "viewer officer admin"},
		{"GET", "/api/traces/vt_clinic_0001", "viewer officer admin"},
		{"GET", "/api/traces?format=csv", "officer admin"},
		{"GET", "/api/traces/vt_clinic_0001/report", "officer admin"},
		{"GET", "/api/report", "officer admin"},
		{"GET", "/api/accesses", "officer admin"},
		{"DELETE", "/api/feedback/vt_clinic_0001", "officer admin"},
		{"DELETE", "/api/traces/vt_clinic_0001", "admin"},
		{"DELETE", "/api/traces?user=nobody", "admin"},
	} {
		for _, role := range []string{"metrics", "viewer", "officer", "admin"} {
			got, want := call(t, addr, tt.method, tt.target, as(role)), 403
			if strings.Contains(tt.allowed, role) {
				want = 200
			}
			if got.status != want || want == 403 && got.code() != "role_needed" {
				t.Errorf("%s %s as %s: %d %s", tt.method, tt.target, role, got.status, got.code())
			}
		}
	}
	if got := call(t, addr, "GET", "/api/traces/vt_clinic_0002", as("viewer of lab")); got.status != 404 {
		t.Errorf("a key of lab sees clinic: %d", got.status)
	}
	if got := call(t, addr, "GET", "/api/stats"); got.status != 401 {
		t.Errorf("%d without a token", got.status)
	}
}

// TestWithKeysNobodyOnThisMachineComesInWithoutOne: a metrics key for Prometheus
// would be worth nothing otherwise.
func TestWithKeysNobodyOnThisMachineComesInWithoutOne(t *testing.T) {
	addr := start(t, keyed)
	if got := call(t, addr, "GET", "/metrics"); got.status != 401 {
		t.Errorf("%d", got.status)
	}
	if got := call(t, addr, "GET", "/metrics", as("metrics")); got.status != 200 {
		t.Errorf("%d", got.status)
	}
}

func TestThePersonBehindAKeyIsRecorded(t *testing.T) {
	addr, db := stocked(t, keyed)
	call(t, addr, "GET", "/api/traces/vt_clinic_0001", as("officer"), "X-Forwarded-Email: anna@example.org")
	accesses, _, err := db.Notes.Accesses(context.Background(), store.Filter{Limit: 1})
	if err != nil || len(accesses) != 1 || accesses[0].Who != "key:bob anna@example.org" || accesses[0].Action != "read" {
		t.Errorf("%+v, %v", accesses, err)
	}
}
