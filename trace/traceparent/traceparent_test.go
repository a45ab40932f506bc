package traceparent

import "testing"

const valid = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		name, header string
		ok           bool
	}{
		{"valid", valid, true},
		{"not sampled", valid[:53] + "00", true},
		{"a later version, longer", "01" + valid[2:] + "-more", true},
		{"this version, longer", valid + "-more", false},
		{"a later version with something glued on", "01" + valid[2:] + "more", false},
		{"version ff", "ff" + valid[2:], false},
		{"capitals", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false},
		{"no trace", "00-00000000000000000000000000000000-b7ad6b7169203331-01", false},
		{"no parent", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", false},
		{"short", valid[:54], false},
		{"empty", "", false},
		{"no hex", "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01", false},
		{"hyphens elsewhere", "00-0af7651916cd43dd8448eb211c80319c0b7ad6b7169203331-01", false},
		{"a header more", valid + "\r\nX: y", false},
	} {
		c, ok := Parse(tt.header)
		if ok != tt.ok {
			t.Errorf("%s: %t", tt.name, ok)
		}
		if ok && c.Trace.String() != "0af7651916cd43dd8448eb211c80319c" {
			t.Errorf("%s: %v", tt.name, c)
		}
	}
	if c, _ := Parse(valid); !c.Sampled || c.Header(c.Parent) != valid {
		t.Errorf("%+v", c)
	}
}

func TestIDsAreDerived(t *testing.T) {
	own, other := Of("", "vt_1"), Of("broken", "vt_2")
	if own.Trace == (TraceID{}) || own.Trace == other.Trace || !own.Sampled || own.Parent != (SpanID{}) {
		t.Errorf("%v %v", own, other)
	}
	if again := Of("", "vt_1"); again != own {
		t.Error("ids are not the same again")
	}
	if Span("vt_1", 0) == Span("vt_1", 1) || Span("vt_1", 1) == Span("vt_2", 1) {
		t.Error("two spans have one id")
	}
	if c := Of(valid, "vt_1"); c.Parent.String() != "b7ad6b7169203331" {
		t.Errorf("%v", c)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(valid)
	f.Add("")
	f.Fuzz(func(t *testing.T, header string) {
		c, ok := Parse(header)
		if !ok {
			return
		}
		again, ok := Parse(c.Header(c.Parent))
		if !ok || again != c {
			t.Errorf("%q: %v, then %v", header, c, again)
		}
	})
}
