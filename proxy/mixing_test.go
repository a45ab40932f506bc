package proxy

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/trace/ledger"
)

// secret is a word of one client's: no other client, and no upstream call or
// trace of another's, may ever hold it.
var secret = regexp.MustCompile(`ZQ[A-Z]{2}[0-9]{4}`)

// secretOf is the word of a client's nth call: in capitals, which the ids of
// traces do not have.
func secretOf(client, n int) string {
	return fmt.Sprintf("ZQ%c%c%04d", 'A'+client, 'A'+n%7, n)
}

// confide is a request whose evidence holds the secret, and padding: lengths
// differ, so that a buffer that is used again has something left at its end.
func confide(word string, padding int) string {
	return fmt.Sprintf(`{"model":"m-%[1]s","user":"u-%[1]s","messages":[{"role":"system","content":"<documents><document id=\"d-%[1]s\">The locker of %[1]s is number 4711. %[2]s</document></documents>"},{"role":"user","content":"Which locker has %[1]s?"}]}`,
		word, strings.Repeat("It is on the ground floor. ", padding))
}

// confirm answers by the secret that the request holds, and notes calls that
// hold two.
func confirm(mixed func(string)) up.Script {
	return func(r *up.Request) up.Reply {
		all := secret.FindAllString(string(r.Body)+r.Header.Get("X-Secret"), -1)
		for _, word := range all {
			if word != all[0] {
				mixed("upstream call: " + word + " beside " + all[0])
			}
		}
		text := "The locker of " + all[0] + " is number 4711."
		answer := up.Answer{Choices: []up.Choice{{Content: segmented(passage{text, "d-" + all[0], text})}}}
		return answer.For(r)
	}
}

// Buffers are used again, by the server and in here. What was another's must
// never be left in them.
func TestClientsNeverSeeEachOthersBytes(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Off, policy.Observe, policy.Enforce} {
		plainAndStreamed(t, string(mode), func(t *testing.T, stream bool) {
			t.Parallel()
			r := newRig(t, confirm(func(what string) { t.Error(what) }), func(a *App) { a.Policy.Mode = mode })
			const clients, calls = 6, 25
			var all sync.WaitGroup
			for client := range clients {
				all.Go(func() {
					for n := range calls {
						word := secretOf(client, n)
						body := confide(word, (n*37+client*11)%120)
						if stream {
							body = strings.Replace(body, "{", `{"stream":true,`, 1)
						}
						reply := r.post(chatPath, body, "X-Secret", word, "Authorization", "Bearer sk-"+word)
						only(t, "reply", word, reply.body+fmt.Sprint(reply.header))
					}
				})
			}
			all.Wait()
			r.trace(clients*calls - 1)
			r.mu.Lock()
			defer r.mu.Unlock()
			for _, trace := range r.traces {
				only(t, "trace", strings.TrimPrefix(trace.User, "u-"), string(ledger.AppendLine(nil, trace)))
			}
		})
	}
}

// only checks that a text holds a secret and no other.
func only(t *testing.T, where, word, text string) {
	t.Helper()
	found := secret.FindAllString(text, -1)
	if len(found) == 0 {
		t.Errorf("%s: nothing of %s in %s", where, word, text)
	}
	for _, other := range found {
		if other != word {
			t.Errorf("%s of %s: holds %s", where, word, other)
		}
	}
}
