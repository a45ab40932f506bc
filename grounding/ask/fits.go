package ask

import (
	"cmp"
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/evidence/layout"
	sentences "vouchsafe/grounding/text"
)

// Names of the forms in which a reply passes.
const (
	FormJSON    = "json"
	FormSchema  = "schema"
	FormRecords = "records"
	FormTags    = "elements"
	FormList    = "list"
	FormCode    = "code"
	FormPassage = "passage"

	FormRework = "rework"
)

// Fitted is a reply that has a demanded form.
type Fitted struct {
	Name   string   // of the form, "" for none
	Closed bool     // the form can hold no statement
	Texts  []string // what in it could state something
	words  string   // of a closed form

	figures []leaf // of JSON, but for the model's own numbers
}

// leaf is a text or a number of a JSON reply and the member that it stands in.
type leaf struct{ member, text string }

// With is a reply of two parts in one form.
func (f Fitted) With(g Fitted) Fitted {
	f.Closed = f.Closed && g.Closed
	f.Texts, f.figures = append(f.Texts, g.Texts...), append(f.figures, g.figures...)
	return f
}

// Fit finds the demanded form that a reply has, with nothing beside it.
func (d *Demand) Fit(reply string) Fitted {
	if d.rule != nil {
		if d.rule.Form.Fits(reply) {
			return Fitted{Name: d.rule.Name, Closed: true}
		}
		return Fitted{}
	}
	if len(reply) > maxReplyBytes*maxRepliesLong || strings.TrimSpace(reply) == "" {
		return Fitted{}
	}
	if d.Rework {
		if d.figures && addsDigits(reply, d.words) {
			return Fitted{}
		}
		return Fitted{Name: FormRework, Texts: []string{reply}}
	}
	text := unwrapped(reply)
	if text == "" { // an empty fence
		return Fitted{}
	}
	if name := d.closed(reply, text); name != "" {
		fitted := Fitted{Name: name, Closed: true, Texts: d.figured(name, text), words: text}
		if text[0] == '{' {
			_, fitted.figures, _ = d.walk(text, false) // the names of its members say what they are
		}
		return fitted
	}
	if (d.JSON || d.Schema || d.open) && (text[0] == '{' || text[0] == '[') {
		name := FormJSON
		if d.Schema {
			name = FormSchema
		}
		if texts, figures, ok := d.walk(text, d.quoted); ok {
			return d.fitted(name, texts, figures)
		}
	}
	if d.CSV {
		if texts, ok := rowsIn(text, d.words); ok {
			return Fitted{Name: FormRecords, Texts: texts}
		}
	}
	if texts, ok := d.records(text); ok {
		return Fitted{Name: FormRecords, Texts: texts}
	}
	if texts, ok := d.listed(text); ok {
		return Fitted{Name: FormList, Texts: texts}
	}
	if texts, ok := d.reasoned(text); ok {
		return Fitted{Name: string(Score), Closed: len(texts) == 0, Texts: texts}
	}
	if texts, ok := d.elements(strings.TrimSpace(unfenced(reply))); ok {
		return Fitted{Name: FormTags, Texts: texts}
	}
	if d.Passage && countWords(text) <= maxPassageWords && !hasMarker(text) {
		return Fitted{Name: FormPassage, Texts: []string{text}}
	}
	if d.Code && isCode(reply) {
		return Fitted{Name: FormCode, Closed: true}
	}
	return Fitted{}
}

// addsDigits tells that a text has digits in a row that another has not.
func addsDigits(text, to string) bool {
	split := func(r rune) bool { return !unicode.IsDigit(r) }
	known := map[string]bool{}
	for _, digits := range strings.FieldsFunc(to, split) {
		known[digits] = true
	}
	return slices.ContainsFunc(strings.FieldsFunc(text, split), func(digits string) bool { return !known[digits] })
}

// maxPassageWords is how many words a text has at most that is to search with.
const maxPassageWords = 400

// maxRepliesLong is how many times as long as a closed form a reply may be.
const maxRepliesLong = 64

// closed names the closed form that a reply has, "" for none.
func (d *Demand) closed(reply, text string) string {
	if len(reply) > maxReplyBytes {
		return ""
	}
	json := text[0] == '{' || text[0] == '['
	for _, f := range d.closedForms(json) {
		if f.Fits(reply) && (!json || d.closedMembers(text, f.Kind)) {
			return string(f.Kind)
		}
	}
	return ""
}

// closedForms are the closed forms of the demanded kinds. Where a form with signs of its
// own is demanded none is taken without them.
func (d *Demand) closedForms(json bool) (forms []Form) {
	add := func(shapes ...Shape) {
		for _, shape := range shapes {
			forms = append(forms, Form{Kind: shape})
		}
	}
	if d.strict() && !json && !(d.JSON && len(d.Labels) > 0) {
		return nil
	}
	if len(d.Labels) > 0 {
		forms = append(forms, Form{Kind: Label, Labels: d.Labels})
	}
	if !d.byNoun && (d.Numbers || d.Short || d.Lists) {
		add(Integers, Score, Ranking)
	}
	if d.Short {
		add(Title)
	}
	if d.Short && !d.byNoun {
		add(YesNo, Query)
	}
	if d.Short && !d.byNoun || d.Lists {
		add(Keywords, Queries)
	}
	return forms
}

// closedMembers tells that the prompt names each member of a JSON reply in a closed form, and that
// no phrase in it could be a statement: the prompt says so of all, the name of its member of this
// one, or the phrase stands in the prompt.
func (d *Demand) closedMembers(text string, form Shape) bool {
	phrase := phrases[form] != nil
	if !phrase && !strings.Contains(text, "{") {
		return true
	}
	leaves, _, ok := d.walk(text, false)
	if !ok || !phrase {
		return ok
	}
	if d.phrases && !slices.ContainsFunc(leaves, func(l leaf) bool { return l.member != leaves[0].member }) {
		return true
	}
	leaves = slices.DeleteFunc(leaves, func(l leaf) bool { return namesPhrase(l.member) || !d.states(l) })
	if len(leaves) > maxKeywords {
		return false
	}
	said := flat(d.words)
	return !slices.ContainsFunc(leaves, func(l leaf) bool { return !standsWhole(flat(l.text), said) })
}

// namesPhrase tells that what a member is called can state nothing: "search_queries", "title".
func namesPhrase(member string) bool {
	words := strings.Fields(strings.ToLower(ownschema.Spaced(member)))
	return len(words) > 0 && (is(words[len(words)-1], "list_products") || is(words[len(words)-1], "short_products"))
}

// states tells that a text of a JSON reply could state something: it is no label of the
// prompt, no question and not empty.
func (d *Demand) states(l leaf) bool {
	return l.text != "" && !slices.Contains(d.Labels, l.text) && !asksOnly(l.text)
}

// fitted is a JSON reply in a form.
func (d *Demand) fitted(form string, texts, figures []leaf) Fitted {
	f := Fitted{Name: form, Closed: len(figures) == 0 && !slices.ContainsFunc(texts, d.states), figures: figures}
	for _, l := range texts {
		f.Texts = append(f.Texts, l.text)
	}
	return f
}

// walk reads a JSON text: its texts, its numbers but for the model's own, and whether the
// prompt names all its members, or some, and quoted is what stands in the others.
func (d *Demand) walk(text string, quoted bool) (texts, figures []leaf, ok bool) {
	root, err := tree.Parse(text)
	if err != nil {
		asJSON, n := layout.PythonJSON(text) // a prompt in Python shows its form so
		if root, err = tree.Parse(asJSON); err != nil || n < len(text) {
			return nil, nil, false
		}
	}
	named, unnamed := map[string]bool{}, false
	var from prompted
	if quoted {
		from.said = flat(d.words)
	}
	var visit func(n *tree.Node, member string) bool
	visit = func(n *tree.Node, member string) bool {
		switch {
		case quoted && isKind(n, member):
		case n.Kind == '"':
			texts = append(texts, leaf{member, n.Text()})
		case n.Kind == '0' && !d.ownNumber(member):
			figures = append(figures, leaf{member, n.Raw})
		}
		for i := range n.Children {
			child := &n.Children[i]
			if n.Kind == '{' && !named[child.Key] {
				switch {
				case len(named) == maxMembersRead || d.sourced && answers(n, child.Key):
					return false
				case d.names(child.Key) || d.speaksOf(child.Key):
					named[child.Key] = true
				case !quoted || !from.holds(child, child.Key, d.words):
					return false
				default:
					unnamed = true
				}
			}
			if n.Kind == '{' {
				member = child.Key
			}
			if !visit(child, member) {
				return false
			}
		}
		return true
	}
	ok = visit(&root, "")
	return texts, figures, ok && (!unnamed || len(named) > 0)
}

// answers tells a member of an object that holds an answer, and none to a question beside it.
func answers(object *tree.Node, member string) bool {
	return is(strings.ToLower(member), "answer_members") &&
		!slices.ContainsFunc(object.Children, func(n tree.Node) bool { return is(strings.ToLower(n.Key), "question_nouns") })
}

// names tells that the prompt names a member.
func (d *Demand) names(member string) bool {
	if d.Schema {
		return true // the schema is held against it elsewhere
	}
	return member != "" && standsIn(member, d.words)
}

// prompted is a prompt in which values are looked for.
type prompted struct {
	said    string    // flat
	figures []figured // read for the first number
	numbers int       // those that were looked for
}

// holds tells that all of a value stands in the prompt, or is a kind by the name of its member:
// what an order to extract finds where it leaves the names to the model.
func (p *prompted) holds(n *tree.Node, member, prompt string) bool {
	words := strings.Fields(strings.ToLower(ownschema.Spaced(member)))
	if len(words) == 0 || is(strings.ToLower(member), "answer_members") {
		return false
	}
	switch n.Kind {
	case '"':
		return n.Text() == "" || isKind(n, member) || standsWhole(flat(n.Text()), p.said)
	case '0':
		if p.figures == nil {
			p.figures = figuredIn(prompt)
		}
		p.numbers++
		return p.numbers <= mostFigures && leaf{member, n.Raw}.standsIn(p.figures, true)
	case '{', '[':
		for i := range n.Children {
			if !p.holds(&n.Children[i], cmp.Or(n.Children[i].Key, member), prompt) {
				return false
			}
		}
		return true
	}
	return n.Raw == "null"
}

// isKind tells that a text of JSON is a kind by the name of its member: {"type": "person"}.
func isKind(n *tree.Node, member string) bool {
	words := strings.Fields(strings.ToLower(ownschema.Spaced(member)))
	return n.Kind == '"' && len(words) > 0 && is(words[len(words)-1], "label_nouns") && labelAtHead(n.Text()) == n.Text()
}

// speaksOf tells that the prompt has the words of a member's name, and that it holds no answer:
// "extracted entities".
func (d *Demand) speaksOf(member string) bool {
	if is(strings.ToLower(member), "answer_members") {
		return false
	}
	if d.lower == "" {
		d.lower = strings.ToLower(d.words)
	}
	for word := range strings.FieldsSeq(strings.ToLower(ownschema.Spaced(member))) {
		if !opensWord(word, d.lower) {
			return false
		}
	}
	return true
}

// opensWord tells that some word of a text begins with a word.
func opensWord(word, text string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		if at += from; parts(text, at) || text[at-1] == '_' {
			return true
		}
		from = at + len(word)
	}
}

// parts tells that no word goes on at a byte of a text. A word of letters that are written with spaces
// ends where others begin.
func parts(text string, at int) bool {
	if at == 0 || at == len(text) || text[at-1] < utf8.RuneSelf && text[at] < utf8.RuneSelf {
		return at == 0 || at == len(text) || !isWordByte(text[at-1]) || !isWordByte(text[at])
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	behind, _ := utf8.DecodeRuneInString(text[at:])
	isWord := func(r rune) bool { return r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N) }
	return !isWord(before) || !isWord(behind) || sentences.ScriptOfRune(before).Unspaced() != sentences.ScriptOfRune(behind).Unspaced()
}

func isWordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80
}

// rowsIn reads a reply of rows of CSV below a header that the prompt shows.
func rowsIn(text, prompt string) (texts []string, ok bool) {
	header, body, _ := strings.Cut(text, "\n")
	if header = flat(header); !strings.Contains(header, ",") || !standsIn(header, flat(prompt)) {
		return nil, false
	}
	all, err := csv.NewReader(strings.NewReader(header + "\n" + body)).ReadAll() // as many fields in each
	if err != nil {
		return nil, false
	}
	return slices.Concat(all[1:]...), true
}

// records reads a reply whose every line holds a demanded sign, or is one.
func (d *Demand) records(text string) (texts []string, ok bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		fields, held := d.fields(line)
		if !held {
			return nil, false
		}
		texts, ok = append(texts, fields...), true
	}
	return texts, ok
}

var tupleLine = regexp.MustCompile(`^\([^()]+,[^()]+\)[,;.]?$`)

// fields takes the line of a record apart.
func (d *Demand) fields(line string) (fields []string, held bool) {
	if d.Tuples && tupleLine.MatchString(line) {
		return strings.Split(strings.Trim(line, "(),;."), ","), true
	}
	fields = []string{line}
	for _, sign := range d.Signs {
		var parts []string
		for _, field := range fields {
			parts = append(parts, strings.Split(field, sign)...)
		}
		held = held || len(parts) > len(fields)
		fields = parts
	}
	if !held && len(d.Signs) > 0 && strings.Trim(line, "#-=*|~^<>") == "" {
		return nil, true // what separates records
	}
	for i := range fields {
		fields[i] = strings.Trim(fields[i], " ()\"'")
	}
	return slices.DeleteFunc(fields, func(f string) bool { return f == "" }), held
}

// listed reads a reply whose every line is an item of a list that the prompt orders, with a
// sign or a number before it.
func (d *Demand) listed(text string) (items []string, ok bool) {
	if !d.Lists || d.byNoun {
		return nil, false
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		item := unnumbered(line)
		if item == line {
			return nil, false
		}
		items, ok = append(items, item), true
	}
	return items, ok
}

// reasoned reads a verdict in lines with labels that the prompt names: each of reasoning, or with
// a score. Without reasons it is closed.
func (d *Demand) reasoned(text string) (texts []string, ok bool) {
	for line := range strings.Lines(text) {
		label := labelled.FindStringSubmatch(line)
		if label == nil || !d.names(label[1]) {
			return nil, false
		}
		said := strings.TrimSpace(line[len(label[0]):])
		switch role := roleOfField(label[1]); {
		case (role == Judges || d.Numbers) && patterns[Score].MatchString(said):
			ok = true
		case role != Thinks:
			return nil, false
		default:
			texts = append(texts, said)
		}
	}
	return texts, ok
}

var (
	openTag = regexp.MustCompile(`^<([A-Za-z][\w-]{0,30})((?:\s+[\w-]{1,30}="[^"<>]*")*)\s*(/?)>`)
	valueOf = regexp.MustCompile(`="([^"]*)"`)
)

// elements reads a reply of nothing but elements that the prompt shows.
func (d *Demand) elements(text string) (texts []string, ok bool) {
	if len(d.Tags) == 0 || text == "" || text[0] != '<' {
		return nil, false
	}
	var open []string
	leaf := false
	for text != "" {
		switch m := openTag.FindStringSubmatch(text); {
		case m != nil:
			if !slices.Contains(d.Tags, m[1]) && !d.names(m[1]) || is(strings.ToLower(m[1]), "answer_members") {
				return nil, false
			}
			for _, value := range valueOf.FindAllStringSubmatch(m[2], maxMembersRead) {
				texts = append(texts, value[1])
			}
			if m[3] == "" {
				open = append(open, m[1])
			}
			text, leaf = text[len(m[0]):], true
		case strings.HasPrefix(text, "</"):
			name, rest, closed := strings.Cut(text[2:], ">")
			if !closed || len(open) == 0 || open[len(open)-1] != name {
				return nil, false
			}
			open, text, leaf = open[:len(open)-1], rest, false
		default:
			end := strings.IndexByte(text, '<')
			if end == 0 {
				end = 1
			}
			if end < 0 {
				end = len(text)
			}
			if said := strings.TrimSpace(text[:end]); said != "" {
				if !leaf || len(open) == 0 {
					return nil, false
				}
				texts = append(texts, said)
			}
			text = text[end:]
		}
	}
	return texts, len(open) == 0
}

var codeHead = regexp.MustCompile(`(?i)^(?:select|with|match|insert|update|delete|create|call|optional match|merge|unwind|db\.|import |def |https?://\S+$)`)

// isCode tells that a reply is code and nothing else.
func isCode(reply string) bool {
	text := strings.TrimSpace(reply)
	if body, ok := strings.CutPrefix(text, "```"); ok {
		return strings.HasSuffix(body, "```") && strings.Count(body, "```") == 1
	}
	return codeHead.MatchString(text) && !strings.Contains(text, "\n\n")
}

// unfenced takes a code fence off.
func unfenced(text string) string { return fence.FindStringSubmatch(strings.TrimSpace(text))[1] }

// FormTool is the form of the arguments of a tool that the request forces.
const FormTool = "tool"

// Forms lists the names of all forms.
func Forms() []string {
	return append([]string{FormJSON, FormSchema, FormTool, FormRecords, FormList, FormTags, FormCode, FormPassage, FormRework}, FormNames()...)
}

// IsJSON tells that the demanded form is JSON, which can be verified value by value.
func (d *Demand) IsJSON() bool { return d.JSON || d.Schema }

// FitCall finds the form of the arguments of a tool that the request forces.
func (d *Demand) FitCall(arguments string) Fitted {
	with := *d
	with.Schema = true // the tool names the members
	texts, figures, ok := with.walk(arguments, false)
	if !ok {
		return Fitted{}
	}
	return with.fitted(FormTool, texts, figures)
}
