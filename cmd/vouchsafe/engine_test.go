package main

import (
	"regexp"
	"testing"
)

// TestEngineNamesItsData: a verdict has to be explainable years later.
func TestEngineNamesItsData(t *testing.T) {
	e := engine()
	if !regexp.MustCompile(`^sha256:[0-9a-f]{64}$`).MatchString(e.Data) || e.Version == "" || e != engine() {
		t.Errorf("%+v, then %+v", e, engine())
	}
}
