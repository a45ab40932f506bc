package upstream_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/valyala/fasthttp"

	"vouchsafe/proxy/upstream"
)

func TestCopiedHeadersKeepWhatTheyWere(t *testing.T) {
	var h fasthttp.ResponseHeader
	h.SetNoDefaultContentType(true)
	h.Set("X-First", "a secret of the first")
	h.Set("X-Second", "")
	first := upstream.CopyHeader(h.All())
	h.Reset()
	h.SetNoDefaultContentType(true)
	h.Set("X-Third", "short")
	third := upstream.CopyHeader(h.All())
	if d := cmp.Diff(upstream.Header{{"X-First", "a secret of the first"}, {"X-Second", ""}}, first); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(upstream.Header{{"X-Third", "short"}}, third); d != "" {
		t.Error(d)
	}
	if n := testing.AllocsPerRun(100, func() { upstream.CopyHeader(h.All()) }); n > 3 {
		t.Errorf("%g allocations, want the text, the lines and the iterator", n)
	}
}
