package main

import (
	"vouchsafe/admin"
	"vouchsafe/admin/dashboard"
	"vouchsafe/config"
	"vouchsafe/proxy"
)

// adminBytes bounds what the admin listener takes of a request.
const adminBytes = 1 << 20

// openAdmin makes the server of the admin listener.
func (n *node) openAdmin(c *config.Config) error {
	site, err := dashboard.New()
	if err != nil {
		return err
	}
	n.readers.Store(readersOf(c))
	o := admin.Options{
		Listen: c.Admin.Listen, PublicURL: c.Admin.PublicURL, Token: c.Admin.Token,
		Readers: func() admin.Readers { return *n.readers.Load() },
		Health:  n.gate.Health, Metrics: n.metrics, Dashboard: site.Handle, Log: n.log, Store: n.store,
	}
	if n.ledger != nil {
		o.Mask = n.ledger.Mask
		n.gate.HoldWhile(n.blocked)
	}
	n.metrics.Read(n.readings)
	n.admin = proxy.NewServer(admin.New(o).Handle, adminBytes, n.log)
	return nil
}

// blocked says why new calls would have to wait, "" if they would not.
func (n *node) blocked() string {
	if n.ledger.Blocked() {
		return "the ledger is blocked"
	}
	return ""
}

// readersOf are the read tokens of a configuration's apps.
func readersOf(c *config.Config) *admin.Readers {
	readers := admin.Readers{}
	for name, app := range c.Apps {
		readers[name] = app.ReadTokens
	}
	return &readers
}
