package wire_test

import (
	"fmt"

	"vouchsafe/proxy/wire"
)

// A request is edited in place: what no edit names keeps its bytes.
func ExampleChat_Edit() {
	body := []byte(`{"temperature": 0.10, "messages": [{"role": "user", "content": "Who built it?"}], "max_tokens": 100}`)
	if err := wire.Check(body, 1<<20); err != nil {
		fmt.Println(err)
		return
	}
	chat, err := wire.Completions.Parse(body)
	if err != nil {
		fmt.Println(err)
		return
	}
	edit := chat.Edit()
	edit.AppendMessages(wire.TextMessage("user", "In one word."))
	edit.RaiseMaxTokens(wire.QuoteRoom)
	fmt.Println(string(edit.Bytes()))
	// Output:
	// {"temperature": 0.10, "messages": [{"role": "user", "content": "Who built it?"},{"role":"user","content":"In one word."}], "max_tokens": 812}
}

// However a path is spelt, it is the plain one, or nothing that may be sent on.
func ExampleRoute() {
	for _, target := range []string{"/v1/chat/completions", "//V1/Chat/completions/", "/v1/%63hat/completions"} {
		t := wire.Route("POST", target)
		fmt.Println(t.Kind, t.Path())
	}
	// Output:
	// chat /v1/chat/completions
	// chat /v1/chat/completions
	// suspicious
}
