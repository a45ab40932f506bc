package ask

import (
	"regexp"
	"slices"
	"strings"

	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// Kind is what a request asks for.
type Kind string

const (
	// Answer: somebody is told something.
	Answer Kind = "answer"
	// Task: a program goes on with the reply.
	Task Kind = "task"
	// Unsure: the words tell it not; the reply will.
	Unsure Kind = "unsure"
)

// Ask is what a request asks for.
type Ask struct {
	Kind  Kind
	Why   string // what told the kind, in a few words
	Said  string // the app's own sentence that orders the work; "" where there is none, or a user may have typed it
	Weak  bool   // of Unsure: a user may have typed the words
	Works bool   // the app orders something else than an answer
	Form  Demand
}

// String tells what is asked for, in a few words; nothing of an answer, or of what was
// not read.
func (a *Ask) String() string {
	if a.Kind == Answer || a.Kind == "" {
		return ""
	}
	text := string(a.Kind) + ": " + a.Why
	if a.Said != "" {
		text += " (“" + a.Said + "”)"
	}
	if form := a.Form.Name(); form != "" {
		text += "; form: " + form
	}
	return text
}

// short is the head of a sentence that is told.
func short(sentence string) string {
	const most = 80 // bytes
	sentence = strings.TrimSpace(sentence)
	if len(sentence) <= most {
		return sentence
	}
	return strings.ToValidUTF8(sentence[:most], "") + "…"
}

// Read reads what the app's own words ask for.
func Read(w Words) Ask {
	system, user, alone := w.apart()
	so := readOrders(system.Text)
	if so.tells {
		return Ask{Kind: Answer, Why: "the app orders an answer"}
	}
	if head, _, holds := strings.Cut(system.Text, holeText); holds && so.first == toWork && readOrders(head).first == noAim {
		return Ask{Kind: Answer, Why: "what is ordered stands behind the material, where a document may order it"}
	}
	over := strings.Contains(system.Text, holeText) // what the user types is about it
	if alone && !w.Called && !w.Beside && !over && so.reworkOnly() && isInput(user) {
		return reworked(so, user)
	}
	a := Ask{Kind: Answer, Why: "nothing speaks for a task"}
	switch {
	case so.first == toWrite && w.demandsForm(system.Text) && !cites(system.Text):
		a = Ask{Kind: Unsure, Why: "the app orders a text in a form", Form: w.demand(system.Form)}
		if showsMembers(system.Form) && !asksIn(user.Text) {
			a.Kind, a.Why = Task, "the app orders a text in members, and nobody asks"
		}
	case so.first == toWrite:
		a.Why = "the app orders a text"
	case so.first == toWork:
		a = w.bySystem(so, system, user)
		a.Said = short(so.said)
	case (over || w.Called || w.Beside) && !strings.Contains(user.Text, holeText):
		a.Why = "a turn stands apart from the app's passages"
	case alone && !w.Called && !w.Beside && !speaksOfContext(system.Text):
		a = w.byUser(user)
		a.Form.words += system.Whole // which may name the members
	case w.demandsForm(system.Text) || showsMembers(system.Form):
		a = Ask{Kind: Unsure, Why: "the app demands a form", Form: w.demand(system.Form)}
	}
	if a.Kind == Task && a.Form.answers {
		a.Kind, a.Why = Unsure, "the form has a member for an answer"
	}
	return a
}

// reworked is a task whose reply cannot stand in the words of its material: another version of it is ordered.
func reworked(o orders, user Turn) Ask {
	form := Demand{Rework: true, figures: !holds(strings.ToLower(o.said), "translating"), words: user.Whole}
	return Ask{Kind: Task, Why: "all that is ordered is another version of a text", Said: short(o.said), Form: form}
}

// isInput tells that a message is one text, in a tag or below a label or not, and nothing beside it.
func isInput(user Turn) bool {
	whole, text := strings.TrimSpace(user.Whole), strings.TrimSpace(user.Text)
	if name := enclosing(whole); name != "" && strings.HasPrefix(whole, "<"+name) {
		return true
	}
	if label, _, found := strings.Cut(text, holeText); found && strings.HasSuffix(strings.TrimSpace(label), ":") && labelOfText(label) {
		text = text[len(label):]
	}
	return strings.Contains(text, holeText) && strings.Trim(text, holeText+" \t\r\n") == ""
}

// labelOfText tells a line above a text that is no label of passages to answer from, and none of what somebody typed.
func labelOfText(label string) bool {
	label = strings.TrimSpace(label)
	return !strings.ContainsAny(label, ".?!\n") && strings.Count(label, " ") < maxLabelWords && !speaksOfContext(label) && typedFrom(label) < 0
}

// isHandedOver tells that a message of a user is one text and what is to be done to it.
func (t *template) isHandedOver(user Turn) bool {
	if strings.Count(strings.Trim(user.Text, " \t\r\n"), holeText) == 0 || asksIn(user.Text) || cites(user.Text) || typedFrom(user.Whole) >= 0 {
		return false
	}
	between := user.Text[strings.Index(user.Text, holeText) : strings.LastIndex(user.Text, holeText)+len(holeText)]
	return strings.Trim(between, holeText+" \t\r\n") == "" && !t.retrieved()
}

// asksIn tells that a question stands in a text.
func asksIn(text string) bool { return strings.ContainsAny(text, "?？؟") }

// apart gives what the app's own messages say, the last message of the user, and whether
// that is the only one beside them.
func (w *Words) apart() (system, user Turn, alone bool) {
	others := 0
	var texts, forms, wholes [1]string // most apps say one thing
	text, form, whole := texts[:0], forms[:0], wholes[:0]
	for _, t := range w.Turns {
		switch {
		case isApps(t.Role):
			text, form, whole = append(text, t.Text), append(form, t.Form), append(whole, t.Whole)
		default:
			others++
			user = Turn{}
			if t.Role == "user" {
				user = t
			}
		}
	}
	system.Text, system.Form, system.Whole = strings.Join(text, "\n"), strings.Join(form, "\n"), strings.Join(whole, "\n")
	return system, user, others == 1 && user.Role == "user"
}

// bySystem reads a request whose app's own messages order work. Where they demand no form the
// template of the user's message may, if it orders work, too.
func (w *Words) bySystem(o orders, system, user Turn) Ask {
	form := w.demand(system.Form)
	if !form.any() {
		template := userTemplate(user)
		if t, tail := readOrders(template.head), readOrders(template.tail); !t.tells && !tail.tells && t.first == toWork {
			form = w.demand(system.Form + "\n" + user.Form)
		}
	}
	form.words += system.Whole + "\n" + user.Whole // a reader may have taken the members for material
	form.quoted = form.JSON && !form.answers && !asksIn(user.Text)
	cited, told := cites(system.Text), form.any()
	if o.reply && !o.weighs && user.Template != "" {
		return Ask{Kind: Answer, Why: "the app orders the form of a reply, and a question is asked"}
	}
	if form.Passage = o.indexes || o.invents; form.Passage && !cited {
		return Ask{Kind: Task, Why: "the app orders a text to search with", Form: form}
	}
	if o.role && !told {
		form.Short, form.open = true, true
	}
	switch {
	case cited && !o.role:
		return Ask{Kind: Answer, Why: "the app speaks of citing"}
	case !o.deals && !o.role && !form.strict() && !form.phrases && (speaksOfContext(system.Text) || user.Template != ""):
		return Ask{Kind: Answer, Why: "the app speaks of context, and orders no work on it"}
	case form.strict() || len(form.Labels) > 0 || told && o.role:
		return Ask{Kind: Task, Why: "the app orders work and demands a form", Form: form}
	case cited || speaksOfContext(system.Text) && !form.any():
		return Ask{Kind: Answer, Why: "the app speaks of context"}
	}
	return Ask{Kind: Unsure, Works: true, Why: "the app orders work", Form: form}
}

// byUser reads a request that is one user message. Its head has to be the app's: an order
// to work, before any material and any label behind which somebody has typed; and so has
// its end: a label behind which a reply stands, or material that is no search result.
func (w *Words) byUser(user Turn) Ask {
	t := userTemplate(user)
	o, behind := readOrders(t.head), readOrders(t.tail)
	none := Ask{Kind: Answer, Why: "nothing speaks for a task"}
	if o.tells || behind.tells {
		return Ask{Kind: Answer, Why: "the prompt orders an answer"}
	}
	late := o.first == noAim && !o.loosely && t.tail != ""
	if late {
		o = behind // an order behind the material, in front of the label that a reply follows
	}
	if graded := w.gradedBy(user, t); graded.any() {
		return Ask{Kind: Task, Why: "the prompt asks of the text itself, and lists what the reply is one of", Said: short(o.said), Form: graded}
	}
	if !o.questions && w.isTyped(&t) {
		return Ask{Kind: Answer, Why: "somebody says what is wanted of passages"}
	}
	if o.reworkOnly() && (late || behind.first == noAim) && t.isHandedOver(user) {
		return reworked(o, user)
	}
	if formed, ok := w.byForm(user, t, o.first); ok {
		return formed
	}
	if o.first != toWork || o.reply && !o.weighs && (t.filled || asksIn(t.tail)) {
		return none
	}
	form, typed := w.demand(t.words()), false
	if !form.any() && (!late || t.label != "") && !asksAnew(t.label) {
		form, typed = w.demand(user.Whole), true
	}
	form.words = user.Whole + w.Schema
	read := w.Format != prompt.FormatText && !form.answers && !asksIn(user.Text) && typedFrom(user.Whole) < 0 // by a program
	form.quoted = read && t.ends
	if form.Passage = o.indexes || o.invents && (t.filled || t.label != ""); form.Passage {
		return Ask{Kind: Task, Why: "the prompt orders a text to search with", Said: short(o.said), Form: form}
	}
	is := func(kind Kind, weak bool, why string) Ask {
		weak = weak && !t.built
		made := Ask{Kind: kind, Weak: weak, Works: t.filled || t.label != "" || t.enclosed, Why: "the prompt orders work " + why, Form: form}
		if !weak {
			made.Said = short(o.said)
		}
		return made
	}
	switch {
	case read && form.Schema && !cites(user.Text):
		return is(Task, false, "and the request sets the form")
	case !form.any() && t.label != "" && !t.answers:
		form.Short = true
		return is(Unsure, false, "and ends in a label")
	case !form.any() && t.filled:
		form.Short = true
		return is(Unsure, true, "on what a program has put in")
	case !form.any():
		return none
	case t.answers:
		return is(Unsure, typed, "and ends in a label for an answer")
	case late && t.label == "", typed && (late || !form.strict()):
		return is(Unsure, true, "and the form may be what a user typed")
	case form.byNoun:
		return is(Unsure, late && t.label == "" || typed, "and what it makes states nothing")
	case t.demands:
		return is(Task, false, "and ends in the form that it demands")
	case t.label != "":
		return is(Task, false, "and ends in a label")
	case t.enclosed:
		return is(Task, false, "and ends in its input")
	case t.filled || t.valued:
		return is(Unsure, false, "on what a program has put in, and demands a form")
	case t.ends && form.JSON && !form.answers && !asksIn(user.Text) && !cites(user.Text) && !t.retrieved():
		return is(Unsure, true, "on what stands at its end, and demands JSON")
	case t.built || o.role || w.Format != prompt.FormatText && !form.answers || strings.Count(t.head, " ") >= leastTemplate:
		return is(Unsure, true, "and demands a form")
	}
	return none
}

// isTyped tells that the words beside several passages are those of a person: few, and of no closed form.
func (w *Words) isTyped(t *template) bool {
	own := t.words()
	if w.Passages < 2 || strings.Count(own, " ") >= leastTemplate || items.MatchString(own) {
		return false
	}
	form := w.demand(own)
	return !form.Numbers && (len(form.Labels) == 0 || form.strict())
}

// gradedBy is the list of labels of which a text is to get one, none where a person asks something of what it says.
func (w *Words) gradedBy(user Turn, t template) (d Demand) {
	own := user.Text
	if typedFrom(user.Whole) >= 0 {
		own = user.Template
	}
	o := readOrders(own)
	if w.Format != prompt.FormatText || !o.ofText || o.tells || cites(own) || t.answers || !strings.Contains(user.Text, holeText) {
		return d
	}
	form, row := w.demand(own), rowAtEnd.FindStringSubmatch(o.said)
	switch {
	case form.strict():
	case form.Labels == nil && row != nil: // "… as invoice, contract or report", in any language
		d.Labels = append(strings.Split(strings.TrimRight(row[1], ", "), ", "), row[2:]...)
	default:
		d.Labels = form.Labels
	}
	return d
}

// byForm reads a user's message whose form tells what is asked: it orders a text in a form, or nothing beside the form.
func (w *Words) byForm(user Turn, t template, first aim) (a Ask, ok bool) {
	demands := w.demandsForm(t.words())
	if first != noAim && first != toWrite || !demands && (first == toWrite || !showsMembers(t.words())) {
		return a, false
	}
	form := w.demand(t.head + "\n" + t.tail)
	form.words = user.Whole + w.Schema
	return Ask{Kind: Unsure, Weak: first == toWrite || !demands, Why: "the prompt demands a form", Form: form}, true
}

// retrieved tells that the label in front of the material is that of passages to answer from.
func (t *template) retrieved() bool {
	label := lastLine(t.head)
	return strings.Count(label, " ") < maxLabelWords-1 && speaksOfContext(label)
}

// words are those of the app on both sides of what was put in.
func (t *template) words() string { return t.head + holeText + "\n" + t.tail }

// leastTemplate is how many words a template has at least that nothing else tells from
// what a person types.
const leastTemplate = 40

// template is a user message as a program makes one.
type template struct {
	head     string // the words before material and what was typed
	tail     string // those behind the last material
	label    string // the label at the very end, behind which the reply stands; "" for none
	answers  bool   // that label is an answer's
	demands  bool   // the words behind the material demand a form
	enclosed bool   // the message ends in an input: between tags, or below its label and a form in JSON
	ends     bool   // one stretch of material stands at its end, or begins it
	filled   bool   // behind the head stand material and, by its label, what was typed
	valued   bool   // behind the material stands a label with a value
	built    bool   // its head is built of lists and headings, as nobody types it
}

// userTemplate takes a user message apart.
func userTemplate(user Turn) template {
	t := template{head: user.Text, label: closingLabel(user.Text)}
	t.answers = t.label != "" && is(t.label, "answer_labels")
	input := enclosing(user.Text)
	if order, made := firstMember(user.Whole); made {
		return template{head: order, enclosed: true}
	}
	t.enclosed = input != ""
	if before, behind, ok := strings.Cut(t.head, holeText); ok {
		t.ends = strings.TrimSpace(behind) == "" || input != "" && !strings.Contains(behind, holeText) && strings.TrimSpace(behind) == "</"+input+">"
		t.ends = t.ends || strings.Count(user.Text, holeText) == 1 && strings.TrimSpace(before) == ""
		t.head = before
	}
	material := len(t.head) < len(user.Text)
	if at := typedFrom(t.head); at >= 0 {
		t.head = t.head[:at]
		t.filled = material
	} else {
		t.filled = material && typedFrom(user.Text) >= 0
	}
	if at := strings.LastIndex(user.Text, holeText); at >= 0 {
		t.tail = user.Text[at+len(holeText):]
		t.valued = holdsValue(t.tail)
		if typed := typedFrom(t.tail); typed >= 0 {
			t.tail = t.tail[:typed]
		}
	}
	t.built = isBuilt(t.head)
	if t.built && showsMembers(user.Text) && strings.HasSuffix(strings.TrimSpace(user.Text), holeText) && closingLabel(t.head) != "" {
		t.enclosed = true
	}
	if t.tail != "" {
		var w Words
		form := w.demand(t.tail)
		t.demands = form.any()
	}
	if t.enclosed && speaksOfContext(strings.ReplaceAll(input, "_", " ")) {
		t.enclosed = false
	}
	return t
}

// asksAnew tells the label of a question that is to be made, whatever the language of the
// order: "Nouvelle question".
func asksAnew(label string) bool {
	return holds(label, "typed_labels") && !is(label, "typed_labels") && !holds(label, "answer_labels")
}

// holdsValue tells that a text has a label with a value behind it, as a program puts one in.
func holdsValue(text string) bool {
	for line := range strings.Lines(text) {
		if label := labelled.FindString(line); label != "" && strings.TrimSpace(line[len(label):]) != "" {
			return true
		}
	}
	return false
}

// isBuilt tells that the head of a template is built of lists and headings, or shows JSON, as a
// program holds it and nobody types it.
func isBuilt(head string) bool {
	const least = 3 // lines
	return len(items.FindAllString(head, least)) == least && countWords(head) >= leastTemplate || showsMembers(head)
}

// items fits what headings and the items of lists begin with.
var items = regexp.MustCompile(`(?m)^[ \t]*(?:#|[-*•] |\d{1,3}[.)] )`)

// edges are what stands around a last line and is none of its words.
const edges = " \t\r\n`#-=*_\"'"

// lastLine is the last line of a text that says something.
func lastLine(text string) string {
	text = strings.TrimRight(text, edges+"[(<0123456789.)]>")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// closingLabel is the label that a message ends in, in lower case; "" for none: "Output:",
// "### Response:", "the score is". A line on which somebody has typed ends in none.
func closingLabel(text string) string {
	line := strings.TrimRight(lastLine(text), edges+"[(<{")
	heading := strings.HasPrefix(line, "#") || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "<") && !strings.HasPrefix(line, "</")
	body := strings.TrimRight(line, ":：*_ ")
	heading = heading || strings.HasSuffix(strings.TrimRight(text, " \t\r\n"), "=")
	switch {
	case len(line) > maxLabelBytes || typedFrom(line) >= 0 && strings.TrimRight(line, " ") != body+":":
		return ""
	case body == line && !heading && !strings.HasSuffix(line, " is"):
		return ""
	}
	if at := strings.LastIndex(body, ". "); at >= 0 {
		body = body[at+2:]
	}
	return strings.ToLower(strings.Trim(body, " #*_-:<>"))
}

// maxLabelBytes is how long a line with a closing label may be.
const maxLabelBytes = 160

// enclosing names the tag or the fence in which a message ends and which opens in it; ""
// where it ends in none.
func enclosing(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	for _, fence := range []string{"```", `"""`, "'''"} {
		if body, ok := strings.CutSuffix(text, fence); ok && strings.Count(body, fence)%2 == 1 {
			return "fence"
		}
	}
	at := strings.LastIndex(text, "</")
	if at < 0 || !strings.HasSuffix(text, ">") {
		return ""
	}
	name := text[at+2 : len(text)-1]
	if name == "" || strings.ContainsAny(name, " <>\n") || !strings.Contains(text[:at], "<"+name) {
		return ""
	}
	return name
}

// firstMember is the first text of a message that is one JSON object, as a program makes one:
// {"instruction": "Extract …", "input": …}. It is false for any other message.
func firstMember(message string) (text string, made bool) {
	if message = strings.TrimSpace(message); !strings.HasPrefix(message, "{") || !strings.HasSuffix(message, "}") {
		return "", false
	}
	root, err := tree.Parse(message)
	if err != nil || len(root.Children) < leastLabels || root.Children[0].Kind != '"' {
		return "", false
	}
	return root.Children[0].Text(), true
}

// typedFrom is where a text begins that a user typed: behind the first label that says so.
// It is negative where there is none.
func typedFrom(text string) int {
	at := 0
	for line := range strings.Lines(text) {
		if end := strings.IndexAny(line, ":：]"); end >= 0 && is(strings.ToLower(strings.Trim(line[:end], " -*#>[(_【")), "typed_labels") {
			return at + end
		}
		at += len(line)
	}
	return -1
}

// speaksOfContext tells that a text names passages to answer from.
func speaksOfContext(text string) bool {
	var words [maxSentenceWords]string
	for line := range strings.Lines(text) {
		for said := wordsOf(words[:0], line); len(said) > 0; said = said[1:] {
			if is(said[0], "context_words") && !(len(said) > 1 && strings.HasPrefix(said[1], "graph")) { // a knowledge graph is made
				return true
			}
		}
	}
	return holds(strings.ToLower(text), "context_tongues")
}

// cites tells that a text speaks of citing.
func cites(text string) bool {
	var words [maxSentenceWords]string
	for line := range strings.Lines(text) {
		if slices.ContainsFunc(wordsOf(words[:0], line), func(word string) bool { return is(word, "cite_words") }) {
			return true
		}
	}
	return false
}

// demandsForm tells that the app's own words, or the request beside them, demand a form.
func (w *Words) demandsForm(text string) bool {
	return w.Format != prompt.FormatText || namesJSON(text) && demandsJSON(text)
}

// showsMembers tells that a text shows JSON with several members, none of them an answer's.
func showsMembers(form string) bool {
	const least = 2
	return len(jsonMember.FindAllString(form, least)) == least && jsonSample.MatchString(form) && !holdsAnswer(form, "<{0123456789")
}

// Of reads what a request asks for, by its prompt and what was found in it, and by the schema of
// its response_format or of the tool that it forces. Rules of the operator come first.
func Of(p prompt.Prompt, found *layout.Found, schema string, rules []Rule) Ask {
	if rule, ok := Recognise(p, rules); ok && !(rule.Weak && len(found.Chunks) > 0) {
		return Ask{Kind: Task, Why: "exempt: " + rule.Name, Form: Demand{rule: &rule}}
	}
	if len(found.Chunks) > 0 && opensWithAnswer(p, found) {
		return Ask{Kind: Answer, Why: "the app orders an answer"}
	}
	w := Own(p, found.Parts(p))
	if w.Schema = schema; schema != "" && w.Format == prompt.FormatText && !holdsAnswer(schema, "") {
		w.Format = prompt.FormatJSONSchema // of a tool that the request forces
	}
	w.Passages = len(found.Chunks)
	a := Read(w)
	a.Form.sourced = len(found.Chunks) > 0
	return a
}

// opensWithAnswer tells the commonest prompt at once: what the app says before any chunk
// orders an answer.
func opensWithAnswer(p prompt.Prompt, found *layout.Found) bool {
	if len(p.Messages) == 0 || !isApps(p.Messages[0].Role) || len(p.Messages[0].Parts) == 0 {
		return false
	}
	head := p.Messages[0].Parts[0]
	if at := slices.IndexFunc(found.Chunks, func(c evidence.Chunk) bool { return c.Message == 0 }); at >= 0 {
		head = head[:max(0, strings.Index(head, found.Chunks[at].Text))]
	}
	return readOrders(head).tells
}

// Exempt tells that a rule of the operator says what the call is.
func (a *Ask) Exempt() bool { return a.Form.rule != nil }
