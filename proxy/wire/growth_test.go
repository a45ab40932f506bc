package wire

import (
	"bytes"
	"encoding/json"
	"testing"

	"vouchsafe/internal/growth"
)

// FuzzGrowth holds the reading of requests, replies and streams to linear work, for
// what is no JSON and for what stands in its strings.
func FuzzGrowth(f *testing.F) {
	growth.Fuzz(f, func(s string) {
		quoted, err := json.Marshal(s)
		if err != nil {
			return
		}
		message := []byte(`{"model":"m","messages":[{"role":"user","content":` + string(quoted) + `}],"input":` + string(quoted) + `}`)
		for _, body := range [][]byte{[]byte(s), message} {
			_ = Check(body, 0)
			for _, surface := range []Surface{Completions, Responses} {
				_, _ = surface.Parse(body)
			}
			_, _ = ReadReply(body)
		}
		_, _ = readEvents(bytes.NewReader([]byte(s)), 1<<20)
	})
}

// TestMessagesOfAResponseAreJoinedOnce: each message copied all before it.
func TestMessagesOfAResponseAreJoinedOnce(t *testing.T) {
	item := `{"type":"message","content":[{"type":"output_text","text":"The mill opened."},{"type":"refusal","refusal":"No."}]},{"type":"reasoning","summary":[{"text":"So."}]},`
	growth.Linear(t, "items", growth.Repeat(item), func(s string) {
		if _, err := readResponse([]byte(`{"status":"completed","output":[` + s + `{"type":"message"}]}`)); err != nil {
			t.Fatal(err)
		}
	})
}
