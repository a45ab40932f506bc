package ownschema

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/tree"
)

// Read takes a reply apart. The JSON text may stand in a code fence or in
// prose; its meaning is read strictly. A reply that is the client's answer
// alone is Bare. What is left in the answer of the numbers that a model saw is taken
// out of it. Where no JSON text can be read Answer is nil and the problem
// is malformed-output.
func Read(reply string, numbers *answer.Numbers) Own {
	root, ok := jsonText(reply)
	if !ok {
		return broken("the reply holds no JSON text")
	}
	body := &root
	place := ""
	switch {
	case !enveloped(&root):
		return ReadBare(root.Raw, numbers)
	case isClients(&root):
		place = "/answer" // its citations are for its own text
	default:
		body = root.Member("answer")
	}
	r := reading{answer: body, own: Own{Answer: []byte(numbers.CleanStated(body.Raw, Refers)), Mode: answer.ModeAnswer}, place: place, numbers: numbers}
	r.read(&root)
	return r.own
}

// ReadBare reads a reply that is the client's answer alone, because the
// client's own format was sent: what looks like the envelope is then the
// client's.
func ReadBare(reply string, numbers *answer.Numbers) Own {
	root, ok := jsonText(reply)
	own := broken("the reply holds no JSON text")
	if own.Bare = true; ok {
		own.Answer = []byte(numbers.CleanStated(root.Raw, Refers))
		own.Problems[0] = answer.Problem{Code: "missing-citations", Citation: -1, Detail: "the answer came without its citations"}
		if own.Citations = citedIn(&root, "", numbers); own.Citations != nil {
			own.Problems = nil
		}
	}
	return own
}

// citedIn are the citations of the sentences whose numbers a model wrote into the texts of an answer.
func citedIn(n *tree.Node, path string, numbers *answer.Numbers) (all []answer.Citation) {
	for _, c := range numbers.CitationsIn(n.Text()) {
		c.Path = path
		all = append(all, c)
	}
	for i := range n.Children {
		name := strconv.Itoa(i)
		if n.Kind == '{' {
			name = tree.Escape(n.Children[i].Key)
		}
		all = append(all, citedIn(&n.Children[i], path+"/"+name, numbers)...)
	}
	return all
}

// broken is a reply in which nothing can be read.
func broken(why string) Own {
	return Own{Mode: answer.ModeAnswer, Problems: []answer.Problem{{Code: "malformed-output", Citation: -1, Detail: why}}}
}

// ReadCollected reads the reply of a second call as the citations of body. Some
// upstreams reject the envelope; the client's own format is sent to those, and the
// citations are collected afterwards.
func ReadCollected(body []byte, reply string, numbers *answer.Numbers) Own {
	target, err := tree.Parse(string(body))
	if err != nil {
		return broken("the answer is no JSON text")
	}
	r := reading{answer: &target, own: Own{Answer: []byte(string(body)), Mode: answer.ModeAnswer}, numbers: numbers}
	root, _ := jsonText(reply)
	r.read(&root)
	return r.own
}

// Visible is JSON without the letters in it that show nothing, also those that it escapes.
func Visible(json string) string { return unseen.ReplaceAllString(json, "$1") }

var unseen = regexp.MustCompile(`(\\[^u])|\\u(?i:200b|feff|180e|206[0-4a-f])|[\x{200b}\x{feff}\x{180e}\x{2060}-\x{2064}\x{206a}-\x{206f}]`)

var objectStart = regexp.MustCompile(`\{\s*"`)

// jsonText finds the JSON text of a reply. In prose the first thing that looks
// like an object decides: were the search to go on inside a broken one, a part
// of it would be taken for the whole.
func jsonText(reply string) (tree.Node, bool) {
	text := strings.TrimSpace(answer.Unfenced(Visible(reply)))
	if root, err := tree.Parse(text); err == nil {
		return root, true
	}
	at := objectStart.FindStringIndex(text)
	if at == nil {
		return tree.Node{}, false
	}
	root, _, err := tree.First(text[at[0]:])
	return root, err == nil
}

// enveloped tells an object that is an envelope. A client's own schema may have
// "answer" and "citations" too, so an envelope has no other keys than its own
// and either one that tells the mode or the aspects, or an answer that cannot be
// the client's plain text.
func enveloped(root *tree.Node) bool {
	marks := 0
	for i := range root.Children {
		switch root.Children[i].Key {
		case "answer", "citations":
		case "mode", "unanswered_aspects":
			marks++
		default:
			return false
		}
	}
	body := root.Member("answer")
	return body.Kind == '{' || body.Kind == '[' || body.Kind != 0 && marks > 0
}

// isClients reports whether what looks like an envelope is the client's answer: it
// asked for an object with the same members. An answer in the client's form is
// no plain text, and the citations of an envelope have paths.
func isClients(root *tree.Node) bool {
	list := root.Member("citations")
	for i := range list.Children {
		if list.Children[i].Has("path") {
			return false
		}
	}
	return list.Kind != 0 && root.Member("answer").Kind == '"'
}

// proves reports whether a list of citations has a member that was asked for.
func proves(list *tree.Node) bool {
	for i := range list.Children {
		if c := &list.Children[i]; c.Kind != '{' || c.Has("snippet") || c.Has("sentences") || c.Has("path") {
			return true
		}
	}
	return len(list.Children) == 0
}

// reading fills an Own from an envelope.
type reading struct {
	answer  *tree.Node
	own     Own
	numbers *answer.Numbers // of the sentences that citations name; nil where they quote
	place   string          // what citations without a path are for; "" where each needs one
}

func (r *reading) problem(code string, citation int, detail string) {
	r.own.Problems = append(r.own.Problems, answer.Problem{Code: code, Citation: citation, Detail: detail})
}

func (r *reading) read(root *tree.Node) {
	list := root.Member("citations")
	switch {
	case list.Kind != '[', !proves(list): // which may be the client's own list
		r.problem("missing-citations", -1, "the reply has no list of citations")
		list = &tree.Node{}
	case len(list.Children) == 0:
		r.problem("missing-citations", -1, "the list of citations is empty")
	}
	for i := range list.Children {
		r.citation(&list.Children[i])
	}
	mode := root.Member("mode")
	switch m := answer.Mode(mode.Text()); m {
	case answer.ModeAnswer, answer.ModeClarify, answer.ModeRefuse:
		r.own.Mode = m
	default:
		if mode.Kind != 0 {
			r.problem("malformed-output", -1, "the mode is not one of answer, clarify, refuse")
		}
	}
	for _, aspect := range root.Member("unanswered_aspects").Children {
		if text := aspect.Text(); text != "" {
			r.own.Unanswered = append(r.own.Unanswered, text)
		}
	}
}

func (r *reading) citation(n *tree.Node) {
	at := len(r.own.Citations)
	c, problems := answer.CitationOf(n)
	c.Quoted, c.Number = true, 0
	for _, p := range problems {
		r.problem(p.Code, at, p.Detail)
	}
	if n.Kind != '{' {
		r.own.Citations = append(r.own.Citations, c)
		return
	}
	if c.Path == "" {
		c.Path = r.place
	}
	path, resolved := settle(c.Path, r.answer)
	if !n.Has("path") && r.place == "" {
		r.problem("missing-field", at, "the citation has no path")
	} else if !resolved {
		r.problem("marker-unresolved", at, "the answer has no place "+path)
	}
	if c.Path, c.Snippet = path, strings.TrimSpace(c.Snippet); c.Snippet != "" {
		r.own.Citations = append(r.own.Citations, c)
		return
	}
	sentences := n.Member("sentences")
	named := sentences.Text()
	for i := range sentences.Children {
		named += " " + cmp.Or(sentences.Children[i].Text(), sentences.Children[i].Raw)
	}
	if sentences.Kind == '0' {
		named = sentences.Raw
	}
	numbered := r.numbers.Citations(named)
	if len(numbered) == 0 {
		r.problem("missing-field", at, "the citation has no snippet")
		numbered = []answer.Citation{c}
	}
	for _, cited := range numbered {
		if cited.Path = path; cited.Marker != "" && cited.Place == nil {
			r.problem("marker-unresolved", len(r.own.Citations), "no sentence has the number "+cited.Marker)
		}
		r.own.Citations = append(r.own.Citations, cited)
	}
}

// settle brings what a model wrote as a path into the form of a pointer into
// an answer: it may have started at the envelope ("/answer/dose"), at a fragment
// ("#/dose"), or have used another notation ("$.items[0].dose", "dose").
func settle(path string, body *tree.Node) (string, bool) {
	path = strings.TrimSpace(path)
	plain := strings.TrimPrefix(path, "#")
	for _, written := range []string{plain, dotted(plain)} {
		for _, candidate := range []string{written, strings.TrimPrefix(written, "/answer")} {
			if body.Find(candidate).Kind != 0 {
				return candidate, true
			}
		}
	}
	return path, false
}

// dotted reads "$.items[0].dose" as "/items/0/dose".
func dotted(path string) (pointer string) {
	path = strings.TrimPrefix(strings.TrimPrefix(path, "$"), ".")
	for _, token := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		pointer += "/" + tree.Escape(strings.Trim(token, `'"`))
	}
	return pointer
}
