package wire

import "testing"

func TestTellsAccountIsClosed(t *testing.T) {
	for _, name := range []string{
		"Authorization", "api-key", "X-API-Key", "Cookie", "X-Auth-Token", "X-Auth-User", "OpenAI-Organization",
		"X-Goog-Api-Key", "Ocp-Apim-Subscription-Key", "X-Vouchsafe-Key", "X-Nobody-Knows-This", "X-Tenant",
		"Portkey-Api-Key", "A-Name-That-Is-Longer-Than-Any-In-A-List-Of-Harmless-Ones",
	} {
		if !TellsAccount(name) {
			t.Errorf("%s is taken for harmless", name)
		}
	}
	for _, name := range []string{
		"Accept", "User-Agent", "X-Stainless-Retry-Count", "Idempotency-Key", "traceparent", "X-Request-ID",
		"x-ms-client-request-id", "X-B3-TraceId", "Connection", "Content-Length", "X-Forwarded-For", "X-Vouchsafe-App",
	} {
		if TellsAccount(name) {
			t.Errorf("%s is taken for a credential", name)
		}
	}
}
