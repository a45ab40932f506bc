package repair

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

// failed makes the account of an answer in which the sentences between ⟦ and
// ⟧ failed and all others stand, each a segment of its own with a citation.
func failed(said string, code report.Code) *verify.Result {
	text, bad := unmarked(said)
	r := &verify.Result{Mode: answer.ModeAnswer}
	sentences := claim.Split(text)
	for i, s := range sentences {
		end := len(text)
		if i+1 < len(sentences) {
			end = sentences[i+1].Start
		}
		start := s.Start
		if i == 0 {
			start = 0
		}
		fails := false
		for _, b := range bad {
			fails = fails || b.from < s.End && s.Start < b.to
		}
		add(r, text[start:end], fails, s, code)
	}
	return r
}

// add appends one segment with its citation and its claim.
func add(r *verify.Result, text string, fails bool, s claim.Sentence, code report.Code) {
	at := len(r.Segments)
	seg := verify.Segment{Text: text, Attached: []int{at}, Stands: !fails}
	c := verify.Citation{Citation: answer.Citation{ChunkID: "c", Quoted: true}, Stands: !fails}
	if fails {
		r.Findings = append(r.Findings, verify.Finding{Code: code, Citation: at, Claim: -1})
	} else {
		seg.Citations = []int{at}
	}
	if s.Kind == claim.Claim {
		lead := len(text) - len(strings.TrimLeft(text, " \t\n"))
		r.Claims = append(r.Claims, verify.Claim{Segment: at, Start: lead, End: lead + s.End - s.Start, Stands: !fails, Text: text})
	}
	r.Segments, r.Citations = append(r.Segments, seg), append(r.Citations, c)
}

// unmarked takes the brackets out of an answer and tells where they stood.
func unmarked(answer string) (text string, bad []stretch) {
	for {
		before, rest, found := strings.Cut(answer, "⟦")
		text += before
		if !found {
			return text, bad
		}
		inside, after, _ := strings.Cut(rest, "⟧")
		bad = append(bad, stretch{len(text), len(text) + len(inside)})
		text += inside
		answer = after
	}
}

// left is what the client would get of an answer, "" for a refusal.
func left(answer string) (string, error) {
	cut, err := Redact(failed(answer, report.SnippetNotFound), Options{})
	return cut.Answer.Text(), err
}

func TestWhatIsLeft(t *testing.T) {
	t.Parallel()
	n := 0
	for _, l := range tongues {
		for _, c := range l.cases {
			n++
			want := l.open + "\n\n" + c.left + "\n\n" + l.close
			if c.left == "" {
				want = l.open + "\n\n" + l.close
			}
			if got, err := left(l.open + "\n\n" + c.said + "\n\n" + l.close); got != want {
				t.Errorf("%s, %s: %v\n said %q\n got  %q\n want %q", l.name, c.name, err, c.said, got, want)
			}
		}
	}
	if n < 150 {
		t.Errorf("only %d cases", n)
	}
}

func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		"⟦Backups start at 01:30.⟧",
		"⟦Backups start at 01:30.⟧ ⟦Refunds take 14 days.⟧",
		"Hello! ⟦Backups start at 01:30.⟧ I hope this helps.",
		"Guests may park here. ⟦However, vans must stay outside.⟧",
		"Yes, you may park here. ⟦Only with a permit.⟧",
		"1. Open the lid.\n2. ⟦Press the button.⟧\n3. Close the lid.",
		"",
	} {
		if got, err := left(answer); err == nil {
			t.Errorf("%q: %q is left", answer, got)
		}
	}
}
