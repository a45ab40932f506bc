package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// Every character that is released belongs to a claim that passed, to structure,
// to a phrase that states nothing, or to words that the question or the cited
// evidence has under the same operators. What belongs to none of them becomes a
// claim that fails.

const unaccounted = "neither the question nor a cited source says so"

// account accounts for a sentence that is no claim. It reports whether that
// may be shown.
func (c *checker) account(segment int, seg string, s claim.Sentence) bool {
	if !c.accounts() || s.Kind == claim.Claim {
		return true
	}
	said := seg[s.Start:s.End]
	t := terse{segment, s.Start, s.End, said, s.Kind}
	if c.note(t) && c.dangling(said, seg[s.End:]+c.behind) {
		return c.answers(t)
	}
	if s.Kind == claim.Heading && !c.citing() { // what is below it is yet to be judged
		c.titled = append(c.titled, title{segment, seg, s})
		return true
	}
	if s.Kind == claim.Empty || c.accounted(said, s) {
		return true
	}
	c.fail(Claim{Text: said, Segment: segment, Start: s.Start, End: s.End}, report.TextUnaccounted, unaccounted)
	return false
}

// title is a heading above what has not been judged yet.
type title struct {
	segment int
	text    string
	claim.Sentence
}

// settleTitles accounts for the headings above the first claim, when that is judged.
func (c *checker) settleTitles() {
	for _, t := range c.titled {
		if said := t.text[t.Start:t.End]; !c.accounted(said, t.Sentence) {
			c.fail(Claim{Text: said, Segment: t.segment, Start: t.Start, End: t.End}, report.TextUnaccounted, unaccounted)
			c.res.Segments[t.segment].Stands = false
		}
	}
}

// plain reports whether a sentence is no claim. Where text has to be accounted for,
// courtesies, lead-ins and declines are none at any level of claims.
func (c *checker) plain(s claim.Sentence) bool {
	return !s.IsClaim(c.rules.Claims) || c.accounts() && s.Kind != claim.Claim
}

// accounts reports whether text that is no claim has to be accounted for. An
// audit of whole answers holds claims against all evidence, and only claims.
func (c *checker) accounts() bool { return c.rules.Accounted && !c.rules.AgainstAll }

// accounted reports whether a text that is no claim says only what the question
// or a cited source says, if anything.
func (c *checker) accounted(said string, s claim.Sentence) bool {
	if c.kept.accounted[said] {
		return true // of what has been shown nothing is taken back
	}
	ok := s.Kind != claim.Code || c.figures(codeFigures(said), s.Kind)
	for _, piece := range pieces(said, s.Kind) {
		ok = ok && c.piece(piece, s)
	}
	if ok && c.kept.accounted != nil {
		c.kept.accounted[said] = true
	}
	return ok
}

// pieces are what a text says to its reader: itself, without targets; of code
// its comments and its strings of more than one word.
func pieces(said string, kind claim.Kind) []string {
	if kind == claim.Code {
		return spoken(said)
	}
	bare, _ := Targets(said, Known{Address: nothing, Host: nothing, Tag: nothing})
	return []string{bare}
}

func nothing(string) bool { return false }

// piece accounts for one stretch of text.
func (c *checker) piece(said string, s claim.Sentence) bool {
	p := readSpoken(said)
	asks := asking[s.Kind]
	switch {
	case s.Numeric && !c.figures(p.figures(), s.Kind):
		return false
	case len(p.words) == 0:
		return !p.turned || asks // "Wrong:" undoes what follows
	case asks && c.stanceOf(said) != statesOf:
		return true
	case asks && s.Kind != claim.Offer:
		return false
	case s.Kind == claim.Heading && !c.citing():
		return false // nothing vouches for a title above nothing
	}
	best := apart
	for _, source := range c.vouching() {
		best = max(best, p.against(source, c.asked()))
	}
	switch {
	case best == aligned:
		return true
	case best == turned && !asks:
		return false
	}
	return p.against(nil, c.asked()) == aligned
}

// asking are the kinds of sentences that may ask for what no source says.
var asking = map[claim.Kind]bool{claim.Question: true, claim.Offer: true, claim.Refusal: true}

// citing reports whether the answer has a citation that stands.
func (c *checker) citing() bool {
	return c.rules.AgainstAll || slices.ContainsFunc(c.res.Citations, func(cit Citation) bool { return cit.Stands })
}

// asked is the question, read.
func (c *checker) asked() *statement {
	if c.question == nil {
		c.question = readSpoken(c.ev.Question)
	}
	return c.question
}

// vouching are the sentences of the chunks that the answer cites, and their
// metadata, which vouch for text that is no claim; those of all chunks where the
// answer cites none.
func (c *checker) vouching() []*statement {
	cited := c.used()
	if c.vouched == nil || !slices.Equal(cited, c.vouchedBy) {
		c.vouchedBy, c.vouched = cited, c.statementsOf(cited)
		if len(c.vouched) == 0 {
			c.vouched = c.statementsOf(c.ev.Set.Usable())
		}
	}
	return c.vouched
}

// statementsOf are the sentences of some chunks, and their metadata.
func (c *checker) statementsOf(chunks []int) []*statement {
	var out []*statement
	for _, at := range chunks {
		out = append(out, c.ev.Passages[at].statements()...)
		for _, title := range c.titles(nil, at) {
			out = append(out, readStatement(title))
		}
	}
	return out
}

// figures reports whether every figure of a text stands in the cited evidence;
// a question may echo those of the user's.
func (c *checker) figures(numbers []text.Number, kind claim.Kind) bool {
	for _, n := range numbers {
		stands := kind == claim.Question && c.asked().has(n)
		for _, source := range c.vouching() {
			stands = stands || source.has(n)
		}
		if !stands {
			return false
		}
	}
	return true
}

// codeFigures are the figures of a piece of code that may state something: those of
// more than one digit that belong to no name.
func codeFigures(code string) (out []text.Number) {
	for _, n := range text.Numbers(code) {
		if len(n.Value) > 1 && (n.Start == 0 || !letterByte(code[n.Start-1]) && code[n.Start-1] != '_') {
			out = append(out, n)
		}
	}
	return out
}

// spoken are the comments and the strings of a block of code that may state
// something, and the labels of a diagram: those of more than one word.
func spoken(code string) []string {
	var out []string
	open, _, _ := strings.Cut(code, "\n")
	diagram := words["diagrams"][strings.ToLower(strings.Trim(open, "`~ \t\r"))]
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			continue
		}
		if diagram {
			out = append(out, line)
			continue
		}
		for _, part := range quoted(line) {
			if several(part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// several reports whether a text has more than one word.
func several(said string) bool {
	return len(strings.Fields(said)) > 1 || text.ScriptOf(said).Unspaced() && utf8.RuneCountInString(said) > 1
}

// quotedCode matches a comment to its line's end, or a string, whatever the language.
var quotedCode = regexp.MustCompile("(?:#|//|--|/\\*|<!--|;)(.+)|\"([^\"]*)\"|'([^']*)'|`([^`]*)`")

// quoted are the strings of a line of code, and its comment.
func quoted(line string) (out []string) {
	for _, found := range quotedCode.FindAllStringSubmatch(line, -1) {
		out = append(out, strings.Trim(strings.Join(found[1:], ""), "#/-*;<>! \t"))
	}
	return out
}
