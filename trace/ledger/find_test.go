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
	filed, _, _, err := w.find(context.Background(), "vt_1")
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
	another := set(filed, "query_id", "vt_2")
	for name, of := range map[string]struct {
		trace []byte
		want  written.Filed
	}{
		"as it was written":    {filed, written.Same},
		"changed":              {set(filed, "question", "How short?"), written.Other},
		"removed":              {another, written.Missing},
		"of an older version":  {set(another, "gateway", ""), written.Missing},
		"of another gateway":   {set(another, "gateway", "0123456789abcdef"), written.Elsewhere},
		"changed to elsewhere": {set(filed, "gateway", "0123456789abcdef"), written.Other},
	} {
		id := gjson.GetBytes(of.trace, "query_id").Str
		if got, err := w.Hold(context.Background(), id, of.trace, nil); got != of.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", name, got, err, of.want)
		}
	}
}

// TestAPageSignedWordsThatNobodyHadSaidOfATrace: and a trace that stood under the id of another one.
func TestAPageSignedWordsThatNobodyHadSaidOfATrace(t *testing.T) {
	w, err := Open(Options{Path: filepath.Join(t.TempDir(), "trace.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close(context.Background())
	for _, id := range []string{"vt_1", "vt_2"} {
		if err := w.Record(&Trace{QueryID: id, Timestamp: time.Now(), Question: "How long?"}, Full); err != nil {
			t.Fatal(err)
		}
	}
	filed, _, _, err := w.find(context.Background(), "vt_1")
	if err != nil {
		t.Fatal(err)
	}
	const said, forged = `{"by":"anna","kind":"right"}`, `{"by":"anna","kind":"false_refusal"}`
	hold := func(what, id, feedback string, elsewhere func([]byte) bool, want written.Filed) {
		t.Helper()
		trace, _ := sjson.SetRawBytes(bytes.Clone(filed), "feedback", []byte(feedback))
		if got, err := w.Hold(context.Background(), id, trace, elsewhere); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", what, got, err, want)
		}
	}
	hold("before", "vt_1", "null", nil, written.Same)
	hold("never said", "vt_1", forged, nil, written.Other)
	hold("said by way of another gateway", "vt_1", said, func(words []byte) bool { return string(words) == said }, written.Same)
	hold("said nowhere", "vt_1", forged, func(words []byte) bool { return string(words) == said }, written.Other)
	hold("under the id of another trace", "vt_2", "null", nil, written.Other)
	for _, words := range []string{forged, said} {
		if err := w.Opined(Opinion{Trace: "vt_1", Feedback: []byte(words)}); err != nil {
			t.Fatal(err)
		}
	}
	hold("as it was said last", "vt_1", said, nil, written.Same)
	hold("as it was said before", "vt_1", forged, nil, written.Other)
	hold("taken away", "vt_1", "null", nil, written.Other)
	if err := w.Opined(Opinion{Trace: "vt_1"}); err != nil {
		t.Fatal(err)
	}
	hold("taken back", "vt_1", "null", nil, written.Same)
	hold("put back", "vt_1", said, nil, written.Other)
}
