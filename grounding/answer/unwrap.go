package answer

import (
	"fmt"
	"strings"
)

// thinkingTags open and close what a reasoning model writes to itself.
var thinkingTags = [][2]string{
	{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<reasoning>", "</reasoning>"},
}

// WithoutThinking drops a leading block of reasoning. A block that never ends
// is all there is, and nothing is left. Some chat templates write the opening
// tag into the prompt: a closing tag alone on its line ends such a block.
func WithoutThinking(raw string) string {
	text := strings.TrimLeft(raw, " \t\r\n\ufeff")
	for again := true; again; {
		again = false
		for _, tag := range thinkingTags {
			if rest, ok := strings.CutPrefix(text, tag[0]); ok {
				_, after, _ := strings.Cut(rest, tag[1])
				text, again = strings.TrimLeft(after, " \t\r\n"), true
			}
		}
	}
	if strings.HasPrefix(text, "{") {
		return text
	}
	for _, tag := range thinkingTags {
		if _, after, ok := strings.Cut(text, "\n"+tag[1]+"\n"); ok {
			return strings.TrimLeft(after, " \t\r\n")
		}
	}
	return text
}

// shapeKeys are the keys of which every dialect's object has one.
var shapeKeys = []string{"answer", "citations", "claims", "mode", "segments", "unanswered_aspects"}

// maxTries bounds how many places are tried as the start of the reply's JSON,
// so that reading stays linear in the reply.
const maxTries = 8

// findObject finds the one JSON object that is the reply: bare, in a code
// fence, or with prose around it. It returns no object where nothing looks like one,
// and an error where something does and cannot be read as JSON, or where
// there are two and neither is the reply for certain.
func findObject(text string) (node, error) {
	at := objectStart(text, 0)
	if at < 0 {
		return node{}, nil
	}
	found, length, err := parse(text[at:])
	if err != nil {
		return node{}, err
	}
	for tries, next := 0, at+length; tries < maxTries; tries++ {
		if next = objectStart(text, next); next < 0 {
			break
		}
		if _, _, err := parse(text[next:]); err == nil {
			return node{}, fmt.Errorf("the reply holds more than one JSON object")
		}
		next++
	}
	return found, nil
}

// wholeObject is findObject for a reply that may as well be the app's own
// prose: only an object that is the entire reply, bare or in one code fence,
// and has a dialect's shape is taken for one.
func wholeObject(text string) node {
	body := strings.TrimSpace(text)
	if strings.HasPrefix(body, "```") && strings.HasSuffix(body, "```") && len(body) > 6 {
		_, body, _ = strings.Cut(strings.TrimSuffix(body, "```"), "\n")
		body = strings.TrimSpace(body)
	}
	if !strings.HasPrefix(body, "{") {
		return node{}
	}
	n, length, err := parse(body)
	if err != nil || length != len(body) || shapeOf(n) == "" {
		return node{}
	}
	return n
}

// objectStart returns the offset of the first brace from an offset on that
// begins the reply or is followed by a key of some dialect's object.
func objectStart(text string, from int) int {
	for from < len(text) {
		at := strings.IndexByte(text[from:], '{')
		if at < 0 {
			return -1
		}
		at += from
		rest := strings.TrimLeft(text[at+1:], " \t\r\n")
		if at == 0 || beginsWithKey(rest) {
			return at
		}
		from = at + 1
	}
	return -1
}

func beginsWithKey(rest string) bool {
	if !strings.HasPrefix(rest, `"`) {
		return false
	}
	for _, key := range shapeKeys {
		if strings.HasPrefix(rest[1:], key+`"`) {
			return true
		}
	}
	return false
}
