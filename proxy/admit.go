package proxy

import (
	"path"
	"strings"

	"vouchsafe/proxy/wire"
)

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
		return nil, wire.NewError(401, "invalid_api_key", "An app key is needed: Authorization: Bearer vs-…, api-key, or X-Vouchsafe-Key.")
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
	for _, name := range []string{"Authorization", "api-key"} {
		if key, ok := wire.OwnKey(c.header.Get(name)); ok {
			return key, true
		}
	}
	return "", false
}

// stranger finds the app of a call without a key.
func (s *Setup) stranger(c *call) (*App, *wire.Error) {
	if len(s.Apps) == 0 {
		return nil, wire.NewError(403, "no_app", "There is no app for calls without a key.")
	}
	app := s.Apps[0]
	if p := s.prefixed(c.target.Prefix); p != nil {
		if len(p.Keys) > 0 {
			return nil, wire.NewError(401, "invalid_api_key", "This app needs its key.")
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
	if len(a.Models) == 0 {
		return true
	}
	for _, pattern := range a.Models {
		if pattern == model {
			return true
		}
		if ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(model, "/", "\x00")); err == nil && ok {
			return true
		}
	}
	return false
}

// passes reports whether the app lists the path as one that passes unchecked: by
// its name, or as one of those below a name that ends in "/*". The path of
// answers that are verified otherwise has to be named.
func (x *exchange) passes() bool {
	t := &x.call.target
	for _, p := range x.app.Passthrough {
		above, family := strings.CutSuffix(p, "*")
		for _, path := range [...]string{t.Path(), "/v1" + t.Rest} {
			if p == path || family && t.Kind != wire.KindResponses && strings.HasPrefix(path, above) && path != above {
				return true
			}
		}
	}
	return false
}
