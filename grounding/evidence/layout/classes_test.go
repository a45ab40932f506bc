package layout

import (
	"strings"
	"testing"
)

func TestLabelsHaveTheirClass(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]class{"material": material, "instructs": instructs, "sample": sample, "history": history} {
		for _, label := range classFile[name].Fires {
			if got := classOf(strings.ToLower(label)); got != c {
				t.Errorf("%q is of class %d, not %s", label, got, name)
			}
		}
		for _, label := range classFile[name].Not {
			if got := classOf(strings.ToLower(label)); got == c {
				t.Errorf("%q is %s", label, name)
			}
		}
	}
}
