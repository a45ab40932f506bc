package dashboard

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/upstream"
)

// ask sends a request to the handler.
func ask(t *testing.T, method, uri string, headers ...string) *fasthttp.Response {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod(method)
	ctx.Request.SetRequestURI(uri)
	for i := 0; i < len(headers); i += 2 {
		ctx.Request.Header.Set(headers[i], headers[i+1])
	}
	s.Handle(&ctx)
	return &ctx.Response
}

func TestPagesAndFiles(t *testing.T) {
	for _, tc := range []struct {
		method, uri, kind string
		status            int
	}{
		{"GET", "/", "text/html; charset=utf-8", 200},
		{"HEAD", "/", "text/html; charset=utf-8", 200},
		{"GET", "/?app=clinic&range=7d", "text/html; charset=utf-8", 200},
		{"GET", "/failures?finding=claim-number", "text/html; charset=utf-8", 200},
		{"GET", "/traces/vt_01jd4qz3k8w2m5p7r9t1v3x5z7", "text/html; charset=utf-8", 200},
		{"GET", "/assets/js/main.js", "text/javascript; charset=utf-8", 200},
		{"GET", "/assets/css/base.css", "text/css; charset=utf-8", 200},
		{"GET", "/assets/icon.svg", "image/svg+xml", 200},
		{"GET", "/traces/", "text/plain; charset=utf-8", 404},
		{"GET", "/traces/a/b", "text/plain; charset=utf-8", 404},
		{"GET", "/failures/", "text/plain; charset=utf-8", 404},
		{"GET", "/nothing", "text/plain; charset=utf-8", 404},
		{"GET", "/assets/", "text/plain; charset=utf-8", 404},
		{"GET", "/assets/index.html", "text/plain; charset=utf-8", 404},
		{"GET", "/assets/js/../../dashboard.go", "text/plain; charset=utf-8", 404},
		{"GET", "/assets/%2e%2e/dashboard.go", "text/plain; charset=utf-8", 404},
	} {
		r := ask(t, tc.method, tc.uri)
		if r.StatusCode() != tc.status || string(r.Header.ContentType()) != tc.kind || len(r.Body()) == 0 {
			t.Errorf("%s %s: %d %s, %d bytes", tc.method, tc.uri, r.StatusCode(), r.Header.ContentType(), len(r.Body()))
		}
	}
}

func TestABrowserKeepsAFileUntilItChanges(t *testing.T) {
	first := ask(t, "GET", "/assets/js/main.js")
	tag := string(first.Header.Peek("ETag"))
	if got := string(first.Header.Peek("Cache-Control")); got != "no-cache" || tag == "" {
		t.Fatalf("Cache-Control %q, ETag %q", got, tag)
	}
	again := ask(t, "GET", "/assets/js/main.js", "If-None-Match", tag)
	if again.StatusCode() != 304 || len(again.Body()) > 0 {
		t.Errorf("the same file is sent again: %d, %d bytes", again.StatusCode(), len(again.Body()))
	}
	if other := ask(t, "GET", "/assets/js/dom.js", "If-None-Match", tag); other.StatusCode() != 200 {
		t.Errorf("another file is taken for the same: %d", other.StatusCode())
	}
}

var references = regexp.MustCompile(`(?:from|href=|src=|import)\s*['"]([^'"]+\.(?:js|css|svg))['"]`)

// TestEveryReferenceLeadsToAFile: a module that is missing stops the page.
func TestEveryReferenceLeadsToAFile(t *testing.T) {
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	check := func(from string, body []byte) {
		for _, m := range references.FindAllSubmatch(body, -1) {
			to := string(m[1])
			if !strings.HasPrefix(to, "/") {
				to = path.Join(path.Dir(from), to)
			}
			if _, ok := s.files[to]; !ok {
				t.Errorf("%s refers to %s, which is not there", from, m[1])
			}
			used[to] = true
		}
	}
	check("/", s.page.body)
	for name, f := range s.files {
		check(name, f.body)
	}
	for name := range s.files {
		if !used[name] {
			t.Errorf("nothing refers to %s", name)
		}
	}
}

// TestNoTextBecomesMarkup: the policy of the pages would stop it, and it should
// not even be tried.
func TestNoTextBecomesMarkup(t *testing.T) {
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	banned := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc|[{,] style: |setAttribute\('style`)
	for name, f := range s.files {
		if m := banned.Find(f.body); m != nil {
			t.Errorf("%s uses %s", name, m)
		}
	}
	if m := regexp.MustCompile(`<style|\sstyle=|\son\w+=|<script>`).Find(s.page.body); m != nil {
		t.Errorf("the page has inline code or style: %s", m)
	}
	if m := regexp.MustCompile(`(?:src|href)="(?:https?:)?//`).Find(s.page.body); m != nil {
		t.Errorf("the page loads from elsewhere: %s", m)
	}
}

// TestThePagesUseTheWordsOfTheReports: of findings and counts the report's own tests say that there are words.
func TestThePagesUseTheWordsOfTheReports(t *testing.T) {
	words, meanings := string(ask(t, "GET", "/assets/js/words.js").Body()), string(ask(t, "GET", "/assets/js/meanings.js").Body())
	for _, code := range report.Codes() {
		if !strings.Contains(meanings, `"`+string(code)+`":"`) {
			t.Errorf("%s is not told in the words of the reports", code)
		}
	}
	sheet := string(ask(t, "GET", "/assets/css/parts.css").Body())
	for _, v := range report.Verdicts() {
		if !strings.Contains(words, "'"+string(v)+"'") || !strings.Contains(meanings, `"`+string(v)+`":["`) || !strings.Contains(sheet, ".v-"+string(v)+" ") {
			t.Errorf("no words, no place or no colour for the verdict %s", v)
		}
	}
}

func TestEveryCauseHasWords(t *testing.T) {
	words := string(ask(t, "GET", "/assets/js/words.js").Body())
	for _, c := range []upstream.Cause{upstream.UnknownHost, upstream.Refused, upstream.NoRoute, upstream.Reset, upstream.Closed, upstream.Certificate,
		upstream.TLS, upstream.Proxy, upstream.LateConnect, upstream.LateFirstByte, upstream.LateIdle, upstream.LateTotal, upstream.Oversized,
		upstream.Garbled, upstream.LeftAlone, upstream.Abandoned, upstream.Unfit} {
		if !strings.Contains(words, "\n  "+string(c)+": '") && !strings.Contains(words, "\n  '"+string(c)+"': '") {
			t.Errorf("no words for the cause %s", c)
		}
	}
}
