package proxy

import (
	"bytes"
	"fmt"
	"math"
	"net"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"
	"golang.org/x/net/http/httpguts"

	"vouchsafe/cache"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
)

// keyHeaders ends an error that asks for an app's key.
const keyHeaders = ": Authorization: Bearer vs-…, api-key, or X-Vouchsafe-Key."

// call is a client's request in memory of its own: the server's buffers are
// used again as soon as a handler returns, and an exchange may outlive it.
// Only its body is the server's: it is sent on, or read into memory of its
// own, before the reply has been written.
type call struct {
	method string
	target wire.Target
	raw    string // the path as it came
	header upstream.Header
	body   []byte // until the reply has been written; nil once it was let go
	conn   net.Conn
	local  bool   // the client is on this machine, and not behind a proxy on it
	caller string // see account; "" until it is asked for
	// upgrade is the protocol in which it is to go on; "" for none.
	upgrade string

	anthropic bool           // a client of Anthropic's interface made it
	messages  *messages.Call // what its reply needs to know of it there; nil where it passes as it came
	came      []byte         // its body as it came there; the server's, like body
}

// readCall copies a request. The target is judged by its bytes as they came,
// not by the server's tidied-up path.
func readCall(ctx *fasthttp.RequestCtx, prefixes []string) call {
	method, uri := string(ctx.Method()), string(ctx.Request.Header.RequestURI())
	c := call{
		method: method,
		target: wire.Route(method, uri, prefixes...),
		header: upstream.CopyHeader(ctx.Request.Header.All()),
		body:   ctx.Request.Body(),
		conn:   ctx.Conn(),
	}
	c.raw, _, _ = strings.Cut(uri, "?")
	c.anthropic = speaksAnthropic(&c)
	if addr, ok := ctx.RemoteAddr().(*net.TCPAddr); ok {
		c.local = addr.IP.IsLoopback() && c.header.Get("X-Forwarded-For") == "" && c.header.Get("Forwarded") == ""
	}
	return c
}

// speaksAnthropic reports whether a call is one of Anthropic's clients, however its path is spelt.
func speaksAnthropic(c *call) bool {
	switch kind := c.target.Kind; {
	case strings.HasPrefix(c.target.Rest+"/", "/messages/"):
		return true
	case kind == wire.KindSuspicious:
		spelt, _ := url.PathUnescape(c.raw)
		return strings.Contains(strings.ToLower(spelt), "/messages") || c.header.Get("anthropic-version") != ""
	default:
		return kind != wire.KindChat && kind != wire.KindResponses && c.header.Get("anthropic-version") != ""
	}
}

// headFault tells what in the head of a request two servers may read
// differently, "" for nothing: a length given in two ways, or in one way twice;
// a folded line; a name or value with bytes that some drop and some do not.
// Then they may see different requests in the same bytes. Only the raw head
// still shows it once the body has been read.
func headFault(head []byte) string {
	lengths := 0
	for line := range bytes.Lines(head) {
		if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
			continue
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		switch {
		case !ok || !httpguts.ValidHeaderFieldName(string(name)):
			return "A header line of the request has no proper name."
		case bytes.ContainsAny(value, "\r\x00"):
			return "A header of the request has a control character in its value."
		}
		if bytes.EqualFold(name, []byte("Content-Length")) || bytes.EqualFold(name, []byte("Transfer-Encoding")) {
			lengths++
		}
	}
	if lengths > 1 {
		return "The request gives its length in two ways."
	}
	return ""
}

// encoded reports whether the body is compressed. What the gate cannot read
// must not go upstream, where it would be unpacked.
func (c *call) encoded() bool {
	return slices.ContainsFunc(c.header, func(h [2]string) bool {
		return strings.EqualFold(h[0], "Content-Encoding") && h[1] != "" && !strings.EqualFold(h[1], "identity")
	})
}

// forwarded returns the headers that go upstream with a call. The client's own
// credential goes only where the operator has none, and where the place for it
// is not taken by an app key.
func (c *call) forwarded(operator bool) upstream.Header {
	operator = operator || c.keyInPlaceOfCredential()
	connection := c.header.All("Connection")
	out := make(upstream.Header, 0, len(c.header))
	for _, h := range c.header {
		if !wire.ForwardRequestHeader(h[0], operator) || wire.Named(connection, h[0]) {
			continue
		}
		if _, own := wire.OwnKey(h[1]); own {
			continue
		}
		out = append(out, h)
	}
	return out
}

// keyInPlaceOfCredential reports whether the app key stands where the client's
// own credential would.
func (c *call) keyInPlaceOfCredential() bool {
	if _, own := wire.OwnKey(c.header.Get("X-Vouchsafe-Key")); own {
		return false
	}
	_, bearer := wire.OwnKey(c.header.Get("Authorization"))
	_, azure := wire.OwnKey(c.header.Get("api-key"))
	return bearer || azure
}

// account tells one caller from another, for what is kept or shared between
// calls: every header that may carry a credential, and the query. It is hashed
// before it is kept.
func (c *call) account() string {
	if c.caller == "" {
		c.caller = c.describeCaller()
	}
	return c.caller
}

// describeCaller writes each part behind its length, so that no two lists of
// headers run together. Where nothing but the three headers of API keys tells
// who calls, it writes what earlier versions wrote, so that they find in Redis
// what this one keeps, and this one what they kept: no header holds a NUL.
func (c *call) describeCaller() string {
	var lines []string
	once := []string{"authorization", "api-key", "x-vouchsafe-key"} // of these there may be one each
	older := len(c.target.Query) == 0
	for _, h := range c.header {
		if wire.TellsAccount(h[0]) {
			name := strings.ToLower(h[0])
			older = older && slices.Contains(once, name)
			once = slices.DeleteFunc(once, func(s string) bool { return s == name })
			lines = append(lines, fmt.Sprintf("%d %s %d %s", len(name), name, len(h[1]), h[1]))
		}
	}
	if older {
		return c.header.Get("Authorization") + "\x00" + c.header.Get("api-key") + "\x00" + c.header.Get("X-Vouchsafe-Key")
	}
	slices.Sort(lines)
	return fmt.Sprintf("%d %s\x00%s", len(c.target.Query), c.target.Query, strings.Join(lines, "\x00"))
}

// admit finds the app that a call belongs to: by key, by path prefix or, where
// strangers are let in, by name. No way leads to a policy weaker than the one
// that the caller would have had without trying.
func (s *Setup) admit(c *call) (*App, *wire.Error) {
	if guard := guardOf(&c.target); guard != "" {
		return s.admitGuard(guard, c)
	}
	key, ok := s.key(c)
	if ok {
		app := s.keyed(key)
		if app == nil {
			return nil, wire.NewError(401, "invalid_api_key", "The app key is not known here.")
		}
		if p := s.prefixed(c.target.Prefix); p != nil && p != app {
			return nil, wire.NewError(403, "wrong_app", "The app key belongs to another app than the path.")
		}
		if name := c.header.Get("X-Vouchsafe-App"); name != "" && name != app.Name {
			return nil, wire.NewError(403, "wrong_app", "The app key belongs to another app than X-Vouchsafe-App names.")
		}
		return app, nil
	}
	if !s.Open {
		return nil, wire.NewError(401, "invalid_api_key", "An app key is needed"+keyHeaders)
	}
	return s.stranger(c)
}

// key returns the app key that a call carries, in any of its three headers.
// The header that is there for nothing else holds a key whatever it looks like.
func (s *Setup) key(c *call) (string, bool) {
	if key := c.header.Get("X-Vouchsafe-Key"); key != "" {
		key, _ = wire.OwnKey(key)
		return key, true
	}
	for _, name := range []string{"Authorization", "api-key", "x-api-key"} {
		if key, ok := wire.OwnKey(c.header.Get(name)); ok {
			return key, true
		}
	}
	return "", false
}

// stranger finds the app of a call without a key.
func (s *Setup) stranger(c *call) (*App, *wire.Error) {
	if len(s.Apps) == 0 {
		return nil, wire.NewError(403, "no_app", "No app takes calls without a key. Send an app's key.")
	}
	app := s.Apps[0]
	if p := s.prefixed(c.target.Prefix); p != nil {
		if len(p.Keys) > 0 {
			return nil, wire.NewError(401, "invalid_api_key", "This app needs its key"+keyHeaders)
		}
		app = p
	}
	name := c.header.Get("X-Vouchsafe-App")
	if name == "" || name == app.Name {
		return app, nil
	}
	named := s.named(name)
	if named == nil || len(named.Keys) > 0 || named.weaker(s.Apps[0]) || named.weaker(app) {
		return nil, wire.NewError(403, "app_not_allowed", "X-Vouchsafe-App names no app that a call without a key may use.")
	}
	return named, nil
}

// allows reports whether an app may use a model, as the client names it.
func (a *App) allows(model string) bool {
	return len(a.Models) == 0 || slices.ContainsFunc(a.Models, func(pattern string) bool {
		ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(model, "/", "\x00"))
		return pattern == model || err == nil && ok
	})
}

// A page in a browser asks before it calls (a preflight), without its key. So any app that
// lists the page's origin lets the question through; the call itself is admitted by its key.

// lets reports whether pages of an origin may call an app; "*" stands for all origins.
func (a *App) lets(origin string) bool {
	return origin != "" && slices.ContainsFunc(a.Origins, func(o string) bool {
		return o == "*" || strings.EqualFold(o, origin)
	})
}

// isPreflight reports whether a browser asks if a page may call.
func (c *call) isPreflight() bool {
	return c.method == fasthttp.MethodOptions && c.header.Get("Origin") != "" && c.header.Get("Access-Control-Request-Method") != ""
}

// answerPreflight answers a browser's question where an app lets the page call. It reports
// whether one did.
func answerPreflight(ctx *fasthttp.RequestCtx, run *run) bool {
	if !run.call.isPreflight() {
		return false
	}
	origin := run.call.header.Get("Origin")
	app := run.setup.find(func(a *App) bool {
		return a.lets(origin) && (run.call.target.Prefix == "" || a.Prefix == run.call.target.Prefix)
	})
	if app == nil {
		return false
	}
	letOrigin(ctx, origin)
	h := &ctx.Response.Header
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
	if wanted := run.call.header.Get("Access-Control-Request-Headers"); wanted != "" {
		h.Set("Access-Control-Allow-Headers", wanted)
	}
	h.Set("Access-Control-Max-Age", "600")
	ctx.SetStatusCode(fasthttp.StatusNoContent)
	return true
}

// letOrigin tells a browser that pages of an origin may read the reply, and which headers.
func letOrigin(ctx *fasthttp.RequestCtx, origin string) {
	h := &ctx.Response.Header
	h.Set("Access-Control-Allow-Origin", origin)
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Expose-Headers", "X-Vouchsafe-Trace-Id, X-Vouchsafe-Verdict, X-Vouchsafe-Proof, X-Vouchsafe-Attempts, "+
		"X-Vouchsafe-Overhead-Ms, X-Vouchsafe-Cache, X-Request-Id, Retry-After")
}

// Limiter bounds what an app may use: a cache.RateLimiter for one gateway, a
// cache.RedisRateLimiter for several.
type Limiter interface {
	Take(now time.Time, tokens int) cache.RateState
	Correct(now time.Time, extra int)
}

// charge is what an exchange was charged for by its app's rate. It is there
// only where the app has one.
type charge struct {
	state  cache.RateState
	tokens int // that were charged when the exchange began
}

// bytesPerToken is the rule of thumb by which a request is charged before
// anything is known of it.
const bytesPerToken = 4

// takeRate takes the exchange out of its app's rate, or turns it away.
func takeRate(run *run) *wire.Error {
	if run.app.Rate == nil {
		return nil
	}
	tokens := len(run.call.body) / bytesPerToken
	run.rec.charge = &charge{state: run.app.Rate.Take(run.gate.now(), tokens)}
	s := run.rec.charge.state
	if s.Taken {
		run.rec.charge.tokens = tokens
		return nil
	}
	level, unit := s.Requests, "requests per min (RPM)"
	if s.Short == cache.RateTokens {
		level, unit = s.Tokens, "tokens per min (TPM)"
	}
	err := wire.NewError(429, "rate_limit_exceeded",
		fmt.Sprintf("Rate limit reached for app %s on %s: Limit %d. Please try again in %s.",
			run.app.Name, unit, level.Limit, spell(s.Wait)))
	err.Type = string(s.Short) // as the interface names what has run out
	err.RetryAfter = int(math.Ceil(s.Wait.Seconds()))
	return err
}

// chargeRate charges what the exchange has used. What was charged for one that
// reached no upstream is given back.
func chargeRate(run *run, req *request) {
	if run.rec.charge == nil || !run.rec.charge.state.Taken {
		return
	}
	used := 0
	if len(run.rec.attempts) > 0 {
		used = tokensUsed(run, req)
	}
	run.app.Rate.Correct(run.gate.now(), used-run.rec.charge.tokens)
}

// tokensUsed is how many tokens the exchange used: what the upstream says, or else
// an estimate of what went to it and came from it.
func tokensUsed(run *run, req *request) int {
	if total := gjson.Get(usageOf(run, req), "total_tokens"); total.Exists() {
		return int(max(0, min(total.Num, 1e9))) // within reason
	}
	used := 0
	for i := range run.rec.attempts {
		used += run.rec.charge.tokens + wire.EstimateTokens(run.rec.attempts[i].Reply)
	}
	return used
}

// rateHeaders tells the client how its app stands. An upstream's limits are
// those of the operator's whole account; they stay only on an upstream's own
// error, which they explain; there is none before the exchange is decided.
func (r *record) rateHeaders(h *fasthttp.ResponseHeader, decided bool) {
	if r.charge == nil {
		return
	}
	s := r.charge.state
	if !s.Taken {
		h.Set("retry-after-ms", strconv.FormatInt(roundUp(s.Wait).Milliseconds(), 10))
	}
	foreign := decided && len(r.attempts) > 0 && r.attempts[len(r.attempts)-1].Status >= 400
	for _, l := range []struct {
		cache.RateLevel
		kind cache.RateKind
	}{{s.Requests, cache.RateRequests}, {s.Tokens, cache.RateTokens}} {
		name := "x-ratelimit-limit-" + string(l.kind)
		if l.Limit == 0 || foreign && len(h.Peek(name)) > 0 {
			continue
		}
		h.Set(name, strconv.Itoa(l.Limit))
		h.Set("x-ratelimit-remaining-"+string(l.kind), strconv.Itoa(l.Remaining))
		h.Set("x-ratelimit-reset-"+string(l.kind), spell(l.Reset))
	}
}

// spell writes a duration as the interface does: 1s, 6m0s, 17ms.
func spell(d time.Duration) string { return roundUp(d).String() }

func roundUp(d time.Duration) time.Duration {
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}
