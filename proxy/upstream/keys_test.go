package upstream_test

import (
	"context"
	"slices"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/proxy/upstream"
)

// keyed is an upstream with keys whose server answers by the key that it is sent.
func keyed(t *testing.T, keys string, by map[string]up.Script) (*up.Server, *upstream.Upstream) {
	t.Helper()
	srv, err := up.Start(func(r *up.Request) up.Reply {
		if script := by[r.Header.Get("Authorization")]; script != nil {
			return script(r)
		}
		return up.Reply{Status: 200, Body: []byte("{}")}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	u, err := upstream.New(upstream.Config{Name: "keyed", BaseURL: srv.BaseURL(), APIKey: keys})
	if err != nil {
		t.Fatal(err)
	}
	return srv, u
}

// sentKeys are the credentials that a server was sent, in order.
func sentKeys(srv *up.Server) (out []string) {
	for _, r := range srv.Requests() {
		out = append(out, r.Header.Get("Authorization"))
	}
	return out
}

func TestKeysAreTakenInTurn(t *testing.T) {
	srv, u := keyed(t, "a\nb\nc", nil)
	for range 4 {
		if resp, _, err := ask(context.Background(), u, chat(question)); err != nil || resp.Status != 200 {
			t.Fatal(err)
		}
	}
	if got := sentKeys(srv); !slices.Equal(got, []string{"Bearer a", "Bearer b", "Bearer c", "Bearer a"}) {
		t.Error(got)
	}
}

func TestAKeyThatIsTurnedAwayRestsAndAnotherIsTriedAtOnce(t *testing.T) {
	srv, u := keyed(t, "a\nb\nc", map[string]up.Script{
		"Bearer a": up.Fails(429, "rate_limit_exceeded", "Slow down.", map[string]string{"Retry-After": "60"}),
		"Bearer b": up.Fails(401, "invalid_api_key", "Wrong key.", nil),
	})
	for range 3 {
		if resp, _, err := ask(context.Background(), u, chat(question)); err != nil || resp.Status != 200 {
			t.Fatal(resp, err)
		}
	}
	if got := sentKeys(srv); !slices.Equal(got, []string{"Bearer a", "Bearer b", "Bearer c", "Bearer c", "Bearer c"}) {
		t.Error(got)
	}
}

func TestWhereEveryKeyIsTurnedAwayTheClientIsTold(t *testing.T) {
	busy := up.Fails(429, "rate_limit_exceeded", "Slow down.", map[string]string{"Retry-After": "7"})
	srv, u := keyed(t, "a\nb", map[string]up.Script{"Bearer a": busy, "Bearer b": busy})
	resp, body, err := ask(context.Background(), u, chat(question))
	if err != nil || resp.Status != 429 || resp.Header.Get("Retry-After") != "7" || body == "" || len(srv.Requests()) != 2 {
		t.Errorf("%+v %s %v, %d calls", resp, body, err, len(srv.Requests()))
	}
	resp, _, err = ask(context.Background(), u, chat(question))
	if err != nil || resp.Status != 429 || len(srv.Requests()) != 3 {
		t.Errorf("%+v %v, %d calls", resp, err, len(srv.Requests()))
	}
}

func TestOneKeyIsAskedOnce(t *testing.T) {
	srv, u := keyed(t, "a", map[string]up.Script{"Bearer a": up.Fails(429, "rate_limit_exceeded", "Slow down.", nil)})
	if resp, _, err := ask(context.Background(), u, chat(question)); err != nil || resp.Status != 429 || len(srv.Requests()) != 1 {
		t.Errorf("%+v %v, %d calls", resp, err, len(srv.Requests()))
	}
}
