package config

import (
	"slices"
	"strings"
)

// FallbacksOf lists the upstreams that are turned to, in order, when one does
// not answer: its own fallbacks, each followed by that one's, every upstream
// once. Loops, which a checked configuration does not have, end where they
// close.
func (c *Config) FallbacksOf(name string) []string {
	var order []string
	c.follow(name, &order)
	return slices.DeleteFunc(order, func(s string) bool { return s == name })
}

func (c *Config) follow(name string, order *[]string) {
	for _, next := range c.Upstreams[name].Fallbacks {
		if !slices.Contains(*order, next) {
			*order = append(*order, next)
			c.follow(next, order)
		}
	}
}

// checkFallbacks: a fallback is called with its own credential and never with
// the one that a client sent for another server. Where the first upstream gets
// the client's, a fallback without a key would be called as nobody.
func (c *Config) checkFallbacks(r *reader) {
	for _, name := range sortedKeys(c.Upstreams) {
		path := join("upstreams", name) + ".fallbacks"
		for i, next := range c.Upstreams[name].Fallbacks {
			if !checkReference(r, elementPath(path, i), next, "upstream", c.Upstreams) {
				continue
			}
			if back := c.way(next, name, map[string]bool{}); back != nil {
				loop := strings.Join(append([]string{name}, back...), " -> ")
				r.at(elementPath(path, i), Problem{Value: next, Message: "leads back to where it began: " + loop})
			}
		}
		if len(c.Upstreams[name].Keys()) > 0 {
			continue
		}
		for _, next := range c.FallbacksOf(name) {
			u, known := c.Upstreams[next]
			r.when(known && len(u.Keys()) == 0, path, Problem{Value: next,
				Message: "has no api_key; where the client's own credential is passed through, a fallback needs its own"})
		}
	}
}

// way is how one upstream leads to another by their fallbacks, nil where it does
// not.
func (c *Config) way(from, to string, seen map[string]bool) []string {
	if from == to {
		return []string{to}
	}
	if seen[from] {
		return nil
	}
	seen[from] = true
	for _, next := range c.Upstreams[from].Fallbacks {
		if rest := c.way(next, to, seen); rest != nil {
			return append([]string{from}, rest...)
		}
	}
	return nil
}
