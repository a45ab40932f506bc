package metrics

import (
	"sync"
	"unicode/utf8"
)

const (
	mostNames = 1000    // of apps, policies and upstreams together
	other     = "other" // stands for a name beyond that bound, and for a word that is not on its list
	nobody    = "none"  // stands for no name: a call that was turned away has no app
)

// names bounds how many names become labels. They come out of configurations,
// and a process that lives through many of those could gather them without
// end.
type names struct {
	most int
	mu   sync.RWMutex
	seen map[string]struct{}
}

// label returns the label for a name.
func (n *names) label(name string) string {
	if name == "" {
		return nobody
	}
	n.mu.RLock()
	_, known := n.seen[name]
	n.mu.RUnlock()
	if known {
		return name
	}
	return n.add(name)
}

func (n *names) add(name string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.seen) >= n.most || !utf8.ValidString(name) {
		return other
	}
	if n.seen == nil {
		n.seen = map[string]struct{}{}
	}
	n.seen[name] = struct{}{}
	return name
}

// oneOf returns a word that is on a list, and "other" for any other.
func oneOf[T ~string](word T, list ...T) string {
	for _, w := range list {
		if w == word {
			return string(w)
		}
	}
	return other
}
