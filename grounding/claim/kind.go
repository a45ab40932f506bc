package claim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// nature is what a sentence is by its words.
type nature struct {
	kind    Kind
	numeric bool
}

// natureOf tells what a sentence is.
//
// The sentence is taken clause by clause. A boilerplate phrase makes its own
// clause hollow and no other, so that a fact beside a refusal, a greeting or
// a lead-in, or within a question, is still a claim.
func natureOf(t *text.Text) nature {
	var room [8]clause
	cs, numeric := clauses(t, room[:0]), statesNumber(t)
	kind := kindOf(t, cs, numeric)
	return nature{kind, numeric || kind == Claim && spellsNumber(t)}
}

// kindOf names the kind of a sentence by its clauses.
func kindOf(t *text.Text, cs []clause, numeric bool) Kind {
	switch {
	case hides(t.Original):
		return Claim
	case len(cs) == 0:
		return Empty
	}
	sign := lastSign(t.Text)
	if strings.ContainsRune("?？؟", sign) {
		return question(cs, numeric)
	}
	open := sign == ':' || sign == '：'
	kind := plainKind(cs, open)
	switch {
	case numeric:
		return Claim
	case (kind == Claim || kind == Transition) && thanks(t):
		return Greeting
	}
	return kind
}

// plainKind names the kind of a sentence that is no question. open tells that a
// colon ends it: what it leads up to stands in the lines below.
func plainKind(cs []clause, open bool) Kind {
	kind, content := told(cs, open)
	switch {
	case kind == "" && content == 0:
		return hollowKind(cs, open)
	case kind == "" && open && leadsOver(cs, content):
		return Transition
	case kind == "" || content >= 2:
		return Claim
	}
	return kind
}

// hollowKind names a sentence without content. It answers all the same where it
// has a word that does: "Never.", "They do not.", "It can."
func hollowKind(cs []clause, open bool) Kind {
	for i := range cs {
		if c := &cs[i]; !open && (c.asserts || c.negated || c.states) {
			return Claim
		}
	}
	return Transition
}

// leadsOver reports whether a sentence that ends in a colon only leads to what
// stands below.
func leadsOver(cs []clause, content int) bool {
	const few = 4 // content words
	return cs[len(cs)-1].dangles || content <= few && !anyStates(cs)
}

// told returns the weightiest kind of some clauses, and counts the content words
// of those that no phrase makes hollow.
func told(cs []clause, open bool) (kind Kind, content int) {
	for i := range cs {
		c := &cs[i]
		if kind = weightier(kind, c.kind); c.hollow(open) {
			continue
		}
		content += c.content
		if c.states && c.content > 0 {
			content++
		}
	}
	return kind, content
}

// hollow reports whether the phrase of a clause is all that it says.
func (c *clause) hollow(open bool) bool {
	const offered, led = 6, 8 // content words that an offer and a lead-in may have
	switch {
	case c.kind == Transition && open:
		return true
	case c.kind == Offer:
		return c.content <= offered
	case c.kind == Transition && c.leadIn:
		return !c.states && c.content <= led
	}
	return false
}

// question names the kind of a sentence that ends in a question mark. It is a
// claim where it states something by the way.
func question(cs []clause, numeric bool) Kind {
	kind := Question
	for i := range cs {
		c, last := &cs[i], i == len(cs)-1
		states := c.states && c.content >= 2 && !c.asks && !last
		switch {
		case numeric, states, c.negated, c.kind == Claim && (i == 0 || last):
			return Claim
		case c.kind == Offer:
			kind = Offer
		}
	}
	return kind
}

// weightier returns the kind that tells more of a sentence.
func weightier(a, b Kind) Kind {
	for _, k := range [...]Kind{Claim, Offer, Hedge, Greeting, Transition} {
		if a == k || b == k {
			return k
		}
	}
	return ""
}

func anyStates(cs []clause) bool {
	return slices.ContainsFunc(cs, func(c clause) bool { return c.states })
}

// States reports whether a text has a clause with a finite verb.
func States(said string) bool { return anyStates(clauses(text.Read(said), nil)) }

// lastSign returns the last character of s that is no quote, bracket or mark.
func lastSign(s string) rune {
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'”’»)]*_`」", r)
	})
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// hides reports whether a text holds characters that show nothing of what they
// say, or show it the other way round: the letters of the tag block outside of
// a flag, and overrides of the direction of writing. No sentence needs them, and
// whatever reads the text by its characters reads another one than people do.
func hides(s string) bool {
	const flag, longest = '\U0001F3F4', 7 // England's is this one and six tags
	tags := longest                       // that may still be a flag's
	for _, r := range s {
		switch {
		case r == '\u202d' || r == '\u202e':
			return true
		case r == flag:
			tags = 0
		case r < 0xE0001 || r > 0xE007F:
			tags = longest
		case tags == longest:
			return true
		default:
			tags++
		}
	}
	return false
}

// title returns Heading where a text, marked up as a title, is no more than one: a
// short phrase without a number and without a verb that states something. Facts in a title
// are to be supported like any others; what the others say has to be accounted for.
func title(s string) Kind {
	const longest = 120 // bytes
	s = strings.Trim(s, "#|*_=- \t\r\n")
	s = s[text.ListMarker(s):]
	if len(s) > longest || strings.HasSuffix(s, ".") || hides(s) {
		return ""
	}
	t := text.Read(s)
	if cs := clauses(t, nil); statesNumber(t) || anyStates(cs) && !cs[0].asks {
		return ""
	}
	return Heading
}

// Thanks reports whether a sentence thanks the reader or wishes them well and does nothing else.
func Thanks(said string) bool { return thanks(text.Read(said)) }

func thanks(t *text.Text) bool {
	verbs := 0
	for i := range t.Words {
		switch w := t.Words[i].Fold; {
		case thanksVerbs[w]:
			verbs++
		case !thanksWords[w]:
			return false
		}
	}
	return verbs == 1
}

// thanksVerbs are verbs of thanks; thanksWords are all else that such a sentence may
// have: anything else may state something.
var (
	thanksVerbs = wordSet("thanksVerbs")
	thanksWords = wordSet("thanksWords")
)
