package verify

import (
	"fmt"
	"strconv"
	"strings"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
)

// leafNumber judges a leaf that is a number. It has no words to be carried, so
// the value itself has to stand in the words quoted for it: with its sign and
// scale, in whatever spelling (5.0 for "5 mg", 1482000000 for "1,482 million").
func (c *checker) leafNumber(index int) {
	cl := &c.res.Claims[index]
	cl.Cited = len(cl.Citations) > 0
	stands := false
	for _, i := range cl.Citations {
		cit := &c.res.Citations[i]
		stands = stands || holdsNumber(cit.Match.Source, cl.Text) || holdsNumber(cit.Sentence.Text, cl.Text)
	}
	cl.Stands = stands
	defer c.settle(index)
	if stands {
		cl.Judgement = claim.Judgement{Outcome: claim.Carried, Supported: &stands, Support: 1}
		return
	}
	cl.Judgement = claim.Judgement{Outcome: claim.Refuted, Risk: 1}
	if cl.Cited {
		c.find(report.ClaimNumber, -1, index, fmt.Sprintf("%s is not in the words quoted for %s", cl.Text, cl.Path))
		return
	}
	c.find(report.ClaimUncited, -1, index, "no citation")
}

// holdsNumber reports whether a text states a JSON number's value.
func holdsNumber(text, number string) bool {
	wanted, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	for _, n := range lexis.Numbers(text) {
		for _, reading := range []string{n.Value, n.High, n.Alt} {
			value, err := strconv.ParseFloat(strings.TrimSpace(reading), 64)
			if err != nil {
				continue
			}
			if n.Negative {
				value = -value
			}
			if value == wanted {
				return true
			}
		}
	}
	return false
}
