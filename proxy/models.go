package proxy

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/report"
	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire"
)

// models answers a call for models: the upstream's list, with the aliases that
// clients use, cut to what the app may use.
func (x *exchange) models(ctx *fasthttp.RequestCtx) {
	rest := x.run.call.target.Rest
	name := modelIn(rest)
	switch {
	case x.run.call.method != "GET" || len(x.run.app.Models)+len(x.run.way.route.Aliases) == 0:
		x.pass(ctx, x.run.call.body, nil)
	case rest == "/models":
		list, stop := listModels(x.run, x.request)
		if stop != nil {
			cutShort(x, ctx, stop)
			return
		}
		forwardError(ctx, x.run, x.material, list)
		x.finish()
	case !x.run.app.allows(name):
		x.reject(ctx, wire.NewError(404, "model_not_found", "The app has no such model."))
	case x.run.way.route.Aliases[name] != "":
		x.run.rec.verdict = report.Skipped
		writeJSON(ctx, x.run, x.material, aliasModel(x.run, name))
		x.finish()
	default:
		x.pass(ctx, x.run.call.body, nil)
	}
}

// modelIn is the model's name in a path, "" where it has none. Clients write
// the slash in a name as %2F.
func modelIn(rest string) string {
	name := strings.TrimPrefix(rest, "/models/")
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

// listModels gets the upstream's list, or its error, and cuts the list to what the app
// may use, and the aliases.
func listModels(run *run, req *request) (*foreign, *stopped) {
	watched, stop := run.gate.watcher.Watch(run.call.conn)
	defer stop()
	list, stopped := sendOnce(watched, run, req, nil)
	if stopped != nil {
		return nil, stopped
	}
	run.rec.answeredWith(list.status)
	if list.status == 200 && wire.Check(list.body, 0) == nil {
		list.body = ownModels(run, list.body)
	}
	return list, nil
}

// ownModels is a list of models without those that the app may not use, and
// with the aliases behind them; what stays keeps its bytes.
func ownModels(run *run, body []byte) []byte {
	data := gjson.GetBytes(body, "data")
	if !data.IsArray() || data.Index == 0 {
		return body
	}
	var kept []string
	listed := map[string]bool{}
	data.ForEach(func(_, model gjson.Result) bool {
		if id := model.Get("id").String(); run.app.allows(id) {
			kept, listed[id] = append(kept, model.Raw), true
		}
		return true
	})
	for _, name := range slices.Sorted(maps.Keys(run.way.route.Aliases)) {
		if run.app.allows(name) && !listed[name] {
			kept = append(kept, aliasModel(run, name))
		}
	}
	list := "[" + strings.Join(kept, ",") + "]"
	return slices.Concat(body[:data.Index], []byte(list), body[data.Index+len(data.Raw):])
}

// aliasModel is an alias as an entry of a list of models.
func aliasModel(run *run, name string) string {
	w := jsonwriter.JSON("{")
	w.Text("id", name)
	w.Text("object", "model")
	w.Integer("created", 0)
	w.Text("owned_by", run.way.route.Name())
	w.Close('}')
	return string(w)
}
