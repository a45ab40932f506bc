package ownschema_test

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/internal/growth"
)

// choices is a schema whose every level may be read in so many ways, none of which holds
// where the last value is wrong; nest is such a value.
func choices(t *testing.T, ways int) *ownschema.Schema {
	const branch = `,{"type":"object","properties":{"p":{"$ref":"#/$defs/a"}},"required":["p"],"additionalProperties":false}`
	return compiled(t, `{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"integer"}`+strings.Repeat(branch, ways)+`]}}}`)
}

func nest(levels int, last string) string {
	return strings.Repeat(`{"p":`, levels) + last + strings.Repeat(`}`, levels)
}

// TestChoicesAtEachLevelAreNotTriedWithoutBound: each level doubled the work, up to seconds.
func TestChoicesAtEachLevelAreNotTriedWithoutBound(t *testing.T) {
	for levels, dear := range map[int]bool{4: false, 8: false, 18: true, 20: true, 40: true} {
		err := choices(t, 2).Validate([]byte(nest(levels, `"wrong"`)))
		if err == nil || strings.Contains(err.Error(), "too many steps") != dear {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
	if err := choices(t, 2).Validate([]byte(nest(8, "1"))); err != nil {
		t.Error(err)
	}
}

func TestChoicesGrowWithTheAnswer(t *testing.T) {
	schema := choices(t, 1)
	growth.Linear(t, "one way", func(bytes int) string { return nest(bytes/len(`{"p":}`), `"wrong"`) }, func(answer string) {
		_ = schema.Validate([]byte(answer))
	})
	items := compiled(t, `{"items":{"anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}}`)
	growth.Linear(t, "a list", func(bytes int) string { return "[" + growth.Repeat(`{"c":%d},`)(bytes) + "{}]" }, func(answer string) {
		_ = items.Validate([]byte(answer))
	})
}

// TestAnEmptyInstanceIsNotLookedForWithoutBound: members that refer to their own schema in ten
// ways made an instance of ten to the power of its depth.
func TestAnEmptyInstanceIsNotLookedForWithoutBound(t *testing.T) {
	const member = `{"type":"object","properties":{"p":{"$ref":"#/$defs/a"}},"required":["p"],"minProperties":2}`
	anyOf := `{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"integer"}` + strings.Repeat(","+member, 10) + `]}}}`
	allOf := `{"allOf":[{"type":"object"}` + strings.Repeat(`,{"$ref":"#"}`, 10) + `]}`
	for _, schema := range []string{anyOf, allOf} {
		if got, ok := compiled(t, schema).Empty(); ok {
			t.Errorf("%s: %s", schema[:40], got)
		}
	}
}
