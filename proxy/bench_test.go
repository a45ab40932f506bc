package proxy

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
)

// benchPrompt is a request of about 8 KB with five chunks. Its question has a
// number that differs from call to call, its chunks do not: agents send the
// same chunks again and again.
var benchPrompt = func() string {
	var b strings.Builder
	b.WriteString(`{"model":"m","messages":[{"role":"system","content":"Answer from the documents.\n\n<documents>`)
	for i := range 5 {
		fmt.Fprintf(&b, `<document id=\"c%d\">Station %d stands %d m above the sea and was opened in %d. `, i, i, 100+i, 1900+i)
		for j := range 13 {
			fmt.Fprintf(&b, "The line from halt %d to halt %d is worked by train number %d on every weekday of the summer season. ", j, j+1, 17*i+j)
		}
		b.WriteString(`</document>`)
	}
	b.WriteString(`</documents>"},{"role":"user","content":"How high do the stations stand?"}]}`)
	return b.String()
}()

// station is a true sentence about a station, with its citation.
func station(i int) passage {
	text := fmt.Sprintf("Station %d stands %d m above the sea.", i, 100+i)
	return passage{text, fmt.Sprintf("c%d", i), fmt.Sprintf("Station %d stands %d m above the sea", i, 100+i)}
}

// canned is an upstream that answers at once with bytes made beforehand: what
// a benchmark measures is not how they are made.
func canned(b testing.TB, replies ...string) string {
	b.Helper()
	var plain, streamed [][]byte
	for _, reply := range replies {
		answer := up.Answer{Choices: []up.Choice{{Content: reply}}, Runes: 16}
		plain = append(plain, cannedReply(answer, `{"model":"m"}`))
		streamed = append(streamed, cannedReply(answer, `{"model":"m","stream":true,"stream_options":{"include_usage":true}}`))
	}
	return listen(b, &fasthttp.Server{Logger: silent{}, MaxRequestBodySize: 64 << 20, Handler: func(ctx *fasthttp.RequestCtx) {
		i, asked := 0, ctx.Request.Body()
		if bytes.Contains(asked, []byte("last answer could not be verified")) {
			i = len(plain) - 1
		}
		if !bytes.Contains(asked, []byte(`"stream":true`)) {
			ctx.SetContentType("application/json")
			ctx.Response.SetBodyRaw(plain[i])
			return
		}
		ctx.SetContentType("text/event-stream")
		ctx.Response.SetBodyRaw(streamed[i])
	}})
}

// cannedReply is what an upstream answers to a request.
func cannedReply(answer up.Answer, request string) (all []byte) {
	reply := answer.For(&up.Request{Body: []byte(request)})
	for _, p := range reply.Pieces {
		all = append(all, p...)
	}
	return append(all, reply.Body...)
}

type silent struct{}

func (silent) Printf(string, ...any) {}

// serve starts a server and returns a function that makes one call.
func serve(b testing.TB, server *fasthttp.Server) func(body string) *fasthttp.Response {
	b.Helper()
	url := listen(b, server)
	client := &fasthttp.Client{MaxResponseBodySize: 64 << 20}
	req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	req.Header.SetMethod("POST")
	req.Header.SetContentType("application/json")
	req.SetRequestURI(url + chatPath)
	return func(body string) *fasthttp.Response {
		req.SetBodyString(body)
		if err := client.Do(req, resp); err != nil {
			b.Fatal(err)
		}
		return resp
	}
}

// inFront is a gateway's server in front of an upstream.
func inFront(b testing.TB, base string, mode policy.Mode, adjust ...func(*App)) *fasthttp.Server {
	b.Helper()
	u, err := upstream.New(upstream.Config{Name: "canned", BaseURL: base + "/v1"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(u.Close)
	app := newApp("default", u)
	app.Policy.Mode = mode
	for _, f := range adjust {
		change(f, app)
	}
	s := NewSetup(Setup{Apps: []*App{app}, Open: true, Limits: Limits{Request: 32 << 20, Response: 16 << 20}})
	g := New(s, func(*ledger.Trace, ledger.Content) {}, zap.NewNop())
	return NewServer(g.Handle, 32<<20, zap.NewNop())
}

func gateway(b testing.TB, base string, mode policy.Mode) func(string) *fasthttp.Response {
	b.Helper()
	return serve(b, inFront(b, base, mode))
}

// bare is the least that a reverse proxy can do: what the gateway's own costs
// are to be held against.
func bare(b testing.TB, base string) func(string) *fasthttp.Response {
	b.Helper()
	client := &fasthttp.HostClient{Addr: strings.TrimPrefix(base, "http://")}
	return serve(b, &fasthttp.Server{Handler: func(ctx *fasthttp.RequestCtx) {
		req := &ctx.Request
		req.Header.Del("Connection")
		if err := client.Do(req, &ctx.Response); err != nil {
			ctx.Error(err.Error(), 502)
		}
		ctx.Response.Header.Del("Connection")
	}})
}

// copied is a whole sentence of a chunk, which words carry.
func copied(i int) passage {
	text := fmt.Sprintf("Station %d stands %d m above the sea and was opened in %d.", i, 100+i, 1900+i)
	return passage{text, fmt.Sprintf("c%d", i), fmt.Sprintf("Station %d stands %d m above the sea", i, 100+i)}
}

// judging are an app without a judge, and one whose judge has nothing to decide:
// it would never answer.
func judging(b testing.TB) map[string]func(string) *fasthttp.Response {
	b.Helper()
	base, calls := canned(b, segmented(copied(0), copied(1), copied(2), copied(3))), map[string]func(string) *fasthttp.Response{}
	for name, judge := range map[string]func(*App){"none": nil, "unasked": judged(b, up.Silent())} {
		calls[name] = serve(b, inFront(b, base, policy.Enforce, judge))
		if resp := calls[name](benchPrompt); !strings.Contains(string(resp.Body()), `"verdict":"grounded"`) {
			b.Fatalf("%d %s", resp.StatusCode(), resp.Body())
		}
	}
	return calls
}

// BenchmarkJudge measures what a judge costs where words decide.
func BenchmarkJudge(b *testing.B) {
	for name, call := range judging(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			began := processorTime()
			for b.Loop() {
				call(benchPrompt)
			}
			b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/op")
		})
	}
}

// newest is a number that no prompt had before, so that none of its chunks did.
var newest atomic.Uint64

// BenchmarkExchange measures whole exchanges over loopback, client, gateway
// and upstream in one process.
func BenchmarkExchange(b *testing.B) {
	good := segmented(station(0), station(1), station(2), station(3))
	own := segmented(copied(0), copied(1), copied(2), copied(3))
	wrong := station(3)
	wrong.chunk = "c0"
	healed := segmented(station(0), station(1), station(2), wrong)
	lie := station(3)
	lie.text, lie.snippet = strings.ReplaceAll(lie.text, "103", "930"), strings.ReplaceAll(lie.snippet, "103", "930")
	bad := segmented(lie)
	for _, bm := range []struct {
		name    string
		replies []string
		mode    policy.Mode
		want    string // in the reply
	}{
		{"bare", []string{good}, "", "Station"},
		{"off", []string{good}, policy.Off, "Station"},
		{"observe", []string{good}, policy.Observe, "Station"},
		{"pass", []string{good}, policy.Enforce, `"verdict":"grounded"`},
		{"new chunks", []string{good}, policy.Enforce, `"verdict":"grounded"`},
		{"new chunks, own words", []string{own}, policy.Enforce, `"verdict":"grounded"`},
		{"new chunks, own words, off", []string{own}, policy.Off, "Station"},
		{"stream", []string{good}, policy.Enforce, `"verdict":"grounded"`},
		{"heal", []string{healed}, policy.Enforce, `"verdict":"healed"`},
		{"repair", []string{bad, good}, policy.Enforce, `"verdict":"repaired"`},
		{"refuse", []string{bad}, policy.Enforce, `"verdict":"refused"`},
	} {
		b.Run(bm.name, func(b *testing.B) {
			base := canned(b, bm.replies...)
			var call func(string) *fasthttp.Response
			if bm.mode == "" {
				call = bare(b, base)
			} else {
				call = gateway(b, base, bm.mode)
			}
			prompt := benchPrompt
			if bm.name == "stream" { // its events come all at once
				prompt = streamed(0)
			}
			if resp := call(prompt); !strings.Contains(string(resp.Body()), bm.want) {
				b.Fatalf("%d %s", resp.StatusCode(), resp.Body())
			}
			b.SetBytes(int64(len(benchPrompt)))
			b.ReportAllocs()
			began := processorTime()
			for b.Loop() {
				if strings.HasPrefix(bm.name, "new chunks") {
					prompt = strings.ReplaceAll(benchPrompt, "halt 0", fmt.Sprintf("halt %d", newest.Add(1)))
				}
				call(prompt)
			}
			b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/op")
		})
	}
}
