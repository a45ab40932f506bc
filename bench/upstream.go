package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"net"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
)

// mock is an upstream whose answers are bytes made beforehand. The model's
// name tells it what to do, in words joined by hyphens: an answer (own,
// rewritten, repair, chat) and then any of 60ms, 2s (think so long first) and paced (an event
// each five milliseconds).
type mock struct {
	answers map[string][]said
}

// pace is the time between the events of a paced stream.
const pace = 5 * time.Millisecond

func serveUpstream(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("upstream", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:9000", "address")
	if err := flags.Parse(args); err != nil {
		return err
	}
	m := mock{answers()}
	return serve(ctx, *listen, m.handle)
}

// serve answers until it is told to stop.
func serve(ctx context.Context, address string, handle fasthttp.RequestHandler) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &fasthttp.Server{Handler: handle, MaxRequestBodySize: 64 << 20, Logger: silent{}, Concurrency: 1 << 20}
	context.AfterFunc(ctx, func() { _ = l.Close() })
	return server.Serve(l)
}

type silent struct{}

func (silent) Printf(string, ...any) {}

func (m mock) handle(ctx *fasthttp.RequestCtx) {
	body := ctx.PostBody()
	words := strings.Split(modelOf(body), "-")
	known := m.answers[words[0]]
	if known == nil {
		ctx.SetStatusCode(fasthttp.StatusOK) // a probe
		return
	}
	r := known[turn(body, len(known))].prose
	if bytes.Contains(body, []byte("unanswered_aspects")) {
		r = known[turn(body, len(known))].segments
	}
	paced := false
	for _, word := range words[1:] {
		switch word {
		case "paced":
			paced = true
		default:
			if d, err := time.ParseDuration(word); err == nil {
				time.Sleep(d)
			}
		}
	}
	r.send(ctx, bytes.Contains(body, []byte(`"stream":true`)), paced)
}

// turn tells which of several replies a request asks for: a repair is asked
// for the whole answer, and a continuation for what the reader has not seen.
func turn(body []byte, replies int) int {
	switch {
	case replies < 2 || !bytes.Contains(body, []byte("so it was not shown")):
		return 0
	case bytes.Contains(body, []byte("The segments above were verified")):
		return 2
	}
	return 1
}

// modelOf reads the model's name, without reading the rest.
func modelOf(body []byte) string {
	_, rest, _ := bytes.Cut(body, []byte(`"model":"`))
	name, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(name)
}

func (r reply) send(ctx *fasthttp.RequestCtx, streamed, paced bool) {
	if !streamed {
		ctx.SetContentType("application/json")
		ctx.Response.SetBodyRaw(r.plain)
		return
	}
	ctx.SetContentType("text/event-stream")
	if !paced {
		ctx.Response.SetBodyRaw(r.stream)
		return
	}
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		tick := time.NewTicker(pace)
		defer tick.Stop()
		for _, e := range r.events {
			<-tick.C
			_, _ = w.Write(e)
			if w.Flush() != nil {
				return
			}
		}
	})
}

// serveBare is the least that a reverse proxy can do on fasthttp: what the
// gateway's own costs are held against.
func serveBare(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("proxy", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:9001", "address")
	to := flags.String("to", "127.0.0.1:9000", "the upstream's address")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return serve(ctx, *listen, bareFasthttp(*to))
}

func bareFasthttp(to string) fasthttp.RequestHandler {
	plain := &fasthttp.HostClient{Addr: to, MaxConns: 4096}
	streams := &fasthttp.HostClient{Addr: to, MaxConns: 4096, StreamResponseBody: true}
	return func(ctx *fasthttp.RequestCtx) {
		ctx.Request.Header.Del("Connection")
		if bytes.Contains(ctx.PostBody(), []byte(`"stream":true`)) {
			passStream(ctx, streams)
			return
		}
		if err := plain.Do(&ctx.Request, &ctx.Response); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusBadGateway)
			return
		}
		ctx.Response.Header.Del("Connection")
	}
}

// passStream hands a stream on as it comes.
func passStream(ctx *fasthttp.RequestCtx, client *fasthttp.HostClient) {
	resp := fasthttp.AcquireResponse()
	resp.StreamBody = true
	if err := client.Do(&ctx.Request, resp); err != nil {
		fasthttp.ReleaseResponse(resp)
		ctx.Error(err.Error(), fasthttp.StatusBadGateway)
		return
	}
	ctx.SetStatusCode(resp.StatusCode())
	ctx.SetContentTypeBytes(resp.Header.ContentType())
	ctx.Response.ImmediateHeaderFlush = true
	ctx.SetBodyStream(releasing{resp.BodyStream(), resp}, -1)
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
