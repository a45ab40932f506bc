package proxy

import (
	"strings"

	"github.com/tidwall/gjson"
	"github.com/zeebo/xxh3"

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
func noteAnswers(run *run, m *material, choices []*choice) {
	for _, c := range choices {
		noteText(run, m, "", c.content)
		noteText(run, m, run.sender(), c.Said())
	}
}

func noteText(run *run, m *material, sender, text string) {
	if text = strings.TrimSpace(text); len(text) >= leastAnswer && !m.copied(text) {
		run.gate.answers.Add(answerKey(sender, text), struct{}{}, 16)
	}
}

// answerKey names an answer to a sender; "" for any.
func answerKey(sender, text string) xxh3.Uint128 {
	return xxh3.HashString128Seed(text, xxh3.HashString(sender))
}

// copied tells whether a text stands in the evidence as it is.
func (m *material) copied(text string) bool {
	if m.evidence.Set == nil {
		return false
	}
	for i := range m.evidence.Set.Len() {
		if strings.Contains(m.evidence.Set.At(i).Text, text) {
			return true
		}
	}
	return false
}

// given tells whether a tool's text is an answer that went through here: the
// text itself, or one that its JSON holds.
func (r *run) given(text string) bool {
	text = strings.TrimSpace(text)
	if r.isAnswer(text) {
		return true
	}
	if text == "" || !strings.ContainsRune(`{["`, rune(text[0])) || !prompt.IsJSON(text) {
		return false
	}
	return r.givenIn(gjson.Parse(text), deepestSearched)
}

// givenIn looks for an answer in a tool's JSON. A list of several is one of
// records that were found.
func (r *run) givenIn(value gjson.Result, levels int) bool {
	if value.Type == gjson.String {
		return r.isAnswer(strings.TrimSpace(value.Str))
	}
	if value.IsArray() && value.Get("1").Exists() {
		return false
	}
	found := false
	if levels > 0 && value.Type == gjson.JSON {
		value.ForEach(func(_, member gjson.Result) bool {
			found = r.givenIn(member, levels-1)
			return !found
		})
	}
	return found
}

func (r *run) isAnswer(text string) bool {
	if len(text) < leastAnswer {
		return false
	}
	for _, sender := range [...]string{"", r.sender()} {
		if _, ok := r.gate.answers.Get(answerKey(sender, text)); ok {
			return true
		}
	}
	return false
}
