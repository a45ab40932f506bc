// Package audit verifies answers that exist already: a line of input is an
// answer and its chunks, or a request and its response, and a line of output
// tells how it fared under a policy. It decides nothing and changes nothing:
// what a gateway would have let through as it stands is grounded (or healed,
// declined, skipped), and what it would not is ungrounded.
//
// A line may be a stored trace as well. Input comes from people and from other programs, in whatever form their
// data is in. What can mean one thing only is understood; what cannot be read
// is an error that says why. Nothing here reads files, asks a model or keeps
// anything from one line to the next.
package audit

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// Options say under which rules to audit.
type Options struct {
	Policy  policy.Policy
	Layouts layout.Options
	// Exempt are the policy's rules for calls that want no grounded prose. A request and its
	// response that are one are skipped, as a gateway would pass them.
	Exempt []ask.Rule
	// All checks each claim of an answer that cites nothing against all chunks,
	// and holds nothing against it for being uncited.
	All bool
	Now time.Time // from which the age of sources is counted
	// Opine has a judge heard about what words leave open in an answer that
	// passes otherwise, and reports whether there was anything to ask. Nil where
	// the policy names no judge.
	Opine func(r *verify.Result, question string) bool
	// Prepare makes a chunk's text ready; a caller may keep what it makes.
	Prepare func(text string) *verify.Passage
}

// Item is one line of output. A response with several choices is told of by
// its worst one; Choices then holds the reports of all of them.
type Item struct {
	ID      json.RawMessage `json:"id"` // as it came; null where the line had none
	Verdict report.Verdict  `json:"verdict"`
	Report  report.Report   `json:"report"`
	Proof   report.Proof    `json:"proof"`
	Choices []report.Report `json:"choices,omitempty"`

	Question string           `json:"-"`
	Answer   string           `json:"-"` // of Report, as it was read: claims have their places in it
	Chunks   []evidence.Chunk `json:"-"` // under the ids by which the report calls them
}

// Line audits one line of input. The id comes back even where the rest of the
// line cannot be used.
func Line(line []byte, o Options) (Item, error) {
	if err := wire.Check(line, 0); err != nil {
		return Item{ID: idOf(line)}, errors.New(strings.ReplaceAll(err.Message, "request body", "line"))
	}
	var r row
	var s subject
	var err error
	if IsTrace(line) {
		var t *Trace
		if t, err = ReadTrace(line); err == nil {
			r.id, _ = json.Marshal(t.QueryID) // a string cannot fail
			if ideal := gjson.GetBytes(line, "feedback.ideal").Str; ideal != "" {
				r.ideal = &ideal
			}
			s, err = t.subject(o)
		}
	} else if r, err = readRow(line); err == nil {
		s, err = r.subject(o)
	}
	item := Item{ID: r.id}
	if err != nil {
		return item, err
	}
	s.auditInto(&item, o)
	if r.ideal != nil {
		overlap := report.Round4(claim.Overlap(item.Answer, *r.ideal))
		item.Report.IdealOverlap = &overlap
	}
	return item, nil
}

// maxID is the longest id that is taken from a line which cannot be used.
const maxID = 1 << 10

// idOf is the id of a line that did not pass the gate, if the line is JSON at
// all: a name that occurs twice elsewhere does not make the row anonymous.
func idOf(line []byte) json.RawMessage {
	if !json.Valid(line) {
		return nil
	}
	id := gjson.GetBytes(line, "id")
	if raw := []byte(id.Raw); !id.IsObject() && !id.IsArray() && len(raw) > 0 && len(raw) <= maxID && json.Valid(raw) {
		return raw
	}
	return nil
}

// auditInto verifies every choice and tells of the worst.
func (s *subject) auditInto(item *Item, o Options) {
	worst := -1
	var reports []report.Report
	for i := range s.choices {
		r := s.check(&s.choices[i], o)
		reports = append(reports, r)
		if worst < 0 || report.Worst(r.Verdict, reports[worst].Verdict) != reports[worst].Verdict {
			worst = i
		}
	}
	item.Verdict, item.Report = reports[worst].Verdict, reports[worst]
	item.Proof = report.ProofOf(item.Verdict, item.Report.Claims)
	item.Answer = s.choices[worst].text()
	if len(reports) > 1 {
		item.Choices = reports
	}
	item.setBasis(s.evidence)
}

// setBasis tells what the answer rests on.
func (item *Item) setBasis(ev verify.Evidence) {
	item.Question, item.Chunks = ev.Question, make([]evidence.Chunk, ev.Set.Len())
	for i := range item.Chunks {
		item.Chunks[i] = *ev.Set.At(i)
		item.Chunks[i].ID = ev.Set.Handle(i)
	}
}

// NewItem is the whole account of one answer that was verified.
func NewItem(index int, a *answer.Answer, ev verify.Evidence, r *verify.Result) *Item {
	item := &Item{Answer: a.Text(), Report: reportOf(index, ev, r)}
	item.setBasis(ev)
	return item
}

// reportOf is the report on a result, with all that was found.
func reportOf(index int, ev verify.Evidence, r *verify.Result) report.Report {
	return r.Report(ev, verify.View{Index: index, Numbers: r.All(), Places: Places(r), All: true})
}

// Places returns where each claim stands in the answer's text as it was read,
// in code points. Claims come in the order of the text, so each stretch
// between two of them is counted once.
func Places(r *verify.Result) map[int]verify.Place {
	told := verify.Told(r)
	out := make(map[int]verify.Place, len(told))
	points, segment, at := 0, 0, 0 // code points before byte at of a segment
	to := func(s, b int) int {
		for ; segment < s; segment, at = segment+1, 0 {
			points += utf8.RuneCountInString(r.Segments[segment].Text[at:])
		}
		points += utf8.RuneCountInString(r.Segments[segment].Text[at:b])
		at = b
		return points
	}
	for i := range told {
		c := &told[i]
		if c.Segment < segment || c.Segment == segment && c.Start < at {
			continue // of an answer in the app's own form, or out of order
		}
		out[i] = verify.Place{Start: to(c.Segment, c.Start), End: to(c.Segment, c.End)}
	}
	return out
}

// choice is one answer: in the common form of all dialects, or in a form of
// the app's own.
type choice struct {
	index     int
	answer    answer.Answer
	own       own
	isOwn     bool
	silent    bool // it calls tools and says nothing
	truncated bool // broken off at the limit on tokens
}

func (c *choice) text() string {
	if c.isOwn {
		return string(c.own.Answer)
	}
	return c.answer.Text()
}

// quotes reports whether the answer quotes its sources. One that only mentions
// them here and there ("as passage 2 says") does not mean to cite for each of
// its sentences.
func (c *choice) quotes() bool {
	for i := range c.answer.Citations {
		if c.answer.Citations[i].Quoted {
			return true
		}
	}
	return len(c.own.Citations) > 0
}

// check verifies a choice and names its verdict.
func (s *subject) check(c *choice, o Options) report.Report {
	rules := o.Policy.Rules(o.Now)
	rules.AgainstAll = o.All && !c.quotes()
	result := s.verify(c, o, rules)
	if c.truncated {
		result.Findings = append(result.Findings, verify.Finding{
			Code: report.TruncatedOutput, Citation: -1, Claim: -1, Detail: "the answer was broken off at the limit on tokens",
		})
	}
	if s.trace != nil {
		s.trace.Hear(o.Policy, &result)
	}
	out := reportOf(c.index, s.evidence, &result)
	out.Verdict = s.verdict(c, o, out)
	if o.Opine != nil && out.Verdict != report.Ungrounded && o.Opine(&result, s.evidence.Question) {
		out = reportOf(c.index, s.evidence, &result)
		out.Verdict = s.verdict(c, o, out)
	}
	return out
}

func (s *subject) verify(c *choice, o Options, rules verify.Rules) verify.Result {
	switch {
	case c.silent || s.task || s.noContext:
		return verify.Result{Mode: modeOf(c), Coverage: 1, Support: 1, Verifiable: 1}
	case c.isOwn:
		return c.own.check(s.evidence, o.Policy, rules)
	}
	if rules.AgainstAll {
		return verify.Check(c.answer, s.evidence, rules)
	}
	return verify.Check(verify.CiteOwnWords(c.answer, s.evidence), s.evidence, rules)
}

func modeOf(c *choice) answer.Mode {
	if c.answer.Mode == "" {
		return answer.ModeAnswer
	}
	return c.answer.Mode
}

// verdict is what the policy would have made of the answer as it stands: a
// repair or a refusal does not make an answer that exists a better one.
func (s *subject) verdict(c *choice, o Options, r report.Report) report.Verdict {
	if c.silent || s.task {
		return report.Skipped
	}
	if s.noContext && o.Policy.WhenNoContext == policy.RefuseNoContext {
		return report.Ungrounded
	}
	facts := policy.FactsOf(r)
	facts.NoContext, facts.Audit, facts.Attempt = s.noContext, o.All && !c.quotes(), 1
	p := o.Policy
	p.Mode = policy.Observe
	verdict := policy.Decide(p, facts).Verdict
	passes := verdict == report.Grounded || verdict == report.Healed
	if passes && p.Verify.Open == policy.OpenQuote && slices.ContainsFunc(r.Claims, unproven) {
		return report.Ungrounded // the policy would put the source's words in the claim's place
	}
	return verdict
}

// unproven reports whether words neither carry nor refute a claim, and nobody
// else decided on it.
func unproven(c report.Claim) bool {
	return c.Supported == nil && (c.Judgement == report.Open || c.Judgement == report.Unjudged)
}
