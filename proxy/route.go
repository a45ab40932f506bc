package proxy

import (
	"slices"
	"strings"
)

// An app is served by its own upstream. It reaches its upstream's fallbacks as
// well, in two ways: they are turned to in order when an upstream gives no
// answer, and a client may name one in front of a model, as in "backup/small".
// No app reaches any other upstream, whatever a client names.

// serve turns the exchange to an upstream.
func (x *exchange) serve(r *Route) {
	app := *x.app
	app.Upstream = r
	x.app = &app
}

// fallBack turns the exchange to the next upstream, and reports whether there
// is one. It is for calls to which no byte of an answer has come. The client's
// own credential stays behind: it is for the upstream that it was sent to.
func (x *exchange) fallBack() bool {
	if len(x.spare) == 0 {
		return false
	}
	x.serve(x.spare[0])
	x.spare, x.elsewhere = x.spare[1:], true
	return true
}

// choose turns the exchange to the upstream that the client named in front of
// the model. What no upstream of the app is called is part of the model's name,
// as is any name that is an alias.
func (x *exchange) choose() {
	name, _, named := strings.Cut(x.model(), "/")
	if _, alias := x.app.Upstream.Aliases[x.model()]; !named || alias {
		return
	}
	if own := x.app.Upstream; own.Name() == name && !own.Unnamed {
		x.provider = name
		return
	}
	at := slices.IndexFunc(x.spare, func(r *Route) bool { return r.Name() == name })
	if at < 0 {
		return
	}
	x.serve(x.spare[at])
	x.provider, x.spare, x.elsewhere = name, x.app.Upstream.Fallbacks, true
}

// withoutProvider is a model's name without the upstream that was named in
// front of it.
func (x *exchange) withoutProvider(model string) string {
	if x.provider == "" {
		return model
	}
	return strings.TrimPrefix(model, x.provider+"/")
}

// mayUse reports whether the app may use a model, which may have an upstream's
// name in front.
func (x *exchange) mayUse(model string) bool {
	return x.app.allows(model) || x.provider != "" && x.app.allows(x.withoutProvider(model))
}

// attempt begins the record of one upstream call.
func (x *exchange) attempt(asked string) *attempt {
	x.attempts = append(x.attempts, attempt{upstream: x.app.Upstream.Name(), asked: asked, start: x.gate.now().Sub(x.started)})
	return &x.attempts[len(x.attempts)-1]
}
