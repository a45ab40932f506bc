package layout

import (
	"slices"
	"testing"
)

// TestARetiredLayoutIsReadByAnother names a layout that has no detector of its own any more.
func TestARetiredLayoutIsReadByAnother(t *testing.T) {
	for name, now := range retired {
		if !slices.Contains(Names(), name) || !slices.Contains(Names(), now) {
			t.Errorf("%s and %s are not both names of layouts: %v", name, now, Names())
		}
		o := Defaults()
		if o.Layouts = []string{name}; !allowed(o)[now] {
			t.Errorf("%s does not stand for %s", name, now)
		}
	}
	o := Defaults()
	o.Layouts = []string{"bullets"}
	if f := Find(onePrompt("system", "User memories:\n- "+coldStore+"\n- "+licence), o); len(f.Chunks) != 2 {
		t.Errorf("%d memories, want 2", len(f.Chunks))
	}
}
