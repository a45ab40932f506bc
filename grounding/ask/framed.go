package ask

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/tree"
)

// Framed is a reply in a frame, taken apart: glue that states nothing, and fields.
type Framed struct {
	pieces []fieldPiece
	Step   bool // it acts, and answers nothing yet
	cut    bool // what the client would have written was cut off
}

// fieldPiece is a field, or glue where it has no name.
type fieldPiece struct {
	text string
	name string // unique in the reply
	role FieldRole
	raw  bool // a JSON value: a number, a list
	code bool // the text of a string in a program
}

// Read takes a reply apart; nil where it is in no frame.
func (f *Frame) Read(reply string) *Framed {
	r := &Framed{}
	switch {
	case f.readProgram(r, reply):
	case f.readSigns(r, reply):
	default:
		return nil
	}
	if slices.ContainsFunc(r.pieces, func(p fieldPiece) bool { return p.role == Acts && answersInJSON(p.text) }) {
		return nil // the answer is read as JSON
	}
	r.settle()
	return r
}

// answersInJSON tells a step in JSON that gives the answer: {"action": "Final Answer", …}.
func answersInJSON(step string) bool {
	root, err := tree.Parse(strings.TrimSpace(unfenced(step)))
	return err == nil && root.Kind == '{' && slices.ContainsFunc(root.Children, func(n tree.Node) bool {
		return n.Kind == '"' && is(strings.ToLower(n.Key), "acting_fields") && slices.ContainsFunc(strings.Fields(strings.ToLower(n.Text())), func(word string) bool { return is(word, "answer_nouns") })
	})
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
			return sign{name: "behind " + s.name}, at + len(s.close)
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
			return sign{name: strings.TrimSpace(name), role: roleOfField(name)}, at + len(strings.TrimRight(line, " \t\r"))
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
	r.pieces = append(r.pieces, fieldPiece{text: said, name: name, role: s.role, raw: isRaw(said)})
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
	args, start := arguments{}, 0
	take := func(from, to int, p fieldPiece) {
		r.glue(reply[start:from])
		r.pieces = append(r.pieces, p)
		start = to
	}
	for at := 0; at < len(reply); {
		args.open = args.open || renamed || f.callAt(reply, at)
		word := at > 0 && isWordByte(reply[at-1])
		if end := at + numberAt(reply[at:]); end > at && !word && args.open && !(reply[at-1] == '[' && isWordByte(reply[at-2])) {
			take(at, end, fieldPiece{text: reply[at:end], name: "text", raw: isRaw(reply[at:end]), code: !isRaw(reply[at:end])})
			at = end
			continue
		}
		if quote := reply[at]; quote != '"' && quote != '\'' || word {
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
			break
		}
		said := reply[from:end]
		at = end + len(mark)
		if strings.Contains(said, " ") || strings.ContainsFunc(said, unicode.IsDigit) || args.open && said != "" && !strings.HasPrefix(reply[at:], ":") {
			take(from, end, fieldPiece{text: said, name: "text", code: true})
		}
	}
	r.glue(reply[start:])
	return true
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

// JSON is what the fields say, as an object: texts, numbers and lists under their names.
func (r *Framed) JSON() json.RawMessage {
	var b strings.Builder
	b.WriteByte('{')
	for i := range r.pieces {
		p := &r.pieces[i]
		if !p.told() {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(tree.Quote(p.name))
		b.WriteByte(':')
		if p.raw {
			b.WriteString(p.text)
		} else {
			b.WriteString(tree.Quote(p.text))
		}
	}
	b.WriteByte('}')
	return json.RawMessage(b.String())
}

// Keep says what may stay of a field that is no claim.
type Keep struct {
	Thought func(text string) bool // the model's reasoning
	Source  func(name string) bool // an entry of a list of sources
}

// With writes the reply with the values of an object in its fields, its signs as they were.
func (r *Framed) With(values json.RawMessage, keep Keep) string {
	root, err := tree.Parse(string(values))
	var b strings.Builder
	for i := range r.pieces {
		p := &r.pieces[i]
		text := p.text
		switch {
		case p.told() && err == nil && root.Has(p.name):
			if text = root.Member(p.name).Raw; !p.raw {
				text = root.Member(p.name).Text()
			}
			if p.code && text != p.text {
				text = escapedIn(text)
			}
		case p.role == Thinks && !keep.Thought(p.text):
			text = ""
		case p.role == Lists:
			text = keptSources(p.text, keep.Source)
		}
		b.WriteString(text)
	}
	if r.cut {
		return strings.TrimRight(b.String(), " \t\r\n")
	}
	return b.String()
}

// escapedIn is a text as it stands in a string of a program.
func escapedIn(text string) string {
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], "'", `\'`)
}

// keptSources leaves the entries of a list of sources that are some.
func keptSources(list string, keep func(string) bool) string {
	var kept []string
	entries := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '\n' || r == ';' })
	for _, entry := range entries {
		if name := strings.Trim(entry, " \t-*[]\"'`."); name != "" && keep(name) {
			kept = append(kept, name)
		}
	}
	if len(kept) == len(entries) {
		return list
	}
	return strings.Join(kept, ", ")
}

// Refused puts a refusal into the one field that is told to somebody; false where there
// is none, or several.
func (r *Framed) Refused(message string) (string, bool) {
	at, many := -1, false
	for i := range r.pieces {
		if p := &r.pieces[i]; p.name != "" && p.role == Prose && !p.raw {
			many, at = many || at >= 0, i
		}
	}
	if at < 0 || many || r.pieces[at].raw {
		return "", false
	}
	var b strings.Builder
	for i := range r.pieces {
		switch p := &r.pieces[i]; {
		case i == at && p.code:
			b.WriteString(escapedIn(message))
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
func (r *Framed) Says() bool {
	for i := range r.pieces {
		if r.pieces[i].told() {
			return true
		}
	}
	return false
}

// Text is the reply as far as the model was to write it.
func (r *Framed) Text() string {
	var b strings.Builder
	for i := range r.pieces {
		b.WriteString(r.pieces[i].text)
	}
	if r.cut {
		return strings.TrimRight(b.String(), " \t\r\n")
	}
	return b.String()
}
