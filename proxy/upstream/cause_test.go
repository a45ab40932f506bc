package upstream_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"vouchsafe/internal/need"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/proxy/upstream"
)

// answers serves raw bytes, whatever it is asked, and closes.
func answers(t *testing.T, text string) string {
	return raw(t, func(_ int, c net.Conn) { _, _ = io.WriteString(c, text); _ = c.Close() })
}

func TestCauseTellsWhyACallFailed(t *testing.T) {
	untrusted, _ := secured(t)
	const short = 50 * time.Millisecond
	hasty := map[upstream.Cause]upstream.Timeouts{
		upstream.LateConnect: {Connect: short}, upstream.LateFirstByte: {FirstByte: short}, upstream.LateIdle: {Idle: short},
	}
	of := func(script up.Script) string { s, _ := scripted(t, script); return s.BaseURL() }
	for _, tc := range []struct {
		base string
		want upstream.Cause
	}{
		{"http://" + need.FreeAddress(t), upstream.Refused},
		{"http://no-such-host.invalid", upstream.UnknownHost},
		{"https://" + untrusted, upstream.Certificate},
		{"https://" + strings.TrimPrefix(answers(t, "HTTP/1.1 400 No\r\n\r\n"), "http://"), upstream.TLS},
		{answers(t, ""), upstream.Closed},
		{of(up.Dies(up.Reset, up.Say("Yes."))), upstream.Reset},
		{answers(t, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), upstream.Closed},
		{answers(t, "hello there\r\n\r\n"), upstream.Garbled},
		{answers(t, "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\nxx"), upstream.Garbled},
		{deafServer(t), upstream.LateConnect},
		{of(up.Silent()), upstream.LateFirstByte},
		{of(up.Dies(up.Hang, up.Say("Yes."))), upstream.LateIdle},
		{of(up.Huge(4 << 20)), upstream.Oversized},
	} {
		t.Run(string(tc.want), func(t *testing.T) {
			u := client(t, tc.base, func(c *upstream.Config) {
				c.MaxResponse, c.Timeouts = 1<<20, hasty[tc.want]
			})
			_, _, err := ask(context.Background(), u, chat(streamed))
			if got := upstream.CauseOf(err); got != tc.want {
				t.Errorf("%q, want %q: %v", got, tc.want, err)
			}
		})
	}
}

func TestCauseOfACallThatWasNotMadeOrNotWanted(t *testing.T) {
	u := client(t, "http://127.0.0.1:1", func(c *upstream.Config) { c.Retries = 0 })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := u.Do(ctx, chat(question))
	if got := upstream.CauseOf(err); got != upstream.Abandoned {
		t.Errorf("%q: %v", got, err)
	}
	_, err = u.Do(context.Background(), chat(question))
	if got := upstream.CauseOf(err); got != upstream.Refused {
		t.Errorf("%q: %v", got, err)
	}
	_, u = scripted(t, up.Silent(), func(c *upstream.Config) { c.Timeouts.FirstByte = 250 * time.Millisecond })
	for range 5 {
		_, err = u.Do(context.Background(), chat(question))
	}
	if got := upstream.CauseOf(err); got != upstream.LateFirstByte {
		t.Errorf("%q: %v", got, err)
	}
	_, err = u.Do(context.Background(), chat(question))
	if got := upstream.CauseOf(err); got != upstream.LeftAlone {
		t.Errorf("%q: %v", got, err)
	}
	for _, err := range []error{nil, errors.New("x"), http.ErrBodyNotAllowed} {
		if got := upstream.CauseOf(err); got != "" {
			t.Errorf("%q of %v", got, err)
		}
	}
}

// TestCauseOfAProxy: what a proxy does is not the upstream's doing.
func TestCauseOfAProxy(t *testing.T) {
	for _, status := range []string{"407 No", "502 Bad Gateway"} {
		url, _ := proxy(t, "127.0.0.1:1", status)
		t.Setenv("HTTPS_PROXY", url)
		_, _, err := ask(context.Background(), client(t, "https://example.com"), chat(question))
		if got := upstream.CauseOf(err); got != upstream.Proxy {
			t.Errorf("%s: %q, %v", status, got, err)
		}
	}
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
	_, _, err := ask(context.Background(), client(t, "https://example.com"), chat(question))
	if got := upstream.CauseOf(err); got != upstream.Proxy {
		t.Errorf("nobody there: %q, %v", got, err)
	}
}
