package demo

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// width is how many columns a line of text may take.
const width = 92

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
	fmt.Fprintf(s.Out, "\n%s %s\n", s.style(bold, fmt.Sprintf("%d.", n)), s.style(bold, o.Scene.Title))
	if o.Scene.Shown && o.Trace != nil {
		s.prompt(o.Trace)
	}
	s.block("question", "", o.Scene.Question)
	if o.Scene.Schema != "" {
		s.block("response_format of the app", "", o.Scene.Schema)
	}
	if o.Trace != nil {
		s.attempts(o)
	}
	got := "client got"
	if o.Scene.Stream {
		got = fmt.Sprintf("client got, in %d events%s", o.Events, o.share())
	}
	s.block(got, blue, o.Answer)
	if o.Trace != nil && len(proofs(o.Trace)) > 0 && o.Trace.Verdict != report.Refused {
		s.lines("proof: the source says", green, proofs(o.Trace))
	}
	if o.Err != nil {
		s.block("error", red, o.Err.Error())
	}
	s.verdict(o)
}

// prompt shows the app's prompt and what was read of it.
func (s Screen) prompt(t *ledger.Trace) {
	var shown, read []string
	for line := range strings.SplitSeq(strings.TrimSpace(documents), "\n") {
		if r := []rune(line); len(r) > width-5 {
			line = string(r[:width-6]) + "…"
		}
		shown = append(shown, line)
	}
	for i := range t.Chunks {
		read = append(read, fmt.Sprintf("[%s] %s", t.Chunks[i].ID, t.Chunks[i].Title))
	}
	s.lines("the app's prompt, which nobody changed for the gateway", dim, shown)
	s.lines(fmt.Sprintf("read in it: %d passages, whose sentences the model sees with numbers: §1, §2, …", len(read)), green, read)
}

// share tells how much of what the model wrote at once is what the answer states: the
// rest says what it rests on, and costs tokens, too.
func (o Outcome) share() string {
	if o.Trace == nil || len(o.Trace.Attempts) != 1 {
		return ""
	}
	stated := 0
	for _, c := range o.Trace.Claims {
		stated += len(c.Text)
	}
	return fmt.Sprintf(" (%d %% of what the model wrote; the rest says what it rests on)", 100*stated/max(len(o.Trace.Attempts[0].Reply), 1))
}

// attempts shows what the model wrote, time after time, and what was wrong.
func (s Screen) attempts(o Outcome) {
	for i, a := range o.Trace.Attempts {
		label := "model (" + o.Scene.About + ")"
		if i > 0 {
			label = "model, asked again"
		}
		written := readable(a.Reply)
		if a.Guessed { // its end, where the usage stands, never came
			written = append(written, "(here the gateway ended the call)")
		}
		s.lines(label, dim, written)
		for _, f := range a.Findings {
			s.block("found", yellow, strings.TrimSpace(string(f.Code)+": "+f.Detail))
		}
	}
	for i := range o.Trace.Citations {
		c := &o.Trace.Citations[i]
		if c.Heal != nil {
			s.block("healed", yellow, fmt.Sprintf("%s: %s → %s", c.Heal.Kind, c.Heal.From, c.Heal.To))
		}
	}
}

var colours = map[report.Verdict]string{
	report.Grounded: green, report.Healed: green, report.Repaired: yellow, report.Quoted: yellow, report.Redacted: yellow,
	report.Refused: red,
}

func (s Screen) verdict(o Outcome) {
	verdict := report.Failed
	if o.Trace != nil {
		verdict = o.Trace.Verdict
	}
	line := s.style(colours[verdict]+";1", string(verdict)) + s.style(dim, spent(o.Trace))
	if !o.OK() {
		line += s.style(red+";1", fmt.Sprintf("   expected %s", o.Scene.Verdict))
	}
	fmt.Fprintf(s.Out, "   %s %s\n", s.style(dim, "verdict"), line)
}

func spent(t *ledger.Trace) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("   model calls: %d, verified in %.1f ms", len(t.Attempts), 1000*t.Latency.Verify.Seconds())
}

// block writes a label and a text, wrapped and set in.
func (s Screen) block(label, colour, text string) { s.lines(label, colour, []string{text}) }

// lines writes a label and texts, each wrapped and set in.
func (s Screen) lines(label, colour string, texts []string) {
	fmt.Fprintf(s.Out, "   %s\n", s.style(dim, label))
	for _, text := range texts {
		for _, line := range wrap(text, width-5) {
			fmt.Fprintf(s.Out, "     %s\n", s.style(colour, line))
		}
	}
}

// readable is what the model wrote, a line for each sentence and each of its
// quotes where it is JSON. What is in no form that can be read so stays as it came.
func readable(reply string) []string {
	var written struct {
		Segments []struct {
			Text      string
			Citations []quoted
		}
		Answer    json.RawMessage // in the app's own form
		Citations []quoted
	}
	var out []string
	switch err := json.Unmarshal([]byte(reply), &written); {
	case err != nil && strings.HasPrefix(reply, "{"):
		return begun(reply)
	case len(written.Answer) > 0:
		out = append(out, string(written.Answer))
		return appendQuotes(out, written.Citations)
	case err != nil || len(written.Segments) == 0:
		return []string{reply}
	}
	for _, segment := range written.Segments {
		out = appendQuotes(append(out, segment.Text), segment.Citations)
	}
	return out
}

// quoted is a quote as the model writes it.
type quoted struct {
	ChunkID   string `json:"chunk_id"`
	Snippet   string
	Sentences string // their numbers, in place of a quote
}

func appendQuotes(out []string, all []quoted) []string {
	for _, c := range all {
		if c.Sentences != "" {
			out = append(out, "    rests on "+c.Sentences)
			continue
		}
		out = append(out, fmt.Sprintf("    quotes %s: “%s”", c.ChunkID, c.Snippet))
	}
	return out
}

// member is a text of a reply that broke off.
var member = regexp.MustCompile(`"(chunk_id|snippet|text)":("(?:[^"\\]|\\.)*")`)

// begun is what stands in a reply that broke off.
func begun(reply string) (out []string) {
	id := ""
	for _, m := range member.FindAllStringSubmatch(reply, -1) {
		var value string
		_ = json.Unmarshal([]byte(m[2]), &value) // a broken escape is nothing to show
		switch m[1] {
		case "chunk_id":
			id = value
		case "snippet":
			out = appendQuotes(out, []quoted{{ChunkID: id, Snippet: value}})
		default:
			out = append(out, value)
		}
	}
	return out
}

// proofs are the source sentences that stand behind the answer.
func proofs(t *ledger.Trace) []string {
	var out []string
	told := map[string]bool{}
	for i := range t.Citations {
		c := &t.Citations[i]
		stands := c.Verified || c.Heal != nil
		if !stands || c.Sentence == nil || told[c.Sentence.Text] {
			continue
		}
		told[c.Sentence.Text] = true
		out = append(out, fmt.Sprintf("[%d] “%s”", c.Number, c.Sentence.Text))
	}
	return out
}

// Foot closes the demo.
func (s Screen) Foot(passed, of int) {
	text := fmt.Sprintf("%d of %d exchanges came out as they should", passed, of)
	colour := green
	if passed < of {
		colour = red
	}
	fmt.Fprintf(s.Out, "\n%s\n", s.style(colour+";1", text))
	fmt.Fprintln(s.Out, "your own app behind the gateway, nothing changed for it:  vouchsafe run -- python app.py")
}

// wrap breaks a text into lines of at most n code points, at spaces where it
// can. Control characters become spaces: a model's text must not steer a
// terminal.
func wrap(text string, n int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line := []rune{}
		for word := range strings.FieldsSeq(strings.Map(printable, paragraph)) {
			w := []rune(word)
			if len(line) > 0 && len(line)+1+len(w) > n {
				lines, line = append(lines, string(line)), line[:0]
			}
			for len(w) > n {
				lines, w = append(lines, string(w[:n])), w[n:]
			}
			if len(line) > 0 {
				line = append(line, ' ')
			}
			line = append(line, w...)
		}
		lines = append(lines, string(line))
	}
	return lines
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
		return ' '
	}
	return r
}

// Next tells a person what to try while the gateway stays up: a call that can
// be pasted into a shell, and where to look.
func (s Screen) Next(gateway, dashboard string) {
	fmt.Fprintf(s.Out, "\n%s\n", s.style(bold, "The gateway stays up until Ctrl-C. Try this in another terminal:"))
	fmt.Fprintf(s.Out, `
curl -s %s/v1/chat/completions -H 'Content-Type: application/json' -d '{
  "model": "demo",
  "messages": [
    {"role": "system", "content": "Use the documents.\n<document id=\"r4\">The tenant pays rent by the third working day.</document>"},
    {"role": "user", "content": "When does the tenant pay rent?"}]}'

`, gateway)
	fmt.Fprintf(s.Out, "Dashboard  %s/   a scene is played every few seconds\n", dashboard)
	fmt.Fprintf(s.Out, "Your app   set its base URL to %s/v1 (any key, any model name)\n", gateway)
}
