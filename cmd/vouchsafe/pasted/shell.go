package pasted

import (
	"strconv"
	"strings"
)

// words splits a command line as a POSIX shell does, and bash's $'…' too. What stands
// behind a quote that is not closed is one word.
func words(line string) (out []string) {
	var word strings.Builder
	begun := false
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case b == '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				end = len(line) - i - 1
			}
			word.WriteString(line[i+1 : i+1+end])
			i, begun = i+1+end, true
		case b == '"':
			i, begun = quoted(&word, line, i+1), true
		case b == '$' && strings.HasPrefix(line[i+1:], "'"):
			i, begun = escaped(&word, line, i+2), true
		case b == '\\' && i+1 < len(line):
			i++
			if line[i] != '\n' { // which goes on with the line
				word.WriteByte(line[i])
				begun = true
			}
		case b == ' ', b == '\t', b == '\n', b == '\r':
			if begun {
				out = append(out, word.String())
				word.Reset()
			}
			begun = false
		default:
			word.WriteByte(b)
			begun = true
		}
	}
	if begun {
		out = append(out, word.String())
	}
	return out
}

// quoted reads up to a double quote, and returns its place.
func quoted(word *strings.Builder, line string, i int) int {
	const special = "\"\\$`\n" // what a backslash escapes
	for ; i < len(line) && line[i] != '"'; i++ {
		if line[i] == '\\' && i+1 < len(line) && strings.IndexByte(special, line[i+1]) >= 0 {
			i++
			if line[i] == '\n' {
				continue
			}
		}
		word.WriteByte(line[i])
	}
	return i
}

// escaped reads up to a single quote, with escapes as C has them, and returns its place.
func escaped(word *strings.Builder, line string, i int) int {
	const longest = len(`\U0010ffff`)
	for i < len(line) && line[i] != '\'' {
		window := line[i:min(len(line), i+longest)]
		r, _, rest, err := strconv.UnquoteChar(window, 0)
		switch {
		case line[i] != '\\' || len(window) == 1:
			word.WriteByte(line[i])
			i++
		case window[1] == '\'' || window[1] == '"':
			word.WriteByte(window[1])
			i += 2
		case err != nil:
			word.WriteByte('\\')
			i++
		default:
			word.WriteRune(r)
			i += len(window) - len(rest)
		}
	}
	return i
}
