// Package audit verifies answers that exist already: a line of input is an
// answer and its chunks, or a request and its response, and a line of output
// tells how it fared under a policy. It decides nothing and changes nothing:
// what a gateway would have let through as it stands is grounded, and what it
// would not is ungrounded.
package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"vouchsafe/chunk"
	"vouchsafe/cite"
	"vouchsafe/claim"
	"vouchsafe/layout"
	"vouchsafe/policy"
	"vouchsafe/prompt"
	"vouchsafe/report"
	"vouchsafe/verify"
	"vouchsafe/wire"
)

// Options say under which rules to audit.
type Options struct {
	Policy  policy.Policy
	Layouts layout.Options
	// All checks each claim of an answer that cites nothing against all chunks,
	// and holds nothing against it for being uncited.
	All bool
	Now time.Time // from which the age of sources is counted
	// Prepare makes a chunk's text ready; a caller may keep what it makes.
	Prepare func(text string) verify.Passage
}

// Item is one line of output.
type Item struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Verdict report.Verdict  `json:"verdict"`
	Report  report.Report   `json:"report"`

	Question string        `json:"-"`
	Answer   string        `json:"-"` // as it was read: without markers where claims have places
	Chunks   []chunk.Chunk `json:"-"`
}

// row is one line of input.
type row struct {
	ID        json.RawMessage `json:"id"`
	Question  string          `json:"question"`
	Chunks    json.RawMessage `json:"chunks"`
	Answer    *string         `json:"answer"`
	Citations json.RawMessage `json:"citations"`
	Claims    json.RawMessage `json:"claims"`
	Ideal     *string         `json:"ideal"`
	Request   json.RawMessage `json:"request"`
	Response  json.RawMessage `json:"response"`
}

// Line audits one line of input. The id comes back even where the rest of the
// line cannot be used.
func Line(line []byte, o Options) (Item, error) {
	if err := wire.Check(line, 0); err != nil {
		return Item{}, errors.New(err.Message)
	}
	var r row
	if err := json.Unmarshal(line, &r); err != nil {
		return Item{}, fmt.Errorf("cannot read the line: %w", err)
	}
	item := Item{ID: r.ID}
	subject, err := r.subject(o)
	if err != nil {
		return item, err
	}
	subject.check(&item, o)
	if r.Ideal != nil {
		overlap := report.Round4(claim.Overlap(subject.answer.Text(), *r.Ideal))
		item.Report.IdealOverlap = &overlap
	}
	return item, nil
}

// subject is what is audited: an answer, read, and its evidence.
type subject struct {
	answer   cite.Answer
	evidence verify.Evidence
	chunks   []chunk.Chunk
}

func (r *row) subject(o Options) (subject, error) {
	switch {
	case r.Request != nil && r.Response != nil:
		return r.exchange(o)
	case r.Answer == nil:
		return subject{}, errors.New("the line needs an answer, or a request and a response")
	case r.Chunks == nil:
		return subject{}, errors.New("the line has no chunks")
	}
	p := prompt.Prompt{Beside: []prompt.Beside{{Channel: "vouchsafe.chunks", JSON: string(r.Chunks)}}}
	found := layout.Find(p, layout.Options{Beside: chunk.Primary})
	s := gather(found.Chunks, r.Question, o)
	answer, err := r.read(s.known())
	s.answer = answer
	return s, err
}

// exchange takes a request and its response for what they were.
func (r *row) exchange(o Options) (subject, error) {
	chat, fault := wire.ParseChat(r.Request)
	if fault != nil {
		return subject{}, fmt.Errorf("cannot read the request: %s", fault.Message)
	}
	reply, err := wire.ReadReply(r.Response)
	if err != nil {
		return subject{}, fmt.Errorf("cannot read the response: %w", err)
	}
	found := layout.Find(chat.Prompt(), o.Layouts)
	s := gather(found.Chunks, found.Question, o)
	if content := reply.Choices[0].Content; content != nil {
		s.answer = cite.Read("", *content, s.known())
	}
	return s, nil
}

// read reads the answer of a line: as a model's whole reply, or as a text
// whose citations stand beside it. Which members such citations have is the
// user's affair, so none is missing.
func (r *row) read(known cite.Known) (cite.Answer, error) {
	if r.Citations == nil && r.Claims == nil {
		return cite.Read("", *r.Answer, known), nil
	}
	reply := map[string]any{"answer": *r.Answer, "citations": r.Citations, "mode": cite.ModeAnswer}
	dialect := cite.Snippet
	if r.Claims != nil {
		reply["claims"], reply["unanswered_aspects"] = r.Claims, []string{}
		dialect = cite.Claims
	}
	if r.Citations == nil {
		reply["citations"] = []string{}
	}
	text, err := json.Marshal(reply)
	if err != nil {
		return cite.Answer{}, fmt.Errorf("cannot read the citations: %w", err)
	}
	a := cite.Read(dialect, string(text), known)
	a.Problems = slices.DeleteFunc(a.Problems, func(p cite.Problem) bool { return p.Code == string(report.MissingField) })
	return a, nil
}

// gather makes the evidence of some chunks.
func gather(chunks []chunk.Chunk, question string, o Options) subject {
	set := chunk.NewSet(chunks)
	ev := verify.Evidence{Set: set, Question: question, Passages: make([]verify.Passage, set.Len())}
	for i := range ev.Passages {
		ev.Passages[i] = o.Prepare(set.At(i).Text)
	}
	return subject{evidence: ev, chunks: chunks}
}

func (s *subject) known() cite.Known { return KnownOf(s.evidence.Set) }

// check verifies the subject and names its verdict.
func (s *subject) check(item *Item, o Options) {
	rules := o.Policy.Rules(o.Now)
	rules.AgainstAll = o.All && len(s.answer.Citations) == 0
	result := verify.Check(s.answer, s.evidence, rules)
	view := verify.View{Numbers: result.All(), Places: result.Places(), All: true}
	item.Report = result.Report(s.evidence, view)
	facts := policy.FactsOf(item.Report)
	facts.Audit, facts.Attempt = rules.AgainstAll, 1
	p := o.Policy
	p.Mode = policy.Observe
	item.Verdict = policy.Decide(p, facts).Verdict
	item.Report.Verdict = item.Verdict
	item.Question, item.Answer, item.Chunks = s.evidence.Question, s.answer.Text(), s.chunks
}
