package proxy

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// Some answers have a form of the client's own: the content under its
// response_format, or the arguments of a tool, as some frameworks have a model
// give its answer. The policy names such tools, or says `auto`: then what the tool
// is tells it, or that the request forces it. Every leaf of such an answer that states
// something is a claim, and the citations are asked for around the form. Calls
// of other tools that the request offers pass.

// answerTools are the tools of a request whose arguments are an answer.
type answerTools struct {
	tools   []answerTool
	changed []wire.Tool // with the citations around their parameters
	wrapped string      // all of these, to remember whether an upstream takes them
}

// answerTool is one of them.
type answerTool struct {
	name       string
	parameters string            // as the client gave them
	schema     *ownschema.Schema // nil where they cannot be compiled
}

// formed is one answer in a form of the client's own, taken apart.
type formed struct {
	call   int    // which of the choice's calls; content for the content
	tool   string // its name, "" for the content
	schema string // raw, "" for none
	meets  *ownschema.Schema
	own    ownschema.Own
	leaves []ownschema.Leaf  // what it states, and its names of sources
	said   map[string]string // its texts without the marks in them, by path: "" where one names a source
}

// content is the place of an answer that is no call.
const content = -1

// byCall reports whether a choice's answer is in calls of tools.
func (c *choice) byCall() bool { return len(c.formed) > 0 && c.formed[0].call != content }

// inForm reports whether a choice's content is in the client's own form.
func (c *choice) inForm() bool { return len(c.formed) > 0 && c.formed[0].call == content }

// holdsAnswer reports whether a call of a choice holds an answer.
func (c *choice) holdsAnswer(call int) bool {
	return slices.ContainsFunc(c.formed, func(f formed) bool { return f.call == call })
}

// takeApart reads a choice's answers in the client's own forms.
func takeApart(run *run, q *question, c *choice) {
	c.formed, c.framed = nil, nil
	if c.refuses() { // in words, whatever form an answer would have
		return
	}
	q.unquote(c)
	c.formed = q.answersIn(c)
	if takeFrameApart(run, q, c) || c.byCall() || !q.ownForm() && (c.stance.bareForm || !q.inPromptsForm(c.Said())) {
		return
	}
	f := formed{call: content, schema: q.request.chat.Schema, meets: q.form.schema,
		own: q.readForm(c.Said(), c.stance.bareForm || !q.ownForm())}
	// A form that was asked for in words only is a hint: a reply that has not
	// that form is prose.
	if !q.form.demanded || f.own.Answer != nil {
		c.formed = []formed{f}
	}
}

// unquote takes a reply out of a text of JSON in which a model has put it, as the answer around which it was asked for citations:
// the prompt orders the form of that text, and no text of JSON.
func (q *question) unquote(c *choice) {
	if !q.form.demanded || c.stance.bareForm || c.Called() {
		return
	}
	var text string
	if own := q.readForm(c.Said(), false); len(own.Answer) > 0 && own.Answer[0] == '"' && json.Unmarshal(own.Answer, &text) == nil {
		c.Content, c.stance.bareForm = &text, true
	}
}

// inPromptsForm reports whether a reply is JSON of no dialect's shape where the prompt speaks of
// JSON: the model keeps to a form that nobody has seen ordered.
func (q *question) inPromptsForm(said string) bool {
	return q.form.shape == nil && q.form.saysJSON && answer.IsForeignJSON(said)
}

// answersIn takes the calls of a choice apart that hold an answer.
func (q *question) answersIn(c *choice) (found []formed) {
	if q.form.tools == nil || !c.Called() {
		return nil
	}
	for i, call := range c.Calls() {
		if tool, ok := q.form.tools.named(call.Name); ok {
			own := q.readForm(call.Arguments, c.stance.bareTools)
			found = append(found, formed{call: i, tool: tool.name, schema: tool.parameters, meets: tool.schema, own: own})
		}
	}
	return found
}

// readForm reads an answer with the citations around it, or a bare one.
func (q *question) readForm(text string, bare bool) ownschema.Own {
	if bare {
		return ownschema.ReadBare(text, q.numbers())
	}
	return ownschema.Read(text, q.numbers())
}

// checkFormed verifies the answers of a choice that are in forms of the client's own, as one,
// under some rules, and has them name the sources on which they rest.
func checkFormed(run *run, q *question, c *choice, rules verify.Rules) {
	checkLeaves(run, q, c, rules)
	var changes []string
	for i := range c.formed {
		prefix := ""
		if len(c.formed) > 1 {
			prefix = "/" + strconv.Itoa(i)
		}
		told, fault := nameTrueSources(run, q, &c.formed[i], prefix, &c.result)
		if changes = append(changes, told...); fault != "" {
			c.whole(report.WrongChunk, fault)
		}
	}
	if changes != nil {
		checkLeaves(run, q, c, rules) // it is another answer
	}
	for _, change := range changes {
		c.whole(report.TargetRemoved, change)
	}
}

// checkLeaves verifies what such answers state.
func checkLeaves(run *run, q *question, c *choice, rules verify.Rules) {
	var all ownschema.Own
	var leaves []ownschema.Leaf
	var faults, said []string
	for i := range c.formed {
		f := &c.formed[i]
		prefix := ""
		if len(c.formed) > 1 {
			prefix = "/" + strconv.Itoa(i)
		}
		found, fault := leavesOf(run, q, f)
		if fault == "" && f.statesNothing() {
			f.own = f.own.Unclaimed()
		}
		f.own, _ = verify.CiteOwnLeaves(f.own, found, q.material.evidence)
		if fault != "" {
			faults = append(faults, strings.TrimPrefix(f.tool+": "+fault, ": "))
		}
		leaves = appendLeaves(leaves, found, prefix)
		if prefix == "" {
			all = f.own
		} else {
			all = joinOwn(all, f.own, prefix)
		}
		said = append(said, string(f.own.Answer))
	}
	c.content, c.result = strings.Join(said, "\n\n"), verify.CheckOwn(all, leaves, q.material.evidence, rules)
	for _, fault := range faults {
		c.whole(report.MalformedOutput, fault)
	}
}

// leavesOf lists what an answer states, and tells what is wrong with its form:
// "" for nothing.
func leavesOf(run *run, q *question, f *formed) (leaves []ownschema.Leaf, fault string) {
	if f.own.Answer == nil {
		return nil, ""
	}
	// A form of json_object has no schema, and promises an object all the same.
	promised := f.call == content && !q.form.demanded && f.schema == "" && q.form.frame == nil
	leaves, err := ownschema.Leaves(f.own.Answer, f.meets, run.app.Policy.Verify.IgnorePaths)
	f.leaves = slices.Clone(leaves)
	leaves = slices.DeleteFunc(leaves, func(leaf ownschema.Leaf) bool {
		said, known := f.said[leaf.Path]
		names := known && said == "" || leaf.Number && leaf.Refers && headsSource(q, leaf.Text) // it names a source
		return names || leaf.Called && q.request.says(leaf.Key) || f.call == content && !leaf.Number && isSign(q, leaf.Key, leaf.Text)
	})
	for i := range leaves {
		leaves[i].Text = cmp.Or(f.said[leaves[i].Path], leaves[i].Text)
	}
	switch {
	case promised && !gjson.ParseBytes(f.own.Answer).IsObject():
		return leaves, "the answer is no JSON object"
	case err != nil:
		return nil, err.Error()
	case f.meets == nil:
		return leaves, ""
	}
	if err := f.meets.Validate(f.own.Answer); err != nil {
		return leaves, "the answer does not meet the schema: " + err.Error()
	}
	return leaves, ""
}

// headsSource reports whether a number stands above a source in the prompt.
func headsSource(q *question, number string) bool {
	other := func(r rune) bool { return r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return slices.ContainsFunc(q.sources().Labels(), func(l answer.Label) bool {
		return slices.Contains(strings.FieldsFunc(l.Names+"\n"+l.Own+"\n"+l.Above, other), number)
	})
}

// inWords reports whether the prompt speaks of JSON, in words: no schema names its members.
func (f *form) inWords() bool { return f.demanded || f.saysJSON && f.wrapped == "" }

// isSign reports whether a value of JSON that the app orders in words is a sign of its form.
func isSign(q *question, member, value string) bool {
	return q.form.inWords() && wants.IsSign(member, value, appWords(q))
}

// appWords are the app's own words in which a form may be shown.
func appWords(q *question) string {
	return wants.FormWords(q.request.chat.Prompt(), &q.material.found)
}

// inSigns is JSON that the app orders in words in the fence in which the model wrote it and below the
// label of that fence, where the app shows them. All else around it is not verified, and goes.
func inSigns(q *question, json, said string) string {
	const fence = "```"
	above, rest, ok := strings.Cut(said, fence)
	name, _, lines := strings.Cut(rest, "\n")
	if !ok || !lines || !q.form.inWords() || name != "" && name != "json" || !strings.HasSuffix(strings.TrimSpace(said), fence) {
		return json
	}
	if !q.request.says(fence) {
		return json
	}
	json = fence + name + "\n" + json + "\n" + fence
	label := strings.TrimRight(above, " \t\r\n")
	if label = label[strings.LastIndexByte(label, '\n')+1:]; strings.HasSuffix(label, ":") &&
		strings.Contains(appWords(q), "\n"+label+"\n") {
		json = label + "\n" + json
	}
	return json
}

// statesNothing reports whether an answer has no leaf: it is one of nulls, empty texts and empty lists, as
// the model is asked for where the sources say nothing, or of the model's own judgements.
func (f *formed) statesNothing() bool {
	if f.own.Answer == nil {
		return false
	}
	leaves, err := ownschema.Leaves(f.own.Answer, f.meets, nil)
	return err == nil && len(leaves) == 0
}

func appendLeaves(all, more []ownschema.Leaf, prefix string) []ownschema.Leaf {
	for _, leaf := range more {
		leaf.Path = prefix + leaf.Path
		all = append(all, leaf)
	}
	return all
}

// joinOwn adds one answer to another, its paths behind a prefix. The mode is
// that of an answer as soon as one of them is.
func joinOwn(all, more ownschema.Own, prefix string) ownschema.Own {
	before := len(all.Citations)
	for _, cit := range more.Citations {
		cit.Path = prefix + cit.Path
		all.Citations = append(all.Citations, cit)
	}
	for _, p := range more.Problems {
		if p.Citation >= 0 {
			p.Citation += before
		}
		all.Problems = append(all.Problems, p)
	}
	all.Unanswered = append(all.Unanswered, more.Unanswered...)
	if all.Mode == "" || more.Mode == answer.ModeAnswer {
		all.Mode = more.Mode
	}
	return all
}

// supply takes a choice's answers apart and sees to it that they have their
// citations. Where an upstream does not take the form around both, or the model
// ignored it, the citations are asked for in a second call, for the answer as
// it stands. What is no answer, or none that meets the client's schema, is left
// for the verification to tell.
func (a *asker) supply(ctx context.Context, c *choice, until time.Time) *stopped {
	takeApart(a.run, a.question, c)
	for i := range c.formed {
		if f := &c.formed[i]; lacksCitations(a.run, a.question, f) && !citesByName(a.run, a.question, f) {
			c.call = 0
			if stop := a.collectCitations(ctx, &f.own, until); stop != nil {
				return stop
			}
		}
	}
	return nil
}

// lacksCitations reports whether an answer is whole, has come without citations, and states
// something that is not told in the sources' own words.
func lacksCitations(run *run, q *question, f *formed) bool {
	if !f.own.Bare || f.own.Answer == nil || f.meets != nil && f.meets.Validate(f.own.Answer) != nil {
		return false
	}
	leaves, err := ownschema.Leaves(f.own.Answer, f.meets, run.app.Policy.Verify.IgnorePaths)
	if err != nil {
		return false
	}
	leaves = slices.DeleteFunc(leaves, func(leaf ownschema.Leaf) bool {
		return f.call == content && !leaf.Number && isSign(q, leaf.Key, leaf.Text)
	})
	cited, all := verify.CiteOwnLeaves(f.own, leaves, q.material.evidence)
	missing := func(p answer.Problem) bool { return p.Code == string(report.MissingCitations) }
	return !all || len(leaves) > 0 && slices.ContainsFunc(cited.Problems, missing) // values too short to tell where they stand
}

// citesByName lets a bare answer cite the sources that it names itself: by marks in a text, for
// that text; in members of their own, for each sentence of the others. It reports whether all
// that it states holds so, sentence by sentence.
func citesByName(run *run, q *question, f *formed) bool {
	leaves, err := ownschema.Leaves(f.own.Answer, f.meets, run.app.Policy.Verify.IgnorePaths)
	if err != nil {
		return false
	}
	own, said := f.own, map[string]string{}
	var names []answer.Name
	var texts, figures []ownschema.Leaf
	for _, leaf := range leaves {
		named := leaf.Text
		if leaf.Number {
			named = ownschema.Spaced(leaf.Key) + ": " + leaf.Text
		}
		switch found := answer.NamedIn(named, q.sources()); {
		case found != nil && leaf.MayName():
			names, said[leaf.Path] = append(names, found...), ""
		case leaf.Quote, leaf.Refers && !leaf.Number:
			names = append(names, quotedFrom(q, leaf.Text)...)
			texts = append(texts, leaf)
		case leaf.Number && !leaf.Refers:
			figures = append(figures, leaf)
		case !leaf.Number && !leaf.Small:
			texts = append(texts, leaf)
		}
	}
	own.Citations, own.Problems = nil, nil
	for _, leaf := range texts {
		read := answer.Read(answer.Client, leaf.Text, q.sources())
		read = verify.CiteOwnWords(read, q.material.evidence)
		read.CiteNamed(names)
		r := verify.Check(read, q.material.evidence, run.rules())
		if len(run.app.failures(tellAll(&r, q.material.evidence, 0))) > 0 {
			return false
		}
		for _, cit := range read.Citations {
			cit.Path = leaf.Path
			own.Citations = append(own.Citations, cit)
		}
		said[leaf.Path] = read.Text()
	}
	if _, all := verify.CiteOwnLeaves(own, figures, q.material.evidence); len(own.Citations) == 0 || !all {
		return false
	}
	f.own, f.said = own, said
	return true
}

// quotedFrom are the sources that have each sentence of a text word for word.
func quotedFrom(q *question, text string) (names []answer.Name) {
	read := verify.CiteOwnWords(answer.Answer{Segments: []answer.Segment{{Text: text}}}, q.material.evidence)
	for _, cit := range read.Citations {
		names = append(names, answer.Name{Handles: cit.Candidates, Quotes: true})
	}
	return names
}

// collectCitations makes the second call. Where the repair's budget runs out
// before it is answered the answer stays without citations.
func (a *asker) collectCitations(ctx context.Context, own *ownschema.Own, until time.Time) *stopped {
	asking := *a.question
	asking.form.purpose = forCitations
	b := *a
	b.question = &asking
	request := ownschema.CollectInstruction(a.question.numbers())
	turns := []string{wire.TextMessage("assistant", string(own.Answer)), wire.TextMessage("user", request)}
	reply, stop := persist(ctx, b.run, until, func(ctx context.Context) (*wire.Reply, *stopped) {
		return b.climbDown(ctx, 1, func(s stance) *wire.Edit { return instruct(b.run, b.question, s, 1, turns...) })
	})
	switch {
	case stop == nil:
		*own = ownschema.ReadCollected(own.Answer, reply.Choices[0].Said(), a.question.numbers())
		own.Bare = true
	case stop.foreign != nil || a.run.gate.now().Before(until):
		return stop
	}
	return nil
}

// besideCalls is the text beside calls that hold an answer, as far as it can
// be shown: it is verified by itself, and is asked for once only.
func besideCalls(ctx context.Context, run *run, q *question, c *choice) *string {
	if !c.byCall() || c.decision.Action != policy.Pass || strings.TrimSpace(c.Said()) == "" {
		return nil
	}
	beside := &choice{Choice: wire.Choice{Index: c.Index, Content: c.Content, FinishReason: "stop"}, attempt: c.attempt}
	if !judgeAlone(ctx, run, q, beside) {
		return nil
	}
	var shown wire.Choice
	renderText(run, q, beside, &shown)
	return shown.Content
}

// releaseCalls gives the client the arguments that its tools take, or drops
// the calls that hold an answer where it did not pass. Other calls go on.
func releaseCalls(run *run, q *question, c *choice, out *wire.Choice) {
	passed := c.decision.Action == policy.Pass
	out.Keep(func(i int, call wire.Call) (string, bool) {
		for _, f := range c.formed {
			if f.call == i {
				return string(f.own.Answer), passed
			}
		}
		return q.numbers().CleanCall(call.Arguments), true
	})
	if !passed {
		refuseChoice(run, q, c, out)
		return
	}
	q.material.tellClient(c, verify.View{Numbers: c.result.All(), All: true})
	out.Content = c.beside
}
