package ownschema

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer/tree"
)

// RefusalLike is a refusal in the shape of an answer whose form was asked for in words: its
// longest text is the message, what else it states is empty, and nothing is made up. A number
// that judges, as a score does, is the model's own and stays: programs read it as a number; so does
// a sign, by which a program knows the answer. It is false for an answer that is no object with a text of its own, or has a member whose name
// the app has not said: a name can state something, too.
func RefusalLike(answer []byte, message string, named, judges func(member string) bool, isSign func(member, value string) bool) (refusal []byte, ok bool) {
	root, err := tree.Parse(string(answer))
	if err != nil || root.Kind != '{' {
		return nil, false
	}
	told := -1
	for i := range root.Children {
		if n := &root.Children[i]; n.Kind == '"' && !isSign(n.Key, n.Text()) && (told < 0 || len(n.Raw) > len(root.Children[told].Raw)) {
			told = i
		}
	}
	if told < 0 {
		return nil, false
	}
	members := make([]string, len(root.Children))
	for i := range root.Children {
		n := &root.Children[i]
		value, fits := emptied(n, named)
		switch {
		case i == told:
			value = tree.Quote(message)
		case n.Kind == '0' && len(n.Raw) <= longestScore && judges(n.Key), n.Kind == '"' && isSign(n.Key, n.Text()):
			value = n.Raw
		}
		if !fits || !named(n.Key) {
			return nil, false
		}
		members[i] = tree.Quote(n.Key) + ":" + value
	}
	return []byte("{" + strings.Join(members, ",") + "}"), true
}

// longestScore is how many bytes a score has at most: "0.875".
const longestScore = 5

// emptied is a value of the same kind that states nothing, null where its kind has none. It
// does not fit where the app has not named its members.
func emptied(n *tree.Node, named func(member string) bool) (value string, fits bool) {
	switch n.Kind {
	case '"':
		return `""`, true
	case '[':
		return "[]", true
	case '{':
		var members []string
		unnamed := func(child tree.Node) bool {
			value, fits := emptied(&child, named)
			members = append(members, tree.Quote(child.Key)+":"+value)
			return !fits || !named(child.Key)
		}
		fits = !slices.ContainsFunc(n.Children, unnamed)
		return "{" + strings.Join(members, ",") + "}", fits
	}
	return "null", true
}
