package verify

import (
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// Every character that is released belongs to a claim that passed, to structure,
// to a phrase that states nothing, or to words that the question or the cited
// evidence has under the same operators. What belongs to none of them becomes a
// claim that fails.

// vouching holds what is no claim against the sentences that may vouch for it: those of the
// chunks that the answer cites, and their metadata; of all chunks where it cites none.
type vouching struct {
	m       *material
	res     *Result
	denials denials
	said    []*statement           // the sentences
	by      []int                  // the cited chunks that they are of
	at      int                    // of the result's moves, when these were looked up
	read    bool                   // the chunks have been looked up
	truths  [aligned + 1]agreement // by yes or no: how the sentences answer the question, and one; 0 where nobody asked
	values  map[string]bool        // by a figure's value: whether they have it for what was asked
	passed  map[string]bool        // texts that may be shown; nil where an answer is checked once
}

// sentences are those that vouch.
func (v *vouching) sentences() []*statement {
	if cited := v.chunks(); v.said == nil {
		if v.said = v.m.ev.statementsOf(cited); len(v.said) == 0 {
			v.said = v.m.ev.statementsOf(v.m.ev.Set.Usable())
		}
	}
	return v.said
}

// chunks are those that citations which stand rest on.
func (v *vouching) chunks() []int {
	if v.read && v.at == v.res.moves {
		return v.by
	}
	if cited := v.res.used(nil); !v.read || !slices.Equal(cited, v.by) {
		v.by, v.said, v.truths, v.values = cited, nil, [aligned + 1]agreement{}, nil
	}
	v.read, v.at = true, v.res.moves
	return v.by
}

// cites reports whether the answer has a citation that stands.
func (v *vouching) cites() bool {
	return v.m.rules.AgainstAll || len(v.chunks()) > 0
}

// accounted reports whether a text that is no claim says only what the question
// or a cited source says, if anything.
func (v *vouching) accounted(said string, s claim.Sentence) bool {
	if v.passed[said] {
		return true // of what has been shown nothing is taken back
	}
	bare, _ := Targets(said, Known{Address: nothing, Host: nothing, Tag: nothing}) // which its reader sees
	ok := v.piece(bare, s)
	if ok && v.passed != nil {
		v.passed[said] = true
	}
	return ok
}

// piece accounts for one stretch of text.
func (v *vouching) piece(said string, s claim.Sentence) bool {
	p := readSpoken(said)
	asks := asking[s.Kind]
	switch {
	case s.Numeric && !v.figures(p.figures(), s.Kind):
		return false
	case len(p.words) == 0:
		return asks || !tells(said, operators&^text.Condition) // "Wrong:" undoes what follows, "All of them." answers
	case asks && v.saysNothing(said):
		return true
	case asks && s.Kind != claim.Offer:
		return false
	case s.Kind == claim.Heading && !v.cites():
		return false // nothing vouches for a title above nothing
	}
	best := apart
	for _, source := range v.sentences() {
		best = max(best, p.against(source, v.m.asked()))
	}
	switch {
	case best == aligned:
		return true
	case best == turned && !asks:
		return false
	}
	return p.against(nil, v.m.asked()) == aligned
}

// figures reports whether every figure of a text stands in the cited evidence;
// a question may echo those of the user's.
func (v *vouching) figures(numbers []text.Number, kind claim.Kind) bool {
	return !slices.ContainsFunc(numbers, func(n text.Number) bool {
		echoes := kind == claim.Question && v.m.asked().has(n)
		return !echoes && !slices.ContainsFunc(v.sentences(), func(source *statement) bool { return source.has(n) })
	})
}

// turnedQuestion holds a yes or no against the evidence: what it states is the question,
// turned by it.
func (v *vouching) turnedQuestion(says agreement) agreement {
	if says == apart {
		return apart
	}
	sentences := v.sentences()
	known := &v.truths[says]
	if *known == 0 {
		*known = 1 + v.m.asked().among(sentences, says)
	}
	return *known - 1
}

// told reports whether a sentence that speaks of what was asked has a value.
func (v *vouching) told(value string) bool {
	v.chunks()
	told, known := v.values[value]
	if !known {
		if v.values == nil {
			v.values = map[string]bool{}
		}
		told = v.valued(value)
		v.values[value] = told
	}
	return told
}

func (v *vouching) valued(value string) bool {
	used := v.by
	if len(used) == 0 {
		used = v.m.ev.Set.Usable()
	}
	for _, at := range used {
		p := v.m.ev.Passages[at]
		for i, s := range p.Sentences() {
			if v.m.asked().in(p.statement(i), nil).found > 0 && slices.Contains(v.m.values(p.original[s.Start:s.End]), value) {
				return true
			}
		}
	}
	return false
}

const unaccounted = "neither the question nor a cited source says so"

// plain reports whether a sentence is no claim. Where text has to be accounted for,
// courtesies, lead-ins and declines are none at any level of claims.
func (r *Rules) plain(s claim.Sentence) bool {
	return !s.IsClaim(r.Claims) || r.accounts() && s.Kind != claim.Claim
}

// accounts reports whether text that is no claim has to be accounted for. An
// audit of whole answers holds claims against all evidence, and only claims.
func (r *Rules) accounts() bool { return r.Accounted && !r.AgainstAll }

// strict reports whether only what words show stands.
func (r *Rules) strict() bool { return r.Near || r.HoldOpen }

// proven reports whether whatever no words prove fails, or is shown in its source's own words.
func (r *Rules) proven() bool { return r.strict() || r.Claims == claim.All }

func nothing(string) bool { return false }

// asking are the kinds of sentences that may ask for what no source says.
var asking = map[claim.Kind]bool{claim.Question: true, claim.Offer: true}
