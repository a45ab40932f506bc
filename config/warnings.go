package config

// warnings are what is allowed and may not be meant, each with its place. A
// file with warnings is in force all the same.
func (c *Config) warnings(r *reader) []Problem {
	w := &reader{places: r.places, crossing: true}
	c.warnOfNoCredential(w)
	return inOrder(w.problems)
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
