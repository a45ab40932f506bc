package proxy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
)

// Some apps order a frame in plain text: signs at the head of lines, tags, a program that
// gives the answer to a function. Its fields are an answer in a form of the client's own,
// in another notation: they are verified like one, and the signs come back as they are.

// takeFrameApart reads a choice's text in the frame that the app orders, and reports
// whether it is in it.
func takeFrameApart(run *run, q *question, c *choice) bool {
	if q.form.frame == nil || c.Called() {
		return false
	}
	said := c.Said()
	if !q.form.frame.Thinks() {
		said = answer.Spoken(said)
	}
	switch read := q.form.frame.Read(said); {
	case read == nil, !read.Step && !read.Says():
		return false
	case read.Step:
		c.framed = read
		return true
	case standsAsProse(run, q, said):
		return false
	default:
		c.framed = read
	}
	c.formed = []formed{{call: content, own: ownschema.ReadBare(string(c.framed.JSON()), nil)}}
	return true
}

// standsAsProse reports whether a text in the app's frame is read as any other: it cites
// sources, or all its sentences are a source's own.
func standsAsProse(run *run, q *question, said string) bool {
	read := answer.Read(answer.Client, said, q.sources())
	framed := func(s answer.Segment) bool { return s.Frame }
	if len(read.Citations) > 0 || !slices.ContainsFunc(read.Segments, framed) {
		return len(read.Citations) > 0
	}
	r := verify.Check(verify.CiteOwnWords(read, q.material.evidence), q.material.evidence, run.rules())
	return len(r.Claims) > 0 && len(run.app.failures(tellAll(&r, q.material.evidence, 0))) == 0
}

// isStep reports whether a choice acts in a frame, and answers nothing.
func (c *choice) isStep() bool { return c.framed != nil && !c.inForm() }

// releaseFramed writes a choice in its frame.
func releaseFramed(run *run, q *question, c *choice, out *wire.Choice) {
	if c.isStep() {
		c.content, c.report.Verdict = c.framed.Text(), report.Skipped
	} else {
		q.material.tellClient(c, verify.View{Numbers: c.result.All(), All: true})
		c.content = c.framed.With(c.formed[0].own.Answer, wants.Keep{
			Thought: func(text string) bool { return verify.MayThink(text, q.material.evidence, run.rules()) },
			Source:  func(name string) bool { return q.material.namesSource(name) || q.request.labels(name) },
			True:    func() []string { return q.material.restsOn(&c.result) },
		})
	}
	out.Content = &c.content
}

// restsOn are the names of the sources that an answer rests on, as the app calls them.
func (m *material) restsOn(r *verify.Result) (names []string) {
	for i := range r.Citations {
		if cit := &r.Citations[i]; cit.Stands && cit.Chunk >= 0 {
			ch := m.evidence.Set.At(cit.Chunk)
			if name := cmp.Or(ch.ID, ch.Filename, ch.Title, ch.Source, m.evidence.Set.Handle(cit.Chunk)); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// namesSource reports whether a name is one of a source of the evidence.
func (m *material) namesSource(name string) bool {
	set := m.evidence.Set
	for _, i := range set.Usable() {
		ch := set.At(i)
		names := []string{ch.ID, ch.DocID, ch.Filename, ch.Title, ch.Source, ch.URL, set.Handle(i), strconv.Itoa(i + 1)}
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
			return true
		}
	}
	return false
}

// labels reports whether the prompt gives a name behind a label at the end of a line, such
// as "Source: handbook", also where it is not known which passage has it.
func (r *request) labels(name string) bool {
	if strings.ContainsAny(name, "\n:<>") || len(strings.Fields(name)) > mostNameWords {
		return false
	}
	p := r.chat.Prompt()
	for i := range p.Messages {
		for _, part := range p.Messages[i].Parts {
			if strings.Contains(part+"\n", ": "+name+"\n") {
				return true
			}
		}
	}
	return false
}

// mostNameWords is how many words the name of a source has at most.
const mostNameWords = 6

// refuseInFrame puts a refusal into the frame's one field of prose, or into the longest text of
// the JSON that the app ordered in words. Elsewhere the refusal stays plain text.
func (c *choice) refuseInFrame(q *question, message string) string {
	switch {
	case c.framed != nil:
		if text, ok := c.framed.Refused(message); ok {
			return text
		}
	case c.inForm():
		signs := func(member, value string) bool { return isSign(q, member, value) }
		if text, ok := ownschema.RefusalLike(c.formed[0].own.Answer, message, q.request.says, ownschema.Grades, signs); ok {
			return inSigns(q, string(text), c.Said())
		}
	}
	return message
}

// says reports whether the prompt has a word.
func (r *request) says(word string) bool {
	const longest = 64 // bytes
	p := r.chat.Prompt()
	return word != "" && len(word) <= longest && slices.ContainsFunc(p.Messages, func(m prompt.Message) bool {
		return m.Role != "assistant" && slices.ContainsFunc(m.Parts, func(part string) bool { return strings.Contains(part, word) })
	})
}

// frameOf finds the frame that the app orders, where nothing else says the form.
func frameOf(run *run, q *question) *wants.Frame {
	p := q.request.chat.Prompt()
	if run.app.Policy.Citations.Render == policy.RenderJSON || q.request.retrieves() {
		return nil
	}
	frame := wants.FrameOf(p, &q.material.found)
	if frame != nil && !frame.Acts() && wants.DemandsJSON(p, &q.material.found) {
		return nil
	}
	return frame
}
