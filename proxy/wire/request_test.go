package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/internal/golden"
)

// Each recorded request comes through untouched without edits, and its golden
// file shows what was read of it and what an enforced call makes of it.
func TestRequestRecordings(t *testing.T) {
	recordings(t, "requests/*.json", func(t *testing.T, path string, body []byte) {
		c := parse(t, string(body))
		if diff := cmp.Diff(string(body), string(c.Edit().Bytes())); diff != "" {
			t.Errorf("without an edit: %s", diff)
		}
		e := c.Edit()
		e.AppendSystem("Cite your sources.")
		e.AppendUser("c1: ferry")
		e.SetResponseFormat(`{"type":"json_object"}`)
		e.SetStream(true)
		e.RaiseMaxTokens(QuoteRoom)
		e.SetStoreFalse()
		e.Drop("vouchsafe", "documents", "stop", "prediction", "logprobs", "top_logprobs")
		edited := e.Bytes()
		if err := Check(edited, 0); err != nil {
			t.Fatal(err)
		}
		var read strings.Builder
		encoder := json.NewEncoder(&read)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(c.Prompt()); err != nil {
			t.Fatal(err)
		}
		golden.Hold(t, path+".golden", read.String()+string(edited))
	})
}
