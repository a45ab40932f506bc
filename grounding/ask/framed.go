package ask

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/answer/tree"
)

// Framed is a reply in a frame, taken apart: glue that states nothing, and fields.
type Framed struct {
	pieces []fieldPiece
	Step   bool // it acts, and answers nothing yet
	cut    bool // what the client would have written was cut off
	unread bool // a program works out what it answers
}

// fieldPiece is a field, or glue where it has no name.
type fieldPiece struct {
	text string
	name string // unique in the reply
	role FieldRole
	raw  bool // a JSON value: a number, a list

	source string // of a text in a program: how the program writes it
	json   bool   // that program is JSON

	aside bool // it stands in no field of the frame's, but beside one
	joins bool // it is one text with the one before
}

// Read takes a reply apart; nil where it is in no frame.
func (f *Frame) Read(reply string) *Framed {
	r := &Framed{}
	said := strings.TrimLeft(reply, " \t\r\n")
	r.glue(reply[:len(reply)-len(said)])
	switch {
	case f.readProgram(r, said):
	case f.readSigns(r, said):
	default:
		return nil
	}
	r.tellAnswers()
	r.settle()
	return r
}

// tellAnswers makes fields of what a step hands to the tool that ends the run: it is told to somebody.
func (r *Framed) tellAnswers() {
	var pieces []fieldPiece
	for i := 0; i < len(r.pieces); i++ {
		p := r.pieces[i]
		if step, ok := stepIn(p.text); p.role == Acts && ok && endsRun(&step) {
			pieces = append(pieces, valuesIn(p.text, p.name)...)
			continue
		} else if p.role != Acts || ok {
			pieces = append(pieces, p)
			continue
		}
		tool, at, handed := r.handed(i)
		switch takes, _ := stepIn(handed); {
		case !endsRun(&tree.Node{Children: []tree.Node{{Kind: '"', Key: "name", Raw: tree.Quote(tool)}, takes}}):
			pieces = append(pieces, p)
		case handed == "":
			p.role = Prose // it stands in one line with the name: Finish[It is 21 days.]
			pieces = append(pieces, p)
		default:
			for ; i < at; i++ {
				pieces = append(pieces, fieldPiece{text: r.pieces[i].text})
			}
			pieces = append(pieces, fieldPiece{text: strings.TrimSuffix(r.pieces[at].text, handed)})
			pieces = append(pieces, valuesIn(handed, r.pieces[at].name)...)
		}
	}
	r.pieces = pieces
}

// handed tells the tool that a step names in words, and what it hands to it: behind its first line, or in the next field,
// the piece at.
func (r *Framed) handed(i int) (tool string, at int, handed string) {
	tool, handed, _ = strings.Cut(r.pieces[i].text, "\n")
	next := i + 1
	for next < len(r.pieces) && r.pieces[next].name == "" {
		next++
	}
	if handed == "" && next < len(r.pieces) && r.pieces[next].role == Acts {
		return tool, next, r.pieces[next].text
	}
	handed = strings.TrimLeft(handed, " \t\r\n")
	return tool, i, handed[len(labelled.FindString(handed)):]
}

// stepIn reads a step that is one object of JSON, in a fence or not.
func stepIn(text string) (step tree.Node, ok bool) {
	step, err := tree.Parse(strings.TrimSpace(unfenced(text)))
	return step, err == nil && step.Kind == '{'
}

// namesStep tells a member of a step that names what is done.
func namesStep(n *tree.Node) bool {
	return n.Kind == '"' && (n.Key == "name" || is(strings.ToLower(n.Key), "acting_fields"))
}

// endsRun tells by its tool's name, and by what that takes, that a step ends the run with an answer.
func endsRun(step *tree.Node) bool {
	tool := ownschema.Tool{}
	for i := range step.Children {
		switch n := &step.Children[i]; {
		case namesStep(n):
			tool.Name = n.Text()
		case n.Kind == '{':
			tool.Parameters = `{"properties":` + n.Raw + `}`
		}
	}
	return tool.Name != "" && ownschema.AnswerTools([]ownschema.Tool{tool}, false, "")[0]
}

// valuesIn are the texts and figures of what a tool is handed, as fields, and all else as glue.
func valuesIn(text, name string) (pieces []fieldPiece) {
	root, ok := stepIn(text)
	if !ok {
		return []fieldPiece{{text: text, name: name}}
	}
	at, shift := 0, strings.Index(text, root.Raw)
	take := func(from, to int, p fieldPiece) {
		pieces = append(pieces, fieldPiece{text: text[at : shift+from]}, p)
		at = shift + to
	}
	var walk func(n *tree.Node, role FieldRole)
	walk = func(n *tree.Node, role FieldRole) {
		for i := range n.Children {
			c, role := &n.Children[i], role
			if of := roleOfField(c.Key); of == Thinks || of == Judges || of == Lists {
				role = of
			}
			field := fieldPiece{text: c.Text(), name: cmp.Or(c.Key, name), role: role, json: true}
			switch {
			case c.Kind == '{', c.Kind == '[':
				walk(c, role)
			case namesStep(c), c.Kind == 'n', c.Kind == '"' && field.text == "":
			case c.Kind == '"':
				field.source = c.Raw[1 : len(c.Raw)-1]
				take(c.Start+1, c.End()-1, field)
			default:
				field.text, field.raw = c.Raw, true
				take(c.Start, c.End(), field)
			}
		}
	}
	walk(&root, Prose)
	return append(pieces, fieldPiece{text: text[at:]})
}

// readSigns reads a reply line by line, and tags wherever they stand.
func (f *Frame) readSigns(r *Framed, reply string) bool {
	now, start, found := f.begun, 0, false
	for at := 0; at < len(reply); {
		s, end := f.signAt(reply, at)
		if end < 0 {
			at = f.nextPlace(reply, at)
			continue
		}
		now.aside = now.aside || !found && now.name == "" && !s.inside
		found = true
		r.field(reply[start:at], now)
		if s.role == Observes {
			r.cut = true // the client writes it, and what stands behind it
			return true
		}
		r.glue(reply[at:end])
		now, start, at = s, end, end
	}
	r.field(reply[start:], now)
	return found
}

// signAt finds a sign at a place: at the head of a line, a tag anywhere.
func (f *Frame) signAt(reply string, at int) (sign, int) {
	head := at == 0 || reply[at-1] == '\n'
	for _, s := range f.signs {
		if s.close != "" && strings.HasPrefix(reply[at:], s.close) {
			return sign{name: "behind " + s.name, aside: true}, at + len(s.close)
		}
		if (head || s.inside || s.close != "") && strings.HasPrefix(reply[at:], s.open) {
			return s, at + len(s.open)
		}
	}
	if !head {
		return sign{}, -1
	}
	line, _, _ := strings.Cut(reply[at:], "\n")
	for _, marks := range f.marks {
		name, opened := strings.CutPrefix(line, marks[0])
		if name, closed := strings.CutSuffix(strings.TrimRight(name, " \t\r"), marks[1]); opened && closed && slices.Contains(f.names, strings.TrimSpace(name)) {
			return sign{name: strings.TrimSpace(name), role: roleOfField(name), aside: len(f.filledIn) > 0 && !slices.Contains(f.filledIn, strings.TrimSpace(name))}, at + len(strings.TrimRight(line, " \t\r"))
		}
	}
	return sign{}, -1
}

// nextPlace is where a sign may stand next: the next line, the next tag, or the next sign
// that stands anywhere.
func (f *Frame) nextPlace(reply string, at int) int {
	if reply[at] == '\n' {
		return at + 1
	}
	n := strings.IndexFunc(reply[at+1:], func(r rune) bool { return r == '\n' || r == '<' || strings.ContainsRune(f.inside, r) })
	if n < 0 {
		return len(reply)
	}
	if at += 1 + n; reply[at] == '\n' {
		at++
	}
	return at
}

// field adds what stands behind a sign, the blanks around it as glue.
func (r *Framed) field(text string, s sign) {
	said := strings.TrimSpace(text)
	if said == "" {
		r.glue(text)
		return
	}
	at := strings.Index(text, said)
	r.glue(text[:at])
	name := s.name
	if name == "" {
		name = "text"
	}
	r.pieces = append(r.pieces, fieldPiece{text: said, name: name, role: s.role, raw: isRaw(said), aside: s.aside})
	r.glue(text[at+len(said):])
}

func (r *Framed) glue(text string) {
	if text != "" {
		r.pieces = append(r.pieces, fieldPiece{text: text})
	}
}

// isRaw tells a JSON value that is no text: a number, a list, an object.
func isRaw(text string) bool {
	node, err := tree.Parse(text)
	return err == nil && node.Kind != '"'
}

// readProgram reads a program that calls the function which takes the answer: the texts in it
// are its fields, and whatever the function is called with. A program that does not call it is
// a step.
func (f *Frame) readProgram(r *Framed, reply string) bool {
	if len(f.calls) == 0 || !strings.Contains(reply, "```") && !strings.Contains(reply, "<code>") {
		return false
	}
	renamed := f.handsOn(reply)
	called := renamed
	for _, name := range f.calls {
		called = called || strings.Contains(reply, name+"(")
	}
	if !called {
		r.glue(reply)
		r.Step = true
		return true
	}
	args, start, code, joins := arguments{}, 0, false, false
	take := func(from, to int, p fieldPiece) {
		r.glue(reply[start:from])
		r.pieces = append(r.pieces, p)
		start = to
	}
	for at := 0; at < len(reply); {
		code = code || strings.HasPrefix(reply[at:], "```") || strings.HasPrefix(reply[at:], "<code>")
		args.open = args.open || renamed || f.callAt(reply, at)
		word := at > 0 && isWordByte(reply[at-1])
		if end := at + numberAt(reply[at:]); end > at && !word && args.open && !(reply[at-1] == '[' && isWordByte(reply[at-2])) {
			take(at, end, fieldPiece{text: reply[at:end], name: "text", raw: isRaw(reply[at:end]), source: reply[at:end], joins: joins})
			at = end
			continue
		}
		if reply[at] == '#' && code {
			line, _, _ := strings.Cut(reply[at:], "\n")
			end := at + len(line)
			take(at+1, end, fieldPiece{text: reply[at+1 : end], name: "comment", role: Thinks})
			at = end
			continue
		}
		if quote := reply[at]; quote != '"' && quote != '\'' || word && !code {
			args.step(quote)
			at++
			continue
		}
		mark := reply[at : at+1]
		if strings.HasPrefix(reply[at:], strings.Repeat(mark, 3)) {
			mark = strings.Repeat(mark, 3)
		}
		from := at + len(mark)
		end := closing(reply, from, mark)
		if end < 0 {
			at = from
			continue
		}
		key := strings.HasPrefix(reply[end+len(mark):], ":") || at > 1 && reply[at-1] == '[' && isWordByte(reply[at-2])
		at = end + len(mark)
		said, ok := stringOf(prefixOf(reply[:from-len(mark)]), reply[from:end])
		r.unread = r.unread || code && !ok
		if strings.TrimSpace(said) != "" && (strings.Contains(said, " ") || strings.ContainsFunc(said, unicode.IsDigit) || code && !key) {
			take(from, end, fieldPiece{text: said, source: reply[from:end], name: "text", joins: joins})
			joins = code
		}
	}
	r.glue(reply[start:])
	return true
}

// prefixOf are the letters of a string's prefix, in lower case, that a program ends in.
func prefixOf(program string) string {
	at := len(program)
	for at > 0 && isWordByte(program[at-1]) && len(program)-at <= 2 {
		at--
	}
	if len(program)-at > 2 {
		return ""
	}
	return strings.ToLower(program[at:])
}

// stringOf is the text of a string behind a prefix in a program; false where the program makes another
// of it: of bytes, and of one with values put in.
func stringOf(prefix, source string) (string, bool) {
	ok := !strings.Contains(prefix, "b") && (!strings.ContainsAny(prefix, "ft") || !strings.Contains(source, "{"))
	if strings.Contains(prefix, "r") {
		return source, ok
	}
	var b strings.Builder
	for rest := source; rest != ""; {
		if len(rest) > 1 && rest[0] == '\\' && strings.IndexByte(`"'`, rest[1]) >= 0 {
			rest = rest[1:]
		} else if rest[0] == '\\' {
			r, _, tail, err := strconv.UnquoteChar(rest, 0)
			if err != nil {
				return source, false
			}
			b.WriteRune(r)
			rest = tail
			continue
		}
		b.WriteByte(rest[0])
		rest = rest[1:]
	}
	return b.String(), ok
}

// handedOn is a name that a program has for another use than a call: to give it another name.
var handedOn = regexp.MustCompile(`[=(\[,:] *([a-z_]*answer[a-z_]*) *(?:[^(a-z_ ]|$)`)

// handsOn reports whether a program hands the function on: it is then called by another name, and
// any of the arguments may be its.
func (f *Frame) handsOn(program string) bool {
	return slices.ContainsFunc(handedOn.FindAllStringSubmatch(program, -1), func(m []string) bool { return slices.Contains(f.calls, m[1]) })
}

// arguments is where in the arguments of the function a program is read.
type arguments struct {
	open  bool
	depth int // of brackets in them
}

// step reads a byte that is no part of a text or number.
func (a *arguments) step(c byte) {
	opens, closes := strings.IndexByte("([{", c) >= 0, strings.IndexByte(")]}", c) >= 0
	switch {
	case !a.open, !opens && !closes:
	case opens:
		a.depth++
	case a.depth > 0:
		a.depth--
	default:
		a.open = false
	}
}

// callAt reports whether the arguments of the function begin at an offset of a text.
func (f *Frame) callAt(text string, at int) bool {
	return at > 0 && text[at-1] == '(' && slices.ContainsFunc(f.calls, func(name string) bool { return strings.HasSuffix(text[:at-1], name) })
}

// numberAt is the length of a number at the beginning of a text.
func numberAt(text string) int {
	n := 0
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || n > 0 && strings.IndexByte("._eE", text[n]) >= 0) {
		n++
	}
	return n
}

// closing is where a string ends that a mark has opened; negative where it does not.
func closing(text string, at int, mark string) int {
	for ; at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case strings.HasPrefix(text[at:], mark):
			return at
		case text[at] == '\n' && len(mark) == 1:
			return -1
		}
	}
	return -1
}

// settle names the fields apart, and tells a step.
func (r *Framed) settle() {
	seen := map[string]int{}
	acts := false
	for i := range r.pieces {
		p := &r.pieces[i]
		if p.name == "" {
			continue
		}
		if seen[p.name]++; seen[p.name] > 1 {
			p.name += " " + strconv.Itoa(seen[p.name])
		}
		if p.role == Judges && !p.raw && len(strings.Fields(p.text)) > leastLabels {
			p.role = Prose
		}
		acts = acts || p.role == Acts
		if p.role == Prose && acts && !r.Step {
			acts = false
		}
	}
	r.Step = r.Step || acts
}

// told tells a field that is a claim.
func (p *fieldPiece) told() bool {
	return p.name != "" && (p.role == Prose || p.role == Judges && p.raw)
}

// joint is what stands between two pieces of a text, by what stands between them in a reply.
func joint(glue string) string {
	switch said := strings.Trim(glue, "\"' \t\r\nrRuU"); {
	case said == "" || said == "+":
		return ""
	case strings.Contains(glue, "\n"):
		return "\n"
	default:
		return " "
	}
}

// told are the texts, numbers and lists that are claims.
func (r *Framed) told() (all []told) {
	last := -1 // the last text
	var glue strings.Builder
	for i := range r.pieces {
		p := &r.pieces[i]
		switch {
		case !p.told():
			glue.WriteString(p.text)
			continue
		case p.raw:
			all = append(all, told{name: p.name, text: p.text, raw: true, pieces: []int{i}, at: i})
			continue
		case last >= 0 && (p.joins || p.aside || r.pieces[all[last].at].aside):
			t := &all[last]
			t.text, t.pieces = t.text+joint(glue.String())+p.text, append(t.pieces, i)
			if !p.aside {
				t.name, t.at = p.name, i
			}
		default:
			last = len(all)
			all = append(all, told{name: p.name, text: p.text, pieces: []int{i}, at: i})
		}
		glue.Reset()
	}
	return all
}

// told is a claim, of one piece or several.
type told struct {
	name, text string
	raw        bool
	pieces     []int
	at         int // the piece that another text stands in
}

// written is a piece as the reply has it.
func (p *fieldPiece) written() string {
	if p.source != "" {
		return p.source
	}
	return p.text
}

// JSON is what the fields say, as an object: texts, numbers and lists under their names. There is
// none where what they say cannot be read.
func (r *Framed) JSON() json.RawMessage {
	if r.unread {
		return nil
	}
	var b strings.Builder
	b.WriteByte('{')
	for _, t := range r.told() {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(tree.Quote(t.name))
		b.WriteByte(':')
		if t.raw {
			b.WriteString(t.text)
		} else {
			b.WriteString(tree.Quote(t.text))
		}
	}
	b.WriteByte('}')
	return json.RawMessage(b.String())
}

// Keep says what may stay of a field that is no claim.
type Keep struct {
	Thought func(text string) bool // the model's reasoning
	Source  func(name string) bool // an entry of a list of sources
	True    func() []string        // what stands in a list of which none is kept
}

// With writes the reply with the values of an object in its fields, its signs as they were.
func (r *Framed) With(values json.RawMessage, keep Keep) string {
	root, err := tree.Parse(string(values))
	others := map[int]string{} // of pieces
	for _, t := range r.told() {
		value := root.Member(t.name)
		if err == nil && value.Kind != 0 && (value.Raw == t.text || !t.raw && value.Text() == t.text) {
			continue
		}
		for _, i := range t.pieces {
			others[i] = ""
		}
		if others[t.at] = value.Raw; !t.raw {
			others[t.at] = value.Text()
		}
		if !t.raw && r.pieces[t.at].source != "" {
			others[t.at] = r.pieces[t.at].escaped(others[t.at])
		}
	}
	var b strings.Builder
	for i := range r.pieces {
		p := &r.pieces[i]
		text := p.written()
		switch other, has := others[i]; {
		case has:
			text = other
		case p.role == Thinks && !keep.Thought(p.text):
			text = ""
		case p.role == Lists:
			text = keptSources(p.text, keep)
		}
		b.WriteString(text)
	}
	if r.cut {
		return strings.TrimRight(b.String(), " \t\r\n")
	}
	return b.String()
}

// escaped is a text as it stands in a string of the piece's program.
func (p *fieldPiece) escaped(text string) string {
	if p.json {
		quoted := tree.Quote(text)
		return quoted[1 : len(quoted)-1]
	}
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], "'", `\'`)
}

// keptSources leaves the entries of a list of sources that are some, and writes the true ones where none is.
func keptSources(list string, keep Keep) string {
	var kept []string
	entries := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '\n' || r == ';' })
	for _, entry := range entries {
		if name := strings.Trim(entry, " \t-*[]\"'`."); name != "" && keep.Source(name) {
			kept = append(kept, name)
		}
	}
	switch {
	case len(kept) == len(entries):
		return list
	case kept == nil:
		kept = keep.True()
	}
	return strings.Join(kept, ", ")
}

// Refused puts a refusal into the one field that is told to somebody; false where there
// is none, or several.
func (r *Framed) Refused(message string) (string, bool) {
	at, many := -1, false
	for _, t := range r.told() {
		if p := &r.pieces[t.at]; p.role == Prose && !p.raw {
			many, at = many || at >= 0 || p.source != "" && len(t.pieces) > 1, t.at
		}
	}
	if at < 0 || many {
		return "", false
	}
	var b strings.Builder
	for i := range r.pieces {
		switch p := &r.pieces[i]; {
		case i == at && p.source != "":
			b.WriteString(p.escaped(message))
		case i == at:
			b.WriteString(message)
		case p.name == "":
			b.WriteString(p.text)
		case p.role == Judges:
			b.WriteString("0")
		}
	}
	return b.String(), true
}

// Says tells that some field is a claim.
func (r *Framed) Says() bool { return len(r.told()) > 0 }

// Text is the reply as far as the model was to write it.
func (r *Framed) Text() string {
	var b strings.Builder
	for i := range r.pieces {
		b.WriteString(r.pieces[i].written())
	}
	if r.cut {
		return strings.TrimRight(b.String(), " \t\r\n")
	}
	return b.String()
}
