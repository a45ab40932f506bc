package ownschema

import (
	"strings"
	"testing"
	"time"
)

// The e-mail pattern of the commonest schema library in JavaScript has lookaheads: it was a 400.
func TestPatternsWithLookaheadsAreTaken(t *testing.T) {
	t.Parallel()
	const email = `^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$`
	s, err := Compile([]byte(`{"properties":{"mail":{"type":"string","pattern":"` + email + `"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for mail, want := range map[string]bool{"a.lund@example.com": true, ".lund@example.com": false, "a..lund@example.com": false, "lund": false} {
		if err := s.Validate([]byte(`{"mail":"` + mail + `"}`)); (err == nil) != want {
			t.Errorf("%s: %v", mail, err)
		}
	}
	for _, bad := range []string{`(?!`, strings.Repeat("(?=a)", 1000)} {
		if _, err := Compile([]byte(`{"pattern":"` + bad + `"}`)); err == nil {
			t.Errorf("%.20s is taken", bad)
		}
	}
}

func TestAPatternThatGoesBackForEverEndsInTime(t *testing.T) {
	t.Parallel()
	s, err := Compile([]byte(`{"items":{"pattern":"^(?=x)?(a+)+$"}}`))
	if err != nil {
		t.Fatal(err)
	}
	text := `"` + strings.Repeat("a", 5_000) + `!"`
	start := time.Now()
	if err := s.Validate([]byte("[" + strings.Repeat(text+",", 200) + text + "]")); err == nil {
		t.Error("it meets the pattern")
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("%v", took)
	}
}
