package layout

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire/prompt"
)

// A sample is a part of a prompt that shows the model how something looks: a
// worked example, a template, the form of an answer. This file is the one rule
// about samples: no list of passages begins inside of one, and a sample outside
// of all passages is blanked out before the page is read again, so that it hides
// no evidence.

// readPage reads a page without its samples. The page that it returns has those
// outside of all passages blanked out.
func (f *finder) readPage(p *page) (*page, []candidate) {
	p.shown = samples(p)
	list := choose(p, readings(p, f.allowed))
	inside := make([]line, 0, len(p.shown))
	var outside []line
	for _, s := range p.shown {
		if ofEvidence(p, list, s) {
			inside = append(inside, s)
		} else {
			outside = append(outside, s)
		}
	}
	if len(outside) > 0 {
		p = p.without(outside)
		p.shown, p.blanked = inside, outside
		list = choose(p, readings(p, f.allowed))
	}
	return p, regions(p, f.allowed, list)
}

// uncover reads the messages of the last turn once more where nothing was found. This time each example, order or piece of
// history ends where the prompt leads in to material.
func (f *finder) uncover() {
	if f.allowed != nil || f.out.hasEvidence() {
		return
	}
	f.uncovers = true
	defer func() { f.uncovers = false }()
	for i := range f.p.Messages {
		role := roleOf(&f.p.Messages[i])
		if role == "assistant" || role == "tool" || f.standing(role) == "" || f.turns[i] != f.lastTurn() || len(f.out.spans[i]) > 0 {
			continue
		}
		if p := f.pageOf(f.texts[i], role); slices.ContainsFunc(p.classes(), func(c class) bool { return c > material }) {
			f.prose(p, i)
		}
	}
}

// samples lists what could be a sample on a page.
func samples(p *page) []line {
	var spans []line
	worked := answeredExamples(p)
	for i, free := 0, 0; i < len(p.lines); i++ {
		top, end := i, max(sampleEnd(p, i), worked[i])
		if end <= i {
			top, end = formAt(p, i, free)
		}
		if end > i {
			spans = append(spans, line{p.lines[top].start, p.lines[end-1].end})
			free, i = end, end-1
		}
	}
	return spans
}

// formAt are the lines [top, end) of a form that line i begins, with the labels right above it
// down from line free: lines with places where something is to stand. end is 0 where it begins none.
func formAt(p *page, i, free int) (top, end int) {
	if p.role == "tool" || p.inFence(i) || !isFormLine(p.str(i)) {
		return i, 0
	}
	for end = i + 1; end < len(p.lines) && isFormLine(p.str(end)); end++ {
	}
	for top = i; ; {
		above := p.before(top)
		if above < free || !endsInColon(p.str(above)) {
			return top, end
		}
		top = above
	}
}

// isFormLine tells whether a line shows where something is to stand, in brackets that are no
// mark, no head and no name of a part.
func isFormLine(s string) bool {
	if s == "" || len(s) > maxHead || strings.IndexByte("[{$-*•0123456789", s[0]) < 0 {
		return false
	}
	item := strings.TrimLeft(s, "-*•0123456789.) ")
	if shownItem.MatchString(item) {
		return true
	}
	if !opensForm(item) || !isPlaceholder(item) {
		return false
	}
	return item[0] != '[' || strings.Count(item, "[") > 1
}

// shownItem fits an item of a list that goes on as one likes: `[S1] ...`.
var shownItem = regexp.MustCompile(`^(?:\[[^\]]*\]:? *)?(?:\.{3}|…)$`)

// answeredExamples are the lines behind the worked examples of a prompt whose question stands in
// front of its material, by the line that each begins on. The prompt ends in the empty label of
// its answer; an example has the same labels in the same order, and an answer.
func answeredExamples(p *page) map[int]int {
	place := p.before(len(p.lines))
	if place < 0 || !endsInColon(p.str(place)) || !p.asksReply(place) {
		return nil
	}
	reply, _ := label(p.str(place))
	real := place
	for real >= 0 && !p.asksAt(real) {
		real--
	}
	if real < 0 || !textBetween(p, real, place) {
		return nil
	}
	question, _ := label(p.str(real))
	var ends map[int]int
	asked := -1 // the line of the last such question so far that has no answer yet
	for i := range real {
		m := p.labelMarks(i)
		if m&(labelAsks|labelReplies) == 0 {
			continue
		}
		switch name, value := label(p.str(i)); {
		case name == question:
			asked = i
		case name == reply && value != "" && asked >= 0 && textBetween(p, asked, i):
			if ends == nil {
				ends = map[int]int{}
			}
			ends[asked] = max(blockEnd(p, i), i+1)
			asked = -1
		}
	}
	return ends
}

// textBetween tells whether a text that could be material stands between two lines, below the
// paragraph of the first.
func textBetween(p *page, i, j int) bool {
	from := i + 1
	for from < j && !p.blank(from) && !isRule(p.str(from)) {
		from++
	}
	return from < j && heavier(p.text[p.lines[from].start:p.lines[j].start], minParagraph)
}

// ofEvidence tells whether a sample is a passage's own: a list of passages
// begins in front of it and goes on behind it, with more than the app's own words. Bare text that a form stands in may be what
// the app says about it.
func ofEvidence(p *page, chosen []candidate, sample line) bool {
	form := isFormLine(p.str(p.lineAt(sample.end - 1)))
	first := p.lineAt(sample.start)
	setOff := !strings.Contains(p.str(first), ". ") && (p.below(first) || !endsSentence(p.str(first-1)) || isInstructive(p.str(first-1)))
	return slices.ContainsFunc(chosen, func(c candidate) bool {
		switch {
		case c.start > sample.start || sample.end > c.end || form && c.rank == rankBare:
			return false
		case c.rank == rankMarked || p.role == "tool" || p.text[c.start] == '<' || !setOff:
			return true
		}
		return (c.rank == rankRecord || heavier(p.text[c.start:sample.start], minParagraph)) && strings.TrimSpace(p.text[sample.end:c.end]) != ""
	})
}

// inSample tells whether a list of passages begins inside of a sample.
func inSample(p *page, c *candidate) bool {
	return slices.ContainsFunc(p.shown, func(s line) bool {
		return s.start <= c.start && c.start < s.end && (c.start > s.start || c.end <= s.end)
	})
}

// without is the page with some parts blanked out. Offsets stay as they are.
func (p *page) without(spans []line) *page {
	q := newPage(unshown(p.text, spans), p.role)
	q.messages, q.read, q.told = p.messages, p.read, p.told
	q.slotted, q.uncovers = p.slotted, p.uncovers
	if q.led = p.led; len(q.lines) == len(p.lines) {
		q.zoned = p.classes() // a label that was blanked out still says what stands below it
	}
	return q
}

// sampleEnd is the line behind the sample that begins on line i; i or less
// where none does.
func sampleEnd(p *page, i int) int {
	s := p.str(i)
	switch {
	case s == "" || p.inFence(i):
		return 0
	case announcesSample(s) && !isOfRecord(s):
		return announcedEnd(p, i)
	case p.marks[i]&plainText != 0, strings.IndexByte("#-=", s[0]) >= 0, p.user() && p.nextAsked()[i] == len(p.lines): // what is asked may stand here
	case endsInColon(s) && announcesReply(p, i):
		return shownBelow(p, i)
	case p.below(i) && strings.ContainsAny(s[:min(len(s), longestHead)], ":：") && p.labelMarks(i)&(labelShows|valued) == labelShows|valued && !isOfRecord(s):
		return formEnd(p, i)
	}
	if end := shownReply(p, i); end > 0 || p.user() || !p.leads(i) {
		return end
	}
	if end, answered := talkBelow(p, i, func(_ int, below string) bool { return sameLead(s, below) }); answered && end < len(p.lines) {
		return end
	}
	return 0
}

// formEnd is the line behind the form in words that begins on line i: it ends with the paragraph,
// where material is led in, and where the tag of a passage opens.
func formEnd(p *page, i int) int {
	end := blockEnd(p, i)
	for top := i; i < end && (i == top && !p.leads(i) || !p.begins(i)); i++ {
	}
	return i
}

// begins tells whether material may begin on line i: it is led in to, or the tag of a passage opens.
func (p *page) begins(i int) bool { return p.leads(i) || opensPassage(p.str(i)) }

// opensPassage tells whether a line begins with the tag of a passage or of several.
func opensPassage(s string) bool {
	if s == "" || s[0] != '<' {
		return false
	}
	tag, ok := readTag(s, 0)
	return ok && (recordTags[tag.name] || isContainer(tag.name))
}

// isOfRecord tells whether a line begins with the tag, the key or the bracketed number of a
// passage. A sample that such a line announces is part of the passage.
func isOfRecord(s string) bool {
	if opensPassage(s) {
		return true
	}
	if _, _, f := cutKey(s); f != fieldNone {
		return true
	}
	inner, _, closed := strings.Cut(s[1:], "]")
	return s[0] == '[' && closed && inner != "" && isDigits(inner)
}

// announcesSample tells whether a line says that a sample follows: a label, a
// heading or the end of a sentence that calls it one.
func announcesSample(s string) bool {
	if s = withoutAside(s); len(s) > 300 {
		s = lastSentence(s) // an order of some length may end in "For example:"
	}
	short := len(s) < 40 && strings.Count(s, " ") < 5 // Here is example input.
	if len(s) > 300 || !short && !endsInColon(s) || strings.Contains(s, "://") {
		return false
	}
	if exampleNouns.word(s) {
		return exampleNouns.begin(trimMarks(s, "#*- ")) || !evidenceNouns.in(lastWords(s, 1))
	}
	if formNouns.word(lastWords(s, 1)) && !evidenceNouns.in(s) {
		return true // for this schema:
	}
	return !short && formNouns.word(s) && replyWords.word(s) && !evidenceNouns.in(lastWords(s, 2))
}

// samplesEnd is the line that says that what stands above it were the examples which line
// i announces, 0 where none does.
func samplesEnd(p *page, i int) int {
	if p.user() || !exampleNouns.word(p.str(i)) || p.lastBack() <= i {
		return 0
	}
	for i++; !pointsBack.begin(p.str(i)); i++ {
	}
	return i
}

// lastBack is the last line that says that examples stand above it, -1 for none.
func (p *page) lastBack() int {
	if p.back == nil {
		at := len(p.lines) - 1
		for at >= 0 && !pointsBack.begin(p.str(at)) {
			at--
		}
		p.back = &at
	}
	return *p.back
}

// lastWords are the last words of a line, at most n.
func lastWords(s string, n int) string {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == ' ' {
			if n--; n == 0 {
				return s[i+1:]
			}
		}
	}
	return s
}

// announcedEnd is the line behind what an announcement on line i introduces: a
// block in brackets, tags or a fence, or text with a question and its answer.
func announcedEnd(p *page, i int) int {
	if end := samplesEnd(p, i); end > 0 {
		return end
	}
	if next := p.after(i); next < len(p.lines) {
		if end := blockBelow(p, next); end > 0 {
			return end
		}
	}
	if end, answered := talkBelow(p, i, p.endsTalk); answered {
		return end
	}
	if end := sameLeadBelow(p, p.after(i)); end > 0 {
		return end
	}
	if below := p.after(i); below == i+1 && !p.user() && formNouns.word(p.str(i)) && !evidenceNouns.in(p.str(i)) {
		return formEnd(p, below)
	}
	if s := p.str(i); !endsInColon(s) && s[0] != '#' {
		return i + 1
	}
	return shownBelow(p, i)
}

// announcesReply tells whether line i, which ends in a colon, leads in to words that the model is
// to say, or never to say: the label of an answer that is called good or bad, an order to write so.
func announcesReply(p *page, i int) bool {
	s := withoutAside(p.str(i))
	if len(s) > 200 || p.leads(i) || directs(s) || bases.in(s) || isOfRecord(s) || p.labelMarks(i)&(labelCues|labelAsks|labelTalks) != 0 {
		return false
	}
	low := strings.ToLower(s)
	switch class := leadClass(low); class {
	case material, history, asking:
		return false
	case replied:
		return !replyTable[strings.Trim(low, "#*:： ")]
	case sample:
		return true
	}
	return distributes(s) || isApps(p.role) && !sourcing.word(s) && (replyWords.word(s) || holds(commands, firstWord(s)))
}

// shownBelow is the line behind the paragraph that line i announces as a sample: one that states
// something, and neither orders, lists nor leads in to material. It is the line behind i where none does.
func shownBelow(p *page, i int) int {
	next := p.after(i)
	end := next
	for last := min(len(p.lines), next+maxExample); end < last && !p.blank(end) && !isRule(p.str(end)) && !p.begins(end) && p.labelMarks(end)&(labelCues|labelAsks) == 0; end++ {
	}
	if end == next || strings.IndexByte("[<{-*•0123456789", p.str(next)[0]) >= 0 || isInstructive(p.text[p.lines[next].start:p.lines[end-1].end]) {
		return i + 1
	}
	if below := p.after(end); end < len(p.lines) && p.blank(end) && below < len(p.lines) && endsInColon(p.str(end-1)) {
		return shownBelow(p, end-1) // the label of the answer to it
	}
	return end
}

// sameLeadBelow is the first line at which the lead-in on line i stands again, a question
// between them: an announced example has the labels of the real thing. It is 0 where none does.
func sameLeadBelow(p *page, i int) int {
	asked := false
	for j := i + 1; i < len(p.lines) && p.leads(i) && j < min(len(p.lines), i+maxExample); j++ {
		asked = asked || p.labelMarks(j)&labelAsks != 0
		if asked && strings.EqualFold(p.str(j), p.str(i)) {
			return j
		}
	}
	return 0
}

// blockBelow is the line behind a block of code, JSON or tags that begins on
// line i, 0 where none does.
func blockBelow(p *page, i int) int {
	s := p.str(i)
	switch {
	case p.inFence(i):
		for i < len(p.lines) && p.inFence(i) {
			i++
		}
		return i
	case s[0] == '{' || s[0] == '[' && !isDigits(s[1:min(len(s), 2)]):
		return bracketsEnd(p, i)
	case s[0] == '<':
		return elementEnd(p, i)
	}
	return 0
}

// bracketsEnd is the line behind a value in brackets, JSON or nearly so.
func bracketsEnd(p *page, i int) int {
	if end := p.jsonEnd(p.lines[i].start); end > 0 {
		return p.lineAt(end-1) + 1
	}
	return 0
}

// elementEnd is the line behind the element whose opening tag begins line i.
func elementEnd(p *page, i int) int {
	tag, _ := readTag(p.text, p.lines[i].start)
	for j := i; j < min(len(p.lines), i+maxExample); j++ {
		if strings.Contains(strings.ToLower(p.str(j)), "</"+tag.name+">") {
			return j + 1
		}
	}
	return 0
}

// sampleLabel tells whether line i labels a further part of a sample: its
// input, its question, its answer.
func (p *page) sampleLabel(i int) bool {
	return p.labelMarks(i)&labelOfApp != 0 || announcesSample(p.str(i))
}

// talkBelow looks below line i for a question with its answer, by their labels, and is the
// first line behind them that ends what is shown, or the end of the page. An app shows
// a worked example before the real thing, also without calling it one: the same lead-in
// then stands again behind the answer. A user can type such a thing, so in a user's message
// an example must be called one.
func talkBelow(p *page, i int, ends func(j int, s string) bool) (end int, answered bool) {
	if !repliesBelow(p, i) {
		return i, false
	}
	asked := false
	for end = i + 1; end < min(len(p.lines), i+maxExample); end++ {
		s := p.str(end)
		if strings.HasPrefix(s, "</") && !opensBetween(p, i, end) {
			return end, answered // what the prompt put around it ends
		}
		if answered && s != "" && ends(end, s) {
			return end, true
		}
		m := p.labelMarks(end)
		asked = asked || m&labelAsks != 0
		answered = answered || asked && m&valued != 0 && m&labelReplies != 0
	}
	return end, answered && end == len(p.lines)
}

// repliesBelow tells whether the label of a reply with its text stands below line i.
func repliesBelow(p *page, i int) bool {
	if p.lastReply == 0 {
		p.lastReply = -1
		for n := range p.lines {
			if p.labelMarks(n)&(labelReplies|valued) == labelReplies|valued {
				p.lastReply = n
			}
		}
	}
	return p.lastReply > i
}

// opensBetween tells whether one of the lines from i on opens the tag that line end closes.
func opensBetween(p *page, i, end int) bool {
	name := strings.TrimSuffix(strings.TrimPrefix(p.str(end), "</"), ">")
	return strings.Contains(p.text[p.lines[i].start:p.lines[end].start], "<"+name)
}

// endsTalk tells whether a line ends what an example shows: the next lead-in to
// evidence, a paragraph that is no part of it, or the next example.
func (p *page) endsTalk(j int, s string) bool {
	return p.begins(j) && (endsInColon(s) || s[0] == '#' || s[0] == '<') || p.blank(j-1) && (!p.sampleLabel(j) || exampleNouns.word(s) && announcesSample(s))
}

// sameLead tells whether two lines lead in to evidence in the same words.
func sameLead(a, b string) bool {
	a, _, _ = strings.Cut(a, ":")
	b, _, ok := strings.Cut(b, ":")
	return ok && strings.EqualFold(a, b)
}

// shownReply is the line behind a value in brackets on line i that shows a reply: it
// stands behind the label of one, its members are those of answers, its texts are
// placeholders, or it is a schema. What tools return is never read that way. It is 0 where there is none.
func shownReply(p *page, i int) int {
	s := p.str(i)
	if p.marks[i]&plainText != 0 || strings.IndexByte("{[", s[0]) < 0 && strings.IndexByte(s, '{') < 0 {
		return 0
	}
	name, value := label(s)
	isReply := replyTable[name] && opensWith(value, "{", "[{")
	mayBeSchema := isApps(p.role) && opensWith(value, "{")
	if p.role == "tool" || !isReply && !mayBeSchema && s[0] != '{' && s[0] != '[' {
		return 0
	}
	at := p.lines[i].start + strings.IndexAny(s, "{[")
	end := p.jsonEnd(at)
	if end < 0 || !isReply && !prompt.IsJSON(p.text[at:end]) {
		return 0
	}
	v := gjson.Parse(p.text[at:end])
	if schema := v.Get("properties").IsObject() && v.Get("type").Exists(); !isReply && !schema && (mayBeSchema || !showsAnswer(v, 3)) {
		return 0
	}
	return p.lineAt(end-1) + 1
}

// showsAnswer tells whether a value is the form of an answer, down to some depth.
// Of a list it looks at a few elements: those of one list are alike.
func showsAnswer(v gjson.Result, depth int) bool {
	const most = 2 // elements of a list
	shows, n := false, 0
	v.ForEach(func(key, m gjson.Result) bool {
		if n++; n > most && v.IsArray() {
			return false
		}
		if m.IsArray() && m.Get("0").IsObject() {
			m = m.Get("0")
		}
		shows = answerMembers[foldKey(key.Str)] || isPlaceholder(m.Str) || depth > 0 && m.IsObject() && showsAnswer(m, depth-1)
		return !shows
	})
	return shows
}

// onlyPlaceholders tells whether all texts of a list stand for others, one of those in tags that nobody
// knows, or bare text begins with one. The last of several texts may go on in what stands below the list.
func onlyPlaceholders(c *candidate) bool {
	if c.rank == rankBare && beginsWithForm(c.found[0].Text) {
		return true
	}
	for i := range c.found {
		text := c.found[i].Text
		last := i > 0 && i == len(c.found)-1 && c.rank < rankMarked
		stands := isPlaceholder(text)
		if stands && c.guessed {
			return true
		}
		if !stands && !(last && opensForm(text)) {
			return false
		}
	}
	return true
}

// beginsWithForm tells whether a text begins with a line that stands for another, or its first
// paragraph has nothing but lines that begin with the place for something.
func beginsWithForm(text string) bool {
	text, _, _ = strings.Cut(text, "\n\n")
	for l := range strings.SplitSeq(text, "\n") {
		if !opensForm(strings.TrimLeft(l, "-*•0123456789.) \t")) {
			return false
		}
	}
	return true
}

// blanks fit the places in a form where something is to stand: `<your answer>`, `{title}`,
// `${info}`, `[Document title]` with the address behind it, `...`.
var blanks = regexp.MustCompile(`\$\{[^{}\n]*\}|\{\{[^{}\n]*\}\}|\{[a-z_.]{2,40}\}|<\pL+(?: [^<>=\n]{1,80})>|\[\pL[^\[\]\n0-9.]{0,80}\.?\](?:\([^)\n]*\))?|\.{3}|…`)

// isPlaceholder tells whether a text stands for another: it has places where something is to
// stand, and beside them no more than a few words.
func isPlaceholder(s string) bool {
	const longest = 400 // bytes
	if s = strings.TrimSpace(s); len(s) > longest || strings.Contains(s, "</") {
		return false
	}
	if s == "string" || wholePlace.MatchString(s) {
		return !prompt.IsJSON(s)
	}
	rest := blanks.ReplaceAllString(s, "")
	return len(rest) < len(s) && !strings.ContainsAny(rest, "0123456789") && !heavier(strings.Trim(rest, "-*•:() \n"), 20)
}

// wholePlace fits a text that is but the place for something, in words.
var wholePlace = regexp.MustCompile(`(?s)^(?:<.{0,118}>|\{.{0,118}\})$`)

// opensForm tells whether a text begins with the place for something.
func opensForm(text string) bool {
	at := blanks.FindStringIndex(text)
	return at != nil && at[0] == 0
}

// maxExample bounds how many lines a sample has.
const maxExample = 60

var (
	beginWords    = phrasesOf(words("begin_words")...)
	exampleNouns  = phrasesOf(words("example_nouns")...)
	pointsBack    = phrasesOf(words("examples_above")...)
	formNouns     = phrasesOf(words("form_nouns")...)
	replyWords    = phrasesOf(words("reply_words")...)
	answerMembers = set(words("answer_members")...)
)
