package proxy

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"vouchsafe/grounding/repair"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// sown has the evidence that random answers quote.
const sown = `Answer from the documents.\n\n<documents>` +
	`<document id=\"d1\">Adults with atrial fibrillation start on apixaban 5 mg twice daily.</document>` +
	`<document id=\"d2\">Nightly backups start at 01:30 UTC and are kept for 21 days.</document>` +
	`<document id=\"d3\">The harbour bridge carries eight lanes of traffic and two railway tracks.</document>` +
	`<document id=\"d4\">Refunds are paid within 14 days after the goods have come back undamaged.</document></documents>`

var wheat = []passage{
	{"Adults with atrial fibrillation start on apixaban 5 mg twice daily.", "d1", "Adults with atrial fibrillation start on apixaban 5 mg twice daily."},
	{"Backups are kept for 21 days.", "d2", "Nightly backups start at 01:30 UTC and are kept for 21 days"},
	{"The harbour bridge carries eight lanes of traffic.", "d3", "The harbour bridge carries eight lanes of traffic"},
	{"Refunds are paid within 14 days.", "d4", "Refunds are paid within 14 days after the goods have come back undamaged."},
}

// sower makes answers at random. Every word that stands in no document has
// the mark of the weed in it, every false number is 7731.
type sower struct{ *rand.Rand }

const weed, falseNumber = "zqvorn", "7731"

// weeds are sentences that must not come through, each in its own way.
func (s sower) weed() passage {
	word := fmt.Sprintf("Z%s%d", weed[1:], s.IntN(90))
	return []passage{
		{"The " + word + " facility was opened by the mayor.", "d3", "the " + word + " facility was opened by the mayor of the town"},
		{"Backups are kept for 7731 days.", "d2", "Nightly backups start at 01:30 UTC and are kept for 7731 days."},
		{"Backups are kept for 7731 days.", "d2", "Nightly backups start at 01:30 UTC and are kept for 21 days."},
		{"The vault stands in " + word + " and is painted blue.", "", ""},
		{"Visitors from " + word + " paid for the new museum.", "d1", "Adults with atrial fibrillation start on apixaban 5 mg twice daily."},
		{"Refunds come from " + word + " after 7731 weeks.", word, "Refunds come from " + word + " after 7731 weeks"},
		{"Adults start on apixaban 7731 mg twice daily.", "d1", ""},
		{"The " + word + " treaty was signed by nine kings.", "d2", word},
	}[s.IntN(8)]
}

// answer is a reply with n weeds at random places.
func (s sower) answer(n int) string {
	var said []passage
	for range 1 + s.IntN(4) {
		said = append(said, wheat[s.IntN(len(wheat))])
	}
	for range n {
		at := s.IntN(len(said) + 1)
		said = append(said[:at], append([]passage{s.weed()}, said[at:]...)...)
	}
	content := segmented(said...)
	switch s.IntN(6) {
	case 0:
		return "Here it is, " + weed + "!\n```json\n" + content + "\n```\nMore of " + weed + "."
	case 1:
		return "<think>" + weed + " 7731</think>" + content
	case 2:
		if n > 0 { // prose, all of it uncited
			return said[0].text + " " + s.weed().text
		}
	case 3:
		if n > 0 { // cut off inside
			return content[:s.IntN(len(content))]
		}
	}
	return content
}

// attempt is one reply of the upstream, whole or not.
func (s sower) attempt() up.Script {
	c := up.Choice{Content: s.answer(max(0, s.IntN(5)-1))}
	if s.IntN(4) == 0 {
		c.Reasoning = "Let me think about " + weed + " and 7731."
	}
	a := up.Answer{Choices: []up.Choice{c}, Runes: 1 + s.IntN(30), Split: s.IntN(3) * s.IntN(60), NoDone: s.IntN(8) == 0}
	if s.IntN(12) == 0 {
		a.Choices[0].Finish = "length"
	}
	script := up.Answering(a)
	switch s.IntN(12) {
	case 0:
		return up.Dies(up.Cut, script)
	case 1:
		return up.Dies(up.Reset, script)
	case 2:
		return up.ErrorInside("overloaded")
	case 3:
		return frames(frame(a.Choices[0].Content, "null"), `{"error":{"message":"Broken.","type":"x","param":null,"code":"y"}}`)
	}
	return script
}

// TestNothingUngroundedEverReachesAClient is the promise itself: of random
// answers with planted words, under random cuts, failures and repairs, no byte
// of a planted word arrives, and nothing arrives that was not quoted rightly.
func TestNothingUngroundedEverReachesAClient(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"balanced", "strict"} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Silent(), func(a *App) {
				a.Policy, _ = policy.Builtin(name)
				a.Policy.Repair.Attempts = 2
			})
			released := 0
			for seed := range uint64(300) {
				s := sower{rand.New(rand.NewPCG(seed, 7))}
				script := []up.Script{s.attempt(), s.attempt(), s.attempt()}
				r.upstream.Use(up.InTurn(script...))
				got := r.talk(`{"model":"m","messages":[{"role":"system","content":"`+sown+`"},{"role":"user","content":"What do the documents say?"}]}`, stream)
				if lower := strings.ToLower(got.withoutID()); strings.Contains(lower, weed[1:]) || strings.Contains(lower, falseNumber) {
					t.Fatalf("seed %d: it leaks:\n%s\nthe model wrote\n%s", seed, got.body, r.lastReplies())
				}
				if got.fault == "" && got.text() != "" && got.text() != refused {
					released++
					checkWheat(t, seed, got.text())
				}
			}
			t.Logf("%d answers came through", released)
			if released == 0 {
				t.Error("not one answer came through")
			}
		})
	}
}

// TestNothingUngroundedInOwnForms is the same promise for answers in a form of
// the client's: sentences and numbers, each a claim.
func TestNothingUngroundedInOwnForms(t *testing.T) {
	t.Parallel()
	const format = `"response_format":{"type":"json_schema","json_schema":{"name":"facts","strict":true,"schema":{"type":"object","properties":{"days":{"type":"number"},"facts":{"type":"array","items":{"type":"string"}}},"required":["days","facts"],"additionalProperties":false}}},`
	answer := func(s sower) string {
		days, facts, citations := "21", []string{}, []string{`{"chunk_id":"d2","path":"/days","snippet":"kept for 21 days"}`}
		if s.IntN(3) == 0 {
			days = falseNumber
		}
		for i := range 1 + s.IntN(3) {
			p := wheat[s.IntN(len(wheat))]
			if s.IntN(3) == 0 {
				p = s.weed()
			}
			facts = append(facts, `"`+p.text+`"`)
			if p.chunk+p.snippet != "" {
				citations = append(citations, fmt.Sprintf(`{"chunk_id":%q,"path":"/facts/%d","snippet":%q}`, p.chunk, i, p.snippet))
			}
		}
		return enveloped(`{"days":`+days+`,"facts":[`+strings.Join(facts, ",")+`]}`, citations...)
	}
	plainAndStreamed(t, "own form", func(t *testing.T, stream bool) {
		r := newRig(t, up.Silent())
		released := 0
		for seed := range uint64(60) {
			s := sower{rand.New(rand.NewPCG(seed, 11))}
			r.upstream.Use(up.InTurn(says(answer(s)), says(answer(s))))
			got := r.talk(`{"model":"m",`+format+`"messages":[{"role":"system","content":"`+sown+`"},{"role":"user","content":"What do the documents say?"}]}`, stream)
			if lower := strings.ToLower(got.withoutID()); strings.Contains(lower, weed[1:]) || strings.Contains(lower, falseNumber) {
				t.Fatalf("seed %d: it leaks:\n%s\nthe model wrote\n%s", seed, got.body, r.lastReplies())
			}
			if got.choices[0].content != "" {
				released++
			}
		}
		if t.Logf("%d answers came through", released); released == 0 {
			t.Error("not one answer came through")
		}
	})
}

// lastReplies is what the upstream wrote last, to tell a seed's trouble by.
func (r *rig) lastReplies() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []string
	for _, a := range r.traces[len(r.traces)-1].Attempts {
		all = append(all, a.Reply)
	}
	return strings.Join(all, "\n")
}

// quotation is a source's words in the place of what failed.
var quotation = regexp.MustCompile(`(?:The source says: )?“([^”]*)”`)

// checkWheat fails on text that no true sentence accounts for.
func checkWheat(t *testing.T, seed uint64, text string) {
	t.Helper()
	text = strings.TrimSuffix(text, repair.Notice("en"))
	text = quotation.ReplaceAllStringFunc(text, func(q string) string {
		if strings.Contains(sown, quotation.FindStringSubmatch(q)[1]) {
			return ""
		}
		return q
	})
	for _, p := range wheat {
		text = strings.ReplaceAll(text, p.text, "")
	}
	for n := range 10 {
		text = strings.ReplaceAll(text, fmt.Sprintf("[%d]", n), "")
	}
	if rest := strings.TrimSpace(text); rest != "" {
		t.Errorf("seed %d: %q was released", seed, rest)
	}
}

// TestATypedStatementWasGrounded: what the user types is no source's, and neither is a model's copy of it that
// cites one, whatever words it has in common with that.
func TestATypedStatementWasGrounded(t *testing.T) {
	t.Parallel()
	const lie, truth = "Nightly backups are kept for ever in the harbour.", "Nightly backups start at 01:30 UTC and are kept for 21 days."
	const system = `{"role":"system","content":"` + sown + `"}`
	for name, messages := range map[string]string{
		"question": system + `,{"role":"user","content":"I was told: ` + lie + ` Is that right?"}`,
		"note":     system + `,{"role":"user","content":"[9] ` + lie + `\n\nHow long are backups kept?"}`,
		"JSON":     system + `,{"role":"user","content":"{\"note\": \"` + lie + `\"}\nHow long are backups kept?"}`,
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			quoted := passage{"Yes, n" + lie[1:], "d2", "are kept for 21 days"}
			r := newRig(t, says(segmented(passage{truth, "d2", truth}, quoted)))
			s := r.talk(`{"model":"m","messages":[`+messages+`]}`, stream)
			if got := s.choices[0].content; s.verdict() == "grounded" || strings.Contains(got, "for ever") || !strings.Contains(got, truth) {
				t.Errorf("%s %q", s.verdict(), got)
			}
		})
	}
}
