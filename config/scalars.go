package config

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// checker looks at a text and returns what is wrong with it, or "".
type checker func(string) string

// value is a plain value of any type.
type value struct {
	want   string            // what should stand there, for messages
	word   bool              // text: a bare number there is a mistake
	unit   bool              // a number with a unit
	secret bool              // never shown
	mask   func() string     // what is shown of a secret: a text that may stand in its place
	veiled bool              // shown when it is right; what is wrong there may be a secret
	parse  func(string) bool // puts a text into the destination
	check  checker           // may be nil; says more than want can
	allow  []string          // may be nil
	format func() string     // the destination as YAML
	form   schema            // of the value, without variables
	old    map[string]string // older words and what they are called now
}

func (v value) read(r *reader, path string, n ast.Node) {
	s, ok := r.scalar(path, n, v.want)
	if !ok {
		return
	}
	if now, isOld := v.old[s.text]; isOld {
		r.warn(n, Problem{Path: path, Value: s.source, Message: "is called " + now + " now"})
		s.text = now
	}
	p := Problem{Path: path, Message: "should be " + v.want, Value: withoutCredentials(s.source), Allowed: v.allow}
	if v.secret || v.veiled {
		p.Value = ""
	}
	if !v.fits(s, n) {
		if v.word {
			p.Message += "; put it in quotes"
		}
		r.report(n, p)
		return
	}
	if v.check != nil {
		if message := v.check(s.text); message != "" {
			p.Message = message
			r.report(n, p)
			return
		}
	}
	if !v.parse(s.text) {
		r.report(n, p)
	}
	if isVariable(s.source) && (v.secret || v.mask != nil) {
		r.keepVariable(path, s.source)
	}
}

// withoutCredentials takes user and password out of what may be a URL.
func withoutCredentials(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	return u.Redacted()
}

// fits reports whether a value was written as its type is: texts as texts,
// numbers and booleans bare. What came from the environment has no type, and
// a unit makes a text of a number, quoted or not.
func (v value) fits(s scalar, n ast.Node) bool {
	if s.isVariable() || v.unit || s.word == v.word {
		return true
	}
	bare, ok := n.(*ast.StringNode) // 1e3 is a word to YAML
	return ok && !v.word && bare.Token.Type == token.StringType
}

func (v value) schema() schema { return v.form }

func (v value) show() any {
	if text := v.format(); v.mask == nil || text == `""` || v.mask() == "" {
		return text
	}
	return masked(v.mask())
}

// text is a string that check, if any, finds nothing wrong with.
func text(dst *string, check checker) value {
	return value{
		want: "text", word: true, check: check,
		parse:  func(s string) bool { *dst = s; return true },
		format: func() string { return quote(*dst) },
		form:   schema{"type": "string"},
	}
}

// jsonText is a string that holds a JSON text; null and "" are none.
func jsonText(dst *string) value {
	v := text(dst, orEmpty(isJSON))
	v.form = schema{"type": []string{"string", "null"}}
	return v
}

// secret is a string that is never shown.
func secret(dst *string) value {
	return hidden(text(dst, nil), "********")
}

// dsn says which database it is: the path of a file, or a connection string,
// which is not shown, for it may hold a password.
func dsn(driver *Driver, dst *string) value {
	v := text(dst, notEmpty)
	v.veiled = true
	v.mask = func() string {
		switch {
		case *driver == Postgres:
			return "postgres://********?sslmode=verify-full" // else it would not be a sound file
		case strings.ContainsAny(*dst, "=@") || strings.Contains(*dst, "://"):
			return "********"
		}
		return ""
	}
	return v
}

// hidden has a value never shown, and another in its place.
func hidden(v value, mask string) value {
	v.secret, v.mask = true, func() string { return mask }
	return v
}

// keyHash is the hash of an app key. Someone may have put the key itself there.
func keyHash(dst *string) value {
	v := text(dst, isKeyHash)
	v.veiled = true
	return v
}

// oneOf is one of a few words.
func oneOf[T ~string](dst *T, allowed ...T) value {
	words := make([]string, len(allowed))
	for i, a := range allowed {
		words[i] = string(a)
	}
	return value{
		want: "one of the allowed words", word: true, allow: words,
		parse: func(s string) bool {
			if !slices.Contains(words, s) {
				return false
			}
			*dst = T(s)
			return true
		},
		format: func() string { return quote(string(*dst)) },
		form:   orVariable(schema{"enum": words}),
	}
}

// renamed takes older words for what they are called now.
func renamed(v value, old map[string]string) value {
	v.old = old
	words := append([]string{""}, v.allow...)
	v.form = orVariable(schema{"enum": append(words, sortedKeys(old)...)})
	return v
}

// oneOfOrNone is one of a few words, or empty for none of them.
func oneOfOrNone(dst *string, allowed ...string) value {
	v := oneOf(dst, append([]string{""}, allowed...)...)
	v.allow = allowed
	return v
}

// share is a number from 0 to 1.
func share(dst *float64) value {
	return value{
		want: "a number from 0 to 1",
		parse: func(s string) bool {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil || !(x >= 0 && x <= 1) {
				return false
			}
			*dst = x
			return true
		},
		format: func() string { return strconv.FormatFloat(*dst, 'f', -1, 64) },
		form:   orVariable(schema{"type": "number", "minimum": 0, "maximum": 1}),
	}
}

// whole is an integer in a range.
func whole(dst *int, least, most int) value {
	return value{
		want: fmt.Sprintf("a whole number from %d to %d", least, most),
		parse: func(s string) bool {
			n, err := strconv.Atoi(s)
			if err != nil || n < least || n > most {
				return false
			}
			*dst = n
			return true
		},
		format: func() string { return strconv.Itoa(*dst) },
		form:   orVariable(schema{"type": "integer", "minimum": least, "maximum": most}),
	}
}

// truth is true or false.
func truth(dst *bool) value {
	return value{
		want: "true or false", allow: []string{"true", "false"},
		parse: func(s string) bool {
			*dst = s == "true"
			return s == "true" || s == "false"
		},
		format: func() string { return strconv.FormatBool(*dst) },
		form:   orVariable(schema{"type": "boolean"}),
	}
}

// size is a number of bytes.
func size(dst *int64, least, most int64) value {
	return value{
		unit: true,
		want: fmt.Sprintf("a size from %s to %s, such as 32MiB", formatSize(least), formatSize(most)),
		parse: func(s string) bool {
			n, ok := parseSize(s)
			if !ok || n < least || n > most {
				return false
			}
			*dst = n
			return true
		},
		format: func() string { return formatSize(*dst) },
		form:   schema{"anyOf": []any{schema{"type": "integer", "minimum": least, "maximum": most}, schema{"type": "string"}}},
	}
}

// span is a duration.
func span(dst *time.Duration, least, most time.Duration) value {
	return value{
		unit: true,
		want: fmt.Sprintf("a duration from %s to %s, such as 45s", formatDuration(least), formatDuration(most)),
		parse: func(s string) bool {
			d, ok := ParseDuration(s)
			if !ok || d < least || d > most {
				return false
			}
			*dst = d
			return true
		},
		format: func() string { return formatDuration(*dst) },
		form:   schema{"type": "string"},
	}
}

// optional is an integer in a range that may be left out.
type optional struct {
	dst         **int
	least, most int
}

func (o optional) read(r *reader, path string, n ast.Node) {
	number := -1
	whole(&number, o.least, o.most).read(r, path, n)
	if number >= 0 {
		*o.dst = &number
	}
}

func (o optional) schema() schema { return whole(new(int), o.least, o.most).schema() }

func (o optional) show() any {
	if *o.dst == nil {
		return nil
	}
	return strconv.Itoa(**o.dst)
}
