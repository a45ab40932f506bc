package upstream_test

import (
	"bufio"
	"context"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/proxy/upstream"
)

// secured starts a TLS server whose certificate is for example.com, and
// returns its address and a file with that certificate.
func secured(t *testing.T) (addr, caFile string) {
	t.Helper()
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Proto+" "+r.Host)
	}))
	t.Cleanup(srv.Close)
	block := &pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}
	caFile = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(caFile, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	return srv.Listener.Addr().String(), caFile
}

func TestOwnCertificateAuthority(t *testing.T) {
	addr, ca := secured(t)
	_, _, err := ask(context.Background(), client(t, "https://"+addr), chat(question))
	wantFailure(t, err, upstream.Unreachable)
	u := client(t, "https://"+addr, func(c *upstream.Config) { c.CAFile = ca })
	for range 2 {
		_, body, err := ask(context.Background(), u, chat(question))
		if err != nil || body != "HTTP/1.1 "+addr {
			t.Errorf("%q, %v", body, err)
		}
	}
}

// proxy answers CONNECT with status and connects everything to addr. It
// reports what it was asked.
func proxy(t *testing.T, addr, status string) (url string, asked chan *http.Request) {
	t.Helper()
	ln := listening(t)
	asked = make(chan *http.Request, 4)
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			req, err := http.ReadRequest(bufio.NewReader(c))
			if err != nil {
				c.Close()
				continue
			}
			asked <- req
			_, _ = io.WriteString(c, "HTTP/1.1 "+status+"\r\n\r\n")
			to, err := net.Dial("tcp", addr)
			if err != nil {
				c.Close()
				continue
			}
			go func() { _, _ = io.Copy(to, c); to.Close() }()
			go func() { _, _ = io.Copy(c, to); c.Close() }()
		}
	}()
	return "http://user:pa%20ss@" + ln.Addr().String(), asked
}

func TestProxyOfTheEnvironment(t *testing.T) {
	addr, ca := secured(t)
	url, asked := proxy(t, addr, "200 OK")
	t.Setenv("HTTPS_PROXY", url)
	u := client(t, "https://example.com/v1", func(c *upstream.Config) { c.CAFile = ca })
	_, body, err := ask(context.Background(), u, chat(question))
	if err != nil || body != "HTTP/1.1 example.com" {
		t.Fatalf("%q, %v", body, err)
	}
	req := <-asked
	if req.Method != "CONNECT" || req.RequestURI != "example.com:443" || req.Header.Get("Proxy-Authorization") != "Basic dXNlcjpwYSBzcw==" {
		t.Errorf("the proxy was asked %s %s %v", req.Method, req.RequestURI, req.Header)
	}
}

func TestProxyThatRefuses(t *testing.T) {
	url, _ := proxy(t, "127.0.0.1:1", "407 No")
	t.Setenv("HTTPS_PROXY", url)
	_, _, err := ask(context.Background(), client(t, "https://example.com"), chat(question))
	wantFailure(t, err, upstream.Unreachable)
	if !strings.Contains(err.Error(), "407") {
		t.Errorf("%v does not tell the proxy's answer", err)
	}
}

func TestUnusableConfigurations(t *testing.T) {
	notPEM := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(notPEM, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, cfg := range map[string]upstream.Config{
		"no scheme":       {BaseURL: "api.openai.com/v1"},
		"another scheme":  {BaseURL: "ftp://host"},
		"no host":         {BaseURL: "https:///v1"},
		"a password":      {BaseURL: "https://u:p@host/v1"},
		"a query":         {BaseURL: "https://host/v1?key=1"},
		"no such ca_file": {BaseURL: "https://host", CAFile: "/does/not/exist"},
		"no certificates": {BaseURL: "https://host", CAFile: notPEM},
	} {
		if _, err := upstream.New(cfg); err == nil || !strings.HasPrefix(err.Error(), "cannot ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	t.Setenv("HTTPS_PROXY", "socks5://127.0.0.1:1")
	if _, err := upstream.New(upstream.Config{BaseURL: "https://host"}); err == nil {
		t.Error("a proxy that cannot be used is not reported")
	}
}
