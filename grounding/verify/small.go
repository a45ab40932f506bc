package verify

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// smallLeaf judges a leaf that says something only together with its member's
// name: a boolean, a choice, a word or two, a number that stands for a source.
func (c *checker) smallLeaf(leaf ownschema.Leaf) {
	cl := Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path}
	said := leaf.Key + ": " + leaf.Text
	switch {
	case c.names(leaf.Text), ordinal(leaf):
	case leaf.Number:
		c.pointer(cl, said)
	case strings.HasSuffix(strings.TrimSpace(leaf.Text), "?"):
		c.accountLeaf(leaf, claim.Split(leaf.Text))
	default:
		switch c.together(leaf) {
		case apart:
			c.doubt(cl, said)
		case turned:
			c.fail(cl, report.ClaimNegation, "the source says the opposite of "+said)
		}
	}
}

// together holds a small leaf, with its member's name, against the sentences of
// the cited chunks: first against those that speak of what its name says.
func (c *checker) together(leaf ownschema.Leaf) agreement {
	name, value := readStatement(spacedOut(leaf.Key)), readStatement(leaf.Text)
	truth := false
	switch strings.ToLower(strings.TrimSpace(leaf.Text)) {
	case "true", "yes":
		value, truth = name, true
	case "false", "no":
		return c.isNot(name)
	}
	if len(value.words) == 0 {
		if truth || value.turned {
			return apart
		}
		return aligned
	}
	if pair := c.paired(name, value); pair != apart && !truth {
		return pair
	}
	best, named := apart, apart
	for _, source := range c.vouching() {
		found := value.against(source, nil)
		best = max(best, found)
		if name.in(source, nil).found > 0 {
			named = max(named, found)
		}
	}
	if named != apart {
		return named
	}
	if best == apart && !truth {
		return value.against(nil, c.asked())
	}
	return best
}

// isNot holds the denial of what a member's name says against the cited chunks.
func (c *checker) isNot(name *statement) agreement {
	best := apart
	for _, source := range c.vouching() {
		best = max(best, name.holds(source, turned))
	}
	return best
}

// paired holds a member's name and its value, as one statement, against the sentences
// that have all words of both: a negation of either denies the pair.
func (c *checker) paired(name, value *statement) agreement {
	best := apart
	for _, source := range c.vouching() {
		if len(name.words) == 0 || len(value.words) == 0 || name.in(source, nil).missing+value.in(source, nil).missing > 0 {
			continue
		}
		if (source.deniesAny(name) || source.deniesAny(value)) == (name.turned != value.turned) {
			return aligned
		}
		best = turned
	}
	return best
}

// opposite is a statement with the opposite of what it says.
func (p *statement) opposite() *statement {
	out := &statement{turned: true, words: slices.Clone(p.words)}
	for i := range out.words {
		out.words[i].denied = !out.words[i].denied
	}
	return out
}

// spacedOut writes the words of a member's name apart: "maxDailyDose", "max_dose".
func spacedOut(name string) string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		if r == '_' || r == '-' {
			r = ' '
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// ordinal reports whether a number only counts the elements of its array.
func ordinal(leaf ownschema.Leaf) bool {
	parts := strings.Split(leaf.Path, "/")
	if !leaf.Number || len(parts) < 2 {
		return false
	}
	at, err := strconv.Atoi(parts[len(parts)-2])
	n, wrong := strconv.Atoi(leaf.Text)
	return err == nil && wrong == nil && (n == at || n == at+1)
}

// pointer judges a number in the place of an identifier or a grade. A share may
// grade the answer; any other number is one of a source, or stands in one.
func (c *checker) pointer(cl Claim, said string) {
	stands := func(cit Citation) bool { return cit.Stands && holdsNumber(cit.Sentence.Text, cl.Text) }
	if slices.ContainsFunc(c.res.Citations, stands) {
		return
	}
	if share, err := strconv.ParseFloat(cl.Text, 64); err == nil && share >= 0 && share <= 1 {
		c.doubt(cl, said)
		return
	}
	c.fail(cl, report.ClaimNumber, "no source has the number of "+said)
}

// doubt tells of a leaf that cannot be judged. Where nothing may pass that is
// unjudged, it fails.
func (c *checker) doubt(cl Claim, said string) {
	if !c.rules.Accounted {
		return
	}
	c.fail(cl, report.TextUnaccounted, "no source tells of "+said)
	if !c.rules.HoldUnjudged {
		cl := &c.res.Claims[len(c.res.Claims)-1]
		cl.Stands, cl.Supported, cl.Judgement = true, nil, claim.Judgement{Outcome: claim.Unjudged}
	}
}

// fail fails a text that is no claim.
func (c *checker) fail(cl Claim, code report.Code, detail string) {
	outcome := claim.Refuted
	if code == report.TextUnaccounted {
		outcome = claim.Unjudged
	}
	cl.Unaccounted, cl.Supported = true, new(false)
	cl.Judgement = claim.Judgement{Outcome: outcome, Risk: 1}
	cl.Outcome, cl.By = report.Outcome(outcome), report.ByWords
	c.res.Claims = append(c.res.Claims, cl)
	c.find(code, -1, len(c.res.Claims)-1, detail)
}
