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

func (p *patterns) compile(text string) (*regexp.Regexp, error) {
	if len(text) > maxPattern {
		return nil, errPattern
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	cost := weight(tree)
	if cost > maxPattern || p.open && cost > p.left {
		return nil, errPattern
	}
	if p.open {
		p.left -= cost
	}
	return regexp.Compile(text)
}

// engine is compile for the validator.
func (p *patterns) engine(text string) (jsonschema.Regexp, error) {
	compiled, err := p.compile(text)
	if err != nil {
		return nil, err
	}
	return compiled, nil
}

// weight is about how many steps a pattern is compiled to. Parsing has bounded
// its depth and the product of its repetitions to a thousand each.
func weight(tree *syntax.Regexp) int {
	total := 1 + len(tree.Rune)
	for _, sub := range tree.Sub {
		total += weight(sub)
	}
	if tree.Op == syntax.OpRepeat {
		total *= max(tree.Min, tree.Max, 1)
	}
	return total
}
