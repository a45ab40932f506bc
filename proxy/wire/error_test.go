package wire

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestErrorBodyHasAllKeys(t *testing.T) {
	for _, tt := range []struct {
		err  *Error
		want string
	}{
		{NewError(403, "not_enforceable", "No."),
			"{\"error\":{\"message\":\"No. `vouchsafe docs http#paths` tells more.\"," + `"type":"permission_error","param":null,"code":"not_enforceable"}}`},
		{BadRequest("messages[0].content", "", "Wrong <b> & \"x\"\n"),
			`{"error":{"message":"Wrong <b> & \"x\"\n","type":"invalid_request_error","param":"messages[0].content","code":null}}`},
		{NewError(500, "", "bad \xff byte"),
			`{"error":{"message":"bad � byte","type":"server_error","param":null,"code":null}}`},
	} {
		if diff := cmp.Diff(tt.want, string(tt.err.Body())); diff != "" {
			t.Error(diff)
		}
		if !json.Valid(tt.err.Body()) {
			t.Errorf("no JSON: %s", tt.err.Body())
		}
	}
}

func TestErrorRetryHeaders(t *testing.T) {
	limited := NewError(429, "rate_limited", "Slow down.")
	limited.RetryAfter = 7
	for _, tt := range []struct {
		err  *Error
		want [][2]string
	}{
		{NewError(400, "", ""), [][2]string{{"x-should-retry", "false"}}},
		{NewError(503, "", ""), nil},
		{limited, [][2]string{{"retry-after", "7"}}},
	} {
		if diff := cmp.Diff(tt.want, tt.err.Headers()); diff != "" {
			t.Errorf("%v: %s", tt.err, diff)
		}
	}
}
