package report

// Proof says how a delivered answer is backed. Its weakest claim decides.
type Proof string

const (
	OwnWords Proof = "own-words" // every claim is in a source's own words, or a quotation of one
	Judged   Proof = "judged"    // a judge decided the claims that are not
	Cited    Proof = "cited"     // some claim cites a quote that stands; nobody has shown that the claim follows from it
	NoProof  Proof = "none"      // no claim, nothing delivered, a claim that rests on no citation, or a text that nobody checked
	// UnknownProof is that of a stored answer whose trace does not say: an earlier version wrote it, whose words for proof were wider.
	UnknownProof Proof = "unknown"
)

// Proofs returns every proof, the strongest first.
func Proofs() []Proof { return []Proof{OwnWords, Judged, Cited, NoProof, UnknownProof} }

// ProofOf is the proof of an answer that came out as verdict with some claims.
func ProofOf(verdict Verdict, claims []Claim) Proof {
	if verdict == Refused || verdict == Failed || verdict == Skipped || len(claims) == 0 {
		return NoProof
	}
	weakest, order := OwnWords, map[Proof]int{OwnWords: 0, Judged: 1, Cited: 2, NoProof: 3}
	for i := range claims {
		if p := claims[i].proof(); order[p] > order[weakest] {
			weakest = p
		}
	}
	return weakest
}

func (c *Claim) proof() Proof {
	proven := c.Supported != nil && *c.Supported
	switch {
	case proven && c.By == ByJudge:
		return Judged
	case proven && (c.Judgement == Carried || c.Judgement == QuotedOutcome):
		return OwnWords
	case c.Supported == nil && len(c.Citations) > 0:
		return Cited
	}
	return NoProof
}
