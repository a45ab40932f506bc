package config

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Env looks up a variable of the environment, as os.LookupEnv does.
type Env = func(string) (string, bool)

// How variables stand in a text, and what may name one. A text is one secret
// variable where nothing of its value stands in it: no default, or an empty one.
var (
	variableMark = regexp.MustCompile(`\$(?:\$|\{[^}]*\}?)`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	oneVariable  = regexp.MustCompile(`^\$\{[A-Za-z_][A-Za-z0-9_]*(:-)?\}$`)
)

// expand replaces ${NAME} and ${NAME:-default} in the text of one scalar, and
// $$ by a dollar sign. Any other dollar sign is itself. Because it works on
// what YAML has already taken apart, a value cannot bring in keys of its own.
// A default also stands in for a variable that is empty, as in a shell.
func expand(text string, env Env) (string, error) {
	var wrong error
	expanded := variableMark.ReplaceAllStringFunc(text, func(ref string) string {
		if ref == "$$" {
			return "$"
		}
		value, err := variable(ref[len("${"):], env)
		wrong = cmp.Or(wrong, err)
		return value
	})
	return expanded, wrong
}

// variable returns the value of what stands behind "${".
func variable(text string, env Env) (string, error) {
	inside, closed := strings.CutSuffix(text, "}")
	if !closed {
		return "", errors.New("${ has no closing brace; a plain dollar sign is written $$")
	}
	name, fallback, hasFallback := strings.Cut(inside, ":-")
	if !variableName.MatchString(name) {
		return "", fmt.Errorf("${%s} is no variable: write ${NAME} or ${NAME:-default}", clip(inside))
	}
	value, defined := env(name)
	if value == "" && hasFallback {
		return fallback, nil
	}
	if !defined {
		return "", fmt.Errorf("the environment variable %s is not set; ${%s:-} accepts that", name, name)
	}
	return value, nil
}
