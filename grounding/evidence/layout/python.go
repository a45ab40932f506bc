package layout

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// pythonOpening fits the beginning of what Python prints for lists, tuples and
// documents.
var pythonOpening = regexp.MustCompile(`^(?:\[?\{'|\[\(?["']|[\[(]{0,2}Document\(|\[(?:Text)?Node|\[ScoredPoint\()`)

// pythonJSON turns the Python value at the beginning of a text into JSON: dicts, lists,
// tuples, strings, numbers, and calls such as Document(id='1', page_content='…'). It
// returns the JSON and the number of bytes read, or "" where it cannot be read; what
// it returns need not be valid JSON.
func pythonJSON(s string) (string, int) {
	const maxNesting = 16
	var out []byte
	var closers []byte
	for i := 0; i < len(s); {
		switch b := s[i]; {
		case isBlank(b):
			i++
			continue
		case b == '\'' || b == '"':
			n := 0
			if out, n = appendString(out, s[i:]); n == 0 {
				return "", 0
			}
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
	if s[0] == '{' || s[0] == '(' && argument.MatchString(s) {
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
	case "None", "nan", "null":
		return append(out, "null"...)
	case "True", "False", "true", "false":
		return append(out, strings.ToLower(word)...)
	}
	if json.Valid([]byte(word)) {
		return append(out, word...)
	}
	return strconv.AppendQuote(out, word)
}

// appendString appends a string literal in either kind of quotes, and returns how many
// bytes it has, 0 where it does not end.
func appendString(out []byte, s string) ([]byte, int) {
	quote := s[0]
	out = append(out, '"')
	for i := 1; i < len(s); {
		switch b := s[i]; {
		case b == quote:
			return append(out, '"'), i + 1
		case b == '\\':
			n := 0
			if out, n = appendEscape(out, s[i:]); n == 0 {
				return out, 0
			}
			i += n
			continue
		case b == '"':
			out = append(out, '\\', b)
		case b < ' ':
			out = appendControl(out, b)
		default:
			out = append(out, b)
		}
		i++
	}
	return out, 0
}

func appendControl(out []byte, b byte) []byte {
	const hex = "0123456789abcdef"
	return append(out, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
}

// appendEscape appends what a backslash and the bytes behind it stand for.
func appendEscape(out []byte, s string) ([]byte, int) {
	if len(s) < 2 {
		return out, 0
	}
	digits := 0
	switch b := s[1]; b {
	case 'n', 't', 'r', 'b', 'f', '\\', '"':
		return append(out, '\\', b), 2
	case '\'':
		return append(out, b), 2
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return append(out, '\\', '\\'), 1
	}
	r, err := strconv.ParseUint(s[2:min(len(s), 2+digits)], 16, 32)
	switch {
	case err != nil:
		return out, 0
	case r < ' ' || r == '"' || r == '\\':
		return appendControl(out, byte(r)), 2 + digits
	}
	return utf8.AppendRune(out, rune(r)), min(len(s), 2+digits)
}

// setPythonDict files the members of a dict that a framework printed in place
// of a source: Source: {'source': 'a.md', 'page': 2}.
func setPythonDict(c *evidence.Chunk, s string) {
	if raw, _ := pythonJSON(s); prompt.IsJSON(raw) {
		o := object{Chunk: *c}
		o.fill(gjson.Parse(raw), 0)
		*c = o.Chunk
	}
}
