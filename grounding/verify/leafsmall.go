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
	if c.names(leaf.Text) || ordinal(leaf) {
		return
	}
	if leaf.Number {
		c.pointer(leaf)
		return
	}
	if strings.HasSuffix(strings.TrimSpace(leaf.Text), "?") {
		c.plainLeaf(leaf)
		return
	}
	switch c.together(leaf) {
	case apart:
		c.unaccounted(leaf)
	case turned:
		c.failLeaf(leaf, report.ClaimNegation, "the source says the opposite of "+tellLeaf(leaf))
	}
}

// tellLeaf is a small leaf as it is told of.
func tellLeaf(leaf ownschema.Leaf) string { return leaf.Key + ": " + leaf.Text }

// together holds a small leaf, with its member's name, against the sentences of
// the cited chunks: first against those that speak of what its name says.
func (c *checker) together(leaf ownschema.Leaf) agreement {
	name, value := readStatement(spacedOut(leaf.Key)), readStatement(leaf.Text)
	switch truth(leaf.Text) {
	case "yes":
		value = name
	case "no":
		value = name.opposite()
	}
	if len(value.words) == 0 {
		if value == name || value.turned {
			return apart
		}
		return aligned
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
	if best == apart && truth(leaf.Text) == "" {
		return value.against(nil, c.asked())
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

// truth is "yes" or "no" for a text that is no more than that.
func truth(text string) string {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "yes":
		return "yes"
	case "false", "no":
		return "no"
	}
	return ""
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
func (c *checker) pointer(leaf ownschema.Leaf) {
	for i := range c.res.Citations {
		if cit := &c.res.Citations[i]; cit.Stands && holdsNumber(cit.Sentence.Text, leaf.Text) {
			return
		}
	}
	if share, err := strconv.ParseFloat(leaf.Text, 64); err == nil && share >= 0 && share <= 1 {
		c.unaccounted(leaf)
		return
	}
	c.failLeaf(leaf, report.ClaimNumber, "no source has the number of "+tellLeaf(leaf))
}

// unaccounted tells of a leaf that cannot be judged. Where nothing may pass
// that is unjudged, it fails.
func (c *checker) unaccounted(leaf ownschema.Leaf) {
	if !c.rules.Accounted {
		return
	}
	if c.rules.HoldUnjudged {
		c.failLeaf(leaf, report.TextUnaccounted, "no source tells of "+tellLeaf(leaf))
		return
	}
	c.res.Claims = append(c.res.Claims, Claim{
		Text: leaf.Text, Segment: -1, Path: leaf.Path, Unaccounted: true, Stands: true,
		Judgement: claim.Judgement{Outcome: claim.Unjudged}, Outcome: report.Unjudged, By: report.ByWords,
	})
	c.find(report.TextUnaccounted, -1, len(c.res.Claims)-1, "no source tells of "+tellLeaf(leaf))
}

// failLeaf fails a leaf that no claim was made of.
func (c *checker) failLeaf(leaf ownschema.Leaf, code report.Code, detail string) {
	outcome := claim.Refuted
	if code == report.TextUnaccounted {
		outcome = claim.Unjudged
	}
	c.res.Claims = append(c.res.Claims, Claim{
		Text: leaf.Text, Segment: -1, Path: leaf.Path, Unaccounted: true, Supported: new(bool),
		Judgement: claim.Judgement{Outcome: outcome, Risk: 1}, Outcome: report.Outcome(outcome), By: report.ByWords,
	})
	c.find(code, -1, len(c.res.Claims)-1, detail)
}

// plainLeaf accounts for the sentences of a leaf that are no claims: questions,
// courtesies, code.
func (c *checker) plainLeaf(leaf ownschema.Leaf) {
	if !c.rules.Accounted || leaf.Number {
		return
	}
	for _, s := range claim.Split(leaf.Text) {
		if s.IsClaim(c.rules.Claims) || s.Kind == claim.Claim || s.Kind == claim.Empty || s.Kind == claim.Heading {
			continue
		}
		if !c.accounted(leaf.Text[s.Start:s.End], s) {
			c.failLeaf(leaf, report.TextUnaccounted, "neither the question nor a cited source says so")
			return
		}
	}
}
