package demo

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// width is how many columns a line of text may take, behind its margin.
const width = 87

// Screen shows outcomes to a person: with colours in a terminal, plain in a
// pipe.
type Screen struct {
	Out    io.Writer
	Colour bool
}

// Styles, as ANSI codes.
const (
	bold, dim, red, green, yellow, blue = "1", "2", "31", "32", "33", "36"
)

func (s Screen) style(code, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Head opens the demo.
func (s Screen) Head(model, gateway string) {
	fmt.Fprintf(s.Out, "%s  only what the sources carry gets through\n", s.style(bold, "Vouchsafe"))
	fmt.Fprintln(s.Out, s.style(dim, fmt.Sprintf("gateway %s, built-in model %s, policy balanced", gateway, model)))
}

// Show shows one outcome.
func (s Screen) Show(n int, o Outcome) {
	fmt.Fprintf(s.Out, "\n%s\n", s.style(bold, fmt.Sprintf("%d. %s", n, o.Scene.Title)))
	t := o.Trace
	if t == nil { // the error says why
		t = &ledger.Trace{Verdict: report.Failed}
	}
	if o.Scene.Shown {
		s.lines("the app's prompt, which nobody changed for the gateway", dim, documents)
		read := fmt.Sprintf("read in it: %d passages, whose sentences the model sees with numbers: §1, §2, …", len(t.Chunks))
		s.lines(read, green, passages(t)...)
	}
	s.lines("question", "", o.Scene.Question)
	s.lines("response_format of the app", "", o.Scene.Schema)
	s.attempts(o.Scene.About, t)
	got := "client got"
	if o.Scene.Stream {
		got = fmt.Sprintf("client got, in %d events", o.Events)
	}
	s.lines(got, blue, o.Answer)
	if t.Verdict != report.Refused {
		s.lines("proof: the source says", green, proofs(t)...)
	}
	spent := fmt.Sprintf("   model calls: %d, verified in %.1f ms", len(t.Attempts), 1000*t.Latency.Verify.Seconds())
	line := s.style(bold, string(t.Verdict)) + s.style(dim, spent)
	if o.Err != nil {
		s.lines("error", red, o.Err.Error())
	}
	if !o.OK() {
		line += s.style(red, fmt.Sprintf("   expected %s", o.Scene.Verdict))
	}
	fmt.Fprintf(s.Out, "   %s %s\n", s.style(dim, "verdict"), line)
}

// attempts shows what the model wrote, time after time, and what was wrong.
func (s Screen) attempts(about string, t *ledger.Trace) {
	label := "model (" + about + ")"
	for _, a := range t.Attempts {
		s.lines(label, dim, a.Reply)
		if a.Guessed { // its end, where the usage stands, never came
			fmt.Fprintln(s.Out, s.style(dim, "     (here the gateway ended the call)"))
		}
		for _, f := range a.Findings {
			s.lines("found", yellow, string(f.Code)+": "+f.Detail)
		}
		label = "model, asked again"
	}
	for i := range t.Citations {
		if h := t.Citations[i].Heal; h != nil {
			s.lines("healed", yellow, fmt.Sprintf("%s: %s → %s", h.Kind, cmp.Or(h.From, "a sentence's number"), h.To))
		}
	}
}

// passages are those that were read in the prompt.
func passages(t *ledger.Trace) (out []string) {
	for i := range t.Chunks {
		out = append(out, fmt.Sprintf("[%s] %s", t.Chunks[i].ID, t.Chunks[i].Title))
	}
	return out
}

// proofs are the source sentences that stand behind the answer.
func proofs(t *ledger.Trace) (out []string) {
	told := map[string]bool{}
	for i := range t.Citations {
		c := &t.Citations[i]
		if (c.Verified || c.Heal != nil) && c.Sentence != nil && !told[c.Sentence.Text] {
			told[c.Sentence.Text] = true
			out = append(out, fmt.Sprintf("[%d] “%s”", c.Number, c.Sentence.Text))
		}
	}
	return out
}

// lines writes a label and texts, each wrapped and set in; nothing where there is no text.
func (s Screen) lines(label, colour string, texts ...string) {
	for text := range strings.SplitSeq(strings.Join(texts, "\n"), "\n") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if label != "" {
			fmt.Fprintf(s.Out, "   %s\n", s.style(dim, label))
		}
		label = ""
		for _, line := range wrap(text) {
			fmt.Fprintf(s.Out, "     %s\n", s.style(colour, line))
		}
	}
}

// wrap breaks a text into lines, at spaces where it can. Control characters become spaces: a
// model's text must not steer a terminal.
func wrap(text string) (lines []string) {
	shown := func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}
	for rest := []rune(strings.TrimSpace(strings.Map(shown, text))); len(rest) > 0; {
		at := len(rest)
		if at > width {
			at = width
			for at > width/2 && rest[at] != ' ' {
				at--
			}
		}
		lines, rest = append(lines, string(rest[:at])), []rune(strings.TrimSpace(string(rest[at:])))
	}
	return lines
}

// Foot closes the demo.
func (s Screen) Foot(passed, of int) {
	colour := green
	if passed < of {
		colour = red
	}
	fmt.Fprintf(s.Out, "\n%s\n", s.style(colour, fmt.Sprintf("%d of %d exchanges came out as they should", passed, of)))
	fmt.Fprintln(s.Out, "your own app behind the gateway, nothing changed for it:  vouchsafe run -- python app.py")
}

// Next tells a person what to try while the gateway stays up: a call that can
// be pasted into a shell, and where to look.
func (s Screen) Next(gateway, dashboard string) {
	fmt.Fprintf(s.Out, `
The gateway stays up until Ctrl-C. Try this in another terminal:

curl -s %[1]s/v1/chat/completions -H 'Content-Type: application/json' -d '{
  "model": "demo",
  "messages": [
    {"role": "system", "content": "Use the documents.\n<document id=\"r4\">The tenant pays rent by the third working day.</document>"},
    {"role": "user", "content": "When does the tenant pay rent?"}]}'

Dashboard  %[2]s/   a scene is played every few seconds
Your app   set its base URL to %[1]s/v1 (any key, any model name)
`, gateway, dashboard)
}
