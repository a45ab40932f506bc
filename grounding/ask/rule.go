// Package ask reads what a request asks for: an answer, a task whose reply a program reads, or what
// only the reply will tell; the form that the reply is to have, and the frame of one in plain text.
//
// It goes by the app's own words (Own): their orders (orders.go, and tongues.go for other languages
// than English) and the form that they demand (form.go). The words stand in words.yaml. A reply is
// held against the form by Demand.Fit and, where the words tell no task, by Ask.Echoes. It decides
// nothing about evidence.
package ask

import (
	"strings"

	"vouchsafe/proxy/wire/prompt"
)

// Rule tells how one auxiliary call is recognised and what it may be answered with.
type Rule struct {
	// Name is the app or framework and the task: "openwebui-title".
	Name string
	// Role is the message that Head and Tail are of: "system" (the leading
	// message, developer included), "user" (the last message), or "" for either.
	Role string
	// Head and Tail are literal words at the very beginning and the very end of
	// the message. Runs of white space count as one space. Case counts.
	Head, Tail string
	// Model, where set, is the model that the call must name; a rule of nothing
	// but a model exempts all of that model's calls.
	Model string
	// Form is what the reply must look like.
	Form Form
	// Weak is set by Recognise where the words could have been typed by a user
	// of an app: the call then counts as auxiliary only if the request holds no
	// evidence.
	Weak bool
}

// Recognise finds the rule that a request falls under. A strong recognition is
// preferred to a weak one, an earlier rule to a later one.
func Recognise(p prompt.Prompt, rules []Rule) (Rule, bool) {
	var weak *Rule
	system, user := leading(p), last(p)
	for i := range rules {
		matched, strong := rules[i].matches(p, system, user)
		if strong {
			return rules[i], true
		}
		if matched && weak == nil {
			weak = &rules[i]
		}
	}
	if weak == nil {
		return Rule{}, false
	}
	rule := *weak
	rule.Weak = true
	return rule, true
}

// matches tells whether a request falls under a rule. It does so strongly where no user
// could have typed the words: the end of a system message may be a document's, so its
// head alone is weak; and beside other messages,
// or chunks given beside them, a whole user message may be what a user typed.
func (r *Rule) matches(p prompt.Prompt, system, user []string) (matched, strong bool) {
	switch {
	case r.Model != "" && r.Model != p.Model:
		return false, false
	case r.Head == "" && r.Tail == "":
		return r.Model != "", r.Model != ""
	case r.Role != "user" && r.around(system):
		return true, r.Head != "" && r.Tail != ""
	case r.Role != "system" && r.around(user):
		return true, r.Head != "" && r.Tail != "" && len(p.Messages) == 1 && len(p.Beside) == 0
	}
	return false, false
}

// leading are the parts of the first message if it is the app's own.
func leading(p prompt.Prompt) []string {
	if len(p.Messages) == 0 || !isApps(p.Messages[0].Role) {
		return nil
	}
	return p.Messages[0].Parts
}

func isApps(role string) bool { return role == "system" || role == "developer" }

// last are the parts of the last message if it is in the user's role.
func last(p prompt.Prompt) []string {
	n := len(p.Messages) - 1
	if n < 0 || p.Messages[n].Role != "user" {
		return nil
	}
	return p.Messages[n].Parts
}

// around tells whether a message begins with the head and ends in the tail.
func (r *Rule) around(parts []string) bool {
	if len(parts) == 0 {
		return false
	}
	_, begins := cutHead(parts[0], r.Head)
	return begins && endsIn(parts[len(parts)-1], r.Tail)
}

const blanks = " \t\r\n"

// cutHead takes a literal off the beginning of a text. White space in the one
// stands for any in the other.
func cutHead(text, literal string) (rest string, ok bool) {
	text, literal = strings.TrimLeft(text, blanks), strings.TrimSpace(literal)
	if literal != "" && (text == "" || text[0] != literal[0]) {
		return text, false // as with nearly every rule
	}
	for ; literal != ""; literal = strings.TrimLeft(literal, blanks) {
		end := strings.IndexAny(literal, blanks)
		if end < 0 {
			end = len(literal)
		}
		if text, ok = strings.CutPrefix(strings.TrimLeft(text, blanks), literal[:end]); !ok {
			return text, false
		}
		literal = literal[end:]
	}
	return text, true
}

// endsIn tells whether a text ends in a literal, white space as in cutHead.
func endsIn(text, literal string) bool {
	for literal = strings.TrimSpace(literal); literal != ""; literal = strings.TrimSpace(literal) {
		field := literal[strings.LastIndexAny(literal, blanks)+1:]
		rest, ok := strings.CutSuffix(strings.TrimRight(text, blanks), field)
		if !ok {
			return false
		}
		text, literal = rest, literal[:len(literal)-len(field)]
	}
	return true
}
