package proxy

import (
	"context"
	"io"
	"net"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// upgradeTime is how long an upstream may take to agree to another protocol.
const upgradeTime = 30 * time.Second

// wantsUpgrade is the protocol that a call asks for on its connection, "" for none.
func (c *call) wantsUpgrade() string {
	var connection []string
	for _, h := range c.header {
		if strings.EqualFold(h[0], "Connection") {
			connection = append(connection, h[1])
		}
	}
	if !wire.Named(connection, "Upgrade") {
		return ""
	}
	return c.header.Get("Upgrade")
}

// upgrade passes a call on that asks for another protocol, WebSockets for example, and then
// whatever both sides say. It is for apps that verify nothing.
func (x *exchange) upgrade(ctx *fasthttp.RequestCtx) {
	waiting, stop := context.WithTimeout(context.Background(), upgradeTime)
	defer stop()
	a := x.run.attempt("passed on as it came")
	r := outgoing(x.run, nil, nil)
	r.Header = append(r.Header, [2]string{"Connection", "Upgrade"}, [2]string{"Upgrade", x.run.call.wantsUpgrade()})
	up, err := x.run.way.route.Upgrade(waiting, r)
	if err != nil {
		cutShort(x, ctx, x.run.failure(err))
		return
	}
	a.status = up.Status
	x.run.rec.verdict = report.Skipped
	x.run.rec.answeredWith(up.Status)
	copyHeaders(ctx, x.run, up.Header)
	writeHeaders(ctx, x.run, x.material, true)
	ctx.SetStatusCode(up.Status)
	if up.Conn == nil {
		ctx.SetBody(up.Body)
		x.finish()
		return
	}
	ctx.Response.Header.Set("Connection", "Upgrade")
	ctx.Response.Header.Set("Upgrade", up.Header.Get("Upgrade"))
	ctx.Hijack(func(client net.Conn) {
		defer x.finish()
		tunnel(x.run, client, up)
	})
}

// tunnel carries bytes both ways until one side ends.
func tunnel(run *run, client net.Conn, up *upstream.Upgraded) {
	defer rescueHeld(run, &result{})
	defer up.Conn.Close()
	_ = client.SetDeadline(time.Time{})
	ended := make(chan struct{}, 2)
	carry := func(to io.Writer, from io.Reader) {
		defer func() { ended <- struct{}{} }()
		defer rescueHeld(run, &result{})
		_, _ = io.Copy(to, from) // an error ends the tunnel, which is all that can be told
	}
	go carry(up.Conn, client)
	go carry(client, up.Reader)
	<-ended
}
