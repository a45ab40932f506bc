package claim

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// Judge holds a claim against its evidence. It does not modify ev and may run
// concurrently on the same sources.
func Judge(claim string, ev Evidence, r Rules) Judgement { return new(Hearing).Judge(claim, ev, r) }

// Judge is the function of that name, for the next claim of an answer.
func (h *Hearing) Judge(claim string, ev Evidence, rules Rules) Judgement {
	if h.takenBack = false; h.inOwnWords(claim, ev) {
		return ownWordsJudged()
	}
	ev = ev.shown()
	r := h.read(claim, ev)
	if h.copied(claim, ev) {
		return ownWordsJudged()
	}
	j := Judgement{Alien: r.alien(), Support: round4(r.support(ev)), Risk: r.risk()}
	if h.takenBack {
		j.Risk, j.TakenBack = 1, true
	}
	disguised := disguises(claim, r.said.text, ev)
	absent, refutes := append(append([]Finding(nil), r.wrongNumbers...), r.wrongNames...), r.asserted && !r.saysMore()
	unfit := ""
	if j.breaks(rules) {
		unfit = r.missing(j, rules)
	}
	foreign, bare := r.foreign, isBare(r.said.text)
	c := h.conclude(r, ev)
	j.settle(c, absent, foreign, refutes)
	if rules.Near {
		stands := r.standing(ev)
		untold := r.said.lang != text.Unknown && r.said.lang.Grammar() == "" && !shows(r.said.text, ev) // what its words do to each other
		j.TakenBack, j.Suspect = j.TakenBack || stands >= disputed, stands == suspect || c.elsewhere || untold
	}
	j.Findings = append(j.Findings, disguised...)
	if j.Outcome == Open && !bare && unfit != "" {
		j.Findings = append(j.Findings, Finding{CodeUnsupported, unfit})
	}
	if ok := len(j.Findings) == 0; !ok || j.Outcome != Unjudged {
		j.Supported = &ok
	}
	return j
}

// standing is how the sentences that are cited stand among those around them, by the one that
// stands best; of whole sources, the closest one.
func (r *reading) standing(ev Evidence) standing {
	if len(ev.Quotes) == 0 {
		if r.closest.source < 0 {
			return plain
		}
		return ev.Sources[r.closest.source].standing(r.closest.sentence)
	}
	best := takenBack
	for _, a := range r.areas {
		for i := a.from; i < a.to; i++ {
			best = min(best, ev.Sources[a.source].standing(i))
		}
	}
	return best
}

// shows reports whether a source has the claim letter by letter.
func shows(said string, ev Evidence) bool {
	said = strings.TrimRight(said, " .!\t\r\n")
	return slices.ContainsFunc(ev.Sources, func(s *Source) bool { return strings.Contains(s.page.text, said) })
}

// ownWordsJudged is what comes of a claim in its source's own words.
func ownWordsJudged() Judgement { return Judgement{Outcome: Carried, Support: 1, Supported: new(true)} }

// settle makes an outcome of what refutes the claim and what is absent. Figures and names
// that are absent fail a claim, but not all of them refute it.
func (j *Judgement) settle(c conclusion, absent []Finding, foreign, refutes bool) {
	j.Outcome = c.outcome
	switch {
	case len(absent) > 0 && (refutes || c.outcome == Open):
		if j.Findings = absent; refutes {
			j.Outcome = Refuted
		}
	case c.outcome == Refuted:
		j.Findings = []Finding{{c.code, c.detail}}
	case foreign:
		j.Outcome = Unjudged
	}
}

// denied reports whether a negation stands in front of a byte in its clause. What a claim
// denies, the evidence need not speak of: "It is not 90 m high."
func (c *wording) denied(at int) (denied bool) {
	for i := range c.tokens {
		t := &c.tokens[i]
		if int(t.start) >= at {
			break
		}
		denied = denied && !t.is(parted) || t.role.Has(text.Negator)
	}
	return denied
}

// saysMore reports whether the claim speaks of much that the evidence does not: by the
// number of its words and by their weight.
func (r *reading) saysMore() bool {
	const fewest, share = 6, 1.0 / 3
	novel := r.said.all() &^ (r.found | r.meta | r.echo)
	return !r.foreign && bits.OnesCount64(novel) >= fewest && r.said.weigh(novel) >= share*r.said.total
}

// breaks reports whether an open claim is beyond the limits of a policy.
func (j *Judgement) breaks(r Rules) bool {
	doubted := r.Doubt > 0 && j.Risk >= r.Doubt && j.Alien
	return j.Support < r.MinSupport || j.Risk > r.MaxRisk || doubted
}

// alien reports whether the claim speaks of something else altogether.
func (r *reading) alien() bool {
	const fewest = 2 // content words
	return !r.foreign && r.said.n >= fewest && r.found|r.meta|r.echo|r.family == 0
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
	quoted := r.found
	if len(ev.Quotes) > 0 {
		quoted = r.inside(ev)
	}
	counted := r.said.all()
	if r.said.n == 0 {
		return 1
	}
	whole := r.said.weigh((quoted | r.meta) & counted)
	half := r.said.weigh(r.found &^ (quoted | r.meta) & counted)
	return float64(whole+half/2) / float64(r.said.weigh(counted))
}

// missing words the finding of an unsupported claim.
func (r *reading) missing(j Judgement, rules Rules) string {
	what := fmt.Sprintf("risk %.4f, at most %.4f allowed", j.Risk, rules.MaxRisk)
	switch {
	case j.TakenBack:
		what = "its source takes it back, or only tells that it is said"
	case j.Alien:
		what = fmt.Sprintf("risk %.4f, and nothing of it stands in the evidence", j.Risk)
	case j.Support < rules.MinSupport:
		what = fmt.Sprintf("support %.4f, at least %.4f wanted", j.Support, rules.MinSupport)
	}
	const most = 5
	var words []string
	for k := range r.said.n {
		if t := r.said.uniqueToken(k); (r.found|r.meta)&(1<<k) == 0 && len(words) < most {
			words = append(words, r.said.text[t.start:t.end])
		}
	}
	if len(words) == 0 {
		return what
	}
	return what + "; not in the evidence: " + strings.Join(words, ", ")
}

// Bare answers that say yes and that say no to the question as it was asked.
var (
	yesWords = wordSet("yesWords")
	noWords  = wordSet("noWords")
)

// IsYes reports whether a word in lower case, or a sign, says yes.
func IsYes(word string) bool { return yesWords[word] }

// IsNo reports whether a word in lower case, or a sign, says no.
func IsNo(word string) bool { return noWords[word] }

// bareWord returns a short answer in lower case, without signs.
func bareWord(s string) string {
	const longest = 24 // bytes
	if s = strings.TrimSpace(s); len(s) > longest {
		return ""
	}
	return strings.ToLower(strings.Trim(s, "*_\".,!。！ "))
}

// isBare reports whether a claim is no more than a "yes" or "no".
func isBare(claim string) bool {
	word := bareWord(claim)
	return yesWords[word] || noWords[word]
}
