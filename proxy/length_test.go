package proxy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
)

// grants answers as a model that writes so many tokens at most, and as a server
// that says what a limit may be.
func grants(most int64) up.Script {
	return func(r *up.Request) up.Reply {
		for _, name := range []string{"max_tokens", "max_completion_tokens", "max_output_tokens"} {
			switch n := r.Get(name); {
			case n.Exists() && n.Int() < 1:
				return up.Fails(400, "integer_below_min_value", fmt.Sprintf("Invalid '%s': integer below minimum value. Expected a value >= 1, but got %d instead.", name, n.Int()), nil)(r)
			case n.Int() > most:
				return up.Fails(400, "invalid_value", fmt.Sprintf("%s is too large: %d. This model supports at most %d completion tokens.", name, n.Int(), most), nil)(r)
			}
		}
		return up.Extractive{}.Reply(r)
	}
}

// TestALimitThatIsGrantedIsNotLostByRoomForCitations: what the gateway adds to a
// client's limit must not cost the client its answer.
func TestALimitThatIsGrantedIsNotLostByRoomForCitations(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"max_tokens", "max_completion_tokens"} {
		inBoth(t, name, func(t *testing.T, in func(*App), d answer.Dialect) {
			plainAndStreamed(t, name, func(t *testing.T, stream bool) {
				r := newRig(t, grants(4096), in)
				for range 2 {
					s := r.talk(ask(howLong, `"`+name+`":4000,`), stream)
					if s.wellFormed(t); s.verdict() != "grounded" {
						t.Errorf("%s", s.body)
					}
				}
				var sent []int64
				for _, q := range r.upstream.Requests() {
					sent = append(sent, q.Get(name).Int())
				}
				if d := cmp.Diff([]int64{map[answer.Dialect]int64{answer.Segments: 12512, answer.Sentences: 5064}[d], 4000, 4000}, sent); d != "" {
					t.Error(d)
				}
			})
		})
	}
	t.Run("responses", func(t *testing.T) {
		t.Parallel()
		r := newRig(t, grants(4096))
		g := r.post("/v1/responses", `{"model":"m","max_output_tokens":4000,"instructions":"Answer from the documents.\n<document id=\"d1\">Nightly backups are kept for 21 days.</document>","input":"How long are backups kept?"}`)
		if n := len(r.upstream.Requests()); g.status != 200 || n != 2 || r.asked(1).Get("max_output_tokens").Int() != 4000 {
			t.Errorf("%d after %d calls: %s", g.status, n, g.body)
		}
	})
}

// TestAnUpstreamsWordOnALimitReachesTheClient: about the figure that the client
// sent, not about one that it has never seen.
func TestAnUpstreamsWordOnALimitReachesTheClient(t *testing.T) {
	t.Parallel()
	for figure, calls := range map[string]int{"5000": 2, "-1": 1, "0": 1} {
		plainAndStreamed(t, figure, func(t *testing.T, stream bool) {
			r := newRig(t, grants(4096))
			s := r.talk(ask(howLong, `"max_tokens":`+figure+`,`), stream)
			if s.status != 400 || !strings.Contains(s.body, figure) || strings.Contains(s.body, "15512") || len(r.upstream.Requests()) != calls {
				t.Errorf("%d after %d calls: %s", s.status, len(r.upstream.Requests()), s.body)
			}
		})
	}
}

// TestALimitThatNobodyRaisedIsNotAskedForAgain: an error that speaks of lengths
// is the last word where there is nothing to take back.
func TestALimitThatNobodyRaisedIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	refusal := up.Fails(400, "context_length_exceeded", "This model's maximum context length is 8192 tokens.", nil)
	unknown := up.Fails(400, "unsupported_parameter", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", nil)
	for _, tc := range []struct {
		member string
		script up.Script
	}{{"", refusal}, {`"max_tokens":0,`, refusal}, {`"max_tokens":10,`, unknown}} {
		r := newRig(t, tc.script)
		if g := r.post(chatPath, ask(howLong, tc.member)); g.status != 400 || len(r.upstream.Requests()) != 1 {
			t.Errorf("%s: %d after %d calls: %s", tc.member, g.status, len(r.upstream.Requests()), g.body)
		}
	}
}
