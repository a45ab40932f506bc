package main

import (
	"bytes"
	"strings"
	"testing"

	"vouchsafe/config"
	"vouchsafe/trace/ledger"
)

// TestOnlyLinesOfExchangesWaitToBeWritten also sees to it that whatever is
// written takes the lines before it along, so that a log is in order.
func TestOnlyLinesOfExchangesWaitToBeWritten(t *testing.T) {
	var out bytes.Buffer
	log, flush, err := newLogger(config.Log{Level: "info", Format: "json"}, &out)
	if err != nil {
		t.Fatal(err)
	}
	lines := func() []string { return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") }

	log.Info("serving")
	if got := lines(); len(got) != 1 || !strings.Contains(got[0], "serving") {
		t.Errorf("the log says %q, want the line that was just logged", got)
	}
	logExchange(log, &ledger.Trace{QueryID: "vt_1"})
	log.Warn("an upstream call failed")
	if got := lines(); len(got) != 3 || !strings.Contains(got[1], "vt_1") || !strings.Contains(got[2], "failed") {
		t.Errorf("the log says %q, want an exchange and then the failure", got)
	}
	log.Debug("nobody wants to know")
	logExchange(log, &ledger.Trace{QueryID: "vt_2"})
	flush()
	if got := lines(); len(got) != 4 || !strings.Contains(got[3], "vt_2") {
		t.Errorf("the log says %q, want the last exchange at its end", got)
	}
}
