package ownschema

import (
	"strconv"
	"strings"
)

// escape makes a name a token of a JSON Pointer (RFC 6901, section 3).
func escape(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// Covers tells whether a citation's path carries a leaf: it names the leaf
// itself or an object or array that holds it. The empty path names the whole
// answer.
func Covers(path, leaf string) bool {
	rest, ok := strings.CutPrefix(leaf, path)
	return ok && (rest == "" || rest[0] == '/')
}

// ignored tells whether a pattern names path or something above it. A pattern
// is a JSON Pointer in which "*" stands for any one token.
func ignored(path string, patterns []string) bool {
	for _, pattern := range patterns {
		if matchesPrefix(path, pattern) {
			return true
		}
	}
	return false
}

func matchesPrefix(path, pattern string) bool {
	if pattern == "" || pattern[0] != '/' {
		return false
	}
	for pattern != "" {
		if path == "" {
			return false
		}
		var want, have string
		want, pattern = firstToken(pattern)
		have, path = firstToken(path)
		if want != "*" && want != have {
			return false
		}
	}
	return true
}

// firstToken splits "/a/b" into "a" and "/b".
func firstToken(pointer string) (token, rest string) {
	pointer = pointer[1:]
	if i := strings.IndexByte(pointer, '/'); i >= 0 {
		return pointer[:i], pointer[i:]
	}
	return pointer, ""
}

// find follows a JSON Pointer.
func (n *node) find(pointer string) (*node, bool) {
	for pointer != "" {
		if pointer[0] != '/' {
			return nil, false
		}
		var token string
		token, pointer = firstToken(pointer)
		child, ok := n.step(unescape(token))
		if !ok {
			return nil, false
		}
		n = child
	}
	return n, true
}

func (n *node) step(token string) (*node, bool) {
	if n.kind != '[' {
		return n.member(token)
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(n.children) {
		return nil, false
	}
	return &n.children[i], true
}

// settle brings what a model wrote as a path into the form of a pointer into
// answer: it may have started at the envelope ("/answer/dose"), at a fragment
// ("#/dose"), or have used another notation ("$.items[0].dose", "dose").
func settle(path string, answer *node) (string, bool) {
	path = strings.TrimSpace(path)
	plain := strings.TrimPrefix(path, "#")
	for _, candidate := range []string{plain, strings.TrimPrefix(plain, "/answer"), dotted(plain)} {
		if _, ok := answer.find(candidate); ok {
			return candidate, true
		}
	}
	candidate := strings.TrimPrefix(dotted(plain), "/answer")
	if _, ok := answer.find(candidate); ok {
		return candidate, true
	}
	return path, false
}

// dotted reads "$.items[0].dose" as "/items/0/dose".
func dotted(path string) string {
	path = strings.TrimPrefix(strings.TrimPrefix(path, "$"), ".")
	if path == "" {
		return ""
	}
	var out strings.Builder
	for _, token := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		out.WriteByte('/')
		out.WriteString(escape(strings.Trim(token, `'"`)))
	}
	return out.String()
}
