package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// door is something that a model writes around an honest sentence: what must
// not leave, and what must.
type door struct {
	name     string
	said     []passage
	leaves   string // must be in what the client gets
	stays    string // must not be
	findings string
}

// TestNothingUnaccountedLeaves holds each door shut beside its honest
// counterpart, plain and streamed.
func TestNothingUnaccountedLeaves(t *testing.T) {
	t.Parallel()
	honest := passage{"Backups are kept for 21 days.", "d2", "are kept for 21 days"}
	for _, d := range []door{
		{"a heading that states", []passage{{text: "## Backups harm the database\n\n"}, honest}, "Backups are kept for 21 days.", "harm", "text-unaccounted"},
		{"a heading of the question's words", []passage{{text: "## How long backups are kept\n\n"}, honest}, "## How long backups are kept\n\nBackups are kept", "", ""},
		{"a lead-in", []passage{{text: "Here is what the documents say:\n\n"}, honest}, "Here is what the documents say:\n\nBackups are kept", "", ""},
		{"a greeting", []passage{{text: "Hello! "}, honest, {text: " I hope this helps!"}}, "Hello! Backups are kept for 21 days. [1] I hope this helps!", "", ""},
		{"a question that insinuates", []passage{honest, {text: " Did the vendor bribe the auditors?"}}, "Backups are kept for 21 days.", "bribe", "text-unaccounted"},
		{"a question", []passage{honest, {text: " Would you like to know when the backups start?"}}, "when the backups start?", "", ""},
		{"a comment in code", []passage{honest, {text: "\n```py\n# wipe backups after an hour\nrun()\n```\n"}}, "Backups are kept for 21 days.", "wipe", ""},
		{"code", []passage{honest, {text: "\n```py\nimport os\nx = backups(y)\n```\n"}}, "x = backups(y)", "", ""},
		{"a diagram", []passage{honest, {text: "\n```mermaid\nA[Backups] --> B[Unencrypted tapes]\n```\n"}}, "Backups are kept for 21 days.", "Unencrypted", ""},
		{"an alternative text", []passage{honest, {text: "\n\n![Backups were stolen](https://evil.example/x.png)"}}, "Backups are kept for 21 days.", "stolen", ""},
		{"a figure in code", []passage{honest, {text: "\n```py\nretention_days = 90\n```\n"}}, "Backups are kept for 21 days.", "90", "text-unaccounted"},
		{"the source's figure in code", []passage{honest, {text: "\n```py\nretention_days = 21\n```\n"}}, "retention_days = 21", "", ""},
		{"a part of the question", []passage{{text: "You asked how long backups are kept. "}, honest}, "Backups are kept for 21 days.", "You asked", "claim-uncited"},
		{"a script in code", []passage{{"Backups are kept for 21 days. `<img src=x onerror=go()>`", "d2", "are kept for 21 days"}}, "Backups are kept for 21 days.", "onerror", "target-removed"},
		{"an address in a sentence", []passage{{"Backups are kept for 21 days (see evil.com/x).", "d2", "are kept for 21 days"}}, "Backups are kept for 21 days (see …).", "evil", "target-removed"},
		{"a link", []passage{{"Backups are kept for [21 days](//evil.example/x).", "d2", "are kept for 21 days"}}, "Backups are kept for 21 days.", "evil", "target-removed"},
		{"an address without slashes", []passage{{"Backups are kept for [21 days](https:evil.example).", "d2", "are kept for 21 days"}}, "Backups are kept for 21 days.", "evil", "target-removed"},
		{"an image", []passage{{"Backups are kept for 21 days. <img src=//evil.example/x>", "d2", "are kept for 21 days"}}, "Backups are kept for 21 days.", "evil", "target-removed"},
	} {
		plainAndStreamed(t, d.name, func(t *testing.T, stream bool) {
			r := newRig(t, says(segmented(d.said...)), func(a *App) { a.Policy.Repair.Attempts = 0; a.Policy.OnFailure = policy.RedactAnswer })
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if got := s.text(); !strings.Contains(got, d.leaves) || d.stays != "" && strings.Contains(got, d.stays) {
				t.Errorf("%s: %q", s.verdict(), got)
			}
			if !strings.Contains(s.report.Raw, d.findings) || d.findings == "" && d.stays == "" && s.verdict() != "grounded" {
				t.Errorf("%s: %s", s.verdict(), s.report.Raw)
			}
		})
	}
}

// An answer that is nothing but such text is no answer.
func TestNoAnswerIsMadeOfTitlesAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"## Backups harm the database", "## Backups are safe", "```mermaid\nA[Backups] --> B[Unencrypted]\n```"} {
		plainAndStreamed(t, text, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(says(segmented(passage{text: text})), says(segmented(passage{text: text}))))
			s := r.talk(ask(howLong, ""), stream)
			if s.verdict() != "refused" || strings.Contains(s.text(), "harm") {
				t.Errorf("%s %q", s.verdict(), s.text())
			}
		})
	}
}

// An answer in the client's own form hides nothing behind a member's name.
func TestNoValueIsExcusedByItsName(t *testing.T) {
	t.Parallel()
	const any = `"response_format":{"type":"json_object"},`
	citation := `{"chunk_id":"d2","path":"","snippet":"are kept for 21 days"}`
	for more, leaves := range map[string]bool{
		`"retention_id":90`:                        false,
		`"page":90`:                                false,
		`"note":"Who stole the tapes?"`:            false,
		`"kept_nightly_backups":false`:             false,
		`"backups_kept":"no"`:                      false,
		`"link":"//evil.example/x"`:                false,
		`"text":"The vendor bribed the auditors."`: false,
		`"backups_kept":true`:                      true,
		`"kept_hours":21`:                          false,
		`"kept_days":21`:                           true,
		`"source":2`:                               true,
		`"chunk":"d2"`:                             true,
		`"confidence":0.9`:                         true,
		`"steps":[{"id":1},{"id":2}]`:              true,
		`"topic":"nightly backups"`:                true,
		`"answerable":true`:                        true,
		`"days":21`:                                true,
	} {
		plainAndStreamed(t, more, func(t *testing.T, stream bool) {
			r := newRig(t, says(enveloped(`{"a":"Backups are kept for 21 days.",`+more+`}`, citation)), func(a *App) { a.Policy.Repair.Attempts = 0; a.Policy.OnFailure = policy.RefuseAnswer })
			if s := r.talk(ask(howLong, any), stream); (s.verdict() == "grounded") != leaves {
				t.Errorf("%s: %s", s.verdict(), s.body)
			}
		})
	}
}
