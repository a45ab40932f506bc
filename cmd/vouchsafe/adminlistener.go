package main

import (
	"vouchsafe/admin"
	"vouchsafe/config"
	"vouchsafe/dashboard"
	"vouchsafe/proxy"
)

// adminBytes bounds what the admin listener takes of a request.
const adminBytes = 1 << 20

// openAdmin makes the server of the admin listener, and has all that it shows
// at hand.
func (n *node) openAdmin(c *config.Config) error {
	site, err := dashboard.New()
	if err != nil {
		return err
	}
	n.readers.Store(readersOf(c))
	s := admin.New(admin.Options{
		Listen: c.Admin.Listen, PublicURL: c.Admin.PublicURL, Token: c.Admin.Token,
		Readers: func() admin.Readers { return *n.readers.Load() },
		Health:  n.gate.Health, Metrics: n.metrics, Dashboard: site.Handle, Log: n.log, Store: n.store,
	})
	n.admin = proxy.NewServer(s.Handle, adminBytes, n.log)
	readings := gatewayReadings(n.gate)
	if n.ledger != nil {
		readings = append(readings, ledgerReadings(n.ledger)...)
	}
	return readAll(n.metrics, readings)
}

// readersOf are the read tokens of a configuration's apps.
func readersOf(c *config.Config) *admin.Readers {
	readers := admin.Readers{}
	for name, app := range c.Apps {
		readers[name] = app.ReadTokens
	}
	return &readers
}
