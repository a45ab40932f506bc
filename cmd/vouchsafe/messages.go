package main

import (
	"context"
	"time"

	"vouchsafe/config"
)

// lastWords is how long a shutdown waits for messages to be taken.
const lastWords = 5 * time.Second

// openMessages has a recorder tell those outside the process who want to know.
func (n *node) openMessages(c *config.Config, r *recorder) error {
	var err error
	if n.alarm, err = openAlarm(c, n.log); err != nil {
		return err
	}
	r.watch = append(r.watch, n.alarm.witness)
	if n.spans, err = openSpans(c.Telemetry, n.ledger, n.log); n.spans != nil {
		r.watch = append(r.watch, n.spans.witness)
	}
	return err
}

// closeMessages delivers what waits, within a bound.
func (n *node) closeMessages() {
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	n.alarm.close(ctx)
	if n.spans != nil {
		n.spans.close(ctx)
	}
}
