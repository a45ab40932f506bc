package main

import (
	"bytes"
	"context"
	"flag"
	"io"

	"github.com/valyala/fasthttp"
)

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
