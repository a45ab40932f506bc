package proxy

import (
	"context"
	"io"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"

	"vouchsafe/report"
	"vouchsafe/wire"
)

// models passes a call for models on. An app that may use only some of them
// sees only those.
func (x *exchange) models(ctx *fasthttp.RequestCtx) {
	rest := x.call.target.Rest
	switch {
	case len(x.app.Models) == 0 || x.call.method != "GET":
		x.pass(ctx, x.call.body)
	case rest == "/models":
		x.listModels(ctx)
	case !x.app.allows(strings.ReplaceAll(strings.TrimPrefix(rest, "/models/"), "%2F", "/")):
		x.reject(ctx, wire.NewError(404, "model_not_found", "The app has no such model."))
	default:
		x.pass(ctx, x.call.body)
	}
}

// listModels answers with the upstream's list, cut to what the app may use.
func (x *exchange) listModels(ctx *fasthttp.RequestCtx) {
	watched, stop := x.gate.watcher.Watch(context.Background(), x.call.conn)
	defer stop()
	defer x.finish()
	resp, err := x.app.Upstream.Do(watched, x.request(nil))
	if err == nil {
		defer resp.Body.Close()
		var body []byte
		if body, err = io.ReadAll(resp.Body); err == nil {
			x.ending.verdict = report.Skipped
			if resp.Status == 200 && wire.Check(body, 0) == nil {
				body = x.cutModels(body)
			}
			x.forward(ctx, &foreign{resp.Status, resp.Header, body})
			return
		}
	}
	x.stop(failure(err))
	x.failed(ctx)
}

// cutModels drops from a list of models those that the app may not use; the
// others keep their bytes.
func (x *exchange) cutModels(body []byte) []byte {
	data := gjson.GetBytes(body, "data")
	if !data.IsArray() || data.Index == 0 {
		return body
	}
	var kept []string
	data.ForEach(func(_, model gjson.Result) bool {
		if x.app.allows(model.Get("id").String()) {
			kept = append(kept, model.Raw)
		}
		return true
	})
	list := "[" + strings.Join(kept, ",") + "]"
	return append(append(append([]byte(nil), body[:data.Index]...), list...), body[data.Index+len(data.Raw):]...)
}
