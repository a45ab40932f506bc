package ownschema

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2"
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
// needs none where Go's own expressions take the pattern: they are linear (RE2). Lookarounds
// and references back, which schemas made from JavaScript have, need an engine that goes back
// over the text; its time is bounded.
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
		return p.backtracking(text)
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

// backtracking compiles a pattern of ECMAScript that Go's own expressions do not take.
func (p *patterns) backtracking(text string) (jsonschema.Regexp, error) {
	if p.open {
		p.left -= len(text)
	}
	if len(text) > maxBacktracking || p.left < 0 {
		return nil, errPattern
	}
	compiled, err := regexp2.Compile(text, regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	compiled.MatchTimeout = matchTime
	return &backtracker{Regexp: compiled}, nil
}

// Bounds of the engine that goes back: of a pattern and of a text in bytes, of one match, and
// how many matches of a pattern may run out of time before no text meets it.
const (
	maxBacktracking = 2_000
	maxMatched      = 20_000
	matchTime       = 20 * time.Millisecond
	maxTimeouts     = 8
)

// backtracker is a pattern of the engine that goes back over the text. A text that it cannot
// decide on in time does not meet it.
type backtracker struct {
	*regexp2.Regexp
	timeouts atomic.Int32
}

func (b *backtracker) MatchString(s string) bool {
	if len(s) > maxMatched || b.timeouts.Load() >= maxTimeouts {
		return false
	}
	ok, err := b.Regexp.MatchString(s)
	if err != nil {
		b.timeouts.Add(1)
	}
	return ok && err == nil
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
