package main

import (
	"context"
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin/alerts"
	"vouchsafe/admin/outbox"
	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// alarm tells the log, and a webhook if there is one, of apps whose answers
// begin to fail or to pass unverified.
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
	for _, alert := range a.watch.Observe(t.App, verdictOf(t), time.Now()) {
		a.log.Warn("alert", zap.String("alert", string(alert.Kind)), zap.String("app", alert.App), zap.String("text", alert.String()))
		if a.webhook != nil {
			a.webhook.Put(alert.Message(a.publicURL))
		}
	}
}

// verdictOf is the verdict that an alarm counts: that of an answer that was
// quoted as its policy wants is none of failure.
func verdictOf(t *ledger.Trace) report.Verdict {
	if t.Verdict.Fails() && !store.Fails(t.Verdict, len(t.Attempts), report.CodesOf(t.Findings)) {
		return report.Healed
	}
	return t.Verdict
}

func (a *alarm) close(ctx context.Context) {
	if a.webhook != nil {
		a.webhook.Close(ctx)
	}
}
