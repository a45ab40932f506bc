package config

// warnings are what is allowed and may not be meant, each with its place. A
// file with warnings is in force all the same.
func (c *Config) warnings(r *reader) []Problem {
	w := &reader{places: r.places, problems: r.warned, crossing: true}
	c.warnOfNoCredential(w)
	c.warnOfPoorJudge(w)
	return inOrder(w.problems)
}

// warnOfNoCredential: where a client's app key takes the place of its
// credential, and the operator has none either, calls go upstream as nobody's.
func (c *Config) warnOfNoCredential(w *reader) {
	for _, name := range sortedKeys(c.Apps) {
		app := c.Apps[name]
		if len(app.Keys) == 0 || len(c.Upstreams[app.Upstream].Keys()) > 0 {
			continue
		}
		w.at(join("apps", name)+".keys", Problem{Message: "take the place of the client's own credential, and upstreams." + app.Upstream +
			" has no api_key, so calls go upstream without one: set api_key, " +
			"or have clients send this key as X-Vouchsafe-Key and their own in Authorization"})
	}
}

// warnOfPoorJudge: a judge that asks the upstream of the exchange spends the
// client's credential only where that is said. Without it, and without the
// operator's, its calls go upstream as nobody's.
func (c *Config) warnOfPoorJudge(w *reader) {
	for _, name := range sortedKeys(c.Apps) {
		app := c.Apps[name]
		judge := c.Policies[app.Policy].Verify.Judge
		j, known := c.Judges[judge]
		if !known || !j.Hosted() || j.Upstream != "" || j.ClientCredential || len(c.Upstreams[app.Upstream].Keys()) > 0 {
			continue
		}
		w.at(join("judges", judge), Problem{Message: "asks upstreams." + app.Upstream + " for apps." + name +
			" without a credential: that upstream has no api_key, and client_credential is false"})
	}
}
