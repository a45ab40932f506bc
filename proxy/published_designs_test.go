package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/policy"
)

// designs are the five ways of citing that apps publish, with passages in the prompt and a
// model that writes what it is asked for.
var designs = map[string]struct{ system, reply, kept string }{
	"snippets": {`Answer from the documents with JSON only: {"answer":"… [1]","citations":[{"doc_id":"…","chunk_id":"…","snippet":"…"}],"mode":"answer"}`,
		`{"answer":"Nightly backups are kept for 21 days [1].","citations":[{"doc_id":"plan","chunk_id":"a_1","snippet":"are kept for 21 days"}],"mode":"answer"}`, `21 days`},
	"daggers": {`Answer from the documents with JSON only: {"answer":"… [†1]","citations":[{"source_filename":"…","chunk_id":"…","similarity":0.5}]}. The markers count the citations.`,
		`{"answer":"Nightly backups are kept for 21 days [†1].","citations":[{"source_filename":"plan.pdf","chunk_id":"a_1","similarity":0.9}]}`, `[†1]`},
	"claims": {`Answer from the documents with JSON only: {"answer":"…","claims":[{"text":"…","citation_ids":["…"],"confidence":"high"}],"citations":[{"id":"…","title":"…","source":"…","relevant_quote":"…"}],"unanswered_aspects":["…"]}`,
		`{"answer":"Nightly backups are kept for 21 days [a_1].","claims":[{"text":"Nightly backups are kept for 21 days.","citation_ids":["a_1"],"confidence":"high"}],"citations":[{"id":"a_1","title":"Plan","source":"plan.pdf","relevant_quote":"are kept for 21 days"}],"unanswered_aspects":[]}`, `relevant_quote`},
	"author and year": {"Answer from the documents. Cite each sentence as [Author, Year]. End with a list under \"Sources:\".",
		"Nightly backups are kept for 21 days [Quill, 2021].\n\nSources:\n- Quill (2021): Plan", `[Quill, 2021]`},
	"numbers": {"Answer from the documents. Cite each sentence with the number of its document in brackets, like [1]. End with a list under \"Sources used:\".",
		"Nightly backups are kept for 21 days [1].\n\nSources used:\n[1] Plan", `[1]`},
}

// TestPublishedDesignsPassAsWritten: an honest answer in the form that the app's prompt asks
// for comes back in that form, plain and streamed, and a false one does not.
func TestPublishedDesignsPassAsWritten(t *testing.T) {
	t.Parallel()
	const documents = `<document id="a_1" title="Plan" author="Quill" year="2021" filename="plan.pdf">Nightly backups are kept for 21 days.</document>` + "\n" +
		`<document id="a_2" title="Tapes" author="Moss" year="2019" filename="tapes.pdf">Tapes are not used since the move.</document>`
	for name, d := range designs {
		for _, named := range []string{"balanced", "strict", "verbatim"} {
			for _, stream := range []bool{false, true} {
				system, _ := json.Marshal(d.system)
				user, _ := json.Marshal("<documents>\n" + documents + "\n</documents>\n\nHow long are nightly backups kept?")
				body := `{"model":"m","messages":[{"role":"system","content":` + string(system) + `},{"role":"user","content":` + string(user) + `}]}`
				adjust := func(a *App) { a.Policy, _ = policy.Builtin(named) }
				s := newRig(t, says(d.reply), adjust).talk(body, stream)
				if !strings.Contains(s.text(), d.kept) || !strings.Contains(s.text(), "kept for 21 days") || s.verdict() != "grounded" && s.verdict() != "healed" {
					t.Errorf("%s, %s, streamed %v: %s %s", name, named, stream, s.verdict(), s.text())
				}
				if lie := newRig(t, says(falsified.Replace(d.reply)), adjust).talk(body, stream); strings.Contains(lie.text(), "22 days") {
					t.Errorf("%s, %s, streamed %v: a lie comes back: %s", name, named, stream, lie.text())
				}
			}
		}
	}
}
