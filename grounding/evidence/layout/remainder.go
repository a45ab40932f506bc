package layout

import (
	"cmp"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// Where the app says that something is to be answered from, and no reader found it, it is
// found by elimination: what is neither an order, nor the question, nor a form or a sample.

var (
	restrictions = phrasesOf(words("restrictions")...)
	sourcing     = phrasesOf(words("sourcing")...)
	replying     = phrasesOf(words("replying")...)
)

// longestSaid is how much of a sentence of the app's is told, in bytes.
const longestSaid = 160

// told is what is told of a sentence of the app's.
func told(s string) string { return s[:min(len(s), longestSaid)] }

// basis is the sentence in which a text orders to answer from something that it calls
// material, "" for none. In an app's message any order that names material is one, and what says that the model replies
// with it, in no form for a program.
func basis(text string, apps bool) string {
	return sentenceOfSource(text, func(s string) bool { return isBasis(s, apps) })
}

// isBasis tells whether a sentence that names material orders to answer from it.
func isBasis(s string, apps bool) bool {
	based, ordered := bases.in(s), isOrder(s)
	return apps && (ordered || replying.in(s) && !strings.ContainsAny(s, "{}")) || (ordered || based || endsInColon(s) && directs(s)) && (based || directs(s) || pointsUp.in(s) || drawsOn(s))
}

// drawsOn tells whether a sentence says to take something from what it calls material.
func drawsOn(s string) bool {
	const most = 8 // words of a name
	if distributives.begin(s) {
		return false
	}
	list := strings.Fields(strings.ToLower(s))
	for i, w := range list {
		if !takings[w] {
			continue
		}
		end := i + 1
		for end < len(list) && end <= i+most && !endsWith(list[end-1], ",", ";", ":", ".") {
			end++
		}
		if classOf(strings.Join(list[i+1:end], " ")) == material {
			return true
		}
	}
	return false
}

var takings = set(words("sourcing")...)

// source is basis, or the sentence in which a text says that an answer comes from material and
// from nothing else: an app says so of what stands in another message, too.
func source(text string, apps bool) string {
	restricting := ""
	based := sentenceOfSource(text, func(s string) bool {
		if isBasis(s, apps) {
			return true
		}
		if restricting == "" && restrictions.word(s) && sourcing.word(s) && !distributives.begin(s) {
			restricting = told(s)
		}
		return false
	})
	return cmp.Or(based, restricting)
}

// sourceOf is the source of message i. It is looked for once.
func (r *request) sourceOf(i int) string {
	if r.sources == nil {
		r.sources = make([]*string, len(r.texts))
	}
	if r.sources[i] == nil {
		s := source(r.texts[i], isApps(r.p.Messages[i].Role))
		r.sources[i] = &s
	}
	return *r.sources[i]
}

// sentenceOfSource is the first sentence of some kind that names material.
func sentenceOfSource(text string, is func(s string) bool) string {
	for l := range strings.Lines(text) {
		for s, rest := nextSentence(l); s != ""; s, rest = nextSentence(rest) {
			if (evidenceNouns.in(s) || pointsUp.in(s) || drawsOn(s)) && is(s) && !firstPerson.in(s) && !transforming.begin(s) {
				return told(s)
			}
		}
	}
	return ""
}

// remainder reads what is left of the messages of the last turn without the app's own words,
// where these say that there is something to answer from.
func (f *finder) remainder() {
	if f.allowed != nil || f.out.hasEvidence() {
		return
	}
	orders := f.ordersToModel()
	for i := range f.p.Messages {
		role := roleOf(&f.p.Messages[i])
		if role == "assistant" || role == "tool" || f.standing(role) == "" || f.turns[i] != f.lastTurn() {
			continue
		}
		p := f.pageOf(f.texts[i], role).untyped().without(f.out.samples[i])
		based := source(p.text, false) != ""
		if last, _ := p.endsAbove(); !based && len(orders) == 0 && last == len(p.lines) && len(p.ordersOfSource()) == 0 && !f.saidAround(i, p.user()) && (p.user() || !p.announces()) {
			continue // an ordinary talk
		}
		c, sure := leftOf(p)
		meant := len(c.found) > 0 && !onlyPlaceholders(&c) && (!p.user() && !strings.Contains(p.text[c.start:c.end], " I ") || p.user() && (based || isMaterial(p, &c)))
		if meant && (sure || based && (p.user() || 2*(c.end-c.start) > len(p.text) || p.askedOf(&c) > 0) || p.meantBy(&c, orders) || p.introduces(&c) || f.saidAround(i, p.user() && showsRecords(p, &c))) {
			f.addBare(i, c)
		}
	}
}

// saidAround tells whether another message of the app's says that there is something to
// answer from. Passages may be sent apart from the instructions. Where they show what nobody
// types, an order is enough that names no material: `Cite with the short name.`
func (r *request) saidAround(i int, records bool) bool {
	apps := isApps(r.p.Messages[i].Role)
	if r.said == nil {
		r.said = make([]saying, len(r.texts))
		for j, text := range r.texts {
			if isApps(r.p.Messages[j].Role) {
				r.said[j] = saying{source: r.sourceOf(j) != "", order: len(sourceOrders(text)) > 0, speaks: evidenceNouns.in(text)}
			}
		}
	}
	for j, s := range r.said {
		if j != i && (s.source && (apps || records) || apps && s.speaks || records && s.order) {
			return true
		}
	}
	return false
}

// saying is what an app's message says of something to answer from.
type saying struct{ source, order, speaks bool }

// leftOf is what is left of a page between the app's own words above and the question, the
// orders and the place for an answer below: the longest run of paragraphs that could be a
// passage's. In a user's message the last paragraph is what is asked, unless more is typed.
// It is sure to be material if all above the label of the question is, or if it stands behind a
// label that the app's order to answer from something names.
func leftOf(p *page) (c candidate, sure bool) {
	if c = aboveOf(p); len(c.found) > 0 {
		return c, true
	}
	from, end := 0, lastText(p, 0, len(p.lines))
	if p.user() {
		from, end = betweenOrders(p, end)
	}
	end = min(end, p.talkStart())
	run, best := line{-1, -1}, line{}
	for top := p.after(from - 1); top < end; {
		stop := top + 1
		for stop < end && !p.blank(stop) {
			stop++
		}
		if !p.user() && endsInColon(p.str(top)) {
			run.start = -1 // what stands below is what the line announces
			if top++; top == stop {
				top = p.after(stop - 1)
				continue
			}
		}
		switch top = belowOwn(p, belowLabels(p, top, stop), stop); {
		case couldState(p, top, stop):
			if run.end = p.lines[stop-1].end; run.start < 0 {
				run.start = p.lines[top].start
			}
		case p.user() && best.end > 0 && (toModel(p, top) || p.tails(top)):
			end = top // what is typed may follow
		case !p.inFence(top):
			run.start = -1
		}
		if run.start >= 0 && run.end-run.start > best.end-best.start {
			best = run
		}
		top = p.after(stop - 1)
	}
	text := p.text[best.start:best.end]
	if !strings.ContainsAny(text, ".。।؟") || !heavier(text, 2*minParagraph) && len(splitMarked(p, best)) < 2 {
		return c, false
	}
	c = sectionOf(p, best.start, best.end, false)
	return c, false
}

// betweenOrders are the first lines of a user's message, up to bottom, that stand between the app's own words above and below
// and could be material.
func betweenOrders(p *page, bottom int) (from, end int) {
	const most = 8 // stretches that are looked at
	for n := 0; end < bottom && n < most; n++ {
		from = belowOrders(p, end, bottom)
		if end = tailStart(p, from, bottom); end == bottom {
			if top := blockTop(p, from, end); top > from || end == from || !asksThenOrders(p.str(end-1)) {
				return from, lastText(p, from, top)
			}
			return from, end - 1
		}
		for top := from; top < end; top = p.after(blockEnd(p, top) - 1) {
			if couldState(p, top, min(blockEnd(p, top), end)) {
				return from, end
			}
		}
		if end <= from {
			end = from + 1
		}
	}
	return from, end
}

// aboveOf is all that stands above the label of the question, or above an instruction that points
// up, below the app's own words.
func aboveOf(p *page) (c candidate) {
	last, up := p.endsAbove()
	if last == len(p.lines) {
		return c
	}
	last = min(last, p.talkStart())
	from := belowOrders(p, 0, last)
	end := tailStart(p, from, last)
	if end <= from || p.str(from)[0] == '<' {
		return c
	}
	at := line{p.lines[from].start, p.lines[end-1].end}
	if text := p.text[at.start:at.end]; !heavier(text, 2*minParagraph) || !up && !states(text) {
		return c
	}
	return sectionOf(p, at.start, at.end, false)
}

// talkStart is the first line on which somebody speaks, by his label: what follows is a conversation,
// whatever an answer in it looks like. It is len(p.lines) where nobody does.
func (p *page) talkStart() int {
	for i := range p.lines {
		if p.labelMarks(i)&(labelTalks|valued) == labelTalks|valued {
			return i
		}
	}
	return len(p.lines)
}

// endsAbove is the line of a user's message above which the material stands: that of the question,
// by its label, or the paragraph with an instruction that points up to it. It is len(p.lines)
// where there is none.
func (p *page) endsAbove() (line int, up bool) {
	for i := 0; p.user() && i < len(p.lines); i++ {
		switch {
		case pointsUp.in(p.str(i)):
			return blockTop(p, 0, i), true
		case !p.asksAt(i):
		case answered(p, i, blockEnd(p, i)):
			return len(p.lines), false // a worked example
		case i > 0 && (p.blank(i-1) || asksForUser(p, i, len(p.lines))):
			return i, false
		}
	}
	return len(p.lines), false
}

// belowLabels is the line of [top, stop) below the labels that a paragraph begins with.
func belowLabels(p *page, top, stop int) int {
	for ; top+1 < stop; top++ {
		if level, name := p.partLabel(top); !p.leads(top) && (level < 0 || classOf(name) > material || strings.ContainsAny(name, "0123456789")) {
			break
		}
	}
	return top
}

// belowOwn is the line of [top, stop) below the app's own words that a paragraph begins with: material may stand right
// below the order to answer from it. Where nothing but such words stand there it is top.
func belowOwn(p *page, top, stop int) int {
	i := top
	for i < stop && (!couldState(p, i, i+1) || source(p.str(i), isApps(p.role)) != "") {
		i++
	}
	if i < stop && couldState(p, i, stop) {
		return i
	}
	return top
}

// couldState tells whether the paragraph on lines [top, stop) could be one of a passage. It is looked at once.
func couldState(p *page, top, stop int) bool {
	could, known := p.could[line{top, stop}]
	if !known {
		if p.could == nil {
			p.could = map[line]bool{}
		}
		could = statesAt(p, top, stop)
		p.could[line{top, stop}] = could
	}
	return could
}

// statesAt is what couldState tells.
func statesAt(p *page, top, stop int) bool {
	const most = 3 // marks of turns
	class := p.classes()[top]
	if level, name := p.partLabel(top); level == labelLevel && classOpenings[firstWord(name)] != unclassed {
		class = p.classAbove(top) // a sentence
	}
	if above, _ := p.partLabel(max(p.before(top), 0)); above == labelLevel && class == instructs && isApps(p.role) {
		class = unclassed // `Our policy:`, `About us:`
	}
	if class > material || p.leads(top) || p.labelMarks(top)&(labelOfApp|labelTalks|labelReplies) != 0 && !answered(p, top, stop) {
		return false
	}
	text := p.text[p.lines[top].start:p.lines[stop-1].end]
	if begun := strings.Count(text, "<") + strings.Count(text, "["); begun >= most && len(turnMark.FindAllStringIndex(text, most)) == most || foundNothing(text) || opensWith(text, "</", "{", "}") || p.inFence(top) {
		return false
	}
	return !isInstructive(text) && !directed([]found{{Chunk: evidence.Chunk{Text: text}}}) && !endsInQuestion(text) && basis(text, false) == ""
}

// isSlot tells whether line i is but a label of no class, in whatever words, that stands for
// material: it is written like the label of the question, or the app's order to answer from
// something names it.
func (p *page) isSlot(i int) bool {
	s := p.str(i)
	if s == "" || len(s) > longestHead || !endsInColon(s) && isLetter(s[0]) || strings.ContainsAny(s, "0123456789") || p.inFence(i) {
		return false
	}
	level, name := p.partLabel(i)
	if level < 0 {
		name, _ = label(s)
	}
	if name == "" || !p.below(i) || p.tails(i) || strings.Count(name, " ") > 2 || classOf(name) != unclassed {
		return false
	}
	return p.isSource(name)
}

// isSource tells whether the app's order to answer from something names what a label does. It is
// looked up for so many labels of a page.
func (p *page) isSource(name string) bool {
	noun := stemOf(lastWords(name, 1))
	if p.labels++; noun == "" || p.labels > maxLook {
		return false
	}
	return slices.ContainsFunc(p.ordersOfSource(), func(s string) bool { return speaksOf(s, noun) })
}

// ordersOfSource are the clauses of this and the app's other messages that say where an answer comes from.
func (p *page) ordersOfSource() []string {
	if p.sources == nil {
		p.sources = append([]string{}, p.told.upTo(p)...)
		if p.user() {
			p.sources = append(p.sources, sourceOrders(p.text)...)
		}
	}
	return p.sources
}

// toldOrders are the clauses of the app's messages so far that say where an answer comes from,
// those of the first messages that have some.
type toldOrders struct {
	list []string
	read int // messages
}

const mostOrders = 32 // clauses of such orders that are kept

func (t *toldOrders) upTo(p *page) []string {
	if t == nil {
		return nil
	}
	for ; t.read < len(p.read) && len(t.list) < mostOrders; t.read++ {
		if isApps(roleOf(&p.messages[t.read])) {
			t.list = append(t.list, sourceOrders(p.read[t.read])...)
		}
	}
	return t.list
}

// sourceOrders are the clauses near the ends of a text that say where an answer comes from, or
// that material is given in some way.
func sourceOrders(text string) (list []string) {
	for _, end := range ends(text, longestOrders) {
		for s, rest := nextSentence(end); s != ""; s, rest = nextSentence(rest) {
			if classOpenings[strings.ToLower(firstWord(s))] != unclassed || endsInColon(s) {
				continue // a condition
			}
			for clause := range strings.SplitSeq(s, "; ") {
				if len(list) < mostOrders && sourcing.word(clause) && (restrictions.word(clause) || isOrder(clause) || replying.in(clause) || holds(commands, firstWord(clause))) {
					list = append(list, clause)
				}
			}
		}
	}
	return list
}

const longestOrders = 8 << 10 // bytes of a text, from either end, in which its orders are looked for

// ends are the first and the last n bytes of a text, or all of it.
func ends(text string, n int) []string {
	if len(text) <= 2*n {
		return []string{text}
	}
	return []string{text[:n], text[len(text)-n:]}
}

// showsRecords tells whether a text shows a form that nobody types who asks: passages that
// begin alike, questions with their answers, rows with the same number of cells.
func showsRecords(p *page, c *candidate) bool {
	first, last := p.lineAt(c.start), p.lineAt(c.end-1)
	if len(splitMarked(p, line{c.start, c.end})) > 1 {
		return true
	}
	answers := 0
	for i := first; i <= last; i = p.after(blockEnd(p, i) - 1) {
		if answered(p, i, blockEnd(p, i)) {
			answers++
		}
	}
	return answers > 1
}
