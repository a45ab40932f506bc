package ownschema

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// maxPattern bounds one pattern's size with its repetitions written out:
	// "(a{100}){10}" is a thousand. Go's own limit allows three million steps,
	// of 40 bytes each, for each of the patterns of a schema.
	maxPattern = 20_000
	// maxPatterns bounds the patterns of one schema together.
	maxPatterns = 200_000
)

var errPattern = errors.New("the schema's patterns are too large")

// patterns compiles the patterns of one schema within a common bound. Matching
// needs none: it is linear in this syntax (RE2).
type patterns struct {
	left int
	open bool // while the schema itself is compiled; later ones come from answers (format "regex")
}

// engine is the validator's way to a pattern.
func (p *patterns) engine(text string) (jsonschema.Regexp, error) {
	if len(text) > maxPattern {
		return nil, errPattern
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	cost := weight(parsed)
	if cost > maxPattern || p.open && cost > p.left {
		return nil, errPattern
	}
	if p.open {
		p.left -= cost
	}
	return regexp.Compile(text)
}

// weight is about how many steps a pattern is compiled to. Parsing has bounded
// its depth and the product of its repetitions to a thousand each.
func weight(parsed *syntax.Regexp) int {
	total := 1 + len(parsed.Rune)
	for _, sub := range parsed.Sub {
		total += weight(sub)
	}
	if parsed.Op == syntax.OpRepeat {
		total *= max(parsed.Min, parsed.Max, 1)
	}
	return total
}
