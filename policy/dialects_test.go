package policy

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
)

// TestAPolicyCanNameEveryDialect: a new one needs its word here, too.
func TestAPolicyCanNameEveryDialect(t *testing.T) {
	field, _ := reflect.TypeFor[Citations]().FieldByName("Dialect")
	words := strings.Fields(strings.TrimPrefix(field.Tag.Get("is"), "word "))
	want := append([]string{string(AutoDialect)}, string(answer.Client))
	for _, d := range answer.Asked() {
		want = append(want, string(d))
	}
	slices.Sort(words)
	if slices.Sort(want); !slices.Equal(words, want) {
		t.Errorf("a policy takes %q, there are %q", words, want)
	}
}
