package layout

import (
	"cmp"
	"strings"
)

// maxTailBlocks bounds how many closing paragraphs are taken for instructions.
const maxTailBlocks = 12

// tailStart finds where the evidence in lines [from, to) ends and what the app
// wrote behind it begins. It walks up from the end, paragraph by paragraph,
// and stops at the first that is no instruction and no question: a cue inside
// a passage thus does not cut it. What is cut off is never evidence.
func tailStart(p *page, from, to int) int {
	end := lastText(p, from, to)
	if p.role != "tool" {
		end = lastText(p, from, ordersFrom(p, from+1, end))
	}
	if inline := askedInline(p, from, end); inline > 0 {
		end = inline
	}
	if up := orderUp(p, from+1, end); up > 0 {
		end = lastText(p, from, up)
	}
	if asked := askedBehind(p, from, end); asked > 0 {
		end = lastText(p, from, asked)
		if asked = askedBehind(p, from, end); asked > 0 { // above the instructions that were cut off
			end = lastText(p, from, asked)
		}
	} else if asked := questionBehind(p, from, end); asked > 0 {
		end = lastText(p, from, asked)
	}
	for n := 0; n < maxTailBlocks && end > from; n++ {
		top := blockTop(p, from, end)
		cut := cueIn(p, top, end)
		labelled := top > from && underLabel(p, from, top)
		switch {
		case cut > top && cut < end && !labelled:
			if end = lastText(p, from, cut); end-1 > from && isRule(p.str(end-1)) {
				end--
			}
			return lastText(p, from, end)
		case isRule(p.str(end-1)) && end-1 > from && cut == end:
			end--
		case labelled && cut != top:
			end = p.before(top)
		case top > from && (cut == top || n == 0 && closesBelow(p, top, end)):
			end = top
		default:
			return end
		}
		end = lastText(p, from, end)
	}
	return end
}

// askedInline is behind the line of [from, to) in a user's message on which the label of a
// question without an answer stands behind other words: what is typed may go on below. It is
// 0 where there is none.
func askedInline(p *page, from, to int) int {
	for i := max(from, to-maxBehind); p.user() && i < to-1; i++ {
		s := p.str(i)
		if p.marks[i]&plainText != 0 && len(s) <= plainUpTo {
			continue
		}
		n := inlineAsk(s)
		if n == 0 || p.asksAt(i) {
			continue
		}
		_, value, _ := strings.Cut(s[n:], ":")
		head, _, labelled := cutLast(value, ": ")
		if !labelled || !answers(strings.ToLower(lastWords(head, 1))) {
			return i + 1
		}
	}
	return 0
}

// orderUp is the first line of the last ones of [from, to) in a user's message that begins a
// paragraph with an order to answer from what stands above it: whatever follows is the app's
// or typed. It is 0 where there is none.
func orderUp(p *page, from, to int) int {
	for i := max(from, to-maxBehind); p.user() && i < to; i++ {
		s := p.str(i)
		if len(s) > 600 || !p.below(i) && !isRule(p.str(i-1)) || !pointsUp.in(s) {
			continue
		}
		if name, value := label(s); isOrder(s) || isPart(name) && isOrder(value) {
			return i
		}
	}
	return 0
}

// ordersFrom is the line of [from, to) at which the app speaks to the model again: the
// first that does, where more of those below it do. It is to where none does. A heading
// stands in a passage.
func ordersFrom(p *page, from, to int) int {
	const most = 64 // headings that are passed over
	next := p.nextOrders()
	for range most {
		if from >= to || next[from] >= to {
			break
		}
		if from = next[from]; level(p.str(from)) == 0 {
			return from
		}
		from++
	}
	return to
}

// nextOrders is for each line the first one from it on at which the app speaks to the
// model: it does, and so do two more of the lines below.
func (p *page) nextOrders() []int {
	const enough, most = 3, 16 // lines that speak to the model, and those that are looked at
	if p.orders != nil {
		return p.orders
	}
	speaks := make([]bool, len(p.lines))
	for i := range p.lines {
		speaks[i] = !p.inFence(i) && toModel(p, i)
	}
	p.orders = make([]int, len(p.lines)+1)
	p.orders[len(p.lines)] = len(p.lines)
	for i := len(p.lines) - 1; i >= 0; i-- {
		p.orders[i] = p.orders[i+1]
		if !speaks[i] {
			continue
		}
		n := 0
		for j, left := i, most; j < len(p.lines) && left > 0 && n < enough; j++ {
			if speaks[j] {
				n++
				if level, _ := p.partLabel(j); level >= 0 && p.below(j) {
					n++ // that names its part
				}
			}
			if !p.blank(j) {
				left--
			}
		}
		if n == enough {
			p.orders[i] = i
		}
	}
	return p.orders
}

// toModel tells whether line i begins a paragraph or an item that orders the model
// something, or is the label of instructions or samples.
func toModel(p *page, i int) bool {
	s := p.str(i)
	if s == "" || len(s) > 600 {
		return false
	}
	if level, name := p.partLabel(i); level >= 0 {
		class := classOf(name)
		sentence := level == labelLevel && (classOpenings[firstWord(name)] != unclassed || !p.below(i))
		numbered := strings.ContainsAny(name, "0123456789") // Rule 12: a passage's name
		return !sentence && !numbered && (class == instructs || class == sample || class == history)
	}
	if isLetter(s[0]) && !p.below(i) {
		return false
	}
	s = trimMarks(s, "#*_->+•\"'( \t0123456789.)")
	if _, behind, ok := strings.Cut(s, ": "); ok && isOrder(trimMarks(behind, "*_ ")) {
		return true
	}
	return isOrder(s) || isOfModel(s)
}

// below tells whether line i is the first, or stands below a blank one.
func (x *index) below(i int) bool { return i == 0 || x.blank(i-1) }

// closesBelow tells whether the very last paragraph is the app's although it has no cue: it is a short
// line that ends in a colon, the place for the answer, or says what the model has to do.
func closesBelow(p *page, top, end int) bool {
	place := end-top == 1 && len(p.str(top)) <= 80 && endsInColon(p.str(top))
	return p.role != "tool" && (place || p.user() && isInstructive(p.text[p.lines[top].start:p.lines[end-1].end]))
}

// askedBehind is the line of (from, to) with the label of what the user asks:
// the last that stands at the beginning or the end of a paragraph and has no answer,
// whatever the app wrote behind it. It is 0 where there is none, or the question stands above.
func askedBehind(p *page, from, to int) int {
	for i := to - 1; p.user() && i > max(from, to-maxBehind); i-- {
		m := p.labelMarks(i)
		if m&(labelOfApp|labelAsks|labelTalks) == 0 {
			continue
		}
		if name, _ := label(p.str(i)); p.blank(i-1) && isPart(name) && !answerTable[name] {
			return i // `Answer to grade:`
		}
		if asksForUser(p, i, to) {
			return i
		}
	}
	return 0
}

// questionBehind is the line of (from, to) at which a user's question begins that is a
// paragraph of its own, or ends in one, with no more than a paragraph behind it: what is
// typed may go on. It is 0 where there is none.
func questionBehind(p *page, from, to int) int {
	if !p.user() || askedAbove(p, from) {
		return 0
	}
	for n := 0; n < 2 && to > from; n++ {
		top := blockTop(p, from, to)
		if to-top <= 2 && asksThenOrders(p.str(to-1)) {
			if top = max(top, from+1); top < to {
				return spokenTop(p, from, top)
			}
		}
		to = lastText(p, from, top)
	}
	return 0
}

// spokenTop is where what a user says begins who asks in the paragraph at top: at the first
// of the paragraphs above it in which a writer speaks of himself or the app to the model.
func spokenTop(p *page, from, top int) int {
	const most = 6 // paragraphs
	first := top
	for range most {
		end := lastText(p, from, top)
		if top = blockTop(p, from, end); top <= from {
			break
		}
		s, _ := nextSentence(p.str(top))
		if firstPerson.in(" "+s+" ") || isOrder(s) || p.labelMarks(top)&labelOfApp != 0 && !answered(p, top, blockEnd(p, top)) {
			first = top
		}
	}
	return first
}

// asksThenOrders tells whether a line ends in a question, or in a question and orders about
// its answer.
func asksThenOrders(s string) bool {
	s = strings.TrimRight(s, "\"'")
	if endsInQuestion(s) {
		return true
	}
	_, rest, ok := cutLast(s, "? ")
	for ok && rest != "" {
		var order string
		if order, rest = nextSentence(rest); order != "" && !isOrder(order) {
			return false
		}
	}
	return ok
}

// asksForUser tells whether line i is the label of what the user asks: it has no answer,
// and right below a text no more than a few of the app's lines follow it.
func asksForUser(p *page, i, to int) bool {
	const most = 8 // lines behind a question that stands right below a text
	name, value := label(p.str(i))
	if _, _, f := cutKey(p.str(i)); f != fieldNone || answered(p, i, blockEnd(p, i)) {
		return false // f: metadata of a passage
	}
	if p.blank(i-1) || isRule(p.str(i-1)) {
		return asks(name) || talkers[name] && endsInQuestion(cmp.Or(value, p.str(min(p.after(i), len(p.lines)-1))))
	}
	if asks(name) && opensWith(p.str(i), "#", "*", "【") {
		return true // a heading
	}
	last := i+1 == len(p.lines) || p.blank(i+1) || p.asksReply(i+1) && !isPlaceholder(value)
	return last && value != "" && to-i <= most && (asks(name) || talkers[name] && p.tails(min(p.after(i), len(p.lines)-1)))
}

// asksReply tells whether line i is the place for the answer: its label, and nothing else.
func (p *page) asksReply(i int) bool {
	return p.labelMarks(i)&(labelReplies|valued) == labelReplies
}

// maxBehind bounds how far behind the question the app's words end, in lines.
const maxBehind = 60

// maxAbove bounds how far above the evidence a question is looked for, in lines.
const maxAbove = 200

// askedAbove tells whether the question stands above line i, by its label.
func askedAbove(p *page, i int) bool { return askedIn(p, max(0, i-maxAbove), i) }

// askedIn tells whether the label of a question without an answer stands on one of the
// lines [from, to).
func askedIn(p *page, from, to int) bool {
	return from < to && p.nextAsked()[from] < to
}

// nextAsked is for each line the first one from it on with the label of a question
// without an answer.
func (p *page) nextAsked() []int {
	if p.asked != nil {
		return p.asked
	}
	p.asked = make([]int, len(p.lines)+1)
	p.asked[len(p.lines)] = len(p.lines)
	for i := len(p.lines) - 1; i >= 0; i-- {
		p.asked[i] = p.asked[i+1]
		if p.asksAt(i) && !answered(p, i, blockEnd(p, i)) {
			p.asked[i] = i
		}
	}
	return p.asked
}

// lastText is behind the last line of [from, to) that is not blank.
func lastText(p *page, from, to int) int {
	if to <= from || !p.blank(to-1) {
		return to
	}
	return max(from, int(p.paragraphs()[to-1].last)+1)
}

// blockTop is the first line of the paragraph that ends before end.
func blockTop(p *page, from, end int) int {
	if end <= from || p.blank(end-1) {
		return end
	}
	return max(from, int(p.paragraphs()[end-1].top))
}

// blockEnd is behind the last line of the paragraph that begins at top, of
// which it reads no more than a few lines.
func blockEnd(p *page, top int) int {
	for end := min(len(p.lines), top+maxTailBlocks); top < end && !p.blank(top); {
		top++
	}
	return top
}

// cueIn is the first line of [top, end) from which all is the app's: the top of
// the paragraph where that is a cue, else the cue that opens a closed block of
// cues at its end. It returns end where there is none.
func cueIn(p *page, top, end int) int {
	const most = 16 // lines
	if p.tails(top) && !answered(p, top, end) && !ofPassage(p, top) {
		return top
	}
	cut := end
	for i := end - 1; i > top && end-i <= most; i-- {
		if s := p.str(i); len(s) < 400 && (p.tails(i) || p.asksReply(i)) && !ofPassage(p, i) && !statesMore(s) {
			cut = i
		} else if p.labelMarks(i-1)&(labelAsks|valued) != labelAsks || cut != i+1 {
			break // but for the question, below its label
		}
	}
	if cut == top+1 && toModel(p, top) {
		return top // the label of the orders
	}
	return cut
}

// answered tells whether a paragraph is a question with its answer: that is a
// passage's, for what an app asks has none yet.
func answered(p *page, top, end int) bool {
	if !p.asksAt(top) {
		return false
	}
	for i := top + 1; i < end; i++ {
		name, value := label(p.str(i))
		if (len(value) > 12 || endsSentence(value)) && (name == "a" || statesMore(p.str(i))) {
			return true
		}
	}
	return false
}

// ofPassage tells whether a labelled line is a question with its answer in a
// text that no user types into: the question goes on with what answers it, or
// is answered in the paragraph below. In a tool's text nobody asks.
func ofPassage(p *page, i int) bool {
	name, value := label(p.str(i))
	asked := asks(name)
	switch {
	case value == "" || p.user():
		return false
	case p.role == "tool":
		return answerTable[name]
	case asked:
		_, more, _ := strings.Cut(value, "?")
		return len(more) > 20
	}
	above := p.before(i)
	if above < 0 || !answers(name) || !endsSentence(value) {
		return false
	}
	return p.asksAt(above)
}

func endsSentence(s string) bool {
	return endsWith(s, ".", "!", "。")
}

// statesMore tells whether a cue is a label with text behind it that is no
// question: `Answer: 20 seconds` belongs to a passage.
func statesMore(s string) bool {
	name, value := label(s)
	return answerTable[name] && !asks(name) && len(value) > 3
}

// underLabel tells whether a paragraph stands below a bare label such as
// `QUESTION:` or `## 用户问题`, and so is no evidence.
func underLabel(p *page, from, top int) bool {
	above := p.before(top)
	if above < from {
		return false
	}
	return p.labelMarks(above)&(labelOfApp|valued) == labelOfApp
}

// firstBelow is behind the first paragraph at or below line i, without the
// closing words glued to its end. A head has a passage: where all below the
// last one reads like closing words, that much is the passage's. The question
// is none of it, unless its label stands right below the head.
func firstBelow(p *page, i int) int {
	top := p.after(i - 1)
	if top == len(p.lines) {
		return i
	}
	end := top + 1
	for end < len(p.lines) && !p.blank(end) {
		end++
	}
	if end > top+1 {
		end = cueIn(p, top+1, end)
	}
	return end
}
