package main

import (
	"bytes"
	"strings"
	"testing"

	"vouchsafe/config"
)

func TestALineOfTroubleWaitsForNoOther(t *testing.T) {
	var to bytes.Buffer
	log, err := newLogger(config.Log{Level: "info"}, &to)
	if err != nil {
		t.Fatal(err)
	}
	log.Info("first")
	log.Warn("second")
	if said := to.String(); !strings.Contains(said, "first") || strings.Index(said, "second") < strings.Index(said, "first") {
		t.Errorf("it said %q", said)
	}
	log.Info("third")
	if err := log.Sync(); err != nil || strings.Count(to.String(), "\n") != 3 {
		t.Errorf("%v, and it said %q", err, to.String())
	}
}
