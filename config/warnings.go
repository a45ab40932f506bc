package config

import "github.com/goccy/go-yaml/ast"

// warnings are what is allowed and may not be meant, each with its place. A
// file with warnings is in force all the same.
func (c *Config) warnings(r *reader) []Problem {
	w := &reader{places: r.places, problems: r.literal, crossing: true}
	c.warnOfNoCredential(w)
	return inOrder(w.problems)
}

// warnOfLiteral: in a shell $NAME is a variable, in this file it is a
// text, which would go upstream in place of a key.
// The value is not shown: it may be a secret that begins with a dollar sign.
func (r *reader) warnOfLiteral(path string, n ast.Node) {
	w := &reader{crossing: true}
	w.report(n, Problem{Path: path, Message: "looks like a variable and is taken as it stands: a variable is written ${NAME}, a plain dollar sign $$"})
	r.literal = append(r.literal, w.problems...)
}

// warnOfNoCredential: where a client's app key takes the place of its
// credential, and the operator has none either, calls go upstream as nobody's.
func (c *Config) warnOfNoCredential(w *reader) {
	for _, name := range sortedKeys(c.Apps) {
		app := c.Apps[name]
		if len(app.Keys) == 0 || c.Upstreams[app.Upstream].APIKey != "" {
			continue
		}
		w.at(join("apps", name)+".keys", Problem{Message: "take the place of the client's own credential, and upstreams." + app.Upstream +
			" has no api_key: its calls go upstream without any, unless the client sends its key as X-Vouchsafe-Key and its credential besides"})
	}
}
