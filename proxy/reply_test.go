package proxy

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/internal/golden"
	"vouchsafe/policy"
)

// changing is what differs from run to run, or with the risk model.
var changing = regexp.MustCompile(`"(trace_id|risk)": [^,\n]+`)

// TestReplyGolden has every member of a reply, so that none comes or goes
// without anybody's noticing. The second quote is misspelt, and healed.
func TestReplyGolden(t *testing.T) {
	t.Parallel()
	beside := `"vouchsafe":{"chunks":[{"chunk_id":"k1","doc_id":"guide","text":"The Ostby bridge is 503 m long. It opened in 1932.","title":"Bridges <i>of</i> the north","url":"https://example.org/b?x=1&y=2","source_filename":"b.pdf","similarity":0.87314,"date":"2024-05-01"},` +
		`{"chunk_id":"k2","text":"Trains cross the Ostby bridge every four minutes at rush hour."}]},`
	body := `{"model":"m",` + beside + `"messages":[{"role":"user","content":"How long is the Ostby bridge, and how often do trains cross it?"}]}`
	said := segmented(passage{"The Ostby bridge is 503 m long.", "k1", "The Ostby bridge is 503 m long."},
		passage{"Trains cross the Ostby bridge every four minutes at rush hour.", "k1", "Trains cross the Ostby bridge every four minutes at rush hour"})
	day := func(g *Gateway) { g.now = func() time.Time { return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC) } }
	g := plan{script: says(said), app: inSegments, gate: day}.start(t).post(chatPath, body)
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, []byte(g.body), "", " "); err != nil {
		t.Fatalf("%v: %s", err, g.body)
	}
	golden.Hold(t, "testdata/reply.json", changing.ReplaceAllString(pretty.String(), `"$1": "varies"`)+"\n")
	var names []string
	for name := range g.header {
		names = append(names, name)
	}
	slices.Sort(names)
	want := []string{"Content-Length", "Content-Type", "Date", "X-Request-Id", "X-Vouchsafe-Attempts", "X-Vouchsafe-Overhead-Ms", "X-Vouchsafe-Proof", "X-Vouchsafe-Trace-Id", "X-Vouchsafe-Verdict"}
	if d := cmp.Diff(want, slices.DeleteFunc(names, func(n string) bool { return n == "X-Vouchsafe-Cache" })); d != "" {
		t.Error(d)
	}
}

func TestStreamGolden(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(goodAnswer), inSegments, func(a *App) { a.Policy.Report = policy.NoReport })
	s := r.talk(ask(howLong, `"stream_options":{"include_usage":true},`), true)
	varies := regexp.MustCompile(`"id":"[^"]+"|"created":\d+`)
	golden.Hold(t, "testdata/stream.txt", varies.ReplaceAllString(s.body, `"varies"`))
	for name, want := range map[string]string{"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"} {
		if s.header.Get(name) != want {
			t.Errorf("%s: %q", name, s.header.Get(name))
		}
	}
}

func TestHowMuchIsReported(t *testing.T) {
	t.Parallel()
	for detail, members := range map[policy.Report]string{
		policy.FullReport:    "trace_id app policy verdict proof reason attempts usage_by_attempt usage_estimated choices",
		policy.SummaryReport: "trace_id app policy verdict proof reason attempts usage_estimated",
		policy.NoReport:      "",
	} {
		plainAndStreamed(t, string(detail), func(t *testing.T, stream bool) {
			r := newRig(t, says(goodAnswer), func(a *App) { a.Policy.Report = detail })
			var got []string
			for name := range r.talk(ask(howLong, ""), stream).report.Map() {
				got = append(got, name)
			}
			want := strings.Fields(members)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%v", got)
			}
		})
	}
}

// TestAnAnswerThatPassedByRiskIsNotShownLikeAProvenOne: verdict and proof are two things.
func TestAnAnswerThatPassedByRiskIsNotShownLikeAProvenOne(t *testing.T) {
	t.Parallel()
	const whole = "Nightly backups start at 01:30 UTC and are kept for 21 days."
	for said, want := range map[string]string{
		goodAnswer:                             "cited",
		segmented(passage{whole, "d2", whole}): "own-words",
		`{"mode":"refuse","segments":[],"unanswered_aspects":[]}`: "none",
	} {
		plainAndStreamed(t, want, func(t *testing.T, stream bool) {
			r := newRig(t, says(said))
			s := r.talk(ask(howLong, ""), stream)
			if got := s.report.Get("proof").Str; got != want || !stream && s.header.Get("X-Vouchsafe-Proof") != want {
				t.Errorf("proof %q, header %q, want %q: %s", got, s.header.Get("X-Vouchsafe-Proof"), want, s.body)
			}
			if trace := r.trace(0); string(trace.Proof) != want {
				t.Errorf("the trace says %q, want %q", trace.Proof, want)
			}
		})
	}
}

// TestARefusalOfTheModelsWithoutWordsIsADecline: it was a grounding failure, for it said nothing.
func TestARefusalOfTheModelsWithoutWordsIsADecline(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "segments", func(t *testing.T, stream bool) {
		r := newRig(t, says(`{"mode":"refuse","segments":[],"unanswered_aspects":["it"]}`))
		s := r.talk(ask(howLong, ""), stream)
		s.wellFormed(t)
		if s.verdict() != "declined" || s.text() != refused || r.trace(0).CountsAs != "held" || len(r.upstream.Requests()) != 1 {
			t.Errorf("%s: %q", s.verdict(), s.text())
		}
	})
}

func TestReportSpeaksOfReleasedTextOnly(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "refused", func(t *testing.T, stream bool) {
		r := newRig(t, says(badAnswer))
		s := r.talk(ask("What dose?", ""), stream)
		s.wellFormed(t)
		if strings.Contains(s.body, "50 mg") {
			t.Errorf("%s", s.body)
		}
		if codes := s.report.Get("choices.0.findings.#.code").Raw; !strings.Contains(codes, "snippet-altered") {
			t.Errorf("the codes are %s", codes)
		}
		tr := r.trace(0)
		if len(tr.Findings) == 0 || !strings.Contains(tr.Findings[0].Detail, "50 mg") || !strings.Contains(tr.Attempts[0].Reply, "50 mg") {
			t.Errorf("the trace keeps silent: %+v", tr)
		}
	})
}

func TestRefusalsSpeakTheQuestionsLanguage(t *testing.T) {
	t.Parallel()
	german := func(a *App) {
		a.Policy.Refusal.ByLanguage = map[string]string{"de": "Das steht nicht in den Quellen."}
		a.Policy.Refusal.FinishReason = policy.Stop
	}
	for question, want := range map[string]string{
		"Welche Dosis bekommen die Erwachsenen am Anfang und wie oft?": "Das steht nicht in den Quellen.",
		"What dose do adults start on, and how often is it given?":     refused,
	} {
		plainAndStreamed(t, question, func(t *testing.T, stream bool) {
			s := newRig(t, says(badAnswer), german).talk(ask(question, ""), stream)
			if s.wellFormed(t); s.text() != want || s.choices[0].finish != "stop" {
				t.Errorf("%q, %s", s.text(), s.choices[0].finish)
			}
		})
	}
}

func TestEvidenceLinks(t *testing.T) {
	t.Parallel()
	r := plan{script: says(goodAnswer), setup: func(s *Setup) { s.PublicURL = "https://dash.example/" }}.start(t)
	s := r.talk(ask(howLong, ""), false)
	s.wellFormed(t)
	link := parse(s.choices[0].annotations).Get("0.url_citation.url").Str
	if want := "https://dash.example/traces/" + s.header.Get("X-Vouchsafe-Trace-Id") + "#d2"; link != want {
		t.Errorf("%s", s.choices[0].annotations)
	}
}

func TestFewerOrMoreChoicesThanAskedFor(t *testing.T) {
	t.Parallel()
	for name, contents := range map[string][]string{"fewer": {goodAnswer}, "more": {goodAnswer, goodAnswer, goodAnswer}} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			s := newRig(t, says(contents...)).talk(ask(howLong, `"n":2,`), stream)
			if s.fault != "" {
				return // an upstream that errs is told of as such
			}
			s.wellFormed(t)
			if len(s.choices) > 2 {
				t.Errorf("%d choices: %s", len(s.choices), s.body)
			}
		})
	}
}

// TestSourcesAreCopiedForClientsThatReadThem in a reply and on the last chunk of a stream.
func TestSourcesAreCopiedForClientsThatReadThem(t *testing.T) {
	t.Parallel()
	const chunks = `"vouchsafe":{"chunks":[{"chunk_id":"a","text":"Adults start on apixaban 5 mg twice daily."},{"chunk_id":"b","text":"Backups are kept for 21 days.","title":"Plan","url":"https://b.example/plan","date":"2024-02-01"}]},`
	body := `{"model":"m",` + chunks + `"messages":[{"role":"user","content":"How long are backups kept, and on what do adults start?"}]}`
	script := says(segmented(passage{"Backups are kept for 21 days.", "b", "Backups are kept for 21 days"}, passage{"Adults start on apixaban 5 mg twice daily.", "a", "start on apixaban 5 mg"}))
	for _, stream := range []bool{false, true} {
		s := newRig(t, script, func(a *App) { a.Policy.Sources = true }).talk(body, stream)
		const want = `"citations":["https://b.example/plan",""],"search_results":[{"title":"Plan","url":"https://b.example/plan","date":"2024-02-01"},{"title":"a","url":"","date":null}]`
		if !strings.Contains(s.body, want) {
			t.Errorf("%s", s.body)
		}
		if s := newRig(t, script).talk(body, stream); strings.Contains(s.body, "search_results") {
			t.Errorf("%s", s.body)
		}
	}
}
