package config

import (
	"fmt"
	"strings"
)

// Env looks up a variable of the environment, as os.LookupEnv does.
type Env = func(string) (string, bool)

// expand replaces ${NAME} and ${NAME:-default} in the text of one scalar, and
// $$ by a dollar sign. Any other dollar sign is itself. Because it works on
// what YAML has already taken apart, a value cannot bring in keys of its own.
// A default also stands in for a variable that is empty, as in a shell.
func expand(text string, env Env) (string, error) {
	if !strings.Contains(text, "$") {
		return text, nil
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, "$")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		switch {
		case strings.HasPrefix(after, "$"):
			out.WriteByte('$')
			text = after[1:]
		case strings.HasPrefix(after, "{"):
			value, rest, err := variable(after[1:], env)
			if err != nil {
				return "", err
			}
			out.WriteString(value)
			text = rest
		default:
			out.WriteByte('$')
			text = after
		}
	}
}

// variable reads what stands behind "${" and returns its value and the rest.
func variable(text string, env Env) (value, rest string, err error) {
	inside, rest, closed := strings.Cut(text, "}")
	if !closed {
		return "", "", fmt.Errorf("${ has no closing brace; a plain dollar sign is written $$")
	}
	name, fallback, hasFallback := strings.Cut(inside, ":-")
	if !isName(name) {
		return "", "", fmt.Errorf("${%s} is no variable: write ${NAME} or ${NAME:-default}", clip(inside))
	}
	value, defined := env(name)
	if value == "" && hasFallback {
		return fallback, rest, nil
	}
	if !defined {
		return "", "", fmt.Errorf("the environment variable %s is not set; ${%s:-} accepts that", name, name)
	}
	return value, rest, nil
}

// isVariable reports whether a text is one variable and nothing else, with no
// default or an empty one, so that nothing of its value stands in it.
func isVariable(text string) bool {
	inside, opened := strings.CutPrefix(text, "${")
	inside, closed := strings.CutSuffix(inside, "}")
	return opened && closed && isName(strings.TrimSuffix(inside, ":-"))
}

// isName reports whether a text may name a variable.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
