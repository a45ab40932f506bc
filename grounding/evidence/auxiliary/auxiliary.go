// Package auxiliary knows the calls that apps make beside their answers:
// rerankers, selectors, graders, query rewriters, makers of titles, tags and
// follow-up questions. They send context too, but want no grounded prose, and
// an instruction to cite would break them.
//
// A call is recognised by literal words of its prompt (rules.yaml): the head and
// the tail of one message, where neither a document nor a user's question in
// between can put anything. A reply passes only in the task's own closed form
// (Form.Fits); anything else is enforced like any other answer, so that a wrong
// recognition costs little. Tasks whose output is free prose have no closed form
// and are not exempt.
//
// To add a call, add a record to rules.yaml and a case to testdata/cases.jsonl.
// The package decides nothing about evidence; where recognition is weak
// (Rule.Weak) the caller has to know that the request holds none.
package auxiliary

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
	// Last, of a system rule, is the whole text of the last message. With it a
	// system message that ends in the app's data needs no Tail.
	Last string
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
	system, user := leading(p), last(p)
	weak := -1
	for i := range rules {
		matched, strong := rules[i].matches(p, &system, &user)
		if strong {
			return rules[i], true
		}
		if matched && weak < 0 {
			weak = i
		}
	}
	if weak < 0 {
		return Rule{}, false
	}
	rule := rules[weak]
	rule.Weak = true
	return rule, true
}

func (r *Rule) matches(p prompt.Prompt, system, user *said) (matched, strong bool) {
	if r.Model != "" && r.Model != p.Model {
		return false, false
	}
	if r.Head == "" && r.Tail == "" {
		return r.Model != "", r.Model != ""
	}
	if r.Role != "user" && system.around(r.Head, r.Tail) && user.is(r.Last) {
		return true, r.closedSystem()
	}
	if r.Role != "system" && user.around(r.Head, r.Tail) {
		return true, r.Head != "" && r.Tail != "" && alone(p)
	}
	return false, false
}

// closedSystem: a system message is the app's own text, but its end may be a
// document's. Head alone is weak unless the last message seals the call.
func (r *Rule) closedSystem() bool { return r.Head != "" && r.Tail+r.Last != "" }

// alone tells whether the recognised message is all there is. Beside other
// messages, or chunks given beside them, a whole user message may be what a
// user typed; alone it is the app's template around it.
func alone(p prompt.Prompt) bool {
	return len(p.Messages) == 1 && len(p.Beside) == 0
}

// leading is the first message if it is the app's own.
func leading(p prompt.Prompt) said {
	if len(p.Messages) == 0 || !isApps(p.Messages[0].Role) {
		return said{}
	}
	return saidIn(p.Messages[0].Parts)
}

func isApps(role string) bool { return role == "system" || role == "developer" }

// last is the last message if it is in the user's role.
func last(p prompt.Prompt) said {
	if len(p.Messages) == 0 || p.Messages[len(p.Messages)-1].Role != "user" {
		return said{}
	}
	return saidIn(p.Messages[len(p.Messages)-1].Parts)
}

// said is a message as literals are compared with it: its first and its last part.
type said struct {
	known, whole bool // there is a message; it has one part
	head, tail   string
}

func saidIn(parts []string) said {
	n := len(parts)
	if n == 0 {
		return said{}
	}
	return said{known: true, whole: n == 1, head: parts[0], tail: parts[n-1]}
}

// around tells whether a message begins with one literal and ends in another.
func (s *said) around(head, tail string) bool {
	if !s.known {
		return false
	}
	_, begins := cutHead(s.head, head)
	return begins && endsIn(s.tail, tail)
}

// is tells whether a message is a literal and nothing else; every one is "".
func (s *said) is(literal string) bool {
	if literal == "" {
		return true
	}
	rest, ok := cutHead(s.head, literal)
	return ok && s.whole && strings.TrimSpace(rest) == ""
}

// cutHead takes a literal off the beginning of a text. White space in the one
// stands for any in the other.
func cutHead(text, literal string) (rest string, ok bool) {
	for field := range strings.FieldsSeq(literal) {
		if text, ok = strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), field); !ok {
			return text, false
		}
	}
	return text, true
}

// endsIn tells whether a text ends in a literal, white space as in cutHead.
func endsIn(text, literal string) bool {
	for literal = strings.TrimSpace(literal); literal != ""; literal = strings.TrimSpace(literal) {
		field := literal[strings.LastIndexAny(literal, " \t\r\n")+1:]
		rest, ok := strings.CutSuffix(strings.TrimRight(text, " \t\r\n"), field)
		if !ok {
			return false
		}
		text, literal = rest, literal[:len(literal)-len(field)]
	}
	return true
}
