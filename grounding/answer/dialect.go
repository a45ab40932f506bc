package answer

import (
	"embed"
	"fmt"
	"strings"

	"vouchsafe/grounding/answer/tree"
)

// Dialect names one way of asking for citations and of reading them back.
type Dialect string

const (
	Segments   Dialect = "segments"
	Snippet    Dialect = "snippet"
	Claims     Dialect = "claims"
	Numbered   Dialect = "numbered"
	Dagger     Dialect = "dagger"
	AuthorYear Dialect = "author_year"
	Sentences  Dialect = "sentences"
	Client     Dialect = "client"
)

// How says in what way an upstream is held to a dialect's shape. The values
// are those of the configuration's `structured_output`.
type How string

const (
	ByJSONSchema How = "json_schema" // the upstream enforces the schema
	ByJSONObject How = "json_object" // the upstream enforces that it is JSON
	ByPrompt     How = "prompt"      // nothing but the instruction does
)

// asks holds the texts of the instructions: what is common to all dialects,
// and for each dialect its rules, below the form of its JSON where it has one.
//
//go:embed ask/*.txt
var asks embed.FS

// Cost is how much the citations take up that a dialect has the model write beside
// the answer.
type Cost int

const (
	NoCost     Cost = iota // nothing is asked for beside the answer
	MarkerCost             // markers
	QuoteCost              // quotes
)

// dialect is what tells one dialect from another. A new one is a line in the table, and a
// file of what is asked: its JSON is read and written by the members of the form there.
type dialect struct {
	name   Dialect
	along  bool   // a sentence's citations come with the sentence
	cost   Cost   // of what is asked for
	marker string // how its JSON cites in the text; "" for numbers

	form         string    // of the JSON, "" where it is prose
	shape        tree.Node // of the form; of kind 0 where it is prose
	own          *Shape    // the members of the form; nil where it is prose
	format       string    // the response_format, "" where it is prose
	rules        string
	instructions map[How]string
}

// table holds all dialects. The last one asks for nothing: the app's own prompt does.
var table = [...]dialect{
	{name: Segments, along: true, cost: QuoteCost},
	{name: Sentences, along: true, cost: MarkerCost},
	{name: Snippet, cost: QuoteCost},
	{name: Claims, cost: QuoteCost, marker: "[{chunk_id}]"},
	{name: Numbered, along: true, cost: MarkerCost},
	{name: Dagger, cost: QuoteCost, marker: "[†{n}]"},
	{name: AuthorYear, along: true, cost: MarkerCost},
	{name: Client, along: true},
}

// dialects is the table by name, with what goes to a model in each. It is made once: every
// call that is enforced sends it.
var dialects = func() map[Dialect]*dialect {
	made, common := map[Dialect]*dialect{}, textOf("common")
	for i := range table {
		d := &table[i]
		if made[d.name] = d; d.name != Client {
			d.read(common)
		}
	}
	return made
}()

// read reads what a dialect asks for.
func (d *dialect) read(common string) {
	d.rules, d.instructions = textOf(d.name), map[How]string{}
	first, rules, _ := strings.Cut(d.rules, "\n")
	if shape, err := tree.Parse(first); err == nil {
		d.form, d.rules, d.shape = first+"\n", rules, shape
		d.own = &Shape{Dialect: d.name, Members: membersOf(&shape)}
		d.format = `{"type":"json_schema","json_schema":{"name":"cited_` + string(d.name) +
			`","strict":true,"schema":` + schemaLike(&shape) + `}}`
	}
	for _, how := range [...]How{ByJSONSchema, ByJSONObject, ByPrompt} {
		d.instructions[how] = common + d.opening(how) + d.form + d.rules
	}
}

// membersOf lists the members of an object and of what it holds.
func membersOf(n *tree.Node) (members []string) {
	for i := range n.Children {
		if c := &n.Children[i]; n.Kind == '{' {
			members = append(members, c.Key)
		}
		members = append(members, membersOf(&n.Children[i])...)
	}
	return members
}

// of is a dialect's line of the table; that of the app's own prompt for a name that is none.
func of(name Dialect) *dialect {
	if d := dialects[name]; d != nil {
		return d
	}
	return dialects[Client]
}

// Asked are the dialects in which a model can be asked for citations.
func Asked() (names []Dialect) {
	for i := range table {
		if d := &table[i]; d.name != Client {
			names = append(names, d.name)
		}
	}
	return names
}

// Known reports whether there is a dialect of that name.
func (d Dialect) Known() bool { return dialects[d] != nil }

// CitesAlong reports whether a dialect gives a sentence's citations with the sentence, so
// that it can be verified before the next one is written.
func (d Dialect) CitesAlong() bool { return of(d).along }

// Cost is what its citations take up beside the answer.
func (d Dialect) Cost() Cost { return of(d).cost }

// Marker is the style of the markers in the text of its JSON, "" for numbers.
func (d Dialect) Marker() string { return of(d).marker }

// OwnShape is the JSON shape of a dialect; nil for one that is prose.
func (d Dialect) OwnShape() *Shape { return of(d).own }

func textOf(name Dialect) string {
	text, err := asks.ReadFile("ask/" + string(name) + ".txt")
	if err != nil {
		panic(fmt.Errorf("cannot read what a dialect asks: %w", err)) // the files are part of the program
	}
	return string(text)
}

// opening leads to the form of the JSON.
func (d *dialect) opening(how How) string {
	switch {
	case d.shape.Kind == 0:
		return ""
	case how == ByPrompt:
		return "Reply only with JSON, no code fence, of this form:\n"
	}
	return "Reply with JSON of this form:\n"
}

// Instruction returns what a model is told so that it cites in a dialect; ""
// for Client, where the app's own prompt says it. It is constant for a dialect
// and a way, so that upstreams can cache the prompt. It states the form in
// every mode, since a schema alone teaches no meaning; it is written for small
// models: short sentences, one rule a line, and no sentence or id in it that
// could be repeated as an answer. Every token of it is paid for with every call.
func Instruction(d Dialect, how How) string { return of(d).instructions[how] }

// Asking is what an instruction depends on beside the dialect.
type Asking struct {
	How     How
	Numbers *Numbers // that the model sees; nil for none
	Bare    bool     // without the form that it shows: the model repeated it
}

// Ask returns the instruction of a dialect for one call.
func Ask(d Dialect, a Asking) string {
	text := Instruction(d, a.How)
	if form := of(d).form; a.Bare && form != "" {
		text = strings.Replace(text, "of this form:\n"+form, "with these members:\n", 1)
	}
	if a.Bare && blanks[d] != nil {
		before, shown, _ := strings.Cut(text, ": "+blanks[d][0])
		_, behind, _ := strings.Cut(shown, afterBlanks)
		text = before + afterBlanks + behind
	}
	if a.Numbers != nil {
		text = a.Numbers.Told(text)
	}
	return text
}

// defaultSign stands for the sign of numbers in the instructions.
const defaultSign = "§"

// Schema returns the `response_format` member that asks an upstream for a
// dialect's shape, or "" for a dialect that is prose. It is constant: chunk
// ids are not enumerated in it, so that the upstream's compiled schema and
// the cached prefix of the prompt stay the same from call to call. Keys stand
// in alphabetical order, which is the order in which many upstreams make the
// model write them: in segments the evidence comes before the sentence.
func Schema(d Dialect) string { return of(d).format }

// choices are the members that take one of a few words.
var choices = map[string]string{"mode": `["answer","clarify","refuse"]`, "confidence": `["high","medium","low"]`}

// schemaLike returns the schema of what has the shape of an example: objects are
// closed and require all their members, a list holds what its first item is
// like, and an empty one holds texts.
func schemaLike(n *tree.Node) string {
	switch n.Kind {
	case '{':
		var required, properties []string
		for i := range n.Children {
			key := tree.Quote(n.Children[i].Key)
			required = append(required, key)
			properties = append(properties, key+":"+schemaLike(&n.Children[i]))
		}
		return `{"type":"object","additionalProperties":false,"required":[` + strings.Join(required, ",") +
			`],"properties":{` + strings.Join(properties, ",") + `}}`
	case '[':
		item := &tree.Node{Kind: '"'}
		if len(n.Children) > 0 {
			item = &n.Children[0]
		}
		return `{"type":"array","items":` + schemaLike(item) + `}`
	case '0':
		return `{"type":"number"}`
	}
	if words := choices[n.Key]; words != "" {
		return `{"type":"string","enum":` + words + `}`
	}
	return `{"type":"string"}`
}
