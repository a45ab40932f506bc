package main

import (
	"context"
	"encoding/base64"
	"path/filepath"

	"vouchsafe/admin"
	"vouchsafe/admin/dashboard"
	"vouchsafe/config"
	"vouchsafe/proxy"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/htmlreport"
)

// adminBytes bounds what the admin listener takes of a request.
const adminBytes = 1 << 20

// openAdmin makes the server of the admin listener.
func (n *node) openAdmin(c *config.Config) error {
	site, err := dashboard.New()
	if err != nil {
		return err
	}
	n.adminKeys.Store(adminKeys(c))
	o := admin.Options{
		Listen: c.Admin.Listen, PublicURL: c.Admin.PublicURL, Token: c.Admin.Token,
		Keys: func() []admin.Key { return *n.adminKeys.Load() }, UserHeader: c.Admin.UserHeader,
		Health: n.gate.Health, Metrics: n.metrics, Dashboard: site.Handle, Log: n.log, Store: n.store, Ledger: n.ledger,
		Filling: n.state.filling.Load,
	}
	if n.ledger != nil {
		if c.Ledger.JSONL.Path != "" {
			o.Hold = n.ledger.Hold
			if c.Ledger.Store.Driver != config.Postgres { // other gateways have files of their own
				o.Filed = n.ledger.EachFiled
			}
		}
		n.gate.HoldWhile(func() string { // why new calls would have to wait
			if n.ledger.Blocked() {
				return "the ledger is blocked"
			}
			return ""
		})
		if n.store != nil {
			o.Deleted = func(ctx context.Context) error { return n.eraseOnce(ctx, c.Ledger.JSONL.Path) }
		}
	}
	if path := c.Ledger.JSONL.Path; path != "" {
		o.Sign = func(statement string) (*htmlreport.Seal, error) { return seal(filepath.Dir(path), statement) }
	}
	n.metrics.Read(n.readings)
	desk := admin.New(o)
	n.admin, n.endAdmin = proxy.NewServer(desk.Handle, adminBytes, n.log), desk.Close
	return nil
}

// seal signs a statement with the key that signs the ledger.
func seal(dir, statement string) (*htmlreport.Seal, error) {
	key, err := chain.OpenKey(dir)
	if err != nil {
		return nil, err
	}
	public, err := chain.EncodePublic(key.Public())
	if err != nil {
		return nil, err
	}
	signature := base64.StdEncoding.EncodeToString(key.Sign([]byte(statement)))
	return &htmlreport.Seal{Statement: statement, Signature: signature, PublicKey: string(public), KeyID: key.ID}, nil
}

// adminKeys are the keys of the admin listener.
func adminKeys(c *config.Config) *[]admin.Key {
	var keys []admin.Key
	for name, k := range c.Admin.Keys {
		keys = append(keys, admin.Key{Name: "key:" + name, Hash: k.Hash, Role: admin.Role(k.Role), App: k.App})
	}
	return &keys
}
