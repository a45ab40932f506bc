package config

import "vouchsafe/policy"

// checkShadow: a shadow is there to tell what another policy would do to an
// app. One that calls nobody, or does what is done anyway, tells nothing.
func (c *Config) checkShadow(r *reader, path string, app App) {
	s, path := app.Shadow, path+".shadow"
	if s == (Shadow{}) {
		return
	}
	p, known := c.Policies[s.Policy]
	switch {
	case s.Policy == "":
		r.at(path+".policy", Problem{Message: "is missing"})
	case !known:
		r.at(path+".policy", Problem{Value: s.Policy, Message: "names no policy", Allowed: sortedKeys(c.Policies)})
	case p.Mode != policy.Enforce:
		r.at(path+".policy", Problem{Value: s.Policy, Message: "does not enforce: a shadow is an enforced call that is not served"})
	case c.Policies[app.Policy].Mode == policy.Off:
		r.at(path+".policy", Problem{Value: s.Policy, Message: "casts no shadow: the app's own policy is off, and nothing is looked at"})
	case s.Policy == app.Policy && app.Enabled && app.EnforceShare == 100:
		r.at(path+".policy", Problem{Value: s.Policy, Message: "is what the app enforces already: its shadow would be a loop"})
	}
	if s.Sample == 0 {
		r.at(path+".sample", Problem{Message: "of 0 takes no exchange; it must be above 0"})
	}
}
