package upstream_test

import (
	"fmt"
	"testing"

	"vouchsafe/proxy/upstream"
)

func TestRejectedLengths(t *testing.T) {
	for text, want := range map[string]bool{
		"max_tokens is too large: 25088. This model supports at most 16384 completion tokens.":                             true,
		"'max_tokens' or 'max_completion_tokens' is too large: 12800. This model's maximum context length is 8192 tokens.": true,
		"max_completion_tokens must be less than or equal to 8192, for which the context_window is the bound":              true,
		"Requested 9000 tokens, which passes the context length of the model":                                              true,
		"max_new_tokens must be <= 4096": true,
		"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.": false,
		"Unrecognized request argument supplied: max_tokens":                                                         false,
		"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.":               false,
		"You exceeded your current quota.":                                                                           false,
	} {
		body := []byte(fmt.Sprintf(`{"error":{"message":%q,"type":"invalid_request_error","param":null,"code":null}}`, text))
		if got := upstream.RejectsLength(400, body); got != want {
			t.Errorf("%t: %s", got, text)
		}
		if upstream.RejectsLength(429, body) || upstream.RejectsLength(500, body) {
			t.Errorf("another status: %s", text)
		}
	}
}
