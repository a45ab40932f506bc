package proxy

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// odd has members and spellings that nobody here knows, to be kept as they are.
const odd = `{ "model" : "m" ,"x_future":{"b":[1,2.50,1e400,-0],"a":"\u00e4\/"},"temperature":0.70,
 "messages":[{"role":"system","content":"` + documents + `","cache_control":{"type":"ephemeral"}},{"role":"assistant","content":null,"x":1},{"role":"user","content":"` + howLong + `"}],
 "metadata":{"k":"v"},"store":true,"stop":"END","logprobs":true,"top_logprobs":3,"max_completion_tokens":100}`

func TestTheClientsBytesAreKept(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply, inSegments)
	if g := r.post(chatPath, odd); g.status != 200 {
		t.Fatalf("%d %s", g.status, g.body)
	}
	got := string(r.asked(0).Body)
	for _, kept := range []string{
		`{ "model" : "m" ,"x_future":{"b":[1,2.50,1e400,-0],"a":"\u00e4\/"},"temperature":0.70,`,
		`"messages":[{"role":"system","content":"` + documents, // and the instruction behind it
		`","cache_control":{"type":"ephemeral"}},{"role":"assistant","content":null,"x":1},{"role":"user","content":"` + howLong,
		`"metadata":{"k":"v"}`, `"max_completion_tokens":812`, `"store":false`,
	} {
		if !strings.Contains(got, kept) {
			t.Errorf("%q is not in\n%s", kept, got)
		}
	}
	for _, name := range []string{"stream", "stream_options", "stop", "logprobs", "top_logprobs", "vouchsafe", "documents"} {
		if parse(got).Get(name).Exists() {
			t.Errorf("%s was sent", name)
		}
	}
	if err := wire.Check([]byte(got), 0); err != nil {
		t.Error(err)
	}
}

func TestWhereTheInstructionStands(t *testing.T) {
	t.Parallel()
	user := `{"role":"user","content":"` + documents + `\n\n` + howLong + `"}`
	for _, tc := range []struct{ name, messages, at string }{
		{"behind the system message", `[{"role":"system","content":"Be brief."},` + user + `]`, "0.content"},
		{"behind the last of two", `[{"role":"system","content":"Be brief."},{"role":"developer","content":"Be kind."},` + user + `]`, "1.content"},
		{"behind its last part", `[{"role":"system","content":[{"type":"text","text":"Be brief."}]},` + user + `]`, "0.content.1.text"},
		{"behind the user's message", `[` + user + `]`, "0.content"},
		{"behind the last user's message", `[` + user + `,{"role":"assistant","content":"Yes?"},{"role":"user","content":"Again: ` + howLong + `"}]`, "2.content"},
	} {
		inBoth(t, tc.name, func(t *testing.T, in func(*App), d answer.Dialect) {
			constant := answer.Instruction(d, answer.ByJSONSchema)
			r := newRig(t, up.Extractive{}.Reply, in)
			r.post(chatPath, `{"model":"m","messages":`+tc.messages+`}`)
			text := r.asked(0).Get("messages." + tc.at).Str
			if !strings.Contains(text, constant) || strings.Count(string(r.asked(0).Body), "HOW TO ANSWER AND CITE") != 1 {
				t.Errorf("not at %s: %s", tc.at, r.asked(0).Body)
			}
			if before, _, _ := strings.Cut(text, constant); !strings.HasSuffix("\n\n"+before, wire.Fence) {
				t.Errorf("no fence: %q", before)
			}
		})
	}
}

// TestHandlesOfNamelessChunksStandInTheUserRole: the head of the conversation
// keeps its bytes, and no document's text gains the system's rank.
func TestHandlesOfNamelessChunksStandInTheUserRole(t *testing.T) {
	t.Parallel()
	nameless := strings.NewReplacer(` id=\"d1\"`, "", ` id=\"d2\"`, "").Replace(ask(howLong, ""))
	r := newRig(t, up.Extractive{}.Reply, inSegments)
	s := r.talk(nameless, false)
	s.wellFormed(t)
	q := r.asked(0)
	last := q.Get("messages").Array()[len(q.Get("messages").Array())-1]
	if last.Get("role").Str != "user" || !strings.Contains(last.Get("content").Str, `c2 begins "Nightly`) {
		t.Errorf("%s", last.Raw)
	}
	if strings.Contains(q.Get("messages.0.content").Str, "begins") {
		t.Error("the index stands in the system message")
	}
	if s.verdict() != "grounded" || s.report.Get("choices.0.citations.0.chunk_id").Str != "c2" {
		t.Errorf("%s", s.report.Raw)
	}
}

func TestChunksBesideTheMessagesAreShown(t *testing.T) {
	t.Parallel()
	beside := `"vouchsafe":{"chunks":[{"chunk_id":"k1","title":"Plan","text":"Nightly backups are kept for 21 days."}]},"documents":[{"id":"k2","text":"Restores take four hours."}],`
	body := `{"model":"m",` + beside + `"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"` + howLong + `"}]}`
	for name, passes := range map[string]bool{"rendered": false, "documents pass": true} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Upstream.PassDocuments = passes })
			s := r.talk(body, stream)
			s.wellFormed(t)
			q := r.asked(0)
			if q.Get("vouchsafe").Exists() || q.Get("documents").Exists() != passes {
				t.Errorf("%s", q.Body)
			}
			if text := q.Get("messages.1.content").Str; !strings.Contains(text, `<chunk id="k1"`) || strings.Contains(text, "Restores") == passes {
				t.Errorf("%s", text)
			}
			if s.verdict() != "grounded" {
				t.Errorf("%s", s.body)
			}
		})
	}
}

func TestRepairAddsOneAssistantAndOneUserTurn(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "repair", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(says(badAnswer), says(goodAnswer)))
		r.talk(ask(howLong, ""), stream)
		first, second := r.asked(0).Get("messages").Array(), r.asked(1).Get("messages").Array()
		if len(second) != len(first)+2 {
			t.Fatalf("%d and %d messages", len(first), len(second))
		}
		for i := range first {
			if d := cmp.Diff(first[i].Raw, second[i].Raw); d != "" {
				t.Errorf("message %d changed: %s", i, d)
			}
		}
		told := second[len(first)+1]
		if second[len(first)].Get("role").Str != "assistant" || !strings.HasPrefix(badAnswer, second[len(first)].Get("content").Str) || told.Get("role").Str != "user" {
			t.Errorf("%s", r.asked(1).Body)
		}
		if !strings.Contains(told.Get("content").Str, "the source says 5 mg, the snippet 50 mg") {
			t.Errorf("%s", told.Raw)
		}
	})
}

func TestLadderOfStructuredOutput(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		rejects []string
		formats []string // of the first exchange's calls, then of the second's
	}{
		{"takes schemas", nil, []string{"json_schema", "json_schema"}},
		{"takes objects", []string{"json_schema"}, []string{"json_schema", "json_object", "json_object"}},
		{"takes neither", []string{"json_schema", "json_object"}, []string{"json_schema", "json_object", "", ""}},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Rejects(up.Extractive{}.Reply, tc.rejects...), inSegments)
			for range 2 {
				s := r.talk(ask(howLong, ""), stream)
				if s.wellFormed(t); s.verdict() != "grounded" {
					t.Errorf("%s", s.body)
				}
			}
			var formats []string
			for _, q := range r.upstream.Requests() {
				formats = append(formats, q.Format())
			}
			if d := cmp.Diff(tc.formats, formats); d != "" {
				t.Error(d)
			}
		})
	}
	t.Run("an outage teaches nothing", func(t *testing.T) {
		r := newRig(t, up.InTurn(up.Fails(500, "server_error", "Broken.", nil), up.Extractive{}.Reply), inSegments)
		r.post(chatPath, ask(howLong, ""))
		r.post(chatPath, ask(howLong, ""))
		if r.asked(1).Format() != "json_schema" {
			t.Errorf("%s", r.asked(1).Body)
		}
	})
	t.Run("fixed by the configuration", func(t *testing.T) {
		r := newRig(t, up.Extractive{}.Reply, inSegments, func(a *App) { a.Upstream.Structured = "prompt" })
		if r.post(chatPath, ask(howLong, "")); r.asked(0).Get("response_format").Exists() {
			t.Errorf("%s", r.asked(0).Body)
		}
	})
}

func TestEveryDialectComesThrough(t *testing.T) {
	t.Parallel()
	extractive := up.Extractive{}.Reply
	for d, script := range map[answer.Dialect]up.Script{
		answer.Segments: extractive, answer.Snippet: extractive, answer.Claims: extractive, answer.Dagger: extractive,
		answer.Numbered: says("Nightly backups start at 01:30 UTC and are kept for 21 days [2]."),
	} {
		plainAndStreamed(t, string(d), func(t *testing.T, stream bool) {
			r := newRig(t, script, func(a *App) { a.Policy.Citations.Dialect = d })
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if v := s.verdict(); v != "grounded" && v != "healed" || !strings.Contains(s.text(), "21 days") {
				t.Errorf("%s", s.body)
			}
		})
	}
}

func TestModelAliases(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Enforce, policy.Observe, policy.Off} {
		r := newRig(t, up.Extractive{}.Reply, func(a *App) {
			a.Policy.Mode, a.Upstream.Aliases = mode, map[string]string{"m": `the "real" one`}
		})
		if r.post(chatPath, ask(howLong, "")); r.asked(0).Model() != `the "real" one` || r.trace(0).Model != "m" {
			t.Errorf("%s: %s, trace %s", mode, r.asked(0).Body, r.trace(0).Model)
		}
	}
}
