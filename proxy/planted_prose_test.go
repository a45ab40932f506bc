package proxy

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
)

// prose writes sentences as a model does that cites in the text: the number of
// the chunk before or behind the full stop, in paragraphs, lists and tables.
func (s sower) prose(said ...passage) string {
	var b strings.Builder
	style := s.IntN(8)
	switch style {
	case 5:
		b.WriteString("| Facts |\n|---|\n")
	case 6:
		b.WriteString("The documents say:\n\n")
	}
	for i, p := range said {
		marker := ""
		switch {
		case strings.HasPrefix(p.chunk, "d"):
			marker = "[" + p.chunk[1:] + "]"
		case p.chunk != "":
			marker = "[77]" // there is no such source
		}
		stem := strings.TrimSuffix(p.text, ".")
		switch style {
		case 0:
			b.WriteString(stem + " " + marker + ". ")
		case 1:
			b.WriteString(p.text + " " + marker + " ")
		case 2:
			b.WriteString("- " + stem + " " + marker + "\n")
		case 3:
			b.WriteString(p.text + "\n" + marker + "\n\n")
		case 4:
			fmt.Fprintf(&b, "%d. **%s** %s\n", i+1, p.text, marker)
		case 5:
			fmt.Fprintf(&b, "| %s %s |\n", stem, marker)
		case 6:
			fmt.Fprintf(&b, "* %s %s.\n", stem, marker)
		case 7:
			fmt.Fprintf(&b, "| %s | %s\n\n", stem, marker)
		}
	}
	switch s.IntN(6) {
	case 0:
		b.WriteString("\n\nSources:\n[1] d1\n[2] d2")
	case 1:
		return "<think>" + weed + " 7731</think>\n\n" + b.String()
	}
	return b.String()
}

// asksInProse makes a rig whose app cites in the text.
func asksInProse(t *testing.T, dialect answer.Dialect, attempts int) *rig {
	return newRig(t, up.Silent(), func(a *App) {
		a.Policy.Citations.Dialect, a.Policy.Repair.Attempts = dialect, attempts
	})
}

const asksSown = `{"model":"m","messages":[{"role":"system","content":"` + sown + `"},{"role":"user","content":"What do the documents say?"}]}`

// TestProseIsTheSamePlainAndStreamed: what is released while it is written has
// the text, the markers, the annotations and the report of a reply that was
// verified whole.
func TestProseIsTheSamePlainAndStreamed(t *testing.T) {
	t.Parallel()
	for _, dialect := range []answer.Dialect{answer.Numbered, answer.AuthorYear, answer.Client} {
		t.Run(string(dialect), func(t *testing.T) {
			r := asksInProse(t, dialect, 0)
			for seed := range uint64(120) {
				s := sower{rand.New(rand.NewPCG(seed, 5))}
				var said []passage
				for range 1 + s.IntN(5) {
					said = append(said, wheat[s.IntN(len(wheat))])
				}
				text := s.prose(said...)
				r.upstream.Use(up.Answering(up.Answer{Choices: []up.Choice{{Content: text}}, Runes: 1 + s.IntN(9)}))
				plain, streamed := r.talk(asksSown, false), r.talk(asksSown, true)
				streamed.wellFormed(t)
				same := func(path string) bool {
					return plain.report.Get(path).Raw == streamed.report.Get(path).Raw
				}
				if plain.verdict() != "grounded" {
					t.Fatalf("seed %d: %s of %q: %s", seed, plain.verdict(), text, plain.body)
				}
				if streamed.text() != plain.text() || streamed.choices[0].annotations != plain.choices[0].annotations || !same("choices") || !same("verdict") {
					t.Fatalf("seed %d: of %q\nplain    %q %s\nstreamed %q %s", seed, text, plain.text(), plain.report.Raw, streamed.text(), streamed.report.Raw)
				}
			}
			if asked := r.trace(1).Attempts[0].Asked; !strings.Contains(asked, "released as it is verified") {
				t.Errorf("%s", asked)
			}
		})
	}
}

// TestNothingUngroundedLeavesInProse is the promise of
// TestNothingUngroundedEverReachesAClient for replies with inline markers.
func TestNothingUngroundedLeavesInProse(t *testing.T) {
	t.Parallel()
	for _, dialect := range []answer.Dialect{answer.Numbered, answer.Client} {
		plainAndStreamed(t, string(dialect), func(t *testing.T, stream bool) {
			r := asksInProse(t, dialect, 2)
			released := 0
			for seed := range uint64(200) {
				s := sower{rand.New(rand.NewPCG(seed, 9))}
				r.upstream.Use(up.InTurn(s.proseAttempt(), s.proseAttempt(), s.proseAttempt()))
				got := r.talk(asksSown, stream)
				if lower := strings.ToLower(got.withoutID()); strings.Contains(lower, weed[1:]) || strings.Contains(lower, falseNumber) {
					t.Fatalf("seed %d: it leaks:\n%s\nthe model wrote\n%s", seed, got.body, r.lastReplies())
				}
				if got.fault == "" && got.text() != "" && got.text() != refused {
					released++
				}
			}
			if t.Logf("%d answers came through", released); released == 0 {
				t.Error("not one answer came through")
			}
		})
	}
}

// proseAttempt is one reply in prose with weeds in it, whole or not.
func (s sower) proseAttempt() up.Script {
	var said []passage
	for range 2 + s.IntN(4) {
		said = append(said, wheat[s.IntN(len(wheat))])
	}
	for range max(0, s.IntN(4)-1) {
		at := s.IntN(len(said) + 1)
		said = append(said[:at], append([]passage{s.weed()}, said[at:]...)...)
	}
	a := up.Answer{Choices: []up.Choice{{Content: s.prose(said...)}}, Runes: 1 + s.IntN(30), Split: s.IntN(3) * s.IntN(60)}
	script := up.Answering(a)
	switch s.IntN(12) {
	case 0:
		return up.Dies(up.Cut, script)
	case 1:
		return up.ErrorInside("overloaded")
	case 2:
		a.Choices[0].Finish = "length"
	}
	return script
}
