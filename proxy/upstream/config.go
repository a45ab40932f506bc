package upstream

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// Kind says how a server wants its key.
type Kind string

const (
	OpenAI    Kind = "openai"    // Authorization: Bearer
	Azure     Kind = "azure"     // api-key
	Anthropic Kind = "anthropic" // x-api-key
)

// Timeouts bound the phases of a call. Zero means the default.
type Timeouts struct {
	Connect   time.Duration // name lookup, connection, proxy and TLS handshake; 5 s
	FirstByte time.Duration // sending, and then waiting for the answer to begin; 300 s
	Idle      time.Duration // silence between two reads of a body; 180 s
	Total     time.Duration // the whole call with its retries; 600 s
}

// Config describes an upstream.
type Config struct {
	Name        string
	BaseURL     string // http or https; Request.Path is appended to its path
	APIKey      string // the operator's, or several with line feeds between them; empty: the client's own credential passes
	Kind        Kind   // OpenAI if empty
	Timeouts    Timeouts
	Retries     int    // further tries after a connection error
	CAFile      string // PEM certificates trusted besides the system's
	MaxResponse int64  // bytes of a body, decoded; 16 MiB if zero
	// OpenFor is how long a server that kept several calls in a row waiting for
	// nothing is left alone; 10 s if zero.
	OpenFor time.Duration
}

const (
	defaultMaxResponse = 16 << 20
	// keepIdle is how long an unused connection is kept. It should be shorter than
	// upstreams keep it.
	keepIdle = 30 * time.Second
)

// base is a base URL taken apart.
type base struct {
	host string // without port
	addr string // host and port to connect to
	name string // value of the Host header
	path string // without a trailing slash
	tls  bool
}

// New makes an upstream. It opens no connection. HTTPS_PROXY and NO_PROXY are
// read here, and apply to https upstreams.
func New(cfg Config) (*Upstream, error) {
	b, err := parseBase(cfg.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("cannot use base_url %q: %w", cfg.BaseURL, err)
	}
	if cfg.Kind == Anthropic && b.path == "" {
		b.path = "/v1" // as Anthropic's own clients have it
	}
	d := &dialer{addr: b.addr}
	if b.tls {
		if d.tls, err = tlsConfig(b.host, cfg.CAFile); err != nil {
			return nil, err
		}
		if d.proxy, err = proxyFor(b.addr); err != nil {
			return nil, err
		}
	}
	return &Upstream{
		name: cfg.Name, base: b, timeouts: cfg.Timeouts.withDefaults(), retries: cfg.Retries,
		keys: newKeys(cfg.Kind, cfg.APIKey), maxResponse: cmp.Or(cfg.MaxResponse, defaultMaxResponse),
		dial: d, idle: &pool{keep: keepIdle}, circuit: newCircuit(cmp.Or(cfg.OpenFor, openFor)),
	}, nil
}

// The timeouts of an upstream whose configuration sets none.
const (
	usualFirstByte = 300 * time.Second
	usualIdle      = 180 * time.Second
)

func (t Timeouts) withDefaults() Timeouts {
	return Timeouts{
		Connect:   cmp.Or(t.Connect, 5*time.Second),
		FirstByte: cmp.Or(t.FirstByte, usualFirstByte),
		Idle:      cmp.Or(t.Idle, usualIdle),
		Total:     cmp.Or(t.Total, 600*time.Second),
	}
}

func parseBase(raw string) (base, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return base{}, errors.New("not a URL")
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return base{}, errors.New("the scheme must be http or https")
	case u.Hostname() == "":
		return base{}, errors.New("no host")
	case u.User != nil:
		return base{}, errors.New("a user name or password does not belong there; use api_key")
	case u.RawQuery != "" || u.Fragment != "":
		return base{}, errors.New("a query or fragment does not belong there")
	}
	return base{
		host: u.Hostname(), addr: addrOf(u), name: u.Host, path: strings.TrimRight(u.EscapedPath(), "/"), tls: u.Scheme == "https",
	}, nil
}

// addrOf is the host of a URL with the port that it means.
func addrOf(u *url.URL) string {
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme]))
}

// tlsConfig offers HTTP/1.1 only: the codec speaks nothing else.
func tlsConfig(host, caFile string) (*tls.Config, error) {
	cfg := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, ClientSessionCache: tls.NewLRUClientSessionCache(0)}
	if caFile == "" {
		return cfg, nil
	}
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read ca_file: %w", err)
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("cannot use ca_file %s: it holds no PEM certificate", caFile)
	}
	cfg.RootCAs = roots
	return cfg, nil
}

// proxyFor returns the proxy that the environment names for addr, or nil.
func proxyFor(addr string) (*url.URL, error) {
	proxy, err := httpproxy.FromEnvironment().ProxyFunc()(&url.URL{Scheme: "https", Host: addr})
	if err != nil {
		return nil, fmt.Errorf("cannot use HTTPS_PROXY: %w", err)
	}
	if proxy != nil && proxy.Scheme != "http" && proxy.Scheme != "https" {
		return nil, fmt.Errorf("cannot use HTTPS_PROXY: a %s proxy is not supported, only http and https", proxy.Scheme)
	}
	return proxy, nil
}
