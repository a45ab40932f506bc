package ledger

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"vouchsafe/trace/written"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// TestATraceOfAnotherGatewayIsNoRemovedLine: a trace says which gateway wrote it. Where this one did, its line must be there.
func TestATraceOfAnotherGatewayIsNoRemovedLine(t *testing.T) {
	w, err := Open(Options{Path: filepath.Join(t.TempDir(), "trace.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close(context.Background())
	if err := w.Record(&Trace{QueryID: "vt_1", Timestamp: time.Now(), Question: "How long?"}, Full); err != nil {
		t.Fatal(err)
	}
	filed, _, err := w.find(context.Background(), "vt_1")
	if err != nil || gjson.GetBytes(filed, "gateway").Str != w.gateway || w.gateway == "" {
		t.Fatal(err, string(filed))
	}
	set := func(trace []byte, name, value string) []byte {
		out, err := sjson.SetBytes(bytes.Clone(trace), name, value)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	rated, _ := sjson.SetRawBytes(bytes.Clone(filed), "feedback", []byte(`{"kind":"right"}`))
	another := set(filed, "query_id", "vt_2")
	for name, of := range map[string]struct {
		trace []byte
		want  written.Filed
	}{
		"as it was written":    {filed, written.Same},
		"with feedback":        {rated, written.Same},
		"changed":              {set(filed, "question", "How short?"), written.Other},
		"removed":              {another, written.Missing},
		"of an older version":  {set(another, "gateway", ""), written.Missing},
		"of another gateway":   {set(another, "gateway", "0123456789abcdef"), written.Elsewhere},
		"changed to elsewhere": {set(filed, "gateway", "0123456789abcdef"), written.Other},
	} {
		if got, err := w.Hold(context.Background(), of.trace); got != of.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, got, err, of.want)
		}
	}
}
