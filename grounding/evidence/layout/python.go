package layout

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// pythonOpening fits the beginning of what Python prints for lists, tuples and
// documents.
var pythonOpening = regexp.MustCompile(`^(?:\[?\{'|\[\(?["']|[\[(]{0,2}Document\(|\[(?:Text)?Node|\[ScoredPoint\()`)

// PythonJSON turns the value that Python or Node prints at the beginning of a text into JSON:
// dicts, lists, tuples, strings, also in several parts, numbers, names as keys, and calls such
// as Document(id='1', page_content='…'). It returns the JSON and the number of bytes read, or "" where it cannot be read; what
// it returns need not be valid JSON.
func PythonJSON(s string) (string, int) {
	const maxNesting = 16
	var out []byte
	var closers []byte
	for i := 0; i < len(s); {
		switch b := s[i]; {
		case isBlank(b):
			i++
			continue
		case isQuote(b):
			text, n := stringInParts(s[i:])
			if n == 0 {
				return "", 0
			}
			out = gjson.AppendJSONString(out, text)
			i += n
		case b == '[' || b == '{' || b == '(':
			out, closers = opened(out, closers, s[i:])
			i++
		case b == ']' || b == '}' || b == ')':
			if len(closers) == 0 {
				return "", 0
			}
			if n := len(out) - 1; out[n] == ',' {
				out = out[:n]
			}
			out = append(out, closers[len(closers)-1])
			closers = closers[:len(closers)-1]
			i++
		case b == ',' || b == ':':
			out = append(out, b)
			i++
		case b == '=':
			out = append(out, ':')
			i++
		default:
			n := wordLength(s[i:])
			if n == 0 {
				return "", 0
			}
			out = appendWord(out, s[i:i+n], s[i+n:])
			i += n
		}
		if len(closers) == 0 && !strings.HasPrefix(s[i:], "(") || len(closers) > maxNesting {
			return string(out), i
		}
	}
	return "", 0
}

// opened opens a list, or an object where a dict or the arguments of a call begin.
func opened(out, closers []byte, s string) ([]byte, []byte) {
	if s[0] == '{' || argument.MatchString(s) {
		return append(out, '{'), append(closers, '}')
	}
	return append(out, '['), append(closers, ']')
}

// argument fits the bracket of a call and its first argument by name.
var argument = regexp.MustCompile(`^\(\w{1,64}=`)

func wordLength(s string) int {
	n := 0
	for n < len(s) && (isNameByte(s[n]) || s[n] == '+') && s[n] != ':' {
		n++
	}
	return n
}

// appendWord appends a number, a constant or a name. The name of a call is left out,
// for its arguments tell what it is.
func appendWord(out []byte, word, behind string) []byte {
	if strings.HasPrefix(behind, "(") {
		return out
	}
	switch word {
	case "None", "nan", "null", "undefined", "NOT_GIVEN":
		return append(out, "null"...)
	case "True", "False", "true", "false":
		return append(out, strings.ToLower(word)...)
	}
	if json.Valid([]byte(word)) {
		return append(out, word...)
	}
	return strconv.AppendQuote(out, word)
}

// stringInParts reads a string literal with those that go on with it: a wide one is printed in
// several lines, by Node with a plus between them.
func stringInParts(s string) (text string, n int) {
	for next := 0; ; {
		part, read := pythonString(s[next:])
		if read == 0 {
			return text, n
		}
		text, n = text+part, next+read
		next = n
		for plus := false; next < len(s) && (isBlank(s[next]) || s[next] == '+' && !plus); next++ {
			plus = plus || s[next] == '+'
		}
		if next == n || next == len(s) || !isQuote(s[next]) {
			return text, n
		}
	}
}

// isQuote reports whether a string literal begins so; Node takes the last where a text holds both others.
func isQuote(b byte) bool { return b == '\'' || b == '"' || b == '`' }

// pythonString reads a string literal in any kind of quotes, and how many bytes it
// has, 0 where it does not end. A backslash that escapes nothing stands for itself.
func pythonString(s string) (text string, n int) {
	var b strings.Builder
	for rest := s[1:]; rest != ""; {
		if rest[0] == s[0] {
			return b.String(), len(s) - len(rest) + 1
		}
		if opensWith(rest, `\'`, `\"`, "\\`") {
			rest = rest[1:]
		}
		r, _, behind, err := strconv.UnquoteChar(rest, 0)
		if err != nil {
			r, behind = '\\', rest[1:]
		}
		b.WriteRune(r)
		rest = behind
	}
	return "", 0
}

// setPythonDict files the members of a dict that a framework printed in place
// of a source: Source: {'source': 'a.md', 'page': 2}.
func setPythonDict(c *evidence.Chunk, s string) {
	if raw, _ := PythonJSON(s); prompt.IsJSON(raw) {
		o := object{Chunk: *c}
		o.fill(gjson.Parse(raw), 0)
		*c = o.Chunk
	}
}
