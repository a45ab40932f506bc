package main

import (
	"context"
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin/alerts"
	"vouchsafe/admin/outbox"
	"vouchsafe/config"
	"vouchsafe/trace/ledger"
)

// alarm tells the log, and a webhook if there is one, of apps whose failure rate
// is high.
type alarm struct {
	watch     *alerts.Watch
	webhook   *outbox.Outbox // nil: there is none
	publicURL string
	log       *zap.Logger
}

func openAlarm(c *config.Config, log *zap.Logger) (*alarm, error) {
	a := &alarm{watch: alerts.New(alertRules(c)), publicURL: c.Admin.PublicURL, log: log}
	if c.Alerts.Webhook == "" {
		return a, nil
	}
	o := outbox.Options{Name: "the alerts' webhook", URL: c.Alerts.Webhook, Queue: 100, Log: log}
	if c.Alerts.Secret != "" {
		o.Header = outbox.Signed(c.Alerts.Secret)
	}
	var err error
	a.webhook, err = outbox.Open(o)
	return a, err
}

func alertRules(c *config.Config) alerts.Rules {
	return alerts.Rules{FailureRate: c.Alerts.FailureRate, Window: c.Alerts.Window}
}

// witness is told of every exchange. Shadows serve nobody, so they alarm
// nobody.
func (a *alarm) witness(t *ledger.Trace, _ ledger.Content) {
	if t.ShadowOf != "" {
		return
	}
	alert := a.watch.Observe(t.App, t.Counts(), time.Now())
	if alert == nil {
		return
	}
	a.log.Warn("alert", zap.String("app", alert.App), zap.Stringer("text", alert))
	if a.webhook != nil {
		a.webhook.Put(alert.Message(a.publicURL))
	}
}

func (a *alarm) close(ctx context.Context) {
	if a.webhook != nil {
		a.webhook.Close(ctx)
	}
}
