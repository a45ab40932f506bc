package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
)

// TestAMessageOfAnUnknownRoleIsNotPassedOver: servers with lax templates take any role. Another
// spelling of a known one is read as that, and passages under any other are told as unreadable.
func TestAMessageOfAnUnknownRoleIsNotPassedOver(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]string{"SYSTEM": "grounded", " System": "grounded", "context": "skipped", "knowledge": "skipped"} {
		r := newRig(t, says(goodAnswer))
		body := strings.Replace(ask(howLong, ""), `"role":"system"`, `"role":"`+role+`"`, 1)
		if body == ask(howLong, "") {
			t.Fatal("the request has no system message")
		}
		s := r.talk(body, false)
		unreadable := s.header.Get("X-Vouchsafe-Context") == "unreadable-context"
		if s.verdict() != want || unreadable != (want == "skipped") {
			t.Errorf("%q: %s, unreadable %t", role, s.verdict(), unreadable)
		}
	}
}

// TestAVerifiedReplyTellsTheUpstreamsLimits: clients that pace themselves by them found none.
func TestAVerifiedReplyTellsTheUpstreamsLimits(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(r *up.Request) up.Reply {
		reply := says(goodAnswer)(r)
		reply.Header["x-ratelimit-remaining-requests"] = "7"
		return reply
	})
	s := r.talk(ask(howLong, ""), false)
	if s.verdict() != "grounded" || s.header.Get("x-ratelimit-remaining-requests") != "7" {
		t.Errorf("%s, header %q", s.verdict(), s.header.Get("x-ratelimit-remaining-requests"))
	}
}
