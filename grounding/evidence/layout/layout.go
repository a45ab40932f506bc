// Package layout reads the evidence out of a request: the passages that an app
// retrieved and put into a prompt, with their ids and sources, and the question
// that they are to answer. Find is the way in; detectors lists the forms that are
// known: tags, numbered heads, key-value blocks, JSON, tables, bare text, …
//
// A message becomes a page. Each detector lists the passages that it can see on
// the page; choose takes the outermost of the readings that overlap, so that a list
// inside a passage never becomes the list of passages. Whether a reading is material is
// for standing.go alone to tell: by the class of the labels and tags that it stands below
// (classes.go, marks.go) and by what its texts say. Shapes give borders, ids and metadata.
// Where the material ends, tail.go tells: at the question, at orders to the model. Samples
// that a prompt shows the model are no evidence (samples.go). Where passages cannot be told
// apart the package records a section and does not guess.
//
// What the words of a text say never raises its standing: that follows from the
// channel (role, or beside the messages) and from the templates that the operator
// declared. The package verifies nothing.
//
// Found.Parts tells for each message which stretches of it are material, the question,
// a sample or the app's own words (parts.go): whoever wants to know what an app asks for
// reads those of kind Instruction, and nothing else.
//
// What a line says (marks.go) and where its paragraph ends is read once and kept for all
// readers. Every scanner looks at each byte a bounded number of times, hostile input
// included; growth_test.go and linear_test.go hold it to that.
//
// Lists of heads, blocks of keys, lines with a file in front are one thing to the package:
// heads (head.go) that are picked as a run (runs.go) and read by one function (passages.go),
// metadata by another (metadata.go). Any line may be a head if others begin alike with other
// numbers or names (repeat.go), below a lead-in.
// JSON, Python and columns are one walk
// over records (record.go); tags are pairs (tagscan.go) and elements (tags.go).
//
// What is known of prompts and is no program is data: classes.yaml (what labels say that a
// part is for), words.yaml (words by language), fields.yaml (keys of records), heads.yaml (ways to name a passage),
// layouts.yaml (layouts of known systems). Tests read samples of each.
// docs/extending.md tells how to add to them.
package layout

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// Options says what to look for and how far to trust it.
type Options struct {
	// Layouts are names of layouts or presets; "auto" stands for all layouts.
	// A preset that is named is a declared template.
	Layouts []string
	// Own are the operator's templates, all of them declared.
	Own []Template
	// Roles gives the standing of each role; "" and "ignore" leave it out.
	Roles map[string]evidence.Standing
	// Beside is the standing of what was given beside the messages; "" ignores it.
	Beside evidence.Standing
	// Conversation makes chunks of all turns current evidence.
	Conversation bool
	// WholeMessage makes the user's whole message a section: summarizers.
	WholeMessage bool
	// Derived tells whether a tool message's text is an answer that came
	// through this gateway before. It may be nil.
	Derived func(text string) bool
}

// Ignore as the standing of a role leaves its messages out.
const Ignore evidence.Standing = "ignore"

// Defaults are the options of a policy that says nothing.
func Defaults() Options {
	return Options{
		Layouts: []string{"auto"},
		Roles: map[string]evidence.Standing{
			"tool": evidence.Primary, "system": evidence.Primary, "developer": evidence.Primary, "user": evidence.Fallback,
		},
		Beside: evidence.Primary,
	}
}

// Found is what a request holds.
type Found struct {
	Chunks      []evidence.Chunk // in order of appearance, those beside the messages first
	Layouts     []string         // names of the layouts that found them, each once
	Question    string
	HasQuestion bool
	// Marker is the style of marker that the recognised app's own prompt asks
	// for, such as "[{n}]" or "[{chunk_id}]"; "" where it asks for none.
	Marker    string
	Spot      answer.Spot   // where its samples show markers
	Notes     bool          // the app's words show notes of footnotes
	List      string        // the heading of a list of sources that the app's words order; "" for none
	Shape     *answer.Shape // the JSON shape of the gateway's own that the app's words show; nil for none
	Untrusted []string      // reasons to distrust the context, one each
	// Unseen is Unreadable where a request looks like retrieval and shows no evidence,
	// else "". UnseenWhy says what was looked for and why nothing was seen.
	Unseen, UnseenWhy string
	Mute              []string // channels beside the messages that hold elements, none of which has a text

	// Unfit tells that the layouts that the options name found nothing, and others did.
	Unfit bool

	reading // see Parts
}

// reading is where in the messages what was found stands.
type reading struct {
	spans   [][]line       // by message: what was read as evidence
	samples map[int][]line // by message: what it shows the model and does not ask it to answer from
	asker   int            // message that holds the question, -1 for none
}

// Find reads a request. It never fails: what it does not understand it leaves
// out or, where a channel must be evidence, records as a section. Where the layouts that
// are named find nothing, all others are tried.
func Find(p prompt.Prompt, o Options) Found {
	found := find(p, o)
	if allowed(o) == nil || found.hasEvidence() {
		return found
	}
	o.Layouts = []string{"auto"}
	if all := find(p, o); all.hasEvidence() {
		all.Unfit = true
		return all
	}
	return found
}

func find(p prompt.Prompt, o Options) Found {
	f := &finder{request: request{p: p, o: o, allowed: allowed(o), turns: turns(p.Messages)}, declared: declared(o)}
	f.texts, f.out.reading = make([]string, 0, len(p.Messages)), reading{spans: make([][]line, 0, len(p.Messages)), asker: -1}
	f.alone = !slices.ContainsFunc(p.Messages, func(m prompt.Message) bool { return m.Role == "user" })
	f.beside()
	for i := range p.Messages {
		f.message(i)
	}
	f.uncover()
	f.stated()
	f.remainder()
	f.pasted()
	f.join()
	f.dropAsked()
	f.demote()
	f.dropReceipts()
	f.settleTurns()
	f.question()
	f.finish()
	return f.out
}

// request is what is asked to be read.
type request struct {
	p       prompt.Prompt
	o       Options
	allowed map[string]bool // nil: all layouts
	turns   []int           // by message
	texts   []string        // text of each message, as searched
	said    []saying        // by message: see saidAround
	sources []*string       // by message: see sourceOf
	told    toldOrders
}

// finder is the state of one Find.
type finder struct {
	request
	declared  []Template
	asked     map[int]string // question that a declared template cut out, by message
	templated []bool         // messages that are templates with a place for the question
	born      []int          // turn of each chunk in out.Chunks
	spoken    bool           // a user's message stands above
	alone     bool           // no message is a user's
	receipts  int            // chunks that are one: see isReceipt
	uncovers  bool           // see uncover
	tooLong   bool           // a message of the last turn has more lines than are read
	bare      []line         // chunks that are bare text of apps' messages
	out       Found
}

// standing is how far a message of a role may be trusted, "" for not at all.
func (r *request) standing(role string) evidence.Standing {
	s := r.o.Roles[role]
	if s == Ignore {
		return ""
	}
	return s
}

// beside reads what was given beside the messages.
func (f *finder) beside() {
	if f.o.Beside == "" || f.o.Beside == Ignore {
		return
	}
	for _, b := range f.p.Beside {
		chunks := besideChunks(b.JSON)
		if len(chunks) == 0 && gjson.Get(b.JSON, "#").Int() > 0 {
			f.out.Mute = append(f.out.Mute, b.Channel)
		}
		for _, c := range chunks {
			c.Message, c.Layout = evidence.Beside, b.Channel
			c.Standing = f.o.Beside
			f.add(c, f.lastTurn())
		}
	}
}

// add records a chunk.
func (f *finder) add(c evidence.Chunk, turn int) {
	if c.Kind == "" {
		c.Kind = evidence.Passage
	}
	f.out.Chunks = append(f.out.Chunks, c)
	f.born = append(f.born, turn)
}

// message reads one message.
func (f *finder) message(i int) {
	m := &f.p.Messages[i]
	text := TextOf(m)
	f.texts, f.templated = append(f.texts, text), append(f.templated, false)
	f.out.spans = append(f.out.spans, nil)
	role := roleOf(m)
	if role == "assistant" && f.turns[i] == 0 && !f.spoken && m.Context == "" {
		role = "system" // nobody has said anything yet: these are no words of a model
	}
	f.spoken = f.spoken || role == "user"
	if role == "assistant" {
		f.replayed(i)
		return
	}
	standing := f.standing(role)
	if standing == "" || strings.TrimSpace(text) == "" {
		return
	}
	page := f.pageOf(text, role)
	if len(page.lines) > maxLines && role != "tool" && !f.o.WholeMessage {
		f.texts[i], f.tooLong = "", f.tooLong || f.turns[i] == f.lastTurn()
		return
	}
	page = f.marked(page, i)
	switch {
	case role == "tool":
		f.tool(page, i)
	case f.o.WholeMessage && role == "user":
		whole(f, page, i)
	case !f.template(page, i):
		f.prose(page, i)
	}
}

// pageOf is the page of a message of a role. Where no message is a user's, and an app's holds
// the label of a question, what the user typed stands in that: it is read like a user's.
func (f *finder) pageOf(text, role string) *page {
	p := newPage(text, role)
	p.messages, p.read, p.told, p.uncovers = f.p.Messages, f.texts, &f.told, f.uncovers
	if f.alone && isApps(role) && p.nextAsked()[0] < len(p.lines) {
		p.role = "user"
	}
	return p
}

// marked records the parts of a message that the client marks as evidence, and notes the
// one that it marks as the question. The page that it returns has the former blanked out.
func (f *finder) marked(p *page, i int) *page {
	m := &f.p.Messages[i]
	for _, n := range m.Queries {
		f.ask(i, strings.TrimSpace(unixLines(m.Parts[n])))
	}
	if len(m.Sources) == 0 {
		return p
	}
	var at []line
	for _, n := range m.Sources {
		start := 0
		for _, before := range m.Parts[:n] {
			start += len(unixLines(before)) + len("\n\n")
		}
		r := passageAt(p, start, start+len(unixLines(m.Parts[n])))
		r.Standing = evidence.Primary
		if strings.TrimSpace(r.Text) != "" {
			f.addFound(i, placed([]found{r}, line{r.start, r.end}, "grounding-source"))
			at = append(at, line{r.start, r.end})
		}
	}
	return p.without(at)
}

// demote leaves bare text of the app's messages out where there are passages in some form: what the app tells the model about
// its work may be an order or a sample, and what could be either is no evidence.
func (f *finder) demote() {
	framed := 0 // chunks that are more than text of their channel, and not a user's own
	for i := range f.out.Chunks {
		if c := &f.out.Chunks[i]; !c.Ambient && (c.Standing != evidence.Fallback || c.Message < 0 || f.templated[c.Message]) {
			framed++
		}
	}
	for _, s := range f.bare {
		framed -= s.end - s.start
	}
	if framed == 0 {
		return
	}
	for _, s := range slices.Backward(f.bare) {
		i := f.out.Chunks[s.start].Message
		f.out.Chunks, f.born = slices.Delete(f.out.Chunks, s.start, s.end), slices.Delete(f.born, s.start, s.end)
		f.out.spans[i] = nil
	}
}

// dropReceipts leaves a conversation in which nothing was looked up without evidence: an agent
// that has done what it was asked to says so in its own words.
func (f *finder) dropReceipts() {
	if f.receipts < len(f.out.Chunks) {
		return
	}
	f.out.Chunks, f.born = nil, nil
	for i := range f.out.spans {
		f.out.spans[i] = nil
	}
}

// replayed reads the citations that a client replays on an assistant message
// (Azure On Your Data); they are a tool's output under another name.
func (f *finder) replayed(i int) {
	m := &f.p.Messages[i]
	standing := f.standing("tool")
	if m.Context == "" || standing == "" {
		return
	}
	for _, r := range azureCitations(m.Context) {
		r.Role, r.Message, r.Layout, r.Standing = m.Role, i, "azure-citations", standing
		f.add(r.Chunk, f.turns[i])
	}
}

// whole records a user's whole message as a section.
func whole(f *finder, p *page, i int) {
	section := evidence.Chunk{Text: strings.TrimSpace(p.text), Kind: evidence.Section}
	f.addFound(i, placed([]found{{Chunk: section}}, line{end: len(p.text)}, "whole-message"))
}

// prose reads a message in which text of several kinds may stand.
func (f *finder) prose(p *page, i int) {
	typed := p
	p, list := f.readPage(p.untyped())
	f.templated[i] = typed.template
	if p.blanked != nil {
		if f.out.samples == nil {
			f.out.samples = map[int][]line{}
		}
		f.out.samples[i] = p.blanked
	}
	for _, c := range f.unasked(p, i, list) {
		if ofWriter(p, &c) && basis(p.text, false) == "" && !f.saidAround(i, true) || f.ofUser(p, &c) {
			continue
		}
		if c.rank == rankBare && !isCalled(p, c.start) {
			f.addBare(i, c)
		} else {
			f.addFound(i, c)
		}
	}
}

// isCalled tells whether a text stands below the label or heading of material or a rule, or behind a
// label on its line: the app calls it what it is.
func isCalled(p *page, at int) bool {
	i := p.lineAt(at)
	if at > p.lines[i].start {
		return true
	}
	i = p.before(i)
	return i >= 0 && (p.leads(i) && (endsInColon(p.str(i)) || p.str(i)[0] == '#' || pointsBelow(p.str(i))) || p.labelMarks(i)&labelCues != 0 || isRule(p.str(i)))
}

// pointsBelow tells whether one of the sentences of a line calls something that is material the following.
func pointsBelow(s string) bool {
	for sentence, rest := cutSentence(s); sentence != ""; sentence, rest = cutSentence(rest) {
		if pointedClass(sentence) == material {
			return true
		}
	}
	return false
}

// addBare records the passages of bare text that only a sentence leads in to.
func (f *finder) addBare(i int, c candidate) {
	from := len(f.out.Chunks)
	if f.addFound(i, c); isApps(f.p.Messages[i].Role) {
		f.bare = append(f.bare, line{from, len(f.out.Chunks)})
	}
}

// ofUser tells whether a list in a user's message is data of the user's own: its
// form proves nothing, and neither the app nor the words around it name evidence.
func (r *request) ofUser(p *page, c *candidate) bool {
	if !p.user() || !ownData[c.layout] || evidenceNouns.in(p.text[:c.start]) || evidenceNouns.in(p.text[c.end:]) {
		return false
	}
	for i := range r.p.Messages {
		if m := &r.p.Messages[i]; isApps(m.Role) && evidenceNouns.in(strings.Join(m.Parts, "\n")) {
			return false
		}
	}
	return true
}

func isApps(role string) bool { return role == "system" || role == "developer" }

// ownData are the layouts in which a user may show data of his own.
var ownData = map[string]bool{"table": true, "yaml": true}

// addFound records the passages of a reading.
func (f *finder) addFound(i int, c candidate) {
	role := roleOf(&f.p.Messages[i])
	f.out.Chunks, f.born = slices.Grow(f.out.Chunks, len(c.found)), slices.Grow(f.born, len(c.found))
	for n := range c.found {
		r := &c.found[n]
		r.Role, r.Message, r.Layout = role, i, c.layout
		r.frame(f.texts[i])
		if r.Standing == "" {
			r.Standing = f.standing(role)
		}
		f.add(r.Chunk, f.turns[i])
	}
	f.out.spans[i] = append(f.out.spans[i], line{c.start, c.end})
	f.out.Untrusted = append(f.out.Untrusted, c.untrusted...)
}

// finish names the layouts and the marker, and looks for signs of forgery.
func (f *finder) finish() {
	for i := range f.out.Chunks {
		if name := f.out.Chunks[i].Layout; !slices.Contains(f.out.Layouts, name) {
			f.out.Layouts = append(f.out.Layouts, name)
		}
	}
	own := f.ownWords()
	if f.out.Marker == "" {
		f.out.Marker, f.out.Spot = f.marker(own)
	}
	f.out.List, f.out.Notes = answer.ListAskedFor(own...), answer.NotesShown(own...)
	f.out.Shape = answer.ShapeShown(own...)
	f.suspect()
	f.unseen()
}
