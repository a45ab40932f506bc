package proxy

import (
	"strings"

	"github.com/tidwall/gjson"
	"github.com/zeebo/xxh3"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// Answers that went through here may come back as the result of a tool: an
// agent asks a query engine, which asks this gateway. Such a text is what a
// model wrote and no source. Answers are known again by a hash.

const (
	answersKept     = 20_000
	leastAnswer     = 24 // bytes: shorter ones are no proof of where a text is from
	deepestSearched = 8  // levels of a tool's JSON that are looked into
)

// noteAnswers notes what the client is given, as it is given it, and what the
// model wrote. A passage that was copied whole stays what it was. What a model
// wrote is known again for the same client only: anyone can have one say
// anything, and no one's sources are to be taken for answers by that.
func (x *exchange) noteAnswers() {
	for _, c := range x.choices {
		x.noteText("", c.content)
		x.noteText(x.sender(), contentOf(c))
	}
}

func (x *exchange) noteText(sender, text string) {
	if text = strings.TrimSpace(text); len(text) >= leastAnswer && !x.copied(text) {
		x.gate.answers.Add(answerKey(sender, text), struct{}{}, 16)
	}
}

// answerKey names an answer to a sender; "" for any.
func answerKey(sender, text string) xxh3.Uint128 {
	return xxh3.HashString128Seed(text, xxh3.HashString(sender))
}

// sender tells one client from another.
func (x *exchange) sender() string { return x.app.Name + "\x00" + x.call.account() + "\x00" }

// copied tells whether a text stands in the evidence as it is.
func (x *exchange) copied(text string) bool {
	if x.evidence.Set == nil {
		return false
	}
	for i := range x.evidence.Set.Len() {
		if strings.Contains(x.evidence.Set.At(i).Text, text) {
			return true
		}
	}
	return false
}

// given tells whether a tool's text is an answer that went through here: the
// text itself, or one that its JSON holds.
func (x *exchange) given(text string) bool {
	text = strings.TrimSpace(text)
	if x.isAnswer(text) {
		return true
	}
	if text == "" || !strings.ContainsRune(`{["`, rune(text[0])) || !prompt.IsJSON(text) {
		return false
	}
	return x.givenIn(gjson.Parse(text), deepestSearched)
}

// givenIn looks for an answer in a tool's JSON. A list of several is one of
// records that were found.
func (x *exchange) givenIn(v gjson.Result, levels int) bool {
	if v.Type == gjson.String {
		return x.isAnswer(strings.TrimSpace(v.Str))
	}
	if v.IsArray() && v.Get("1").Exists() {
		return false
	}
	found := false
	if levels > 0 && v.Type == gjson.JSON {
		v.ForEach(func(_, member gjson.Result) bool {
			found = x.givenIn(member, levels-1)
			return !found
		})
	}
	return found
}

func (x *exchange) isAnswer(text string) bool {
	if len(text) < leastAnswer {
		return false
	}
	for _, sender := range [...]string{"", x.sender()} {
		if _, ok := x.gate.answers.Get(answerKey(sender, text)); ok {
			return true
		}
	}
	return false
}

// layoutOptions are the app's rules of evidence for this call.
func (x *exchange) layoutOptions() layout.Options {
	o := x.app.evidence[0]
	if x.call.local {
		o = x.app.evidence[1]
	}
	o.Derived = x.given
	return o
}
