package layout

import (
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer"
)

// What begins alike, or bears numbers, and is no rule of the app's, is material where the app orders an answer, and
// so is what an app's message states about what is asked: whatever it is called, and whatever the numbers look like.

// ordersToModel are the orders to the model in the user's messages and in the app's.
func (r *request) ordersToModel() (list []string) {
	for j, text := range r.texts {
		if role := r.p.Messages[j].Role; role != "user" && !isApps(role) {
			continue
		}
		for _, end := range ends(text, longestOrders) {
			for s, rest := nextSentence(end); s != "" && len(list) < mostOrders; s, rest = nextSentence(rest) {
				if _, behind, ok := cutLast(s, "? "); ok {
					s = behind
				}
				if orderHeads.begin(s) || replying.in(s) {
					list = append(list, s)
				}
			}
		}
	}
	return list
}

// meantBy tells whether bare text is what some orders, or the question, are about.
func (p *page) meantBy(c *candidate, orders []string) bool {
	t := p.textsOf(c)
	app, shown, cites := isApps(p.role), false, false
	for _, s := range orders {
		if slices.Contains(t.openings, s) {
			continue
		}
		ordered := isOrder(s) || replying.in(s) && !strings.ContainsAny(s, "{}")
		_, named := answer.OrderedBy(s)
		named = named || inBrackets.MatchString(s) || evidenceNouns.in(s) && !app || directs(s) && sourcing.word(s) && (!app || takesDirected(s))
		shown = shown || t.shownIn(s)
		cites = cites || speaksOf(s, t.noun) || ordered && named
	}
	const enough = 2 // words of the question
	apart := len(c.found) > 1 && (shown || !t.rules && cites && (t.headed || app))
	return apart || app && t.states && p.askedOf(c) >= enough
}

// takesDirected tells whether a sentence says to take something from what it calls the following, right behind that.
func takesDirected(s string) bool {
	const most = 4 // words
	list := strings.Fields(strings.ToLower(s))
	for i, w := range list {
		if takings[w] && directs(strings.Join(list[i+1:min(len(list), i+1+most)], " ")) {
			return true
		}
	}
	return false
}

// apartTexts is what the texts of a reading have in common.
type apartTexts struct {
	mark     string   // in front of the first
	noun     string   // the stem of its word
	openings []string // their first sentences
	headed   bool     // all have a mark in front
	states   bool     // all have a sentence
	told     int      // how many tell the model what to do
	rules    bool     // a third of them do
}

func (p *page) textsOf(c *candidate) apartTexts {
	t := apartTexts{headed: true, states: true}
	for i := range c.found {
		f := &c.found[i]
		s, _ := nextSentence(f.Text)
		t.openings = append(t.openings, s)
		t.headed = t.headed && f.inner > f.start
		t.states = t.states && strings.ContainsAny(f.Text, ".。।؟")
		if toldTo(s) || holds(demandWords, firstWord(s)) || orderHeads.begin(s) || distributes(s) || orderEndings.in(s[max(0, len(s)-longestEnding):]) {
			t.told++
		}
	}
	t.rules = 3*t.told >= len(c.found)
	if first := &c.found[0]; first.inner > first.start {
		t.mark = strings.Trim(p.text[first.start:min(first.inner, first.end)], " \t\n:.-–—*#")
	}
	t.noun = stemOf(strings.ToLower(strings.TrimFunc(t.mark, func(r rune) bool { return !unicode.IsLetter(r) })))
	return t
}

// shownIn tells whether a text shows the mark, if that is more than a number.
func (t *apartTexts) shownIn(text string) bool {
	return strings.Trim(t.mark, "0123456789") != "" && strings.Contains(text, t.mark)
}

// askedOf counts the words of the last question that bare text of an app's message has, and the app's other words do not.
func (p *page) askedOf(c *candidate) int {
	return countStems(p.text[c.start:c.end], unshown(p.text, []line{{c.start, c.end}}), askedStems(p.messages, true))
}

// introduces tells whether a line that ends in a colon stands above bare text of an app's message, and whether the text
// states facts and gives no orders: "You know the following:".
func (p *page) introduces(c *candidate) bool {
	above := p.lineAt(c.start) - 1
	for above >= 0 && p.blank(above) {
		above--
	}
	if p.user() || above < 0 || !endsInColon(p.str(above)) {
		return false
	}
	t := p.textsOf(c)
	const share = 3 // of the message that it is at least
	return t.states && 2*t.told <= len(c.found) && !directed(c.found) && p.aloneLabelled(above, c) && (share*(c.end-c.start) >= len(p.text) || p.askedOf(c) > 0)
}

// aloneLabelled tells whether no part of an app's message has a label but the one below line above: among others it is one of the
// app's own.
func (p *page) aloneLabelled(above int, c *candidate) bool {
	for i := range p.lines {
		if i == above || c.start <= p.lines[i].start && p.lines[i].start < c.end {
			continue
		}
		if level, _ := p.partLabel(i); level >= 0 || endsInColon(p.str(i)) {
			return false
		}
	}
	return true
}

// announces tells whether some line ends in a colon.
func (p *page) announces() bool {
	for i := range p.lines {
		if endsInColon(p.str(i)) {
			return true
		}
	}
	return false
}
