package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/policy"
	"vouchsafe/proxy"
	"vouchsafe/trace/ledger"
)

// rules are what traces come about under, and that has to be kept with them: the configuration in the chain, and
// each policy there and in the store.
type rules struct {
	mu      sync.Mutex
	unkept  []ledger.NamedPolicy // not in the store yet
	trouble bool                 // was told
}

// govern notes which rules are in force from here on.
func (n *node) govern(c *config.Config, s *proxy.Setup) {
	text := c.Print()
	sum := sha256.Sum256(text)
	r := ledger.Rules{Configuration: string(text), Hash: hex.EncodeToString(sum[:]), Policies: policiesOf(s)}
	if n.ledger != nil {
		if err := n.ledger.Governed(r); err != nil {
			n.log.Error("cannot note the configuration", zap.Error(err))
		}
	}
	if n.store == nil {
		return
	}
	n.rules.mu.Lock()
	n.rules.unkept = append(n.rules.unkept, r.Policies...)
	n.rules.mu.Unlock()
	n.keepPolicies(context.Background())
}

// policiesOf are the policies that apps are under, each once.
func policiesOf(s *proxy.Setup) (out []ledger.NamedPolicy) {
	add := func(a *proxy.App) {
		if !slices.ContainsFunc(out, func(p ledger.NamedPolicy) bool { return p.Hash == a.PolicyHash }) {
			out = append(out, ledger.NamedPolicy{Name: a.PolicyName, Hash: a.PolicyHash, Text: policy.Text(a.Policy)})
		}
	}
	for _, a := range s.Apps {
		add(a)
		if a.Shadow != nil {
			add(a.Shadow.App)
		}
	}
	return out
}

// keepPolicies keeps policies in the store; those that it does not take now are left for later.
func (n *node) keepPolicies(ctx context.Context) {
	n.rules.mu.Lock()
	defer n.rules.mu.Unlock()
	for len(n.rules.unkept) > 0 {
		p := n.rules.unkept[0]
		if err := n.store.Notes.KeepPolicy(ctx, p.Hash, p.Name, p.Text); err != nil {
			if !n.rules.trouble {
				n.log.Error("cannot keep the policies in the store; it is tried again", zap.Error(err))
			}
			n.rules.trouble = true
			return
		}
		n.rules.unkept, n.rules.trouble = n.rules.unkept[1:], false
	}
}

// policyPause is how often the store is told what it does not know yet.
const policyPause = 10 * time.Second

// tellStore tells the store what it did not take, and how far the file has come, until ctx ends.
func (n *node) tellStore(ctx context.Context) {
	if n.store == nil {
		return
	}
	every(ctx, policyPause, func() {
		n.keepPolicies(ctx)
		n.heads.flush(ctx, n.ledger.StoreSettled, n.log)
	})
}

// buildLayouts are the layouts that an operator declared.
func buildLayouts(declared map[string]config.Layout) []layout.Template {
	var out []layout.Template
	for name, l := range declared {
		out = append(out, l.Template(name))
	}
	slices.SortFunc(out, func(a, b layout.Template) int { return strings.Compare(a.Name, b.Name) })
	return out
}
