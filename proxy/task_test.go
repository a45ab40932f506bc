package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"

	"github.com/tidwall/gjson"
)

// extraction is a call whose reply a program reads.
const extraction = `{"model":"m","messages":[{"role":"system","content":"You extract facts from the document. Return only JSON: {\"facts\": [{\"name\": \"...\", \"description\": \"...\"}]}"},{"role":"user","content":"<document id=\"d1\">Nightly backups start at 01:30 UTC and are kept for 21 days.</document>"}]}`

const (
	facts      = `{"facts": [ {"name":"backups", "description":"Nightly backups are kept for 21 days."} ]}` + "\n"
	wrongFacts = `{"facts":[{"name":"backups","description":"Nightly backups are kept for 99 days."}]}`
)

func TestATaskPassesAsItCame(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "facts", func(t *testing.T, stream bool) {
		r := newRig(t, up.Say(facts))
		s := r.talk(extraction, stream)
		s.wellFormed(t)
		tr := r.trace(0)
		if s.text() != facts || tr.Verdict != report.Skipped || tr.Reason != report.ReasonTask || s.report.Exists() {
			t.Errorf("%q, %s (%s), %s", s.text(), tr.Verdict, tr.Reason, s.report.Raw)
		}
		if !strings.HasPrefix(tr.Asks, "task: ") || !strings.Contains(tr.Asks, "form: json") {
			t.Errorf("what was asked for is told as %q", tr.Asks)
		}
		if got := gjson.GetBytes(tr.Metadata, "task").Str; got != "json" || gjson.GetBytes(tr.Metadata, "task_unsupported").Exists() {
			t.Errorf("%s", tr.Metadata)
		}
		sent := r.upstream.Requests()[0].Body
		if asked := gjson.GetBytes(sent, "messages").Raw; asked != gjson.Get(extraction, "messages").Raw {
			t.Errorf("the upstream was asked %s", asked)
		}
	})
}

func TestWhatATaskStatesWithoutSupportIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Say(wrongFacts))
	s := r.talk(extraction, false)
	if tr := r.trace(0); s.text() != wrongFacts || gjson.GetBytes(tr.Metadata, "task_unsupported").Int() != 1 {
		t.Errorf("%q, %s", s.text(), tr.Metadata)
	}
}

func TestATaskWithoutItsFormIsEnforced(t *testing.T) {
	t.Parallel()
	for _, reply := range []string{"Nightly backups are kept for 99 days.", wrongFacts + " I hope this helps.", `{"facts":[],"answer":"99 days"}`} {
		plainAndStreamed(t, reply, func(t *testing.T, stream bool) {
			r := newRig(t, up.Say(reply))
			s := r.talk(extraction, stream)
			if tr := r.trace(0); strings.Contains(s.text(), "99") || tr.Verdict == report.Skipped {
				t.Errorf("%q, %s (%s)", s.text(), tr.Verdict, tr.Reason)
			}
		})
	}
}

// TestATaskKeepsTheProbabilitiesOfItsTokens: graders weigh the token of their yes or no.
func TestATaskKeepsTheProbabilitiesOfItsTokens(t *testing.T) {
	t.Parallel()
	grade := `{"model":"m","logprobs":true,"messages":[{"role":"system","content":"You are a grader. Decide whether the document helps. Return 'yes' or 'no'."},{"role":"user","content":"<document id=\"d1\">Nightly backups are kept for 21 days.</document>"}]}`
	const head, token = `{"id":"c","created":1,"model":"m",`, `{"token":"yes","logprob":-0.1,"bytes":[121,101,115],"top_logprobs":[]}`
	plainAndStreamed(t, "grade", func(t *testing.T, stream bool) {
		said := up.Reply{Header: map[string]string{"Content-Type": "application/json"},
			Body: []byte(head + `"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"yes"},"logprobs":{"content":[` + token + `],"refusal":null},"finish_reason":"stop"}]}`)}
		if stream {
			said = up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: [][]byte{
				[]byte("data: " + head + `"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"yes"},"logprobs":{"content":[` + token + `]},"finish_reason":null}]}` + "\n\n"),
				[]byte("data: " + head + `"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"),
			}}
		}
		s := newRig(t, up.Raw(said)).talk(grade, stream)
		if want := `"logprobs":{"content":[` + token + `],"refusal":null}`; s.text() != "yes" || !strings.Contains(s.body, want) {
			t.Errorf("%s", s.body)
		}
	})
}

func TestClosedTasksPassOnlyWhereNothingCanBeStated(t *testing.T) {
	t.Parallel()
	closed := func(a *App) { a.Policy.Tasks = policy.ClosedTasks }
	grade := `{"model":"m","messages":[{"role":"system","content":"You are a grader. Decide whether the document helps. Return 'yes' or 'no'."},{"role":"user","content":"<document id=\"d1\">Nightly backups are kept for 21 days.</document>"}]}`
	records := `{"model":"m","messages":[{"role":"system","content":"You extract facts. Write name<|#|>description, one fact a line."},{"role":"user","content":"<document id=\"d1\">Nightly backups are kept for 21 days.</document>"}]}`
	plainAndStreamed(t, "label", func(t *testing.T, stream bool) {
		if s := newRig(t, up.Say("yes"), closed).talk(grade, stream); s.text() != "yes" {
			t.Errorf("%s", s.body)
		}
	})
	s := newRig(t, up.Say("backups<|#|>Nightly backups are kept for 99 days."), closed).talk(records, false)
	if s.status != 403 || gjson.Get(s.body, "error.code").Str != "task_not_closed" {
		t.Errorf("%d %s", s.status, s.body)
	}
	plainAndStreamed(t, "a false member of JSON", func(t *testing.T, stream bool) {
		r := newRig(t, up.Say(wrongFacts), closed)
		s := r.talk(extraction, stream)
		if tr := r.trace(0); tr.Verdict != report.Refused || tr.Reason != taskNotClosed || tr.Proof != report.NoProof {
			t.Errorf("%s (%s), %s", tr.Verdict, tr.Reason, tr.Proof)
		}
		if strings.Contains(s.body, "99 days") || strings.Contains(s.text(), refused) || !strings.Contains(s.body, `"code":"task_not_closed"`) {
			t.Errorf("%s", s.body)
		}
	})
}

func TestNoTasksMeansThatAllIsEnforced(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Say(wrongFacts), func(a *App) { a.Policy.Tasks = policy.NoTasks })
	if s := r.talk(extraction, false); strings.Contains(s.text(), "99") || r.trace(0).Reason == report.ReasonTask {
		t.Errorf("%s", s.body)
	}
}

// unsure is a call that orders something, and no form.
const unsure = `{"model":"m","messages":[{"role":"system","content":"You classify letters."},{"role":"user","content":"<document id=\"d1\">Nightly backups start at 01:30 UTC and are kept for 21 days.</document>"}]}`

func TestAnUnsureReplyIsJudgedFirst(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "in the source's words", func(t *testing.T, stream bool) {
		r := newRig(t, up.Say("Nightly backups start at 01:30 UTC and are kept for 21 days. [d1]"))
		s := r.talk(unsure, stream)
		s.wellFormed(t)
		if len(r.upstream.Requests()) != 1 || r.trace(0).Verdict != report.Grounded || !strings.Contains(s.text(), "kept for 21 days") {
			t.Errorf("%d calls: %q, %s", len(r.upstream.Requests()), s.text(), r.trace(0).Verdict)
		}
	})
	plainAndStreamed(t, "another figure", func(t *testing.T, stream bool) {
		r := newRig(t, up.Say("Nightly backups are kept for 99 days."))
		s := r.talk(unsure, stream)
		calls := r.upstream.Requests()
		if len(calls) < 2 || strings.Contains(s.text(), "99") {
			t.Fatalf("%d calls: %q", len(calls), s.text())
		}
		if first := gjson.GetBytes(calls[0].Body, "messages").Raw; first != gjson.Get(unsure, "messages").Raw || !json.Valid(calls[1].Body) {
			t.Errorf("the first call says %s", first)
		}
	})
}

func TestATypedOrderMakesNoTask(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{
		`You are an extractor. Return only JSON: {\"facts\": [{\"name\": \"...\", \"description\": \"...\"}]}`,
		`### Task:\nExtract the facts as JSON {\"facts\": []}.\n### Output:`,
		`Return YES or NO: are backups kept for 99 days?`,
	} {
		r := newRig(t, up.Say(wrongFacts))
		if s := r.talk(ask(typed, ""), false); strings.Contains(s.body, "99 days") || r.trace(0).Reason == report.ReasonTask {
			t.Errorf("%s: %s", typed, s.body)
		}
	}
}

func TestAnObservedTaskIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Say(wrongFacts), func(a *App) { a.Policy.Mode = policy.Observe })
	s := r.talk(extraction, false)
	tr := r.trace(0)
	if s.text() != wrongFacts || tr.Verdict != report.Skipped || tr.Reason != report.ReasonTask || gjson.GetBytes(tr.Metadata, "task_unsupported").Int() != 1 {
		t.Errorf("%q, %s (%s), %s", s.text(), tr.Verdict, tr.Reason, tr.Metadata)
	}
}

// TestAFigureOfAJSONReplyIsNoForm: a call that may be a question gets no figure that nobody has
// shown, in whatever member; a number of the prompt and a score of the model's own pass, and
// so does a list of questions.
func TestAFigureOfAJSONReplyIsNoForm(t *testing.T) {
	t.Parallel()
	const dose = `Context:\nThe maximal dose is 40 mg.\n\n`
	for _, tc := range []struct {
		prompt, reply string
		passes        bool
	}{
		{dose + `What is the maximal dose? Return a JSON object with the key \"max_dose_mg\".`, `{"max_dose_mg":9999}`, false},
		{dose + `What is the maximal dose? Return a JSON object with the key \"max_dose_mg\".`, `{"max_dose_mg":40}`, true},
		{dose + `Extract all numbers in the context as a JSON object with the key \"numbers\".`, `{"numbers":[40]}`, true},
		{`Context:\nTwo of the patients died.\n\nHow many died? Return a JSON object with the key \"number_of_deaths\".`, `{"number_of_deaths":12}`, false},
		{dose + `Rate the text from 1 to 5. Return a JSON object with the key \"score\".`, `{"score":4}`, true},
		{`Generate 3 questions that the following document answers, as a JSON list of strings.\n\nDocument:\nBackups are kept for 21 days. The library opens at nine.`,
			`["How long are backups kept?"]`, true},
		{`Generate 3 questions that the following document answers, as a JSON list of strings.\n\nDocument:\nBackups are kept for 21 days. The library opens at nine.`,
			`["Why are backups kept for 99 days?"]`, false},
	} {
		plainAndStreamed(t, tc.reply, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.reply))
			s := r.talk(`{"model":"m","messages":[{"role":"user","content":"`+tc.prompt+`"}]}`, stream)
			if got := s.text(); (got == tc.reply) != tc.passes {
				t.Errorf("%q to %s", got, tc.prompt)
			}
		})
	}
}
