package redact

import (
	"strings"
	"testing"

	"vouchsafe/cite"
	"vouchsafe/claim"
	"vouchsafe/report"
	"vouchsafe/verify"
)

// failed makes the account of an answer in which the sentences between ⟦ and
// ⟧ failed and all others stand, each a segment of its own with a citation.
func failed(answer string, code report.Code) *verify.Result {
	text, bad := unmarked(answer)
	r := &verify.Result{Mode: cite.ModeAnswer}
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
	c := verify.Citation{Citation: cite.Citation{ChunkID: "c", Quoted: true}, Stands: !fails}
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

type turning struct{ name, answer, want string }

func check(t *testing.T, c turning) {
	t.Helper()
	cut, err := Redact(failed(c.answer, report.SnippetNotFound), Options{})
	got := cut.Text()
	if err != nil {
		got = ""
	}
	if got != c.want {
		t.Errorf("%s: %s\n got %q (%v)\nwant %q", c.name, c.answer, got, err, c.want)
	}
}

func TestWhatIsLeft(t *testing.T) {
	t.Parallel()
	for _, c := range cases {
		check(t, c)
	}
}
