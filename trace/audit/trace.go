package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/number"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/written"
)

// Trace is what deciding a stored trace again needs of it.
type Trace struct {
	*written.Trace
	Chunks    []evidence.Chunk
	Attempts  []Attempt // the answer and its repairs
	Untrusted []string  // what was suspicious about the context
	Veiled    bool      // texts were hashed or left out
	opinions  map[[2]string]opinion
}

// Attempt is one reply of the upstream.
type Attempt struct {
	Asked     string // in short
	Reply     string
	Truncated bool
	Stopped   []report.Code // what was found when the gateway stopped the reply in its middle; nil where it did not
}

// opinion is what a judge said of a claim, as it was recorded.
type opinion struct {
	report.Opinion
	carries bool
}

// ReadStored reads a line of a trace file as it stands.
func ReadStored(line []byte) (*written.Trace, error) {
	s := &written.Trace{}
	if err := json.Unmarshal(line, s); err != nil {
		return nil, fmt.Errorf("cannot read the trace: %w", err)
	}
	if s.QueryID == "" || s.Verdict == "" {
		return nil, errors.New("the line is no trace: it has no query_id or no verdict")
	}
	return s, nil
}

// IsTrace reports whether a line of input is one of a trace file.
func IsTrace(line []byte) bool {
	v := gjson.ParseBytes(line)
	return v.Get("query_id").Exists() && v.Get("attempts").IsArray() && !v.Get("id").Exists()
}

// ReadTrace reads a line of a trace file.
func ReadTrace(line []byte) (*Trace, error) {
	s, err := ReadStored(line)
	if err != nil {
		return nil, err
	}
	t := &Trace{Trace: s, opinions: map[[2]string]opinion{}}
	if err := t.readChunks(s.Chunks); err != nil {
		return nil, err
	}
	t.record(s.Claims)
	for _, a := range s.Attempts {
		t.record(a.Claims)
		t.Veiled = t.Veiled || veiled(a.Asked)
		if !strings.HasPrefix(a.Asked, written.RepairAsked) {
			t.Attempts = nil // the exchange was begun anew: in another form, or elsewhere
		}
		if a.Status/100 == 2 && a.Reply != "" {
			truncated := a.Cut || found(a.Findings, report.TruncatedOutput) // an older version told of the finding alone
			t.Attempts = append(t.Attempts, Attempt{a.Asked, a.Reply, truncated, stopped(a.Reply, a.Findings)})
		}
	}
	for _, f := range s.Findings { // several choices tell of the same
		if f.Code == report.UntrustedContext && f.Citation == nil && !slices.Contains(t.Untrusted, f.Detail) {
			t.Untrusted = append(t.Untrusted, f.Detail)
		}
	}
	return t, nil
}

// readChunks reads the evidence with the standing that it had.
func (t *Trace) readChunks(array json.RawMessage) (err error) {
	if t.Chunks, err = readEvidence(string(array)); err != nil {
		return fmt.Errorf("cannot read the trace: %w", err)
	}
	for i, v := range gjson.ParseBytes(array).Array() {
		c := &t.Chunks[i]
		c.Message, c.Role, c.Layout = evidence.Beside, v.Get("role").Str, v.Get("layout").Str
		if at := v.Get("message"); at.Type == gjson.Number {
			c.Message = int(at.Int())
		}
		c.Kind, c.Standing = evidence.Kind(v.Get("kind").Str), evidence.Standing(v.Get("standing").Str)
		c.Before, c.Behind = v.Get("before").Str, v.Get("behind").Str
		c.Truncated, c.Derived, c.Ambient = v.Get("truncated").Bool(), v.Get("derived").Bool(), v.Get("ambient").Bool()
		t.Veiled = t.Veiled || veiled(v.Get("text").Str)
	}
	return nil
}

// hashMark begins what the ledger keeps of a text that it does not keep.
const hashMark = "hmac-sha256:"

// veiled tells that a text, which was not empty, was hashed or left out.
func veiled(text string) bool { return text == "" || strings.HasPrefix(text, hashMark) }

func found(findings []report.Finding, code report.Code) bool {
	return slices.ContainsFunc(findings, func(f report.Finding) bool { return f.Code == code })
}

// stopped are the findings for which the gateway stopped a streamed reply: its
// JSON breaks off, and no finding says that the model or its limit did it.
func stopped(reply string, findings []report.Finding) []report.Code {
	reply = strings.TrimSpace(reply)
	if !strings.HasPrefix(reply, "{") || json.Valid([]byte(reply)) ||
		found(findings, report.TruncatedOutput) || found(findings, report.MalformedOutput) {
		return nil
	}
	return report.CodesOf(findings)
}

// record keeps the opinions on claims, by the judge's name and the claim's text: the worst, where the same words
// stand in two places.
func (t *Trace) record(claims []report.Claim) {
	for _, c := range claims {
		if c.Judge == nil || c.By != report.ByJudge {
			continue
		}
		of := [2]string{c.Judge.Name, c.Text}
		if known, recorded := t.opinions[of]; !recorded || known.carries {
			t.opinions[of] = opinion{*c.Judge, c.Supported != nil && *c.Supported}
		}
	}
}

// Hear takes the recorded opinions of the policy's judge over. It reports whether
// there is one on every claim that the judge would be asked about.
func (t *Trace) Hear(p policy.Policy, r *verify.Result) (all bool) {
	all = true
	for i := range r.Claims {
		cl := &r.Claims[i]
		if !cl.Stands || len(cl.Sources) == 0 || !p.Asks(cl.Outcome, false) {
			continue
		}
		o, recorded := t.opinions[[2]string{p.Verify.Judge, cl.Text}]
		if recorded {
			r.Opine(i, o.Opinion, o.carries, fmt.Sprintf("the judge %s gave it %.2f", o.Name, o.Score))
		}
		all = all && recorded
	}
	return all
}

// Dialect is the one that an attempt was asked for; false where it was not
// asked for citations in any, or for an answer in the client's own form.
func (a *Attempt) Dialect() (answer.Dialect, bool) {
	_, form, _ := strings.Cut(a.Asked, ", ")
	form, _, _ = strings.Cut(form, ";")
	form, _, _ = strings.Cut(form, " ")
	if d := answer.Dialect(form); d.Known() {
		return d, true
	}
	return answer.Client, false
}

// Known lists the evidence for the reader of this attempt's reply, with the numbers that
// its sentences had for the model.
func (a *Attempt) Known(ev verify.Evidence) answer.Known {
	known := KnownOf(ev.Set)
	_, form, _ := strings.Cut(a.Asked, ", ")
	form, _, _ = strings.Cut(form, ";")
	if _, sign, ok := strings.Cut(form, string(answer.Sentences)+" "); ok {
		known.Numbers = &number.Of(ev.Set, sign, func(i int) []text.Sentence { return ev.Passages[i].Sentences() }).Numbers
	}
	return known
}

// Answers takes a recorded reply apart: the text of one choice as it stands,
// or a whole completion. A choice that says nothing beside its tool calls is
// nil.
func (a *Attempt) Answers() []*string {
	if gjson.Get(a.Reply, "object").Str == "chat.completion" && gjson.Get(a.Reply, "choices").IsArray() {
		if whole, err := wire.ReadReply([]byte(a.Reply)); err == nil {
			var out []*string
			for i := range whole.Choices {
				c := &whole.Choices[i]
				said := c.Content
				if said == nil || *said == "" {
					said = c.Refusal
				}
				if said == nil && !c.Called() {
					said = new(string)
				}
				out = append(out, said)
			}
			return out
		}
	}
	return []*string{&a.Reply}
}

// Audit holds the last answer of a trace against the evidence that it had.
func (t *Trace) Audit(o Options) (Item, error) {
	s, err := t.subject(o)
	if err != nil {
		return Item{}, err
	}
	var item Item
	s.auditInto(&item, o)
	return item, nil
}

// subject is the last answer of a trace with the evidence that it had, so that
// real failures can be kept as regression tests.
func (t *Trace) subject(o Options) (subject, error) {
	if t.Veiled || len(t.Attempts) == 0 {
		return subject{}, errors.New("the trace has no answer, or its texts were not kept")
	}
	s := subject{evidence: Evidence(t.Chunks, t.Question, o.Prepare), noContext: len(t.Chunks) == 0, trace: t}
	s.evidence.Untrusted = t.Untrusted
	last := &t.Attempts[len(t.Attempts)-1]
	for i, said := range last.Answers() {
		c := choice{silent: said == nil}
		if said != nil {
			c = (&row{}).read(*said, last.Known(s.evidence))
		}
		c.index, c.truncated = i, last.Truncated
		s.choices = append(s.choices, c)
	}
	return s, nil
}
