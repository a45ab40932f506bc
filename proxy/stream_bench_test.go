package proxy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// paced is an upstream that writes an answer event by event, at a pace, and
// notes when it wrote each.
type paced struct {
	events [][]byte
	pace   time.Duration
	wrote  []time.Time // of the last call; nil where nobody asks
	calls  atomic.Int64
}

// pacedUpstream serves an answer in events of four characters, about a token.
func pacedUpstream(b testing.TB, content string, pace time.Duration) (*paced, string) {
	b.Helper()
	reply := up.Answer{Choices: []up.Choice{{Content: content}}}.For(&up.Request{Body: []byte(`{"model":"m","stream":true,"stream_options":{"include_usage":true}}`)})
	p := &paced{events: reply.Pieces, pace: pace}
	return p, listen(b, &fasthttp.Server{Logger: silent{}, MaxRequestBodySize: 64 << 20, Handler: p.serve})
}

func (p *paced) serve(ctx *fasthttp.RequestCtx) {
	p.calls.Add(1)
	ctx.SetContentType("text/event-stream")
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		tick := time.NewTicker(p.pace)
		defer tick.Stop()
		for i, e := range p.events {
			<-tick.C
			if p.wrote != nil {
				p.wrote[i] = time.Now()
			}
			_, _ = w.Write(e)
			if w.Flush() != nil {
				return
			}
		}
	})
}

// streamGateway is the address of a gateway before an upstream.
func streamGateway(b testing.TB, base string, mode policy.Mode) string {
	b.Helper()
	return listen(b, inFront(b, base, mode))
}

// bareStream is the address of the least that a reverse proxy of streams can
// do on the same library.
func bareStream(b testing.TB, base string) string {
	b.Helper()
	client := &fasthttp.HostClient{Addr: strings.TrimPrefix(base, "http://"), StreamResponseBody: true, MaxConns: 4096}
	return listen(b, &fasthttp.Server{Handler: func(ctx *fasthttp.RequestCtx) {
		resp := fasthttp.AcquireResponse()
		resp.StreamBody = true
		if err := client.Do(&ctx.Request, resp); err != nil {
			ctx.Error(err.Error(), 502)
			return
		}
		ctx.SetContentTypeBytes(resp.Header.ContentType())
		ctx.Response.ImmediateHeaderFlush = true
		ctx.SetBodyStream(releasing{resp.BodyStream(), resp}, -1)
	}})
}

// releasing gives a response back when its body has been read.
type releasing struct {
	io.Reader
	resp *fasthttp.Response
}

func (r releasing) Close() error {
	err := r.resp.CloseBodyStream()
	fasthttp.ReleaseResponse(r.resp)
	return err
}

// listen serves at a free port of this machine, and returns where.
func listen(b testing.TB, server *fasthttp.Server) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go func() { _ = server.Serve(l) }()
	b.Cleanup(func() { _ = l.Close() })
	return "http://" + l.Addr().String()
}

// drink reads a whole stream.
func drink(b testing.TB, client *http.Client, url, body string) []byte {
	resp, err := client.Post(url+chatPath, "application/json", strings.NewReader(body))
	if err != nil {
		b.Error(err)
		return nil
	}
	defer resp.Body.Close()
	all, err := io.ReadAll(resp.Body)
	if err != nil {
		b.Error(err)
	}
	return all
}

const askStream = `"stream":true,"model"`

// streamed is a call for a stream. Calls at the same time are of different n,
// or the gateway makes one of them.
func streamed(n int) string {
	return strings.Replace(benchPrompt, `"model"`, fmt.Sprintf(`"seed":%d,%s`, n, askStream), 1)
}

// BenchmarkStreamEvents measures the processor time of an event that goes
// through, client and upstream included, with twenty streams at a time.
func BenchmarkStreamEvents(b *testing.B) {
	content := segmented(station(0), station(1), station(2), station(3))
	for _, bm := range []struct {
		name, want string
		url        func(b testing.TB, base string) string
	}{
		{"bare", "[DONE]", bareStream},
		{"off", "[DONE]", func(b testing.TB, base string) string { return streamGateway(b, base, policy.Off) }},
		{"observe", "[DONE]", func(b testing.TB, base string) string { return streamGateway(b, base, policy.Observe) }},
		{"progressive", `"verdict":"grounded"`, func(b testing.TB, base string) string { return streamGateway(b, base, policy.Enforce) }},
	} {
		b.Run(bm.name, func(b *testing.B) {
			p, base := pacedUpstream(b, content, time.Millisecond)
			url := bm.url(b, base)
			client := newClient()
			if got := drink(b, client, url, streamed(0)); !bytes.Contains(got, []byte(bm.want)) {
				b.Fatalf("%s", got)
			}
			b.ReportAllocs()
			began := processorTime()
			for b.Loop() {
				var wg sync.WaitGroup
				for n := range 20 {
					wg.Go(func() { drink(b, client, url, streamed(n)) })
				}
				wg.Wait()
			}
			b.ReportMetric(float64(processorTime()-began)/float64(b.N*20*len(p.events)), "cpu-ns/event")
		})
	}
}

// BenchmarkRelease measures, at fifty tokens a second, how long after the
// upstream has written a sentence the client has it, how much longer than the
// upstream's own the whole stream takes, and how much of what the model wrote
// is text that the reader gets.
func BenchmarkRelease(b *testing.B) {
	content := segmented(station(0), station(1), station(2), station(3))
	p, base := pacedUpstream(b, content, 20*time.Millisecond)
	p.wrote = make([]time.Time, len(p.events))
	url := streamGateway(b, base, policy.Enforce)
	body := strings.Replace(benchPrompt, `"model"`, askStream, 1)
	client := newClient()
	var first, worst, longer float64
	for b.Loop() {
		began := time.Now()
		got := sentences(b, client, url, body)
		ends := p.ends(content)
		if len(got) < len(ends) {
			b.Fatalf("%d sentences of %d", len(got), len(ends))
		}
		for i, at := range ends {
			lag := got[i].Sub(p.wrote[at]).Seconds() * 1000
			if worst = max(worst, lag); i == 0 {
				first = max(first, lag)
			}
		}
		last := p.wrote[len(p.wrote)-1].Sub(began)
		longer = max(longer, float64(time.Since(began))/float64(last))
	}
	b.ReportMetric(first, "first-lag-ms")
	b.ReportMetric(worst, "worst-lag-ms")
	b.ReportMetric(longer, "x-upstream")
}

// ends are the indices of the events that complete a segment.
func (p *paced) ends(content string) []int {
	var out []int
	for at := 0; ; {
		end := strings.Index(content[at:], `."}`)
		if end < 0 {
			return out
		}
		at += end + len(`."}`)
		out = append(out, 1+(at-1)/4) // behind the role
	}
}

// sentences reads a stream and notes when each piece of text came.
func sentences(b testing.TB, client *http.Client, url, body string) []time.Time {
	resp, err := client.Post(url+chatPath, "application/json", strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	var out []time.Time
	for in := bufio.NewScanner(resp.Body); in.Scan(); {
		if strings.Contains(in.Text(), `"delta":{"content":"`) && strings.Contains(in.Text(), "Station") {
			out = append(out, time.Now())
		}
	}
	return out
}

// crowd runs streams at a time against a gateway, and returns how many of them
// were whole and verified, and the greatest heap seen while they ran, in bytes.
func crowd(b testing.TB, url string, streams int) (whole int64, peak uint64) {
	client := newClient()
	client.Transport.(*http.Transport).MaxConnsPerHost = 0
	defer client.CloseIdleConnections()
	var good atomic.Int64
	var wg sync.WaitGroup
	for n := range streams {
		wg.Go(func() {
			got := drink(b, client, url, streamed(n))
			if bytes.Contains(got, []byte(`"verdict":"grounded"`)) && bytes.HasSuffix(got, []byte("data: [DONE]\n\n")) {
				good.Add(1)
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return good.Load(), peak
		case <-tick.C:
			peak = max(peak, heap(0))
		}
	}
}

// heap is the memory that is in use, in bytes.
func heap(collect int) uint64 {
	for range 3 * collect { // pools give back what they hold at the second
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// BenchmarkThousandStreams tells how much memory a thousand streams at a time
// take, client and upstream included, and what is left of it afterwards.
func BenchmarkThousandStreams(b *testing.B) {
	_, base := pacedUpstream(b, segmented(station(0), station(1), station(2), station(3)), 20*time.Millisecond)
	url := streamGateway(b, base, policy.Enforce)
	drink(b, newClient(), url, strings.Replace(benchPrompt, `"model"`, askStream, 1))
	before := heap(1)
	var most uint64
	for b.Loop() {
		whole, peak := crowd(b, url, 1000)
		if whole != 1000 {
			b.Fatalf("%d of 1000 streams were whole", whole)
		}
		most = max(most, peak)
	}
	time.Sleep(12 * time.Second) // idle connections and their workers end
	b.ReportMetric(float64(most-before)/1e6, "MB-more")
	heap(1)
	var left runtime.MemStats
	runtime.ReadMemStats(&left)
	b.ReportMetric(float64(left.HeapAlloc)/1e6, "MB-alive-after")
}

func TestManyStreamsAtATimeLoseNothing(t *testing.T) {
	_, base := pacedUpstream(t, segmented(station(0), station(1)), time.Millisecond)
	if whole, _ := crowd(t, streamGateway(t, base, policy.Enforce), 150); whole != 150 {
		t.Errorf("%d of 150 streams were whole", whole)
	}
}
