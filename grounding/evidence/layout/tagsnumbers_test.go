package layout

import "testing"

// TestNumberedTagsAreRecords reads <0>…</0>, which were text before, and lets a
// comparison be one.
func TestNumberedTagsAreRecords(t *testing.T) {
	for _, text := range [...]string{
		"Passages:\n<0>" + coldStore + "</0>\n<1>\n" + licence + "\n</1>",
		"<context>\n<0>" + coldStore + "</0>\n<1>" + licence + "</1>\n</context>",
	} {
		f := Find(onePrompt("system", text), Defaults())
		if len(f.Chunks) != 2 || f.Chunks[0].ID != "0" || f.Chunks[1].Text != licence {
			t.Errorf("%q: %v", text, f.Chunks)
		}
	}
	text := "<context>\n<5 mg a day is enough for adults, >10 mg a day is too much for anybody.\n</context>"
	if f := Find(onePrompt("system", text), Defaults()); len(f.Chunks) != 1 {
		t.Errorf("%v", f.Chunks)
	}
}

// TestAContainerThatHoldsOneBracketDoesNotEndTheReading: it made the reader panic.
func TestAContainerThatHoldsOneBracketDoesNotEndTheReading(t *testing.T) {
	text := "<context>\n" + coldStore + "\n</context>\n<context> <</context>"
	if f := Find(onePrompt("system", text), Defaults()); len(f.Chunks) != 1 || f.Chunks[0].Text != coldStore {
		t.Errorf("%v", f.Chunks)
	}
}
