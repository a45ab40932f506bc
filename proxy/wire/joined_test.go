package wire

import (
	"encoding/json"
	"testing"
)

// TestWhatAnotherGatewayJoinedIsTakenOut: each text to the end of its string, and nothing else.
func TestWhatAnotherGatewayJoinedIsTakenOut(t *testing.T) {
	t.Parallel()
	headings := []string{"HOW TO\n", "List:\n", `c1 begins "`}
	for _, tc := range [][2]string{
		{`{"messages":[{"content":"Be kind.\n\n========\n\nHOW TO\nanswer \"so\""},{"content":"Why?\n\n========\n\nList:\nc1"}]}`,
			`{"messages":[{"content":"Be kind."},{"content":"Why?"}]}`},
		{`{"content":[{"text":"a"}, {"type": "text", "text": "========\n\nHOW TO\nx"}],"b":"c\n\n========\n\nc1 begins \"x\""}`,
			`{"content":[{"text":"a"}, {"type": "text", "text": "========\n\n"}],"b":"c"}`},
		{`{"content":"\\n\n========\n\nHOW TO\nx"}`, `{"content":"\\n\n"}`},
		{`{"content":"the rule\n\n========\n\nstays, and so does List:\nc1"}`, `{"content":"the rule\n\n========\n\nstays, and so does List:\nc1"}`},
	} {
		got, _ := WithoutJoined([]byte(tc[0]), headings)
		if string(got) != tc[1] || !json.Valid(got) {
			t.Errorf("%s\n gives %s", tc[0], got)
		}
	}
}
