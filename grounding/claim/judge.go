package claim

import (
	"fmt"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// Quote is a verified quote: a span of one source's text, in code points, end
// exclusive.
type Quote struct {
	Source     int // index into Evidence.Sources
	Start, End int
}

// Evidence is what a claim cites.
type Evidence struct {
	Sources  []*Source
	Quotes   []Quote  // verified quotes of the claim's citations; none: whole sources are the evidence
	Titles   []string // metadata whose words a claim may use: title, author, year, URL, date
	Question string   // what was asked: words that a claim may echo
}

// Rules are the limits of a policy.
type Rules struct {
	MinSupport float64 // least Support
	MaxRisk    float64 // greatest Risk
	// Uncited tells that the whole answer cites nothing and is judged at one
	// go: then the claims before this one tell on its risk.
	Uncited bool
	// Doubt is the Risk from which on a claim fails that is Alien; 0 for never.
	Doubt float64
}

// Finding is one thing wrong with a claim.
type Finding struct {
	Code   string // one of the codes below
	Detail string // what exactly, for people
}

// Codes of findings, as reports have them.
const (
	CodeNumber      = "claim-number"
	CodeEntity      = "claim-entity"
	CodeNegation    = "claim-negation"
	CodeUnsupported = "claim-unsupported"
	CodeConflict    = "source-conflict"
)

// Outcome is what words make of a claim.
type Outcome string

// The outcomes, as reports have them.
const (
	Carried  Outcome = "carried"  // every word of the claim is licensed by its source sentences
	Refuted  Outcome = "refuted"  // the claim and its source differ at a place where both speak of the same thing
	Open     Outcome = "open"     // words cannot tell
	Unjudged Outcome = "unjudged" // there is no basis: no data for the language, or two languages
)

// Judgement tells how a claim fared.
type Judgement struct {
	Outcome   Outcome
	Support   float64 // 0 to 1: weighted share of its content words found in the evidence, four decimals
	Risk      float64 // 0 to 1: estimated chance that the evidence does not carry it, four decimals
	Supported *bool   // nil: it cannot be told, as of a claim in another language than its evidence
	Findings  []Finding
	Alien     bool // it has nothing in common with evidence and question, not even a relative of a word
}

// Judge holds a claim against its evidence. It does not modify ev and may run
// concurrently on the same sources.
func Judge(text string, ev Evidence, r Rules) Judgement { return new(Hearing).Judge(text, ev, r) }

// Judge is the function of that name, for the next claim of an answer.
func (h *Hearing) Judge(text string, ev Evidence, r Rules) Judgement {
	ev = ev.shown()
	disguised := disguises(text, ev)
	text = lexis.Show(text).Text
	rd := h.read(text, ev, loadHarm())
	if rd.foreign {
		if own, ok := rd.inItsLanguage(ev); ok {
			ev, rd = own, h.read(text, own, loadHarm())
		}
	}
	j := Judgement{Alien: !rd.foreign && rd.alien()}
	j.Support = round4(rd.support(ev))
	j.Risk = h.risk(ev, r.Uncited)
	j.Findings = append(j.Findings, rd.wrongNumbers...)
	j.Findings = append(j.Findings, rd.wrongNames...)
	c := h.conclude(rd, ev)
	bare := saysYes(text) || saysNo(text)
	if bare {
		c = h.concludeBare(saysYes(text), ev)
	}
	j.Outcome = c.outcome
	switch {
	case c.outcome == Carried && len(disguised) > 0:
		j.Outcome = Open
	case c.outcome == Carried:
		j.Findings = nil
	case len(j.Findings) > 0:
		j.Outcome = Refuted
	case c.outcome == Refuted:
		j.Findings = append(j.Findings, Finding{c.code, c.detail})
	case rd.foreign:
		j.Outcome = Unjudged
	}
	j.Findings = append(j.Findings, disguised...)
	if j.Outcome == Open && !bare && (j.Support < r.MinSupport || j.Risk > r.MaxRisk || r.Doubt > 0 && j.Risk >= r.Doubt && j.Alien) {
		j.Findings = append(j.Findings, Finding{CodeUnsupported, rd.missing(j, r)})
	}
	if ok := len(j.Findings) == 0; !ok || j.Outcome != Unjudged {
		j.Supported = h.verdict(ok)
	}
	return j
}

// inItsLanguage returns the quoted sentences as evidence of their own, where
// they are in the claim's language and the chunk as a whole is in another: a
// notice in German on an English page. Its "not" is known by that language only.
func (r *reading) inItsLanguage(ev Evidence) (own Evidence, ok bool) {
	if len(ev.Quotes) == 0 {
		return ev, false
	}
	own = Evidence{Titles: ev.Titles, Question: ev.Question}
	for i, a := range r.areas {
		src := Prepare(ev.Sources[a.source].text[a.start:a.end])
		if src.lang != r.lang {
			return ev, false
		}
		own.Sources = append(own.Sources, src)
		own.Quotes = append(own.Quotes, Quote{Source: i, End: utf8.RuneCountInString(src.text)})
	}
	return own, len(own.Sources) > 0
}

// verdict keeps a verdict for a judgement to point to. Those of an answer are
// made in one piece.
func (h *Hearing) verdict(ok bool) *bool {
	if len(h.verdicts) == cap(h.verdicts) {
		h.verdicts = make([]bool, 0, 16)
	}
	h.verdicts = append(h.verdicts, ok)
	return &h.verdicts[len(h.verdicts)-1]
}

// risk estimates the chance that the evidence does not carry the claim that was
// read last.
func (h *Hearing) risk(ev Evidence, uncited bool) float64 {
	if len(ev.Sources) == 0 {
		return 1
	}
	v := h.reading.measure()
	if uncited {
		h.follow(&v, h.reading.kind == Claim)
	}
	return loadModel().Risk(loadForest().score(&v))
}

// follow fills in what the answer's claims before this one were like, and
// counts it in if it is one.
func (h *Hearing) follow(v *vector, isClaim bool) {
	h.course.enter(v)
	if isClaim {
		h.course.add(v)
	}
}

// alien reports whether the claim speaks of something else altogether.
func (r *reading) alien() bool {
	const fewest = 2 // content words
	return r.n >= fewest && r.found|r.meta|r.echo|r.family == 0
}

// support returns the weighted share of the claim's content words that the
// evidence holds: wholly where it stands in a quoted sentence, a title or,
// with nothing quoted, anywhere; half where it stands elsewhere in a cited
// source. Words that only echo the question count neither way, unless the
// claim holds no others.
func (r *reading) support(ev Evidence) float64 {
	if len(ev.Sources) == 0 {
		return 0
	}
	if r.total == 0 {
		return 1
	}
	quoted := r.found
	if len(ev.Quotes) > 0 {
		quoted = r.inside(ev, r.areas)
	}
	counted := r.all() &^ (r.echo &^ r.found)
	if r.weigh(counted) == 0 {
		if r.aboutUser() {
			return 1
		}
		counted = r.all()
	}
	whole := r.weigh((quoted | r.meta) & counted)
	half := r.weigh(r.found &^ (quoted | r.meta) & counted)
	return float64(whole+half/2) / float64(r.weigh(counted))
}

// inside returns the unique words of the claim that stand in the areas.
func (r *reading) inside(ev Evidence, in []area) (set uint64) {
	for _, a := range in {
		src := ev.Sources[a.source]
		for j := range r.n {
			for p := src.first(r.tokens[r.unique[j]].stem); p >= 0; p = src.next[p] {
				if t := &src.tokens[p]; int(t.start) >= a.start && int(t.end) <= a.end {
					set |= 1 << j
					break
				}
			}
		}
	}
	return set
}

// missing words the finding of an unsupported claim.
func (r *reading) missing(j Judgement, rules Rules) string {
	var words []string
	for k := range r.n {
		if (r.found|r.meta)&(1<<k) == 0 && len(words) < 5 {
			t := &r.tokens[r.unique[k]]
			words = append(words, r.text[t.start:t.end])
		}
	}
	what := fmt.Sprintf("risk %.4f, at most %.4f allowed", j.Risk, rules.MaxRisk)
	if j.Support < rules.MinSupport {
		what = fmt.Sprintf("support %.4f, at least %.4f wanted", j.Support, rules.MinSupport)
	}
	if j.Alien {
		what = fmt.Sprintf("risk %.4f, and nothing of it stands in the evidence", j.Risk)
	}
	if len(words) == 0 {
		return what
	}
	return what + "; not in the evidence: " + strings.Join(words, ", ")
}
