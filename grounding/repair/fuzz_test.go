package repair

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

// anyResult makes an account of a text that is cut into segments at every "|",
// in which bits say what failed.
func anyResult(text string, bits uint64) *verify.Result {
	r := &verify.Result{}
	codes := []report.Code{report.SnippetAltered, report.ClaimUncited, report.ClaimUnsupported, report.ClaimNumber}
	for at, seg := range strings.Split(text, "|") {
		fails := bits>>(at%61)&1 == 1
		s := verify.Segment{Text: seg, Attached: []int{at}, Stands: !fails}
		r.Citations = append(r.Citations, verify.Citation{Citation: answer.Citation{ChunkID: "c", Quoted: true}, Stands: !fails || at%2 == 0})
		for _, sentence := range claim.Split(seg) {
			r.Claims = append(r.Claims, verify.Claim{Segment: at, Start: sentence.Start, End: sentence.End, Stands: !fails})
			if fails {
				r.Findings = append(r.Findings, verify.Finding{Code: codes[(at+int(bits))%4], Claim: len(r.Claims) - 1, Citation: -1})
			}
		}
		if fails {
			r.Findings = append(r.Findings, verify.Finding{Code: codes[at%4], Citation: at, Claim: -1})
		}
		r.Segments = append(r.Segments, s)
	}
	return r
}

func seeds(f *testing.F) {
	for _, l := range tongues {
		for i, c := range l.cases {
			text, _ := unmarked(l.open + "|" + c.said + " |" + l.close)
			f.Add(text, uint64(i), i%2 == 0)
		}
	}
	f.Add("Half a|sentence. (And |a pair.)|\n\n```\n|x\n", uint64(6), true)
	f.Add("|||", uint64(3), false)
	f.Add("a\r\n- b|\r\n- c\r\n|\xff\xfe", uint64(5), true)
}

// FuzzWhatIsLeft: what is left are whole sentences of the answer in their
// order, with nothing of a sentence that failed unless it is marked.
func FuzzWhatIsLeft(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string, bits uint64, mark bool) {
		r := anyResult(text, bits)
		o := Options{Mark: mark, Falsified: func(s string) bool { return len(s)%3 == 0 }}
		cut, err := Redact(r, o)
		if err != nil {
			return
		}
		whole := strings.ReplaceAll(text, "|", "")
		if !subsequence(cut.Answer.Text(), whole) || utf8.ValidString(whole) && !utf8.ValidString(cut.Answer.Text()) {
			t.Fatalf("%q became %q", text, cut.Answer.Text())
		}
		p := newPlan(r, o)
		p.blame()
		failing := append([]bool(nil), p.doc.gone...)
		p.doc.settle()
		var sentences strings.Builder
		for i := range p.doc.units {
			if failing[i] && !p.doc.gone[i] {
				t.Errorf("%q came back", p.doc.body(i))
			}
			if !p.doc.gone[i] {
				sentences.WriteString(p.doc.body(i))
			}
		}
		if squeezed(cut.Answer.Text()) != squeezed(sentences.String()) {
			t.Errorf("half a sentence: %q of %q", cut.Answer.Text(), text)
		}
		wellMade(t, cut)
	})
}

// wellMade checks that an answer's parts fit together.
func wellMade(t *testing.T, c Cut) {
	t.Helper()
	if len(c.Marked) != len(c.Answer.Segments) || len(c.Last) != len(c.Answer.Segments) {
		t.Fatal("marks do not fit the segments")
	}
	open := false
	for i, s := range c.Answer.Segments {
		if c.Marked[i] && len(s.Citations) > 0 || c.Last[i] && !c.Marked[i] {
			t.Errorf("segment %d: %+v is marked %v, last %v", i, s, c.Marked[i], c.Last[i])
		}
		if open && !c.Marked[i] {
			t.Errorf("the mark of segment %d is lost", i-1)
		}
		open = c.Marked[i] && !c.Last[i]
		for _, at := range s.Citations {
			if at < 0 || at >= len(c.Answer.Citations) {
				t.Errorf("segment %d names citation %d of %d", i, at, len(c.Answer.Citations))
			}
		}
	}
	if open {
		t.Error("the last mark is lost")
	}
	for _, f := range c.Gone {
		if f.Detail != "" || f.Claim >= 0 || f.Citation >= 0 {
			t.Errorf("%+v tells what has gone", f)
		}
	}
}

func subsequence(part, whole string) bool {
	for i := 0; i < len(whole) && part != ""; i++ {
		if whole[i] == part[0] {
			part = part[1:]
		}
	}
	return part == ""
}

func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// TestLongAnswersAreCutInLinearTime takes what would be slow if some rule
// looked at everything for each sentence.
func TestLongAnswersAreCutInLinearTime(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{
		"However, it is so. ", "- It is: so.\n", "It is: so: it: is.\n", "\n\n> However.", "| | a |\n", "# It is\n", "(It is. ", "1. First.\n  - a:\n    - b\n", "Yes. If so. ", "\"It is. Both are so.\" ",
	} {
		text := strings.Repeat(unit, 40_000/len(unit)) + "|Tea costs 4 euros."
		r := anyResult(text, 1)
		cut, err := Redact(r, Options{})
		if err == nil && !strings.HasSuffix(cut.Answer.Text(), "euros.") {
			t.Errorf("%q: %q is left", unit, cut.Answer.Text())
		}
	}
}

func BenchmarkRedact(b *testing.B) {
	r := failed(strings.Repeat("Backups start at 01:30 every night. ⟦The vault is blue.⟧ Refunds take 14 days. ", 20), report.SnippetNotFound)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Redact(r, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
