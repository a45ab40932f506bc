package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// nature is what a sentence is by its words.
type nature struct {
	kind    Kind
	numeric bool
	refuses bool // it holds a phrase of refusal
}

// natureOf tells what a sentence is.
//
// The sentence is taken clause by clause. A boilerplate phrase makes its own
// clause hollow and no other, so that a fact beside a refusal, a greeting or
// a lead-in, or within a question, is still a claim.
func natureOf(s string) nature {
	s = lexis.Show(s).Text
	var buf [8]clause
	cs, numeric := clauses(s, buf[:0]), numberIn(s)
	return nature{kindOf(s, cs, numeric), numeric, firstRefusal(cs) < len(cs)}
}

// kindOf names the kind of a sentence by its clauses.
func kindOf(s string, cs []clause, numeric bool) Kind {
	if hides(s) {
		return Claim
	}
	if len(cs) == 0 {
		return Empty
	}
	sign := lastSign(s)
	if sign == '?' || sign == '？' || sign == '؟' {
		return question(cs, numeric)
	}
	kind := plain(cs, sign == ':' || sign == '：')
	if (kind == Claim || kind == Transition) && !numeric && letterForm(s) {
		return Greeting
	}
	if kind != Claim && deniesBehind(s) {
		return Claim // it says of what follows that it is not so
	}
	if kind == Claim || !numeric || kind == Transition && fewCounted(s) {
		return kind
	}
	return Claim
}

// plain names the kind of a sentence that is no question. open tells that a
// colon ends it: what it leads up to stands in the lines below.
func plain(cs []clause, open bool) Kind {
	kind, content, lists := Kind(""), 0, false
	refused := firstRefusal(cs)
	for i := len(cs) - 1; i >= 0; i-- {
		c := &cs[i]
		kind = weightier(kind, c.kind)
		lists = lists || c.joined
		switch {
		case c.refuses || c.kind == Transition && open:
		case c.kind == Offer && c.content <= 6:
		case c.kind == Transition && c.leadIn && !c.states && c.content <= 8:
		case c.content == 0:
		case i > refused && !c.turned && !c.states && (lists || c.content < 2):
		default:
			content += c.content
			if c.states && c.content > 0 {
				content++
			}
		}
	}
	switch {
	case kind == "" && content == 0 && !open && anyAsserts(cs):
		return Claim
	case kind == "" && content == 0:
		return Transition
	case kind == "" && open && !anyStates(cs) && content <= 4:
		return Transition
	case kind == "" && open && cs[len(cs)-1].dangles:
		return Transition
	case kind == "" || content >= 2:
		return Claim
	}
	return kind
}

// question names the kind of a sentence that ends in a question mark. It is a
// claim where it states something by the way.
func question(cs []clause, numeric bool) Kind {
	last := &cs[len(cs)-1]
	first := &cs[0]
	switch {
	case numeric, first.smuggles, last.smuggles:
		return Claim
	}
	for i := range cs[:len(cs)-1] {
		if cs[i].states && cs[i].content >= 2 && !cs[i].asks {
			return Claim
		}
	}
	for i := range cs {
		if cs[i].negated {
			return Claim
		}
		if cs[i].kind == Offer {
			return Offer
		}
	}
	return Question
}

// weightier returns the kind that tells more of a sentence.
func weightier(a, b Kind) Kind {
	for _, k := range [...]Kind{Refusal, Offer, Hedge, Greeting, Transition} {
		if a == k || b == k {
			return k
		}
	}
	return ""
}

// firstRefusal returns the index of the first clause that refuses, len(cs) for
// none.
func firstRefusal(cs []clause) int {
	for i := range cs {
		if cs[i].refuses {
			return i
		}
	}
	return len(cs)
}

func anyStates(cs []clause) bool {
	for i := range cs {
		if cs[i].states {
			return true
		}
	}
	return false
}

// anyAsserts reports whether a sentence without content answers all the same:
// "Never.", "They do not.", "It can."
func anyAsserts(cs []clause) bool {
	for i := range cs {
		if cs[i].asserts || cs[i].negated || cs[i].states {
			return true
		}
	}
	return false
}

// lastSign returns the last character of s that is no quote, bracket or mark.
func lastSign(s string) rune {
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'”’»)]*_`」", r)
	})
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// states reports whether a title holds a finite verb and is no question.
func states(s string) bool {
	var buf [8]clause
	cs := clauses(s, buf[:0])
	return len(cs) > 0 && !cs[0].asks && anyStates(cs)
}

// denyingLabels are words that deny, in front of a colon, all that stands
// behind it: "Wrong: …", "No longer true: …".
var denyingLabels = wordSet("denyingLabels")

// longestLabel is how long such a label is at most, in bytes.
const longestLabel = 48

// deniesBehind reports whether a text begins with such a label.
func deniesBehind(text string) bool {
	head := text[:min(len(text), longestLabel)]
	at := strings.IndexByte(head, ':')
	if wide := strings.Index(head, "："); wide >= 0 && (at < 0 || wide < at) {
		at = wide
	}
	if at < 0 {
		return false
	}
	var room [2 * longestLabel]byte
	label := room[:0]
	for word := range strings.FieldsSeq(strings.Trim(text[:at], " \t\r\n*_#>-\"'")) {
		if len(label) > 0 {
			label = append(label, '_')
		}
		if low, plain := lowered(label, word); plain {
			label = low
		} else {
			label = append(label, strings.ToLower(word)...)
		}
	}
	return denyingLabels[string(label)]
}
